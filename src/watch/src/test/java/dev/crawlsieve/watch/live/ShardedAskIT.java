package dev.crawlsieve.watch.live;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.run.Committed;
import dev.crawlsieve.stream.run.Crawl;
import dev.crawlsieve.stream.run.Generation;
import dev.crawlsieve.stream.run.SieveRunner;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import dev.crawlsieve.watch.http.HttpAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lane in shards on two instances is asked for verdicts, beside the same lane in one task. */
final class ShardedAskIT {

  private static final int PAGES = 500;
  private static final int SHARDS = 3;
  private static final HttpAddress ANY_PORT = HttpAddress.of("127.0.0.1:0");

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<byte[]> asked = new ArrayList<>();
  private EmbeddedBroker broker;

  @BeforeEach
  void start() {
    broker = EmbeddedBroker.start(folder.resolve("broker"), 0);
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  @Test
  void shouldAnswerFromShardsAsFromOneTask() throws Exception {
    List<byte[]> crawl = stories(PAGES + 40);
    asked.addAll(crawl.subList(PAGES, PAGES + 40)); // new ones and copies
    asked.addAll(crawl.subList(0, 10));
    List<JsonNode> expected = inOneTask(crawl.subList(0, PAGES));
    assertThat(expected)
        .extracting(answer -> answer.path("kind").asText())
        .contains("null", "near", "revisit");

    Topics.create(sharded("a", null));
    try (Watch one = Watch.open(sharded("a", null), ANY_PORT);
        SieveRunner first = new SieveRunner(sharded("a", one), one.run());
        Watch two = Watch.open(sharded("b", null), ANY_PORT);
        SieveRunner second = new SieveRunner(sharded("b", two), two.run())) {
      first.start();
      second.start();
      awaitVerdicts(sharded("a", null));
      await().until(() -> !shards(one).isEmpty() && !shards(two).isEmpty());
      for (Watch either : List.of(one, two)) {
        assertThat(answers(either)).isEqualTo(expected);
      }
      refusesOddQuestions(one);

      List<Integer> away = shards(two);
      close(two);
      HttpResponse<String> unreachable =
          await()
              .until(() -> ask(one, asked.get(0)), got -> got.body().contains("does not answer"));
      assertThat(unreachable.statusCode()).isEqualTo(503);
      // where pages enter is asked first, and may be on either
      assertThat(unreachable.body())
          .containsPattern(
              Pattern.quote(two.address() + ", which has ")
                  + "(the decider|shards? .*\\b"
                  + away.get(0)
                  + ".*) of lane 0, does not answer");
      close(second);
      await().until(() -> shards(one).size() == SHARDS);
      assertThat(answers(one)).isEqualTo(expected);
    }
  }

  /** Pages whose addresses are no pages of a list, so that copies with another word are near. */
  private static List<byte[]> stories(int count) {
    return Crawl.pages(count, 5).stream()
        .map(page -> new String(page, UTF_8).replace(".example/page/", ".example/story/"))
        .map(page -> page.getBytes(UTF_8))
        .toList();
  }

  private static void close(AutoCloseable half) throws Exception {
    half.close();
  }

  private List<JsonNode> inOneTask(List<byte[]> pages) throws Exception {
    SieveConfig config = SieveConfig.of(settings("one", null));
    Topics.create(config);
    Generation.of(settings("one", null)).produce(pages);
    try (Watch watch = Watch.open(config, ANY_PORT);
        SieveRunner runner = new SieveRunner(SieveConfig.of(settings("one", watch)), watch.run())) {
      runner.start();
      awaitVerdicts(config);
      return answers(watch);
    }
  }

  private static void awaitVerdicts(SieveConfig config) {
    Committed.await(config, PAGES, config.topics().verdicts());
  }

  /** The answers about all pages, without when they were given and how much work they were. */
  private List<JsonNode> answers(Watch watch) throws Exception {
    List<JsonNode> answers = new ArrayList<>();
    for (byte[] page : asked) {
      answers.add(answer(watch, page).without(List.of("timestamp", "asOf", "compared")));
    }
    return answers;
  }

  /** An answer, once tasks do not move any more. */
  private ObjectNode answer(Watch watch, byte[] page) throws Exception {
    HttpResponse<String> answer =
        await().until(() -> ask(watch, page), got -> got.statusCode() != 503);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return (ObjectNode) RecordJson.JSON.readTree(answer.body());
  }

  /** The shards whose index is on an instance. */
  private List<Integer> shards(Watch watch) throws Exception {
    HttpResponse<String> stats =
        client.send(request(watch, "/api/stats").GET().build(), BodyHandlers.ofString());
    List<Integer> shards = new ArrayList<>();
    for (JsonNode index :
        RecordJson.JSON.readTree(stats.body()).at("/meters/crawlsieve.index.leaders")) {
      if (index.has("value")) { // or it is being closed
        shards.add(index.path("shard").asInt());
      }
    }
    return shards;
  }

  private void refusesOddQuestions(Watch watch) throws Exception {
    String right = "&of=" + SHARDS + "&settings=" + settingsOf(watch);
    assertThat(part(watch, "lane=0&shards=0" + right)).isEqualTo(400); // no page
    assertThat(part(watch, "lane=1&shards=0" + right)).isEqualTo(400);
    assertThat(part(watch, "shards=0" + right)).isEqualTo(400);
    assertThat(part(watch, "lane=0&shards=0&of=2&settings=" + settingsOf(watch))).isEqualTo(409);
    assertThat(part(watch, "lane=0&shards=0&of=3&settings=0")).isEqualTo(409);
    assertThat(part(watch, "lane=0&shards=0")).isEqualTo(409);
  }

  private String settingsOf(Watch watch) throws Exception {
    return answer(watch, asked.get(0)).path("settings").asText();
  }

  private int part(Watch watch, String query) throws Exception {
    HttpRequest request =
        request(watch, "/api/ask/parts?" + query)
            .header("Content-Type", "application/octet-stream")
            .POST(BodyPublishers.ofString("no page"))
            .build();
    return client.send(request, BodyHandlers.ofString()).statusCode();
  }

  private HttpResponse<String> ask(Watch watch, byte[] page) throws Exception {
    HttpRequest request =
        request(watch, "/api/ask")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(page))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(Watch watch, String path) {
    return HttpRequest.newBuilder(URI.create("http://" + watch.address() + path));
  }

  private SieveConfig sharded(String instance, Watch watch) {
    Map<String, String> settings = settings(instance, watch);
    settings.put("topic.prefix", "sharded");
    settings.put("pages.topic", "pages");
    settings.put("fingerprints.topic", "fingerprints");
    settings.put("index.shards", String.valueOf(SHARDS));
    return SieveConfig.of(settings);
  }

  private Map<String, String> settings(String instance, Watch watch) {
    Map<String, String> settings = new HashMap<>();
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("state.dir", folder.resolve(instance).toString());
    settings.put("partitions", "4");
    settings.put("replication.factor", "1");
    if (watch != null) {
      settings.put("streams.application.server", watch.advertised());
    }
    return settings;
  }
}
