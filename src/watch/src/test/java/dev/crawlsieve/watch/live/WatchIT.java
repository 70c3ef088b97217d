package dev.crawlsieve.watch.live;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.stream.config.ClustersConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.run.Committed;
import dev.crawlsieve.stream.run.Crawl;
import dev.crawlsieve.stream.run.SieveRunner;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import dev.crawlsieve.watch.http.HttpAddress;
import dev.crawlsieve.watch.http.Routes;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Observes a running instance over HTTP. */
final class WatchIT {

  private static final int PAGES = 600;
  private static final String MOVED = "http://moved.example/";
  private static final int SITES = 8;
  private static final String HOSTILE = "http://h.example/<img src=x onerror=alert(1)>";

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private EmbeddedBroker broker;
  private SieveConfig config;

  @BeforeEach
  void start() {
    broker = EmbeddedBroker.start(folder.resolve("broker"), 0);
    Map<String, String> settings = new HashMap<>();
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("state.dir", folder.resolve("state").toString());
    settings.put("partitions", "4");
    settings.put("replication.factor", "1");
    config = SieveConfig.of(settings);
    Topics.create(config);
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  @Test
  void shouldShowWhatTheInstanceDoes() throws Exception {
    List<byte[]> pages = new ArrayList<>(Crawl.pages(PAGES, 3));
    pages.add(
        ("{\"url\":\"" + HOSTILE + "\",\"text\":\"<script>alert(1)</script>\"}").getBytes(UTF_8));
    pages.add("<script>no page event</script>".getBytes(UTF_8));
    pages.add(("{\"url\":\"" + MOVED + "?utm_source=a\",\"status\":301}").getBytes(UTF_8));
    produce(pages);
    try (Watch watch = Watch.open(config, HttpAddress.of("127.0.0.1:0"))) {
      try (SieveRunner runner = new SieveRunner(config, watch.run())) {
        HttpResponse<String> early = get(watch, "/health/ready");
        assertThat(early.statusCode()).isEqualTo(503);
        assertThat(early.body()).contains("\"state\":\"starting\"");
        runner.start();
        await().until(() -> get(watch, "/health/ready").statusCode() == 200);
        await().until(() -> metric(watch, "crawlsieve_step_seconds_count{step=\"route\"}") > PAGES);

        countsEqualThePages(watch);
        explainsAndFinds(watch);
      }
      HttpResponse<String> late = get(watch, "/health/ready");
      assertThat(late.statusCode()).isEqualTo(503);
      assertThat(late.body()).contains("\"state\":\"stopping\"");
      assertThat(get(watch, "/metrics").body()).doesNotContain("crawlsieve_index_leaders{");
    }
  }

  @Test
  void shouldAnswerForEachOther() throws Exception {
    Topics.create(instance("one"));
    produce(Crawl.pages(PAGES, 4));
    HttpAddress anyPort = HttpAddress.of("127.0.0.1:0");
    byte[] page = page("a text that is asked about ".repeat(30));
    try (Watch one = Watch.open(instance("one"), anyPort);
        SieveRunner first = new SieveRunner(instance("one", one), one.run());
        Watch two = Watch.open(instance("two"), anyPort);
        SieveRunner second = new SieveRunner(instance("two", two), two.run())) {
      assertThat(ask(one, page).statusCode()).isEqualTo(503);
      first.start();
      second.start();
      for (Watch either : List.of(one, two)) {
        await().until(() -> ask(either, page).statusCode() == 200);
      }
      String routed = "crawlsieve_step_seconds_count{step=\"route\"}";
      await().until(() -> metric(one, routed) + metric(two, routed) >= PAGES);
      // Few bodies fit into memory: others are read again.
      String readAgain = "crawlsieve_pages_read_again_total";
      assertThat(metric(one, readAgain) + metric(two, readAgain)).isPositive();

      assertThat(untimed(() -> ask(one, page))).isEqualTo(untimed(() -> ask(two, page)));
      // A forwarded request is not forwarded again, but the answer names the instance to ask.
      Watch other = settled(() -> askForwarded(one, page)).statusCode() == 200 ? two : one;
      String active = (other == one ? two : one).address().toString();
      HttpResponse<String> looped = settled(() -> askForwarded(other, page));
      assertThat(looped.statusCode()).isEqualTo(421);
      assertThat(looped.body()).contains("ask " + active);
      mirrorsOfEither(one, two);
      clustersOfEither(one, two);
      passagesOfEither(one, two);
      // A bad page is the client's fault, wherever it is detected.
      assertThat(ask(other, "{".getBytes(UTF_8)).statusCode()).isEqualTo(400);

      JsonNode stats =
          await()
              .until(
                  () -> json(settled(() -> get(other, "/api/stats?across=true"))).path("instances"),
                  list -> list.size() == 2 && list.findValues("error").isEmpty());
      long total = 0;
      int partitions = 0;
      for (JsonNode instance : stats) {
        assertThat(instance.path("here").asBoolean())
            .isEqualTo(instance.path("address").asText().equals(other.address().toString()));
        total += instance.at("/totals/unique").asLong() + instance.at("/totals/duplicate").asLong();
        partitions += instance.path("partitions").size();
      }
      assertThat(total).isGreaterThanOrEqualTo(PAGES);
      assertThat(partitions).isEqualTo(4);
      assertThat(
              json(settled(() -> get(other, "/api/stats")))
                  .at("/instances/0/totals")
                  .isMissingNode())
          .isTrue();

      // Both find every verdict, whichever of them made it.
      for (Watch either : List.of(one, two)) {
        await().until(() -> explained(either, urlOfPage(PAGES - 1)).path("verdicts").size() == 1);
      }
      for (Watch either : List.of(one, two)) {
        String url = urlOfPage(PAGES - 1);
        JsonNode answer =
            json(
                settled(() -> get(either, "/api/ask?url=" + URLEncoder.encode(url + "#x", UTF_8))));
        assertThat(answer.path("normalizedUrl").asText()).isEqualTo(url);
        assertThat(answer.at("/verdict/url").asText()).isEqualTo(url);
        assertThat(answer.path("behind").asLong()).isZero();
        assertThat(answer.path("sameAs")).isEmpty();
        JsonNode unseen = json(settled(() -> get(either, "/api/ask?url=https://unseen.example/")));
        assertThat(unseen.path("verdict").isNull()).isTrue();
        assertThat(settled(() -> get(either, "/api/ask?url=none")).statusCode()).isEqualTo(400);
      }
      mirrorsOfAUrl(one, two);
      sessionsOfAUrl(one, two);
      // The instance with the lane cannot be reached while its server is closed.
      (other == one ? two : one).close();
      HttpResponse<String> away = ask(other, page);
      assertThat(away.statusCode()).isEqualTo(502);
      assertThat(away.body()).contains(active);
    }
  }

  private void mirrorsOfEither(Watch one, Watch two) throws Exception {
    String path = "/api/mirrors?site=https://site0.example";
    for (Watch either : List.of(one, two)) {
      await().until(() -> get(either, path).statusCode() == 200);
    }
    assertThat(json(settled(() -> get(one, path)))).isEqualTo(json(settled(() -> get(two, path))));
    assertThat(json(settled(() -> get(one, path))).path("answeredBy").asText())
        .isIn(one.address().toString(), two.address().toString());
    assertThat(settled(() -> get(one, "/api/mirrors?url=none")).statusCode()).isEqualTo(400);
  }

  /** Sites are counted in several partitions, so each instance asks the other for some. */
  private void passagesOfEither(Watch one, Watch two) throws Exception {
    List<byte[]> pages = new ArrayList<>();
    for (int i = 0; i < 10 * SITES; i++) {
      String text = "<b>Home</b></p><p>" + ("own" + (char) ('a' + i / SITES) + " ").repeat(40);
      String page = new String(Crawl.page(i, text), UTF_8);
      String host = "framed" + i % SITES + ".example";
      pages.add(page.replaceFirst("host\\d+\\.example", host).getBytes(UTF_8));
    }
    produce(pages);
    Set<String> answered = new HashSet<>();
    for (int site = 0; site < SITES; site++) {
      String host = "framed" + site + ".example";
      for (Watch either : List.of(one, two)) {
        JsonNode known =
            await()
                .until(
                    () -> json(settled(() -> get(either, "/api/passages?site=www." + host))),
                    answer -> answer.path("all").asInt() == 1);
        assertThat(known.path("site").asText()).isEqualTo(host);
        assertThat(known.at("/passages/0/text").asText()).isEqualTo("Home");
        assertThat(known.at("/passages/0/share").asDouble()).isEqualTo(1);
        assertThat(known)
            .isEqualTo(
                json(settled(() -> get(either, "/api/passages?url=https://" + host + "/any?a=b"))));
        answered.add(known.path("answeredBy").asText());
      }
    }
    assertThat(answered)
        .containsExactlyInAnyOrder(one.address().toString(), two.address().toString());
    assertThat(
            json(settled(() -> get(one, "/api/passages?site=unseen.example"))).path("all").asInt())
        .isZero();
    assertThat(settled(() -> get(one, "/api/passages?url=none")).statusCode()).isEqualTo(400);
  }

  private void mirrorsOfAUrl(Watch one, Watch two) throws Exception {
    List<byte[]> pages = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String page = new String(Crawl.page(i, ("number" + i + " of a site ").repeat(40)), UTF_8);
      for (String host : List.of("first.example", "second.example")) {
        pages.add(page.replaceFirst("host\\d+\\.example", host).getBytes(UTF_8));
      }
    }
    produce(pages);
    for (Watch either : List.of(one, two)) {
      JsonNode known =
          await()
              .until(
                  () ->
                      json(
                          settled(() -> get(either, "/api/ask?url=https://second.example/page/3"))),
                  answer ->
                      answer.path("verdict").isObject()
                          && answer.at("/sameAs/0/verdict").isObject());
      JsonNode other = known.at("/sameAs/0");
      assertThat(
              List.of(
                  known.at("/verdict/decision").asText(), other.at("/verdict/decision").asText()))
          .containsExactlyInAnyOrder("unique", "duplicate");
      assertThat(known.path("sameAs")).hasSize(1);
      assertThat(other.path("url").asText()).isEqualTo("https://first.example/page/3");
      assertThat(other.at("/by/0/type").asText()).isEqualTo("mirror");
      assertThat(other.at("/by/0/support").asInt()).isPositive();
      JsonNode unseen =
          json(settled(() -> get(either, "/api/ask?url=https://second.example/page/99")));
      assertThat(unseen.path("verdict").isNull()).isTrue();
      assertThat(unseen.at("/sameAs/0/url").asText()).isEqualTo("https://first.example/page/99");
      assertThat(unseen.at("/sameAs/0/verdict").isNull()).isTrue();
    }
    // A page of one site alone says nothing of the other, which may have another there.
    String own = "https://first.example/page/98";
    String bogus = new String(Crawl.page(98, "words of no other page ".repeat(40)), UTF_8);
    produce(List.of(bogus.replaceFirst("https://host\\d+\\.example/page/98", own).getBytes(UTF_8)));
    for (Watch either : List.of(one, two)) {
      await().until(() -> explained(either, own).path("verdicts").size() == 1);
      JsonNode unseen =
          json(settled(() -> get(either, "/api/ask?url=https://second.example/page/98")));
      assertThat(unseen.at("/sameAs/0/url").asText()).isEqualTo(own);
      assertThat(unseen.at("/sameAs/0/verdict").isNull()).isTrue();
    }
  }

