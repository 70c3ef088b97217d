package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.crawlsieve.files.bodies.Archives;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.References;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.PageProducer;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.letters.LetterFilter;
import dev.crawlsieve.stream.letters.LetterResend;
import dev.crawlsieve.stream.topology.DeadLetters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Pages whose bodies stay in web archives, on a real broker. */
final class ByReferenceIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path folder;
  @RegisterExtension static final OneBroker broker = new OneBroker();

  @Test
  void shouldDecideAsIfTheEventsHeldTheBodies() throws Exception {
    List<byte[]> pages = Crawl.pages(600, 7);
    Path crawl = Files.createDirectories(folder.resolve("same"));
    List<Path> archives =
        List.of(
            archive(crawl.resolve("1.warc.gz"), pages.subList(0, 300)),
            archive(crawl.resolve("2.warc.gz"), pages.subList(300, 600)));
    SieveConfig held = config("held", Map.of());
    SieveConfig referring = config("referring", Map.of("body.ref.roots", crawl.toString()));
    produce(held, archives, null);
    produce(referring, archives.subList(0, 1), new References(null));
    run(held, 600);
    run(referring, 300);
    produce(referring, archives.subList(1, 2), new References(null));
    run(referring, 600);

    List<JsonNode> verdicts = verdicts(held);
    assertThat(verdicts).hasSize(600);
    assertThat(verdicts(referring)).isEqualTo(verdicts);
    assertThat(verdicts).anyMatch(v -> v.get("decision").asText().equals("duplicate"));
    assertThat(outputs(referring)).containsExactlyInAnyOrderElementsOf(values(referring, "pages"));
    assertThat(bytes(referring)).isLessThan(bytes(held) / 3);
  }

  @Test
  void shouldSetAsideWhatCannotBeHadAndSendItAgainAfterAMend() throws Exception {
    List<byte[]> pages = Crawl.pages(50, 9);
    Path crawl = Files.createDirectories(folder.resolve("mend/crawl"));
    List<Path> archives = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Path archive = crawl.resolve(i + ".warc.gz");
      archives.add(archive(archive, pages.subList(10 * i, 10 * i + 10)));
    }
    SieveConfig config = config("mend", Map.of("body.ref.roots", crawl.toString()));
    produce(config, archives, new References(null));
    Path elsewhere = folder.resolve("mend/elsewhere.warc.gz");
    produce(config, List.of(Files.copy(archives.get(0), elsewhere)), new References(null));
    Path away = Files.move(archives.get(1), folder.resolve("mend/away"));
    byte[] whole = Files.readAllBytes(archives.get(2));
    try (RandomAccessFile file = new RandomAccessFile(archives.get(2).toFile(), "rw")) {
      file.setLength(whole.length - 5);
    }
    byte[] third = Files.readAllBytes(archives.get(3));
    Files.delete(archives.get(3));
    Files.createSymbolicLink(archives.get(3), Files.write(folder.resolve("mend/3"), third));
    run(config, 60);

    assertThat(outputs(config)).hasSize(10 + 9 + 10);
    Map<String, Integer> reasons = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> letter :
        Committed.records(config, config.topics().deadLetters())) {
      assertThat(RecordJson.header(letter, DeadLetters.STAGE)).isEqualTo("fingerprint");
      String reason = RecordJson.header(letter, DeadLetters.REASON);
      assertThat(reason).startsWith("the body at file:///");
      reasons.merge(reason.replaceFirst(".*had: ", "").replaceAll("\\d+", "N"), 1, Integer::sum);
    }
    assertThat(reasons)
        .isEqualTo(
            Map.of(
                "no folder in body.ref.roots holds it", 10,
                "there is no such file", 10,
                "the file ends before that, after N bytes", 1,
                "a symbolic link leads out of body.ref.roots", 10));

    Files.move(away, archives.get(1));
    Files.write(archives.get(2), whole);
    assertThat(new LetterResend(config).resend(LetterFilter.ALL, progress -> {}).sent())
        .isEqualTo(31);
    run(config, 60 + 31);
    assertThat(outputs(config)).hasSize(40);
  }

  @Test
  void shouldGetPastAStoreThatIsSlowThenAway() throws Exception {
    List<byte[]> pages = Crawl.pages(60, 11);
    Path archive = archive(folder.resolve("slow.warc.gz"), pages);
    try (Store store = new Store(Files.readAllBytes(archive))) {
      SieveConfig config =
          config("slow", Map.of("partitions", "2", "body.ref.roots", store.site() + "/crawl/"));
      produce(config, List.of(archive), new References(store.site() + "/crawl/"));
      store.away = true;
      try (SieveRunner runner = new SieveRunner(config)) {
        runner.start();
        await().until(() -> !values(config, "dead-letters").isEmpty());
        store.away = false;
        awaitDone(config, 60);
        assertThat(runner.failure()).isNull();
        int done = 60;
        while (!outputs(config).containsAll(first60(config))) { // for a while it is not asked
          produce(config, List.of(archive), new References(store.site() + "/crawl/"));
          done += 60;
          awaitDone(config, done);
        }
        int missing = values(config, "dead-letters").size();
        assertThat(new LetterResend(config).resend(LetterFilter.ALL, progress -> {}).sent())
            .isEqualTo(missing);
        awaitDone(config, done + missing);
      }
      assertThat(new HashSet<>(outputs(config))).isEqualTo(first60(config));
    }
  }

  private static Set<String> first60(SieveConfig config) {
    return new HashSet<>(values(config, "pages"));
  }

  /** Serves ranges of one archive: each page once with trouble first, and slowly. */
  private static final class Store implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private final byte[] content;
    volatile boolean away;

    Store(byte[] content) throws IOException {
      this.content = content;
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(threads);
      server.createContext("/crawl/slow.warc.gz", this::answer);
      server.start();
    }

    String site() {
      return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
      try (exchange) {
        String range = exchange.getRequestHeaders().getFirst("Range").substring("bytes=".length());
        if (away || asked.add(range)) {
          exchange.sendResponseHeaders(503, -1);
          return;
        }
        int from = Integer.parseInt(range.substring(0, range.indexOf('-')));
        int to = Integer.parseInt(range.substring(range.indexOf('-') + 1)) + 1;
        Thread.sleep(100); // a slow store is what is tried here
        exchange.getResponseHeaders().set("Content-Range", "bytes " + range + "/*");
        exchange.sendResponseHeaders(206, to - from);
        try (OutputStream out = exchange.getResponseBody()) {
          out.write(content, from, to - from);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() {
      server.stop(0);
      threads.shutdownNow();
    }
  }

  private static Path archive(Path file, List<byte[]> events) throws IOException {
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (byte[] event : events) {
      JsonNode page = JSON.readTree(event);
      byte[] body = page.get("html").asText().getBytes(UTF_8);
      byte[] record = Archives.response(page.get("url").asText(), "text/html", body);
      members.writeBytes(Archives.gzip(record));
    }
    return Files.write(file, members.toByteArray());
  }

  private static SieveConfig config(String prefix, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("bootstrap.servers", broker.bootstrapServers());
    all.put("state.dir", folder.resolve("state").toString());
    all.put("topic.prefix", prefix);
    all.put("replication.factor", "1");
    all.putIfAbsent("partitions", "1");
    SieveConfig config = SieveConfig.of(all);
    Topics.create(config);
    return config;
  }

  private static void produce(SieveConfig config, List<Path> archives, References references) {
    try (PageProducer producer = new PageProducer(config)) {
      producer.produce(List.of(new InputGroup(archives, null, references, false)), progress -> {});
      assertThat(producer.deadLetters()).isZero();
    }
  }

  private static void run(SieveConfig config, int done) {
    try (SieveRunner runner = new SieveRunner(config)) {
      runner.start();
      awaitDone(config, done);
      assertThat(runner.failure()).isNull();
    }
  }

  private static void awaitDone(SieveConfig config, int done) {
    Committed.await(
        config,
        done,
        config.topics().unique(),
        config.topics().duplicate(),
        config.topics().deadLetters());
    assertThat(outputs(config).size() + values(config, "dead-letters").size()).isEqualTo(done);
  }

  private static List<String> outputs(SieveConfig config) {
    List<String> all = values(config, "unique");
    all.addAll(values(config, "duplicate"));
    return all;
  }

  private static List<String> values(SieveConfig config, String topic) {
    String name = config.topics().pages().replaceFirst("pages$", topic);
    List<String> values = new ArrayList<>();
    Committed.records(config, name).forEach(page -> values.add(new String(page.value(), UTF_8)));
    return values;
  }

  private static long bytes(SieveConfig config) {
    return values(config, "pages").stream().mapToLong(String::length).sum();
  }

  private static List<JsonNode> verdicts(SieveConfig config) throws IOException {
    List<JsonNode> verdicts = new ArrayList<>();
    for (String value : values(config, "verdicts")) {
      ObjectNode verdict = (ObjectNode) JSON.readTree(value);
      verdict.remove(List.of("timestamp", "laneOffset", "offset"));
      if (verdict.get("duplicateOf") instanceof ObjectNode original) {
        original.remove("offset");
      }
      verdicts.add(verdict);
    }
    return verdicts;
  }
}
