package dev.crawlsieve.stream.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.Waits;
import dev.crawlsieve.core.library.BodyFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.InputGroup;
import dev.crawlsieve.stream.feed.PageFeed;
import dev.crawlsieve.stream.http.HttpAddress;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.kafka.Topics;
import dev.crawlsieve.stream.run.SieveRunner;
import dev.crawlsieve.tool.broker.EmbeddedBroker;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Asks about pages, as events and as fingerprints, and then produces them, one by one; counts
 * answers that differ from the verdict that follows.
 *
 * <p>Arguments: the number of pages; inputs as for {@code sieve}, whose pages are mixed; settings
 * as {@code name=value}; and {@code others=N}, for N pages of another producer between each answer
 * and its page, from the same inputs, some of them the page itself under another host. Where others
 * came in between, a difference is explained if the verdict's original is one of them, or only the
 * number of compared pages differs.
 */
public final class AskBenchmark {

  private static final List<String> OF_THE_RECORD =
      List.of("partition", "offset", "laneOffset", "timestamp");
  private static final int MOST_BYTES = 1 << 20;

  private final Map<String, Integer> counts = new TreeMap<>();
  private final Map<String, JsonNode> decided = new HashMap<>(); // by partition@offset
  private final BodyFingerprinter fingerprinter = new BodyFingerprinter();
  private final HttpClient client = HttpClient.newHttpClient();
  private final SieveConfig config;
  private final URI address;

  private AskBenchmark(SieveConfig config, HttpAddress address) {
    this.config = config;
    this.address = URI.create("http://" + address + "/api/ask");
  }