  /** Each link to a page has a session of its own, and nobody fetched a URL without one. */
  private void sessionsOfAUrl(Watch one, Watch two) throws Exception {
    String rule = "/api/ask?url=https://shop.example/page/0?sess=new";
    produce(inSessions(0, 3));
    for (Watch either : List.of(one, two)) {
      await()
          .until(
              () -> json(settled(() -> get(either, rule))),
              answer -> answer.at("/sameAs/0/by/0").isObject());
    }
    int next = 0;
    for (Watch either : List.of(one, two)) {
      JsonNode again = MissingNode.getInstance();
      // A verdict is found by the rules that its list knew when it came: more pages until one is.
      for (int tries = 0; tries < 30 && !again.at("/sameAs/0/verdict").isObject(); tries++) {
        next += 12;
        produce(inSessions(next, 1));
        String tried = "https://shop.example/page/" + next;
        await().until(() -> explained(either, tried + "?sess=0").path("verdicts").size() == 1);
        again = json(settled(() -> get(either, "/api/ask?url=" + tried + "?sess=another")));
      }
      String page = "https://shop.example/page/" + next;
      assertThat(again.path("verdict").isNull()).isTrue();
      assertThat(again.path("sameAs")).hasSize(1);
      assertThat(again.at("/sameAs/0/url").asText()).isEqualTo(page);
      assertThat(again.at("/sameAs/0/verdict/url").asText()).isEqualTo(page + "?sess=0");
      JsonNode without = json(settled(() -> get(either, "/api/ask?url=" + page)));
      assertThat(without.path("verdict").isNull()).isTrue();
      assertThat(without.at("/sameAs/0/url").asText()).isEqualTo(page + "?sess=0");
      assertThat(without.at("/sameAs/0/by/0/rule").asText()).isEqualTo("parameter");
      assertThat(explained(either, page).path("verdicts")).isEmpty();
      assertThat(settled(() -> get(either, "/api/mirrors?site=none.example")).statusCode())
          .isEqualTo(200);
      assertThat(get(either, "/api/mirrors?url=none.example").statusCode()).isEqualTo(400);
      chosenBySession(either, next);
    }
  }

