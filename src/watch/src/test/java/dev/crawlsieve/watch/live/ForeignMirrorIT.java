package dev.crawlsieve.watch.live;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.run.SieveRunner;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import dev.crawlsieve.watch.http.HttpAddress;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A site that makes itself a mirror of another one keeps none of its pages from being fetched: a
 * crawler that asks first leaves out only what the same site has shown under another name. Each
 * case is tried on one running instance, from the pages to the answer.
 */
final class ForeignMirrorIT {

  /** Paths of a site that are fetched: more than a mirror needs. */
  private static final int FETCHED = 12;

  /** Paths of a site, those included that only its mirror was asked for. */
  private static final int PATHS = 20;

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir static Path folder;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static EmbeddedBroker broker;
  private static SieveConfig config;
  private static Watch watch;
  private static SieveRunner runner;
  private static int ends;

  /** A page as it is fetched. */
  private record Fetch(String url, String text, String head, int status, Instant time) {

    Fetch head(String html) {
      return new Fetch(url, text, html, status, time);
    }

    Fetch gone() {
      return new Fetch(url, text, head, 404, time);
    }

    String event() {
      String words =
          IntStream.range(0, 80)
              .mapToObj(word -> text + "x" + word)
              .reduce("", (all, word) -> all + " " + word);
      ObjectNode event = RecordJson.JSON.createObjectNode();
      event.put("url", url).put("status", status).put("contentType", "text/html");
      event.put("html", "<title>About " + text + "</title>" + head + "<p>" + words + "</p>");
      return event.toString();
    }
  }

  /**
   * Pages in their order, and the mirrors that are known of the asked site afterwards.
   *
   * @param mirrors roots
   */
  private record Step(List<Fetch> pages, List<String> mirrors) {}

  /**
   * What is tried.
   *
   * @param site root of the site that is asked about; paths from {@value #FETCHED} on are not
   *     fetched there
   * @param known which of those need not be fetched
   */
  private record Case(String name, String site, List<Step> steps, IntPredicate known) {

