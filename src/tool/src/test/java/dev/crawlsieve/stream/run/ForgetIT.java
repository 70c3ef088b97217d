package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.index.store.FastFolder;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import dev.crawlsieve.tool.cli.CommandRun;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An instance forgets a site, although it is killed meanwhile, and nothing of it is left. */
final class ForgetIT {

  private static final String GONE = "gone.example";
  private static final int PAGES = 40;
  private static final Pattern INDEX = Pattern.compile("index|recent");

  @TempDir Path folder;
  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void stopWhatWasStarted() {
    processes.forEach(Process::destroyForcibly);
  }

  /**
   * @param shards how many share a lane; 0 for none
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void shouldLeaveNothingOfASite(int shards) throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0)) {
      Map<String, String> settings = settings(broker);
      settings.put("index.shards", String.valueOf(shards));
      SieveConfig config = SieveConfig.of(settings);
      Generation generation = new Generation(config);
      Topics.create(config);
      Process run = start(settings);
      List<byte[]> pages = new ArrayList<>();
      for (int i = 0; i < PAGES; i++) {
        pages.add(page("https://www.gone.example/a/" + i, i));
        pages.add(page("https://other.example/b/" + i, 1_000 + i));
      }
      generation.produce(pages);
      generation.awaitRouted(pages.size()); // before their copies
      for (int i = 0; i < PAGES; i++) {
        pages.add(page("https://copy.example/a/" + i, i));
        pages.add(page("http://de.gone.example/b/" + i, 1_000 + i));
      }
      generation.produce(pages.subList(2 * PAGES, pages.size()));
      generation.produce(
          List.of(
              "{\"url\":\"https://gone.example/x\",\"status\":404,\"html\":\"\"}".getBytes(UTF_8),
              "{\"url\":\"https://gone.example/y\",\"html\":5}".getBytes(UTF_8)));
      generation.awaitRouted(pages.size());
      Committed.await(config, 1, topics(config).unjudged());
      Committed.await(config, 1, topics(config).deadLetters());
      await().until(() -> compacted(config).containsAll(Set.of("clusters", "mirrors", "passages")));
      assertThat(compacted(config)).hasSizeGreaterThan(6);

      CompletableFuture<CommandRun> forgetting =
          CompletableFuture.supplyAsync(() -> command(settings, "forget", "--host", GONE));
      await().until(() -> requested(config));
      run.destroyForcibly().waitFor();
      run = start(settings);
      CommandRun forgot = forgetting.get();
      while (forgot.exitCode()
          != 0) { // the killed one was no longer seen at work, nor the next one
        assertThat(forgot.err()).contains("no 'run' is at work");
        await().until(() -> !command(settings, "topics", "describe").out().isEmpty());
        forgot = command(settings, "forget", "--host", GONE);
      }
      assertThat(forgot.lines())
          .containsExactlyInAnyOrderElementsOf(holding(config))
          .hasSizeGreaterThan(4 * PAGES);
      await().until(() -> compacted(config).isEmpty());
      generation.produce(List.of(page("https://other.example/", 5_000))); // a next commit
      await().until(() -> indexFiles().isEmpty());
      await().until(() -> betweenShards(config).isEmpty());

      run.destroyForcibly().waitFor();
      FastFolder.remove(folder.resolve("state"));
      run = start(settings); // restores from changelogs that still have the site
      List<byte[]> later = new ArrayList<>();
      for (int i = 0; i < PAGES; i++) {
        later.add(page("https://late.example/a/" + i, i));
        later.add(page("https://late.example/b/" + i, 1_000 + i));
      }
      generation.produce(later);
      Committed.await(config, pages.size() + 1L + later.size(), topics(config).verdicts());
      assertThat(run.isAlive()).isTrue();
      Map<String, Verdict> verdicts = new TreeMap<>();
      generation.verdicts().values().forEach(verdict -> verdicts.put(verdict.url(), verdict));
      for (int i = 0; i < PAGES; i++) {
        assertThat(verdicts.get("https://late.example/a/" + i).duplicateOf()).isNull();
        assertThat(verdicts.get("https://late.example/b/" + i).duplicateOf().url())
            .isEqualTo("https://other.example/b/" + i);
      }
      CommandRun audit = command(settings, "replay", "--verify");
      assertThat(audit.exitCode()).as(audit.out() + audit.err()).isZero();
      assertThat(compacted(config)).isEmpty();
      CommandRun unknown = command(settings, "forget", "--prefix", "https://no.example/", "--json");
      assertThat(unknown.exitCode()).as(unknown.err()).isZero();
      assertThat(unknown.out()).isEqualTo("{\"remaining\":[]}\n");
    }
  }

  private static TopicNames topics(SieveConfig config) {
    return config.topics();
  }

  private static boolean requested(SieveConfig config) {
    return Committed.records(config, topics(config).fingerprints()).stream()
        .anyMatch(record -> Forgetting.read(record.value()).isPresent());
  }

  /** The compacted topics that name the site in the newest record of a key. */
  private static Set<String> compacted(SieveConfig config) throws Exception {
    Set<String> naming = new TreeSet<>();
    Connection connection = new Connection(config);
    try (Admin admin = connection.admin()) {
      for (String topic : connection.await(admin.listTopics().names())) {
        if (topic.endsWith("-changelog")
            || Set.of("clusters", "mirrors", "passages").contains(topic)) {
          Map<String, ConsumerRecord<byte[], byte[]>> newest = new HashMap<>();
          Committed.records(config, topic)
              .forEach(
                  record -> newest.put(record.partition() + Arrays.toString(record.key()), record));
          if (newest.values().stream()
              .anyMatch(record -> record.value() != null && names(record))) {
            naming.add(topic);
          }
        }
      }
    }
    return naming;
  }

