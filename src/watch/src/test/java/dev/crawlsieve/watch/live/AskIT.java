package dev.crawlsieve.watch.live;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.engine.BodyFingerprinter;
import dev.crawlsieve.core.fingerprint.Fingerprint;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two instances are asked for the verdict on each page before it is produced. */
final class AskIT {

  private static final int PAGES = 16;
  private static final HttpAddress ANY_PORT = HttpAddress.of("127.0.0.1:0");
  private static final String EVENT = "application/json";
  private static final String LINES = "application/x-ndjson";
  private static final String FINGERPRINT = "application/octet-stream";

  /** What an answer does not have, and what only a verdict's own time and place decide. */
  private static final List<String> OF_THE_RECORD =
      List.of("partition", "offset", "laneOffset", "timestamp");

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<byte[]> crawl = crawl();
  private EmbeddedBroker broker;

  /** Pages on five hosts, and some of them again, under the same address or another. */
  private static List<byte[]> crawl() {
    List<byte[]> crawl = new ArrayList<>();
    for (byte[] page : Crawl.pages(PAGES, 5)) {
      String event = new String(page, UTF_8);
      int number = crawl.size();
      crawl.add(event.replaceFirst("host\\d+", "host" + number % 5).getBytes(UTF_8));
      if (number % 5 == 4) {
        String earlier = new String(crawl.get(number / 2), UTF_8);
        String path = number % 2 == 0 ? "/copy/" : "/page/";
        crawl.add(earlier.replaceFirst("/page/", path).getBytes(UTF_8));
      }
    }
    return crawl;
  }