  /** Where two sessions show two pages, none is known that was not fetched. */
  private void chosenBySession(Watch either, int page) throws Exception {
    String url = "https://shop.example/page/" + page;
    String other =
        new String(Crawl.page(page, "wares of another kind altogether ".repeat(40)), UTF_8);
    produce(
        List.of(
            other
                .replaceFirst("https://host\\d+\\.example/page/\\d+\"", url + "?sess=1\"")
                .getBytes(UTF_8)));
    await().until(() -> explained(either, url + "?sess=1").path("verdicts").size() == 1);
    for (String unseen : List.of(url, url + "?sess=2")) {
      JsonNode answer = json(settled(() -> get(either, "/api/ask?url=" + unseen)));
      assertThat(answer.path("verdict").isNull()).isTrue();
      assertThat(answer.path("sameAs").findValues("verdict")).allMatch(JsonNode::isNull);
    }
  }

  /** Twelve pages, each under so many session ids. */
  private static List<byte[]> inSessions(int first, int sessions) {
    List<byte[]> pages = new ArrayList<>();
    for (int i = first; i < first + 12; i++) {
      String page = new String(Crawl.page(i, ("goods" + i + " of a shop ").repeat(40)), UTF_8);
      for (int session = 0; session < sessions; session++) {
        String url = "https://shop.example/page/" + i + "?sess=" + session + "\"";
        pages.add(page.replaceFirst("https://host\\d+\\.example/page/\\d+\"", url).getBytes(UTF_8));
      }
    }
    return pages;
  }