    static Case of(String name, String site, String mirror, List<Fetch> pages) {
      return new Case(name, site, List.of(new Step(pages, List.of(mirror))), path -> false);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static Fetch page(String root, int path, String text) {
    return new Fetch(root + "/p" + path, text + "n" + path, "", 200, NOW);
  }

  /** The fetched pages of a root. */
  private static List<Fetch> fetched(String root, String text) {
    return IntStream.range(0, FETCHED).mapToObj(path -> page(root, path, text)).toList();
  }

  /** Pages of a root at paths that are not fetched elsewhere. */
  private static List<Fetch> others(String root, String text) {
    return IntStream.range(FETCHED, PATHS).mapToObj(path -> page(root, path, text)).toList();
  }

  @SafeVarargs
  private static List<Fetch> all(List<Fetch>... parts) {
    List<Fetch> all = new ArrayList<>();
    for (List<Fetch> part : parts) {
      all.addAll(part);
    }
    return all;
  }

  /** A site, its copies at a mirror, and what the mirror has at the other paths. */
  private static List<Fetch> copied(String site, String mirror, String text, String others) {
    return all(fetched(site, text), fetched(mirror, text), others(mirror, others));
  }

  /** Two lists in turns. */
  private static List<Fetch> turns(List<Fetch> one, List<Fetch> two) {
    List<Fetch> turns = new ArrayList<>();
    for (int i = 0; i < Math.max(one.size(), two.size()); i++) {
      turns.addAll(one.subList(Math.min(i, one.size()), Math.min(i + 1, one.size())));
      turns.addAll(two.subList(Math.min(i, two.size()), Math.min(i + 1, two.size())));
    }
    return turns;
  }

  static Stream<Case> hostile() {
    List<Case> cases = new ArrayList<>();
    String v = "https://last.example";
    String a = "https://a.last-mirror.example";
    cases.add(Case.of("made-up pages last", v, a, copied(v, a, "last", "madeuplast")));

    v = "https://many.example";
    a = "https://a.many-mirror.example";
    String b = "http://b.many-mirror.example";
    String c = "https://c.elsewhere.example/many";
    cases.add(
        new Case(
            "several hosts that show the same made-up pages",
            v,
            List.of(
                new Step(
                    all(
                        turns(fetched(a, "many"), fetched(b, "many")),
                        fetched(v, "many"),
                        fetched(c, "many"),
                        turns(others(a, "madeupmany"), others(b, "madeupmany")),
                        others(c, "madeupmany")),
                    List.of(a, b, c))),
            path -> false));

    v = "https://self.example";
    a = "https://a.self-mirror.example";
    cases.add(
        Case.of(
            "copies that name themselves as canonical, and pages that redirect to the site's",
            v,
            a,
            all(
                fetched(a, "self").stream().map(page -> page.head(canonical(page.url()))).toList(),
                others(a, "madeupself").stream()
                    .map(page -> page.head(refresh("https://self.example" + path(page))))
                    .toList(),
                fetched(v, "self"))));

    v = "https://gone.example";
    a = "https://a.gone-mirror.example";
    cases.add(
        new Case(
            "copies that are gone afterwards",
            v,
            List.of(
                new Step(copied(v, a, "gone", "madeupgone"), List.of(a)),
                new Step(fetched(a, "gone").stream().map(Fetch::gone).toList(), List.of(a))),
            path -> false));

    v = "https://port.example";
    a = "https://port.example:8443";
    cases.add(Case.of("another port of the host", v, a, copied(v, a, "port", "madeupport")));

    v = "https://folders.example/~ann";
    a = "https://folders.example/~bob";
    cases.add(
        Case.of(
            "another user's folder on the host", v, a, copied(v, a, "folders", "madeupfolders")));
    return cases.stream();
  }

  static Stream<Case> honest() {
    List<Case> cases = new ArrayList<>();
    String v = "https://honest.example";
    String a = "https://mirror.honest-mirror.example";
    cases.add(
        Case.of(
            "a mirror on another host is found, and fetched",
            v,
            a,
            copied(v, a, "honest", "honest")));

    v = "https://edited.example";
    a = "https://mirror.edited-mirror.example";
    List<Fetch> edited = new ArrayList<>(fetched(a, "edited"));
    edited.set(3, page(a, 3, "anotheredition"));
    cases.add(
        Case.of(
            "a mirror with a page that has changed",
            v,
            a,
            all(fetched(v, "edited"), edited, others(a, "edited"))));

    v = "https://named.example";
    a = "https://www.named.example";
    cases.add(
        new Case(
            "a host with and without www",
            v,
            List.of(new Step(copied(v, a, "named", "named"), List.of(a))),
            path -> true));

    v = "http://secure.example";
    a = "https://secure.example";
    List<Fetch> some = others(a, "secure").subList(0, 2);
    cases.add(
        new Case(
            "http and https, where https has some of the pages",
            v,
            List.of(new Step(all(fetched(v, "secure"), fetched(a, "secure"), some), List.of(a))),
            path -> path < FETCHED + some.size()));
    return cases.stream();
  }

  private static String canonical(String url) {
    return "<link rel=canonical href='" + url + "'>";
  }

  private static String refresh(String url) {
    return "<meta http-equiv=refresh content='0; url=" + url + "'>";
  }

  private static String path(Fetch page) {
    return page.url().substring(page.url().lastIndexOf('/'));
  }

  @BeforeAll
  static void start() throws Exception {
    broker = EmbeddedBroker.start(folder.resolve("broker"), 0);
    Map<String, String> settings = new HashMap<>();
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("state.dir", folder.resolve("state").toString());
    settings.put("partitions", "1");
    settings.put("replication.factor", "1");
    settings.put("mirrors.enabled", "true");
    config = SieveConfig.of(settings);
    Topics.create(config);
    watch = Watch.open(config, HttpAddress.of("127.0.0.1:0"));
    runner = new SieveRunner(config, watch.run());
    runner.start();
  }

  @AfterAll
  static void stop() {
    runner.close();
    watch.close();
    broker.close();
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void shouldFetchWhatAnotherSitePretendsToHave(Case tried) throws Exception {
    leavesOutWhatIsKnown(tried);
  }

  @ParameterizedTest
  @MethodSource("honest")
  void shouldFindMirrorsAndLeaveOutWhatTheSiteHasShown(Case tried) throws Exception {
    leavesOutWhatIsKnown(tried);
  }

  private static void leavesOutWhatIsKnown(Case tried) throws Exception {
    Map<String, String> texts = new HashMap<>();
    List<String> asked = new ArrayList<>();
    for (Fetch page : others(tried.site(), "")) {
      asked.add(page.url());
    }
    for (Step step : tried.steps()) {
      step.pages().forEach(page -> texts.put(page.url(), page.text()));
      produce(step.pages());
      for (String url : asked) {
        String path = url.substring(tried.site().length());
        List<String> urls = step.mirrors().stream().map(root -> root + path).toList();
        await().until(() -> sameAs(ask(url)), same -> same.equals(sorted(urls)));
      }
    }
    List<String> known = new ArrayList<>();
    for (String url : asked) {
      if (isKnown(ask(url))) {
        known.add(url);
      }
    }
    List<String> expected =
        IntStream.range(FETCHED, PATHS)
            .filter(tried.known())
            .mapToObj(path -> tried.site() + "/p" + path)
            .toList();
    assertThat(known).isEqualTo(expected);
    losesCopiesOnly(tried.site(), texts);
  }

  /** What is fetched after all is dropped only if the very text is there. */
  private static void losesCopiesOnly(String site, Map<String, String> texts) throws Exception {
    List<Fetch> unseen = others(site, "own" + ends);
    unseen.forEach(page -> texts.put(page.url(), page.text()));
    produce(unseen);
    for (Fetch page : all(fetched(site, ""), unseen)) {
      JsonNode verdict = ask(page.url()).path("verdict");
      assertThat(verdict.isObject()).as(page.url()).isTrue();
      String kept = verdict.at("/duplicateOf/url").asText(page.url());
      assertThat(texts.get(kept)).isEqualTo(texts.get(page.url()));
    }
    assertThat(unseen)
        .allMatch(page -> ask(page.url()).at("/verdict/decision").asText().equals("unique"));
  }

  /** Produces pages, and waits until all are decided and can be found. */
  private static void produce(List<Fetch> pages) throws Exception {
    Fetch end = page("https://end.example", ends++, "end");
    try (KafkaProducer<byte[], byte[]> producer = new Connection(config).producer(Map.of())) {
      for (Fetch page : all(pages, List.of(end))) {
        Future<RecordMetadata> unused =
            producer.send(
                new ProducerRecord<>(
                    config.topics().pages(),
                    null,
                    page.time().toEpochMilli(),
                    null,
                    page.event().getBytes(UTF_8)));
      }
    }
    await().until(() -> ask(end.url()).path("verdict").isObject());
    assertThat(runner.failure()).isNull();
  }

  /** As the example crawlers see it. */
  private static boolean isKnown(JsonNode answer) {
    return answer.path("verdict").isObject()
        || answer.path("sameAs").findValues("verdict").stream().anyMatch(JsonNode::isObject);
  }

  private static List<String> sameAs(JsonNode answer) {
    List<String> urls = new ArrayList<>();
    answer.path("sameAs").forEach(other -> urls.add(other.path("url").asText()));
    return sorted(urls);
  }

  private static List<String> sorted(List<String> urls) {
    List<String> sorted = new ArrayList<>(urls);
    Collections.sort(sorted);
    return sorted;
  }

  /** What is known of a URL; nothing while the instance is not ready. */
  private static JsonNode ask(String url) {
    try {
      HttpResponse<String> answer =
          CLIENT.send(
              HttpRequest.newBuilder(
                      URI.create(
                          "http://"
                              + watch.address()
                              + "/api/ask?url="
                              + URLEncoder.encode(url, UTF_8)))
                  .build(),
              BodyHandlers.ofString());
      return RecordJson.JSON.readTree(answer.statusCode() == 200 ? answer.body() : "{}");
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
