package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.files.bodies.Archives;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.References;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.PageProducer;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.topology.DeadLetters;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import dev.crawlsieve.watch.http.HttpAddress;
import dev.crawlsieve.watch.live.Watch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages and archives that used to hold an instance up for minutes come again and again between good
 * pages: each good page comes out once, and the instance is never standing still.
 */
final class CostlyPagesIT {

  private static final int ROUNDS = 3;
  private static final int GOOD = 30;
  private static final int SITE = 100;

  @TempDir Path folder;

  @Test
  void shouldLetGoodPagesPass() throws Exception {
    Path crawl = Files.createDirectories(folder.resolve("crawl"));
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0)) {
      SieveConfig config =
          SieveConfig.of(
              Map.of(
                  "bootstrap.servers", broker.bootstrapServers(),
                  "state.dir", folder.resolve("state").toString(),
                  "partitions", "2",
                  "replication.factor", "1",
                  "clusters.enabled", "true",
                  "mirrors.enabled", "true",
                  "body.ref.roots", crawl.toString()));
      Topics.create(config);
      Generation generation = new Generation(config);
      Path encoded = encoded(crawl.resolve("encoded.warc"));
      Path damaged = Files.write(crawl.resolve("damaged.warc"), damaged());
      List<byte[]> good = Crawl.pages(ROUNDS * GOOD, 21);
      try (Watch watch = Watch.open(config, HttpAddress.of("127.0.0.1:0"));
          SieveRunner runner = new SieveRunner(config, watch.run())) {
        runner.start();
        await().until(() -> ready(watch));
        for (int round = 1; round <= ROUNDS; round++) {
          List<byte[]> pages = new ArrayList<>(links());
          pages.addAll(good.subList((round - 1) * GOOD, round * GOOD));
          pages.addAll(parameters(round));
          generation.produce(pages);
          produce(config, encoded, new References(null));
          produce(config, encoded, null);
          produce(config, damaged, null);
          awaitDone(generation, runner);
          assertThat(ready(watch)).isTrue();
        }
      }
      Map<String, Integer> times = new TreeMap<>();
      generation.routedOnce().values().forEach(page -> times.merge(page, 1, Integer::sum));
      assertThat(good)
          .allSatisfy(page -> assertThat(times).containsEntry(new String(page, UTF_8), 1));
    }
  }

  /** Waits until every page has come out, or is a dead letter. */
  private static void awaitDone(Generation generation, SieveRunner runner) {
    SieveConfig config = generation.config();
    String letters = config.topics().deadLetters();
    long notProduced =
        Committed.records(config, letters).stream()
            .filter(one -> !RecordJson.header(one, DeadLetters.STAGE).equals("fingerprint"))
            .count();
    Committed.await(
        config,
        runner,
        generation.pages().size() + notProduced,
        config.topics().unique(),
        config.topics().duplicate(),
        letters);
  }

  /** Canonical links of dot segments, in the page and in its header. */
  private static List<byte[]> links() {
    String dots = "./".repeat(400_000);
    return List.of(
        event("https://links.example/a", "", "<link rel=canonical href='" + dots + "'>"),
        event(
            "https://links.example/b",
            "\"headers\":{\"Link\":\"<" + dots + ">; rel=canonical\"},",
            "<p>a link in the header"));
  }

  /** Pages of one site whose URLs have 1,500 parameters, half of them copies. */
  private static List<byte[]> parameters(int round) {
    List<byte[]> pages = new ArrayList<>();
    for (int i = 0; i < SITE; i++) {
      StringBuilder url = new StringBuilder("https://many.example/p" + i % 20 + "?");
      for (int k = 0; k < 1_500; k++) {
        url.append('a').append(k).append('=').append(i % 10).append('&');
      }
      pages.add(
          event(
              url.append(round).toString(), "", ("<p>a" + i / 2 + " b" + i / 2 + " ").repeat(20)));
    }
    return pages;
  }

  private static byte[] event(String url, String fields, String html) {
    return ("{\"url\":\"" + url + "\"," + fields + "\"html\":\"" + html + "\"}").getBytes(UTF_8);
  }

  /** Records with 20,000 empty members before the page, and with 1,000 encodings. */
  private static Path encoded(Path file) throws IOException {
    byte[] page = Archives.gzip("<p>a page after empty members".getBytes(UTF_8));
    byte[] empty = Archives.gzip(new byte[0]);
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (int i = 0; i < 20_000; i++) {
      members.write(empty);
    }
    members.write(page);
    byte[] nested = page;
    for (int i = 1; i < 1_000; i++) {
      nested = Archives.gzip(nested);
    }
    String header = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip";
    byte[] one = Archives.http(header, members.toByteArray());
    byte[] two = Archives.http(header + ", gzip".repeat(999), nested);
    return Files.write(
        file,
        Archives.joined(
            Archives.record("response", "https://encoded.example/1", one),
            Archives.record("response", "https://encoded.example/2", two)));
  }

  /** A record that ends early, and lines that look like the beginnings of others. */
  private static byte[] damaged() {
    byte[] whole = Archives.response("https://damaged.example/1", "text/html", bytes("<p>whole"));
    String cut = new String(whole, ISO_8859_1).replace("Content-Length: ", "Content-Length: 99999");
    return Archives.joined(whole, cut.getBytes(ISO_8859_1), bytes("WARC/1\n".repeat(30_000)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static void produce(SieveConfig config, Path archive, References references) {
    try (PageProducer producer = new PageProducer(config)) {
      producer.produce(
          List.of(new InputGroup(List.of(archive), null, references, false)), progress -> {});
    }
  }

  private static boolean ready(Watch watch) throws Exception {
    URI health = URI.create("http://" + watch.address() + "/health/ready");
    return HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(health).build(), BodyHandlers.discarding())
            .statusCode()
        == 200;
  }
}