  private void clustersOfEither(Watch one, Watch two) throws Exception {
    JsonNode copy = await().until(this::aCopy, verdict -> verdict.path("url").isTextual());
    String leader = place(copy.path("duplicateOf"));
    String url = copy.path("url").asText();
    for (Watch either : List.of(one, two)) {
      await()
          .untilAsserted(
              () -> {
                JsonNode told = cluster(leader);
                JsonNode cluster = explained(either, url).path("cluster");
                assertThat(cluster.path("size").asLong()).isGreaterThan(1);
                for (String field : List.of("preferred", "replaced", "by", "corrections", "size")) {
                  assertThat(cluster.path(field)).as(field).isEqualTo(told.path(field));
                }
              });
      assertThat(settled(() -> get(either, "/api/cluster?lane=0&leader=0@99999")).statusCode())
          .isEqualTo(404);
      assertThat(settled(() -> get(either, "/api/cluster?lane=1&leader=" + leader)).statusCode())
          .isEqualTo(400);
      assertThat(settled(() -> get(either, "/api/cluster?lane=0&leader=x")).statusCode())
          .isEqualTo(400);
    }
    assertThat(json(settled(() -> get(one, "/api/cluster?lane=0&leader=" + leader))))
        .isEqualTo(json(settled(() -> get(two, "/api/cluster?lane=0&leader=" + leader))));
  }