  public static void main(String[] args) throws Exception {
    Map<String, String> settings = new HashMap<>();
    Arrays.stream(args)
        .skip(1)
        .filter(arg -> arg.contains("="))
        .forEach(arg -> settings.put(arg.split("=", 2)[0], arg.split("=", 2)[1]));
    int others = Integer.parseInt(settings.getOrDefault("others", "0"));
    settings.remove("others");
    List<byte[]> pages =
        pages(Stream.of(args).skip(1).filter(arg -> !arg.contains("=")).map(Path::of).toList());
    List<byte[]> asked = pages.subList(0, Integer.parseInt(args[0]));
    Path folder = Files.createTempDirectory("ask-benchmark");
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0)) {
      settings.put("bootstrap.servers", broker.bootstrapServers());
      settings.put("state.dir", folder.resolve("state").toString());
      settings.put("replication.factor", "1");
      settings.putIfAbsent("partitions", "2");
      // One page is on its way at a time: the least wait at each step.
      settings.putIfAbsent("streams.commit.interval.ms", "2");
      settings.putIfAbsent("streams.poll.ms", "2");
      settings.putIfAbsent("streams.num.stream.threads", "2");
      settings.putIfAbsent("producer.linger.ms", "0");
      settings.putIfAbsent("producer.retry.backoff.ms", "5");
      settings.putIfAbsent("consumer.fetch.max.wait.ms", "20");
      SieveConfig first = SieveConfig.of(settings);
      Topics.create(first);
      try (Watch watch = Watch.open(first, HttpAddress.of("127.0.0.1:0"))) {
        settings.put("streams.application.server", watch.advertised());
        SieveConfig config = SieveConfig.of(settings);
        try (SieveRunner runner = new SieveRunner(config, watch.run())) {
          runner.start();
          new AskBenchmark(config, watch.address())
              .run(asked, pages.subList(asked.size(), pages.size()), others);
        }
      }
    }
    System.exit(0);
  }

  private static List<byte[]> pages(List<Path> inputs) throws Exception {
    List<byte[]> pages = new ArrayList<>();
    try (PageFeed feed = PageFeed.open(List.of(new InputGroup(inputs, null)), 16 << 20)) {
      for (var page = feed.next(); page != null; page = feed.next()) {
        pages.add(page.value());
      }
    }
    Collections.shuffle(pages, new Random(1));
    return pages;
  }

  private void run(List<byte[]> pages, List<byte[]> more, int others) throws Exception {
    Connection connection = new Connection(config);
    long start = System.nanoTime();
    int next = 0;
    try (KafkaProducer<byte[], byte[]> producer =
            connection.producer(Map.of("max.request.size", 16 << 20));
        Consumer<byte[], byte[]> outcomes =
            connection.consumer(Map.of("isolation.level", "read_committed"))) {
      assignAll(outcomes);
      Waits.await().until(() -> ask("application/json", pages.get(0)).statusCode() != 503);
      for (byte[] page : pages) {
        List<JsonNode> answers = answers(page);
        List<String> places = new ArrayList<>();
        for (int i = 0; i < others; i++) {
          boolean mirrored = i == 0 && next % 2 == 0;
          byte[] other = mirrored ? mirrored(page) : more.get(next % more.size());
          places.add(place(send(producer, other)));
          next++;
        }
        String own = place(send(producer, page));
        places.add(own);
        await(outcomes, places);
        for (JsonNode answer : answers) {
          count(answer, own);
        }
        int done = counts.values().stream().mapToInt(Integer::intValue).sum();
        if (done % 1000 < answers.size()) {
          System.out.printf("%,.0f s: %s%n", (System.nanoTime() - start) / 1e9, counts);
        }
      }
    }
    System.out.printf(
        "%,d pages, %,d of others, %,.0f s: %s%n",
        pages.size(), next, (System.nanoTime() - start) / 1e9, counts);
  }

  private RecordMetadata send(KafkaProducer<byte[], byte[]> producer, byte[] page)
      throws Exception {
    return producer.send(new ProducerRecord<>(config.topics().pages(), page)).get();
  }

  /** The page under another host. */
  private static byte[] mirrored(byte[] page) {
    String event = new String(page, UTF_8);
    return event.replaceFirst("\"url\":\"https?://", "$0mirror.").getBytes(UTF_8);
  }

  private static String place(RecordMetadata at) {
    return at.partition() + "@" + at.offset();
  }

  private void assignAll(Consumer<byte[], byte[]> consumer) {
    List<TopicPartition> all = new ArrayList<>();
    for (String topic :
        List.of(
            config.topics().verdicts(),
            config.topics().unjudged(),
            config.topics().deadLetters())) {
      consumer
          .partitionsFor(topic)
          .forEach(part -> all.add(new TopicPartition(topic, part.partition())));
    }
    consumer.assign(all);
    consumer.seekToBeginning(all);
  }

  /** The answers about a page as an event, and as a fingerprint. */
  private List<JsonNode> answers(byte[] page) throws Exception {
    List<JsonNode> answers = new ArrayList<>();
    if (page.length <= MOST_BYTES) {
      answers.add(answer(ask("application/json", page)));
    }
    JsonNode event = RecordJson.JSON.readTree(page);
    byte[] body =
        event.has("bodyBase64")
            ? event.path("bodyBase64").binaryValue()
            : event.path("html").asText().getBytes(UTF_8);
    try {
      byte[] fingerprint =
          fingerprinter
              .fingerprint(event.path("url").asText(), body, event.path("contentType").asText(null))
              .toBytes();
      answers.add(answer(ask("application/octet-stream", fingerprint)));
    } catch (UnjudgedPageException e) {
      answers.add(RecordJson.JSON.createObjectNode().put("decision", "unjudged"));
    } catch (BadPageException e) {
      answers.add(RecordJson.JSON.createObjectNode().put("decision", "dead-letter"));
    }
    return answers;
  }

  private static JsonNode answer(HttpResponse<String> answer) throws Exception {
    return switch (answer.statusCode()) {
      case 200 -> RecordJson.JSON.readTree(answer.body());
      case 400 -> RecordJson.JSON.createObjectNode().put("decision", "dead-letter");
      default -> throw new IllegalStateException(answer.statusCode() + " " + answer.body());
    };
  }

  private HttpResponse<String> ask(String type, byte[] body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .header("Content-Type", type)
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private void await(Consumer<byte[], byte[]> outcomes, List<String> places) throws Exception {
    while (!decided.keySet().containsAll(places)) {
      for (ConsumerRecord<byte[], byte[]> outcome : outcomes.poll(Duration.ofSeconds(1))) {
        if (outcome.topic().equals(config.topics().verdicts())) {
          JsonNode verdict = RecordJson.JSON.readTree(outcome.value());
          decided.put(verdict.path("partition") + "@" + verdict.path("offset"), verdict);
        } else if (outcome.topic().equals(config.topics().unjudged())) {
          String at = RecordJson.header(outcome, "crawlsieve.page");
          decided.put(at, RecordJson.JSON.createObjectNode().put("decision", "unjudged"));
        } else {
          String at = header(outcome, "partition") + "@" + header(outcome, "offset");
          decided.put(at, RecordJson.JSON.createObjectNode().put("decision", "dead-letter"));
        }
      }
    }
  }

  private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
    return RecordJson.header(letter, "__streams.errors." + name);
  }

  private void count(JsonNode answer, String place) {
    ObjectNode given = answer.deepCopy();
    ObjectNode verdict = decided.get(place).deepCopy();
    long between = verdict.path("laneOffset").asLong() - 1 - answer.at("/asOf/offset").asLong();
    JsonNode original = verdict.path("duplicateOf");
    JsonNode decidedOriginal =
        decided.get(original.path("partition") + "@" + original.path("offset"));
    given.remove(List.of("asOf", "timestamp", "trait", "reason"));
    verdict.remove(OF_THE_RECORD);
    boolean equal = given.equals(verdict);
    String kind = verdict.path("kind").asText(verdict.path("decision").asText());
    if (equal) {
      add("equal " + kind);
    } else if (between > 0
        && decidedOriginal != null
        && decidedOriginal.path("laneOffset").asLong() > answer.at("/asOf/offset").asLong()) {
      add("differs: the original came in between");
    } else if (between > 0
        && given.without(List.of("compared")).equals(verdict.without(List.of("compared")))) {
      add("differs: compared with pages in between");
    } else {
      add("UNEXPLAINED");
      System.out.println(between + " in between\n  " + answer + "\n  " + decided.get(place));
    }
  }

  private void add(String outcome) {
    counts.merge(outcome, 1, Integer::sum);
  }
}