  @BeforeEach
  void start() throws Exception {
    broker = EmbeddedBroker.start(folder.resolve("broker"), 0);
    Files.writeString(folder.resolve("token"), "t0ken\n");
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  @Test
  void shouldAnswerWhatLanesDecideNext() throws Exception {
    answersWhatIsDecidedNext(Map.of("lanes", "2", "dedup.scope", "host"), 2);
  }

  @Test
  void shouldAnswerWhatALaneInShardsDecidesNext() throws Exception {
    answersWhatIsDecidedNext(Map.of("index.shards", "2", "index.retention", "1d"), 1);
  }

  private void answersWhatIsDecidedNext(Map<String, String> more, int lanes) throws Exception {
    Topics.create(config("a", more, null));
    try (Watch one = Watch.open(config("a", more, null), ANY_PORT);
        SieveRunner first = new SieveRunner(config("a", more, one), one.run());
        Watch two = Watch.open(config("b", more, null), ANY_PORT);
        SieveRunner second = new SieveRunner(config("b", more, two), two.run())) {
      first.start();
      second.start();
      await().until(() -> working(one) && working(two));
      List<Watch> either = List.of(one, two);
      Generation generation = new Generation(config("a", more, null));
      Map<Integer, Long> decided = new HashMap<>();
      List<String> kinds = new ArrayList<>();
      for (int i = 0; i < crawl.size(); i++) {
        byte[] page = crawl.get(i);
        ObjectNode answer = answered(either.get(i % 2), EVENT, page).get(0);
        int lane = answer.path("lane").asInt();
        assertThat(answer.at("/asOf/lane").asInt()).isEqualTo(lane);
        assertThat(answer.at("/asOf/offset").asLong()).isEqualTo(decided.getOrDefault(lane, -1L));

        generation.produce(List.of(page));
        ObjectNode verdict = verdict(generation.config(), i);
        decided.put(lane, verdict.path("laneOffset").asLong());
        answer.remove(List.of("asOf", "timestamp"));
        verdict.remove(OF_THE_RECORD);
        assertThat(answer).isEqualTo(verdict);
        kinds.add(answer.path("kind").asText());
      }
      assertThat(kinds).contains("null", "exact", "revisit");
      assertThat(decided).hasSize(lanes);
      answersInEveryForm(either, lanes);
      refuses(one);
    }
  }

  /** Both instances have tasks, and those of the lanes run. */
  private boolean working(Watch watch) throws Exception {
    HttpResponse<String> ready =
        client.send(request(watch, "/health/ready").build(), BodyHandlers.ofString());
    return ready.statusCode() == 200
        && ask(watch, EVENT, crawl.get(0)).statusCode() == 200
        && ask(watch, EVENT, crawl.get(1)).statusCode() == 200;
  }

  private void answersInEveryForm(List<Watch> either, int lanes) throws Exception {
    List<ObjectNode> single = new ArrayList<>();
    StringBuilder events = new StringBuilder();
    StringBuilder fingerprints = new StringBuilder("\n");
    for (byte[] event : crawl) {
      single.add(answered(either.get(0), EVENT, event).get(0));
      events.append(new String(event, UTF_8)).append("\r\n");
      Fingerprint fingerprint = fingerprint(event);
      assertThat(untimed(answered(either.get(1), FINGERPRINT, fingerprint.toBytes())))
          .isEqualTo(untimed(single.subList(single.size() - 1, single.size())));
      fingerprints
          .append(RecordJson.JSON.createObjectNode().put("fingerprint", fingerprint.toBytes()))
          .append('\n');
    }
    assertThat(single).extracting(answer -> answer.path("kind").asText()).contains("revisit");
    assertThat(single.stream().map(answer -> answer.path("lane").asInt()).distinct())
        .hasSize(lanes);
    for (Watch watch : either) {
      assertThat(untimed(answered(watch, LINES, events.toString().getBytes(UTF_8))))
          .isEqualTo(untimed(single));
      assertThat(untimed(answered(watch, LINES, fingerprints.toString().getBytes(UTF_8))))
          .isEqualTo(untimed(single));
    }
  }

  private void refuses(Watch watch) throws Exception {
    String event = new String(crawl.get(0), UTF_8);
    byte[] other = fingerprint(event.getBytes(UTF_8)).toBytes();
    other[85]++; // of the hash of the settings
    String line = RecordJson.JSON.createObjectNode().put("fingerprint", other).toString();
    List<ObjectNode> answers =
        answered(
            watch,
            LINES,
            String.join(
                    "\n",
                    event,
                    "{\"url\":7}",
                    "no JSON",
                    event.replace("\"status\":200", "\"status\":404"),
                    "{\"fingerprint\":\"%\"}",
                    "{\"fingerprint\":\"AwAA\"}",
                    line,
                    event.replaceAll("\"html\".*", "\"bodyRef\":{\"uri\":\"file:///a\"}}"),
                    event)
                .getBytes(UTF_8));
    assertThat(answers)
        .extracting(answer -> answer.path("decision").asText())
        .containsExactly(
            "duplicate",
            "dead-letter",
            "dead-letter",
            "unjudged",
            "dead-letter",
            "dead-letter",
            "dead-letter",
            "dead-letter",
            "duplicate");
    assertThat(answers.get(3).path("trait").asText()).isEqualTo("status");
    assertThat(answers.get(6).path("reason").asText()).contains("made with settings");

    HttpResponse<String> wrong = ask(watch, EVENT, "{\"url\":7}".getBytes(UTF_8));
    assertThat(wrong.statusCode()).isEqualTo(400);
    assertThat(wrong.body()).contains("url");
    assertThat(ask(watch, FINGERPRINT, other).statusCode()).isEqualTo(400);

    byte[] many = String.join("\n", Collections.nCopies(501, "{}")).getBytes(UTF_8);
    HttpResponse<String> tooMany = ask(watch, LINES, many);
    assertThat(tooMany.statusCode()).isEqualTo(413);
    assertThat(tooMany.body()).contains("501 lines: send at most 500");

    HttpRequest withoutToken =
        HttpRequest.newBuilder(URI.create("http://" + watch.address() + "/api/ask"))
            .header("Content-Type", EVENT)
            .POST(BodyPublishers.ofString(event))
            .build();
    assertThat(client.send(withoutToken, BodyHandlers.ofString()).statusCode()).isEqualTo(401);
  }

  private static Fingerprint fingerprint(byte[] event) throws Exception {
    JsonNode json = RecordJson.JSON.readTree(event);
    return new BodyFingerprinter()
        .fingerprint(
            json.path("url").asText(),
            json.path("html").asText().getBytes(UTF_8),
            json.path("contentType").asText());
  }

  private static List<ObjectNode> untimed(List<ObjectNode> answers) {
    List<ObjectNode> untimed = answers.stream().map(ObjectNode::deepCopy).toList();
    untimed.forEach(answer -> answer.remove("timestamp"));
    return untimed;
  }

  /** The verdict on the newest of some pages, once it is there. */
  private static ObjectNode verdict(SieveConfig config, int before) throws Exception {
    Committed.await(config, before + 1, config.topics().verdicts());
    List<ConsumerRecord<byte[], byte[]>> verdicts =
        Committed.records(config, config.topics().verdicts());
    assertThat(verdicts).hasSize(before + 1);
    ConsumerRecord<byte[], byte[]> newest = verdicts.get(0);
    for (ConsumerRecord<byte[], byte[]> verdict : verdicts) {
      newest = verdict.timestamp() > newest.timestamp() ? verdict : newest;
    }
    return (ObjectNode) RecordJson.JSON.readTree(newest.value());
  }

  private List<ObjectNode> answered(Watch watch, String type, byte[] body) throws Exception {
    HttpResponse<String> answer =
        await().until(() -> ask(watch, type, body), got -> got.statusCode() != 503);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    List<ObjectNode> lines = new ArrayList<>();
    for (String line : answer.body().lines().toList()) {
      lines.add((ObjectNode) RecordJson.JSON.readTree(line));
    }
    return lines;
  }

  private HttpResponse<String> ask(Watch watch, String type, byte[] body) throws Exception {
    HttpRequest request =
        request(watch, "/api/ask")
            .header("Content-Type", type)
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(Watch watch, String path) {
    return HttpRequest.newBuilder(URI.create("http://" + watch.address() + path))
        .header("Authorization", "Bearer t0ken");
  }

  private SieveConfig config(String instance, Map<String, String> more, Watch watch) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("state.dir", folder.resolve(instance).toString());
    settings.put("partitions", "2");
    settings.put("replication.factor", "1");
    settings.put("http.token.file", folder.resolve("token").toString());
    if (watch != null) {
      settings.put("streams.application.server", watch.advertised());
    }
    return SieveConfig.of(settings);
  }
}