  private JsonNode aCopy() throws Exception {
    for (ConsumerRecord<byte[], byte[]> next :
        Committed.records(config, config.topics().verdicts())) {
      JsonNode verdict = RecordJson.JSON.readTree(next.value());
      if (verdict.path("duplicateOf").isObject()) {
        return verdict;
      }
    }
    return RecordJson.JSON.createObjectNode();
  }

  /** What the topic says about a cluster in the end. */
  private JsonNode cluster(String leader) throws Exception {
    JsonNode last = RecordJson.JSON.createObjectNode();
    for (ConsumerRecord<byte[], byte[]> next :
        Committed.records(config, config.topics().found(ClustersConfig.WING))) {
      if (leader.equals(new String(next.key(), UTF_8))) {
        last = RecordJson.JSON.readTree(next.value());
      }
    }
    return last;
  }

  private static String urlOfPage(int number) throws Exception {
    return RecordJson.JSON.readTree(Crawl.page(number, "")).path("url").asText();
  }

  private JsonNode explained(Watch watch, String url) throws Exception {
    HttpResponse<String> answer = explain(watch, url);
    return answer.statusCode() == 503 || answer.statusCode() == 404
        ? RecordJson.JSON.createObjectNode() // still being opened, or not yet there
        : json(answer);
  }

  private HttpResponse<String> explain(Watch watch, String url) throws Exception {
    return get(watch, "/api/explain?url=" + URLEncoder.encode(url, UTF_8));
  }