  /** The records of other topics that name the site, but for requests to forget it. */
  private static List<String> holding(SieveConfig config) {
    TopicNames topics = topics(config);
    List<String> holding = new ArrayList<>();
    List<String> all = new ArrayList<>(topics.routed());
    all.addAll(List.of(topics.pages(), topics.fingerprints(), topics.verdicts()));
    all.addAll(topics.logs());
    for (String topic : all) {
      Committed.records(config, topic).stream()
          .filter(record -> Forgetting.read(record.value()).isEmpty() && names(record))
          .map(record -> topic + " " + record.partition() + " " + record.offset())
          .forEach(holding::add);
    }
    return holding;
  }

  /** The topics between shards that still have a record that names the site. */
  private static List<String> betweenShards(SieveConfig config) {
    TopicNames topics = topics(config);
    return config.indexTasks().areLanes()
        ? List.of()
        : Stream.of(topics.lookups(), topics.leaders(), topics.found())
            .filter(topic -> Committed.records(config, topic).stream().anyMatch(ForgetIT::names))
            .toList();
  }

  private static boolean names(ConsumerRecord<byte[], byte[]> record) {
    return names(record.key())
        || names(record.value())
        || Stream.of(record.headers().toArray()).anyMatch(header -> names(header.value()));
  }

  private static boolean names(byte[] bytes) {
    return bytes != null && new String(bytes, ISO_8859_1).contains(GONE);
  }

  /** The files of indexes, those of shards and of the newest pages too, that name the site. */
  private List<Path> indexFiles() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("state"))) {
      return files
          .filter(file -> INDEX.matcher(file.toString()).find() && Files.isRegularFile(file))
          .filter(
              file -> {
                try {
                  return names(Files.readAllBytes(file));
                } catch (IOException e) {
                  return false; // was deleted meanwhile
                }
              })
          .toList();
    }
  }

  private static byte[] page(String url, int text) {
    SplittableRandom random = new SplittableRandom(text);
    StringBuilder html = new StringBuilder("<title>About " + text + "</title><nav>");
    for (String line : List.of("Contact", "Home", "News of the house")) {
      html.append("<div><a href=x>").append(line).append("</a></div>");
    }
    html.append("</nav><h1>About ").append(text).append("</h1><p>");
    for (int i = 0; i < 120; i++) {
      html.append("word");
      random.ints(3, 'a', 'z' + 1).forEach(letter -> html.append((char) letter));
      html.append(' ');
    }
    html.append("<footer>");
    for (int line = 0; line < 4; line++) {
      html.append("<p>Of the house number ").append(line).append("</p>");
    }
    return RecordJson.JSON
        .createObjectNode()
        .put("url", url)
        .put("fetchTime", "2026-01-01T00:00:00Z")
        .put("html", html.toString())
        .toString()
        .getBytes(UTF_8);
  }

  private static CommandRun command(Map<String, String> settings, Object... args) {
    List<Object> all = new ArrayList<>(List.of(args));
    settings.forEach((name, value) -> all.addAll(List.of("--set", name + "=" + value)));
    return CommandRun.of(all.toArray());
  }

  private Map<String, String> settings(EmbeddedBroker broker) {
    Map<String, String> settings =
        new HashMap<>(OneBroker.settings(broker, folder, Map.of("partitions", "3")));
    settings.put("clusters.enabled", "true");
    settings.put("mirrors.enabled", "true");
    settings.put("passages.enabled", "true");
    settings.put("consumer.session.timeout.ms", "6000");
    settings.put("consumer.heartbeat.interval.ms", "1000");
    settings.put("producer.transaction.timeout.ms", "6000");
    return settings;
  }

  private Process start(Map<String, String> settings) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.crawlsieve.tool.cli.Main", "run"));
    settings.forEach((name, value) -> command.addAll(List.of("--set", name + "=" + value)));
    File log = folder.resolve("instance.log").toFile();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
            .start();
    processes.add(process);
    return process;
  }
}