  private SieveConfig instance(String name) {
    return SieveConfig.of(
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "state.dir",
            folder.resolve(name).toString(),
            "partitions",
            "4",
            "replication.factor",
            "1",
            "mirrors.enabled",
            "true",
            "clusters.enabled",
            "true",
            "passages.enabled",
            "true"));
  }

  private SieveConfig instance(String name, Watch watch) {
    return SieveConfig.of(
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "state.dir",
            folder.resolve(name).toString(),
            "index.memory.bytes",
            "65536",
            "mirrors.enabled",
            "true",
            "clusters.enabled",
            "true",
            "passages.enabled",
            "true",
            "streams.application.server",
            watch.advertised()));
  }

  private void countsEqualThePages(Watch watch) throws Exception {
    Committed.await(config, PAGES + 1, config.topics().unique(), config.topics().duplicate());
    int unique = Committed.records(config, config.topics().unique()).size();
    assertThat(unique).isBetween(PAGES / 2, PAGES);
    assertThat(metric(watch, "crawlsieve_pages_total{decision=\"unique\",kind=\"none\"}"))
        .isEqualTo(unique);
    double duplicates = 0;
    for (String kind : List.of("exact", "near", "revisit")) {
      duplicates +=
          metric(watch, "crawlsieve_pages_total{decision=\"duplicate\",kind=\"" + kind + "\"}");
    }
    assertThat(duplicates).isEqualTo(PAGES + 1 - unique);
    for (String step : List.of("fingerprint", "decide", "route")) {
      assertThat(metric(watch, "crawlsieve_step_seconds_count{step=\"" + step + "\"}"))
          .isEqualTo(PAGES + 1);
    }
    assertThat(metric(watch, "crawlsieve_dead_letters_total{stage=\"fingerprint\"}")).isEqualTo(1);
    assertThat(metric(watch, "crawlsieve_index_leaders{lane=\"0\"}")).isEqualTo(unique);
    assertThat(metric(watch, "crawlsieve_copy_distance_bits_count")).isEqualTo(duplicates);
    String kafka = get(watch, "/metrics").body();
    assertThat(kafka).contains("kafka_stream_alive_stream_threads");
    assertThat(kafka.lines()).hasSizeLessThan(4_000);

    JsonNode stats = json(settled(() -> get(watch, "/api/stats")));
    assertThat(stats.at("/totals/unique").asInt()).isEqualTo(unique);
    assertThat(stats.at("/totals/duplicate").asInt()).isEqualTo((int) duplicates);
    assertThat(stats.at("/meters/crawlsieve.index.leaders/0/value").asInt()).isEqualTo(unique);
    assertThat(stats.at("/dropped/0/duplicateOf/url").asText()).startsWith("https://host");
    assertThat(stats.at("/deadLetters/0/reason").asText()).isNotEmpty();
    assertThat(stats.at("/hosts").size()).isEqualTo(20);
    JsonNode decides = stats.path("decides");
    assertThat(decides.path("detector").asText()).isEqualTo("combined");
    assertThat(decides.at("/thresholds/simhash.max.distance").asText()).isEqualTo("3");
    assertThat(decides.path("settings").asText())
        .isEqualTo(stats.at("/dropped/0/settings").asText());
    assertThat(decides.path("clusters").asBoolean(true)).isFalse();
    assertThat(decides.path("mirrors").asBoolean(true)).isFalse();
    await().until(() -> metric(watch, "crawlsieve_lag_records{topic=\"pages\"}") == 0);
  }

  private void explainsAndFinds(Watch watch) throws Exception {
    await()
        .until(
            () -> {
              JsonNode found = explained(watch, HOSTILE);
              return found.path("verdicts").size() == 1
                  && found.at("/searched/behind").asLong() == 0;
            });
    JsonNode found = explained(watch, HOSTILE);
    assertThat(found.at("/verdicts/0/url").asText()).isEqualTo(HOSTILE);
    assertThat(found.at("/cluster/leader/url").asText()).isEqualTo(HOSTILE);
    assertThat(found.at("/cluster/copies").asInt()).isZero();
    assertThat(get(watch, "/api/mirrors?url=http://none.example/").statusCode()).isEqualTo(404);
    assertThat(found.path("cluster").has("preferred")).isFalse();
    assertThat(get(watch, "/api/cluster?lane=0&leader=0@0").statusCode()).isEqualTo(404);
    assertThat(explain(watch, "http://none.example/").statusCode()).isEqualTo(404);
    assertThat(explain(watch, "no URL \u0000 at all").statusCode()).isEqualTo(400);
    explainsEachAsTheTopicDoes(watch);
    explainsWhatWasNotJudged(watch);

    byte[] kept = Committed.records(config, config.topics().unique()).get(0).value();
    JsonNode same = json(settled(() -> ask(watch, kept)));
    assertThat(same.path("kind").asText()).isEqualTo("revisit");
    assertThat(same.path("match").asText()).isEqualTo("exact");
    assertThat(same.at("/duplicateOf/url").asText())
        .isEqualTo(RecordJson.JSON.readTree(kept).path("url").asText());
    byte[] another = page("quite another text ".repeat(40));
    assertThat(json(settled(() -> ask(watch, another))).path("decision").asText())
        .isEqualTo("unique");
    // Asking changes nothing.
    assertThat(json(settled(() -> ask(watch, another))).path("decision").asText())
        .isEqualTo("unique");
    assertThat(ask(watch, "{".getBytes(UTF_8)).statusCode()).isEqualTo(400);
  }

  private void explainsWhatWasNotJudged(Watch watch) throws Exception {
    await().until(() -> explained(watch, MOVED).path("unjudgedBehind").asInt(-1) == 0);
    JsonNode found = explained(watch, MOVED);
    assertThat(found.at("/verdicts")).isEmpty();
    assertThat(found.at("/unjudged")).hasSize(1);
    JsonNode page = found.at("/unjudged/0");
    assertThat(page.path("url").asText()).isEqualTo(MOVED + "?utm_source=a");
    assertThat(page.path("page").asText()).matches("[0-3]@\\d+");
    assertThat(page.path("trait").asText()).isEqualTo("status");
    assertThat(page.path("reason").asText()).contains("301");
    await().until(() -> explained(watch, MOVED).path("deadLettersBehind").asInt(-1) == 0);
    assertThat(explained(watch, MOVED).at("/deadLetters")).isEmpty();
    assertThat(explained(watch, HOSTILE).path("unjudged").isArray()).isTrue();
    assertThat(explained(watch, HOSTILE).at("/unjudged")).isEmpty();
  }

  private void explainsEachAsTheTopicDoes(Watch watch) throws Exception {
    Map<String, JsonNode> byUrl = new HashMap<>();
    Map<String, Integer> copies = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> next :
        Committed.records(config, config.topics().verdicts())) {
      JsonNode verdict = RecordJson.JSON.readTree(next.value());
      byUrl.put(verdict.path("url").asText(), verdict);
      if (verdict.path("duplicateOf").isObject()) {
        copies.merge(verdict.at("/duplicateOf/url").asText(), 1, Integer::sum);
      }
    }
    assertThat(copies).hasSizeGreaterThan(20);
    int looked = 0;
    for (JsonNode verdict : byUrl.values()) {
      if (!verdict.path("duplicateOf").isObject() || ++looked > 50) {
        continue;
      }
      String leader = verdict.at("/duplicateOf/url").asText();
      JsonNode found = explained(watch, verdict.path("url").asText().replace("https:", "http:"));
      assertThat(found.at("/verdicts/0")).isEqualTo(verdict);
      assertThat(found.at("/cluster/leader/url").asText()).isEqualTo(leader);
      assertThat(found.at("/cluster/verdict")).isEqualTo(byUrl.get(leader));
      assertThat(found.at("/cluster/copies").asInt()).isEqualTo(copies.get(leader));
      assertThat(found.at("/cluster/newest"))
          .hasSize(Math.min(10, copies.get(leader)))
          .allSatisfy(copy -> assertThat(copy).isEqualTo(byUrl.get(copy.path("url").asText())));
    }
  }

  private static String place(JsonNode page) {
    return page.path("partition").asInt() + "@" + page.path("offset").asLong();
  }

  private void produce(List<byte[]> pages) {
    try (KafkaProducer<byte[], byte[]> producer = new Connection(config).producer(Map.of())) {
      for (byte[] page : pages) {
        Future<RecordMetadata> unused =
            producer.send(new ProducerRecord<>(config.topics().pages(), page));
      }
    }
  }

  private double metric(Watch watch, String series) throws Exception {
    Matcher line =
        Pattern.compile("^" + Pattern.quote(series) + " (\\S+)$", Pattern.MULTILINE)
            .matcher(get(watch, "/metrics").body());
    return line.find() ? Double.parseDouble(line.group(1)) : Double.NaN;
  }

  private static JsonNode json(HttpResponse<String> answer) throws Exception {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return RecordJson.JSON.readTree(answer.body());
  }

  /** The answer once no task moves to another instance: until then there is none to ask. */
  private static HttpResponse<String> settled(Callable<HttpResponse<String>> question) {
    return await().until(question, answer -> answer.statusCode() != 503);
  }

  private HttpResponse<String> get(Watch watch, String path) throws Exception {
    return client.send(request(watch, path).GET().build(), BodyHandlers.ofString());
  }

  private static JsonNode untimed(Callable<HttpResponse<String>> question) throws Exception {
    return ((ObjectNode) json(settled(question))).without("timestamp");
  }

  private static byte[] page(String text) {
    return RecordJson.JSON
        .createObjectNode()
        .put("url", "https://asked.example/")
        .put("text", text)
        .toString()
        .getBytes(UTF_8);
  }

  private HttpResponse<String> ask(Watch watch, byte[] page) throws Exception {
    return ask(request(watch, "/api/ask"), page);
  }

  /** As another instance does on behalf of a client. */
  private HttpResponse<String> askForwarded(Watch watch, byte[] page) throws Exception {
    return ask(request(watch, "/api/ask").header(Routes.FORWARDED, "1"), page);
  }

  private HttpResponse<String> ask(HttpRequest.Builder request, byte[] page) throws Exception {
    return client.send(
        request
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(page))
            .build(),
        BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(Watch watch, String path) {
    return HttpRequest.newBuilder(URI.create("http://" + watch.address() + path));
  }
}
