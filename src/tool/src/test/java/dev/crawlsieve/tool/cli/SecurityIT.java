package dev.crawlsieve.tool.cli;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.Waits;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.GroupProgress;
import dev.crawlsieve.stream.kafka.topics.TopicDescriber;
import dev.crawlsieve.stream.run.Committed;
import dev.crawlsieve.stream.run.Crawl;
import dev.crawlsieve.stream.run.Generation;
import dev.crawlsieve.stream.run.RunObserver;
import dev.crawlsieve.stream.run.SieveRunner;
import dev.crawlsieve.stream.run.Standstill;
import dev.crawlsieve.testkit.broker.SecureBroker;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands against a broker with TLS, logins and access rights. The rights are read from
 * docs/security.md, so that the list there is exactly what is needed: all of it, and no more.
 */
@Timeout(600)
final class SecurityIT {

  private static final String REDIRECT = "https://moved.example/";
  private static final int PAGES = 60;
  private static final int SHARDS = 2;
  private static final String PASSWORD = "correct-horse-battery";

  @TempDir private static Path folder;
  private static SecureBroker common;
  private SecureBroker broker = common;
  private Path home = folder;

  /** Besides those that every instance here has: either clusters or shards. */
  private Map<String, String> settings = Map.of("clusters.enabled", "true");

  private Process instance;

  @BeforeAll
  static void startBroker() throws Exception {
    common = SecureBroker.start(folder);
  }

  @AfterAll
  static void stopBroker() {
    common.close();
  }

  @AfterEach
  void stop() throws Exception {
    if (instance != null) {
      instance.destroyForcibly().waitFor();
    }
  }

  @Test
  void shouldWorkWithTheListedRightsAndWithNoneLess() throws Exception {
    for (String user :
        List.of("admin", "crawler", "sieve", "reader", "auditor", "mender", "eraser")) {
      broker.user(user, PASSWORD);
      broker.grant(rights(user));
    }
    assertThat(command("admin", "topics", "create").exitCode()).isZero();
    assertThat(command("admin", "topics", "describe").out()).contains("fingerprints");
    assertThat(command("crawler", "produce", pages()).exitCode()).isZero();

    shouldNotMakeItsChangelogUnlessAllowed();
    sieveAll();
    everyRightShouldBeMissed();

    CommandRun kept = command("reader", "consume", "unique");
    CommandRun dropped = command("reader", "consume", "duplicate");
    assertThat(kept.lines().size() + dropped.lines().size()).isEqualTo(PAGES);
    assertThat(dropped.lines()).isNotEmpty();
    assertThat(command("reader", "consume", "clusters").lines()).isNotEmpty();
    assertThat(command("reader", "consume", "mirrors").exitCode()).isZero();
    assertThat(command("auditor", "replay", "--verify").exitCode()).isZero();
    assertThat(command("auditor", "explain", "https://host0.example/page/0").exitCode()).isZero();
    StringBuilder explained = new StringBuilder();
    for (String page : kept.lines().subList(kept.lines().size() - 3, kept.lines().size())) {
      String url = page.replaceFirst(".*?(https://[^\"\\s]+).*", "$1");
      explained.append(command("auditor", "explain", url).out());
    }
    assertThat(explained.toString()).contains("\n  nearest is https://");
    assertThat(command("reader", "consume", "unjudged").lines()).hasSize(1);
    assertThat(command("auditor", "explain", REDIRECT).out())
        .contains("was not judged, because the status is 301");

    shouldSendAgainWithTheListedRightsAndWithNoneLess();

    shouldRefuse(command("reader", "produce", pages()), "Write on topic 'pages'");
    shouldRefuse(command("reader", "consume", "pages"), "Read on topic 'pages'");
    shouldRefuse(command("crawler", "consume", "unique"), "Read on topic 'unique'");
    shouldRefuse(command("reader", "topics", "create"), "does not allow");
    shouldRefuse(command("reader", "replay"), "Read on topic 'crawlsieve-index-changelog'");

    Object[] forget = {"forget", "--host", "host0.example"};
    shouldRefuse(command("auditor", forget), "Write on topic 'fingerprints'");
    shouldRefuse(command("eraser", forget), "no 'run' is at work");
    try (SieveRunner runner = new SieveRunner(config("sieve"))) {
      runner.start();
      await().until(runner::ready);
      CommandRun forgot = command("eraser", forget);
      assertThat(forgot.exitCode()).as(forgot.err()).isZero();
      assertThat(forgot.out()).contains("pages ", "fingerprints ", "verdicts ", "unique ");
    }
  }

  private void shouldNotMakeItsChangelogUnlessAllowed() throws Exception {
    List<AclBinding> create = of(rights("sieve"), "crawlsieve-index-changelog");
    broker.revoke(create);
    shouldRefuse(run(), "Read, Write, Create on topic 'crawlsieve-index-changelog'");
    broker.grant(create);
  }

  /** In a process of its own, as a user runs it, with verbose logging. */
  private void sieveAll() throws Exception {
    File log = folder.resolve("run.log").toFile();
    Path secret = login("sieve");
    Path plain = folder.resolve("plain.properties");
    Files.writeString(plain, "bootstrap.servers=nowhere.example:9092\n");
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.addAll(List.of("dev.crawlsieve.tool.cli.Main", "run", "--verbose"));
    words.addAll(List.of("--config", plain.toString(), "--config", secret.toString()));
    instance =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.to(log))
            .start();
    Committed.await(
        SieveConfig.of(Map.of("bootstrap.servers", broker.openAddress())),
        PAGES,
        () -> !instance.isAlive(),
        "unique",
        "duplicate");
    instance.destroy();
    assertThat(Waits.ended(instance)).isTrue();
    String told = Files.readString(log.toPath());
    assertThat(told.contains("SASL_SSL") && told.contains("[hidden]")).as("a log").isTrue();
    assertThat(told.contains(PASSWORD)).as("a password in the log").isFalse();
    assertThat(told.lines().filter(line -> line.startsWith("\tat "))).isEmpty();
  }

  private void everyRightShouldBeMissed() throws Exception {
    for (AclBinding right : rights("sieve")) {
      if (right.entry().operation() == AclOperation.CREATE) {
        continue;
      }
      broker.revoke(List.of(right));
      CommandRun run = run();
      shouldRefuse(run, right.pattern().name());
      String operation = right.entry().operation().name();
      assertThat(run.err()).containsIgnoringCase("user " + operation + " on ");
      broker.grant(List.of(right));
    }
  }

  private void shouldSendAgainWithTheListedRightsAndWithNoneLess() throws Exception {
    for (int turn = 0; turn < 2; turn++) {
      for (AclBinding right : rights("mender")) {
        AclOperation operation = right.entry().operation();
        // Nobody has to make what is there.
        if (turn == 0 || operation != AclOperation.CREATE) {
          broker.revoke(List.of(right));
          CommandRun run = command("mender", "dead-letters", "resend");
          shouldRefuse(run, "'" + right.pattern().name() + "'");
          assertThat(run.err())
              .containsIgnoringCase(
                  operation == AclOperation.CREATE
                      ? "cannot be created: Authorization failed"
                      : operation.name() + " on ");
          broker.grant(List.of(right));
        }
      }
      assertThat(command("mender", "dead-letters", "resend").exitCode()).isZero();
      assertThat(command("mender", "dead-letters", "list").exitCode()).isZero();
    }
    shouldRefuse(command("crawler", "dead-letters", "list"), "Read on topic 'dead-letters'");
  }

  @Test
  void shouldSieveInShardsWithTheListedRightsAndWithNoneLess() throws Exception {
    // the rights name topics, which another test has made in the other broker
    home = Files.createDirectory(folder.resolve("own"));
    settings =
        Map.of(
            "index.shards", String.valueOf(SHARDS), "streams.repartition.purge.interval.ms", "500");
    try (SecureBroker own = SecureBroker.start(home)) {
      broker = own;
      sieveInShardsWithTheListedRightsAndWithNoneLess();
    }
  }

  private void sieveInShardsWithTheListedRightsAndWithNoneLess() throws Exception {
    List<AclBinding> rights = rights("sieve", "clusters.enabled");
    for (String user : List.of("admin", "crawler", "sieve")) {
      broker.user(user, PASSWORD);
      broker.grant(user.equals("sieve") ? rights : rights(user));
    }
    assertThat(command("admin", "topics", "create").exitCode()).isZero();
    assertThat(command("crawler", "produce", pages()).exitCode()).isZero();
    SieveConfig config = config("sieve");
    try (SieveRunner runner = new SieveRunner(config);
        GroupProgress group = new GroupProgress(config)) {
      runner.start();
      await().until(() -> runner.failure() != null || purged(config, group));
      assertThat(runner.failure()).isNull();
    }
    for (AclBinding right : rights) {
      if (right.pattern().name().matches("leaders|lookups|found|.*(recent|entered).*")
          && right.entry().operation() != AclOperation.CREATE) {
        broker.revoke(List.of(right));
        CommandRun run = run();
        shouldRefuse(run, "'" + right.pattern().name() + "'");
        assertThat(run.err())
            .containsIgnoringCase("user " + right.entry().operation().name() + " on ");
        broker.grant(List.of(right));
      }
    }
  }

  /** Whether pages have come through all shards, and what was read on the way is deleted. */
  private static boolean purged(SieveConfig config, GroupProgress group) {
    return config.topics().withinLanes().stream()
        .allMatch(topic -> TopicDescriber.sum(group.begins(topic)) > 0 && group.taken(topic) == 0);
  }

  /** Rights may be taken away at any time; whoever gives them back loses nothing. */
  @Test
  void shouldSayWhichRightWasTakenAwayWhileItRuns() throws Exception {
    home = Files.createDirectory(folder.resolve("taken"));
    settings = Map.of("producer.max.block.ms", "2000"); // where it is noticed by waiting alone
    try (SecureBroker own = SecureBroker.start(home)) {
      broker = own;
      for (String user : List.of("admin", "crawler", "sieve")) {
        broker.user(user, PASSWORD);
        broker.grant(rights(user));
      }
      assertThat(command("admin", "topics", "create").exitCode()).isZero();
      List<AclBinding> taken = new ArrayList<>(of(rights("sieve"), "verdicts"));
      taken.removeIf(right -> right.entry().operation() == AclOperation.WRITE);
      taken.addAll(of(rights("sieve"), "unique"));
      taken.addAll(of(rights("sieve"), "crawlsieve"));
      taken.addAll(of(rights("sieve"), "crawlsieve-"));
      SieveConfig config = config("sieve");
      for (AclBinding right : taken) {
        try (SieveRunner runner = new SieveRunner(config)) {
          runner.start();
          await().until(() -> runner.failure() != null || runner.ready());
          broker.revoke(List.of(right));
          assertThat(command("crawler", "produce", pages()).exitCode()).isZero();
          await().until(() -> runner.failure() != null);
          String operation = right.entry().operation().name();
          assertThat(runner.failure())
              .hasMessageContaining(right.pattern().name() + "'")
              .message()
              .containsIgnoringCase("user " + operation + " on ");
        } finally {
          broker.grant(List.of(right));
        }
      }
      Generation all =
          Generation.of(
              Map.of("bootstrap.servers", broker.openAddress(), "replication.factor", "1"));
      try (SieveRunner runner = new SieveRunner(config)) {
        runner.start();
        all.awaitRouted(runner, taken.size() * PAGES);
      }
      assertThat(all.routedOnce()).hasSize(taken.size() * PAGES);
    }
  }

  /** A right that is not needed now, and one that only serves to name a transaction. */
  @Test
  void shouldSayWhichRightItWouldNeedToGoOn() throws Exception {
    home = Files.createDirectory(folder.resolve("needed"));
    settings = Map.of("producer.max.block.ms", "2000");
    try (SecureBroker own = SecureBroker.start(home)) {
      broker = own;
      for (String user : List.of("admin", "sieve")) {
        broker.user(user, PASSWORD);
        broker.grant(rights(user));
      }
      assertThat(command("admin", "topics", "create").exitCode()).isZero();
      AtomicReference<Standstill> standing = new AtomicReference<>();
      try (SieveRunner runner = new SieveRunner(config("sieve"), noted(standing))) {
        runner.start();
        await().until(runner::ready);
        List<AclBinding> write = of(rights("sieve"), "mirrors");
        broker.revoke(write);
        await().until(() -> reason(standing).contains("Write on topic 'mirrors'"));
        broker.grant(write);
        await().until(() -> standing.get() == null);
        assertThat(runner.failure()).isNull();
        shouldNameTheRightToSeeTheOffsets(runner, standing);
      }
    }
  }

  private void shouldNameTheRightToSeeTheOffsets(
      SieveRunner runner, AtomicReference<Standstill> standing) throws Exception {
    // Open for as long as a broker allows, as the group may take a minute to notice who has left.
    Map<String, Object> open =
        Map.of(
            "bootstrap.servers",
            broker.openAddress(),
            "transactional.id",
            "left-open",
            "transaction.timeout.ms",
            900_000,
            "group.id",
            "crawlsieve");
    ByteArraySerializer bytes = new ByteArraySerializer();
    ByteArrayDeserializer read = new ByteArrayDeserializer();
    try (KafkaProducer<byte[], byte[]> other = new KafkaProducer<>(open, bytes, bytes);
        KafkaConsumer<byte[], byte[]> group = new KafkaConsumer<>(open, read, read)) {
      Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
      for (String topic : List.of("pages", "verdicts", "fingerprints", "observations")) {
        group
            .partitionsFor(topic)
            .forEach(
                one ->
                    offsets.put(
                        new TopicPartition(topic, one.partition()), new OffsetAndMetadata(0)));
      }
      settings = Map.of("streams.num.stream.threads", "1");
      Path first = home;
      home = Files.createDirectory(folder.resolve("second"));
      try (SieveRunner second = new SieveRunner(config("sieve"))) {
        second.start();
        // An instance is also ready before its first tasks arrive.
        await().until(() -> instancesWithTasks() == 2 && second.ready() && runner.ready());
        other.initTransactions();
        other.beginTransaction();
        other.sendOffsetsToTransaction(offsets, group.groupMetadata());
      } finally {
        home = first;
      }
      await().until(() -> reason(standing).contains("With Describe on topic '__consumer_offsets'"));
      other.abortTransaction();
      await().until(() -> standing.get() == null && runner.ready());
      assertThat(runner.failure()).isNull();
    }
  }

  private long instancesWithTasks() {
    SieveConfig config = SieveConfig.of(Map.of("bootstrap.servers", broker.openAddress()));
    Connection connection = new Connection(config);
    try (Admin admin = connection.admin()) {
      return connection.members(admin, config.applicationId()).stream()
          .filter(member -> !member.assignment().topicPartitions().isEmpty())
          .map(member -> member.clientId().replaceFirst("-StreamThread-.*", ""))
          .distinct()
          .count();
    }
  }

  private static RunObserver noted(AtomicReference<Standstill> standing) {
    return new RunObserver() {
      @Override
      public void standing(@Nullable Standstill standstill) {
        standing.set(standstill);
      }
    };
  }

  private static String reason(AtomicReference<Standstill> standing) {
    Standstill now = standing.get();
    return now == null ? "" : now.reason();
  }

  @Test
  void shouldSayWhyItGetsNoConnection() throws Exception {
    broker.user("reader", PASSWORD);
    broker.grant(rights("reader"));
    shouldRefuse(
        CommandRun.of("run", "--config", broker.login("reader", "wrong", Map.of())),
        "the Kafka broker rejected the login");
    String store = "streams.ssl.truststore.location";
    String other = broker.certificate("elsewhere").toString();
    shouldRefuse(
        CommandRun.of("run", "--config", broker.login("reader", PASSWORD, Map.of(store, other))),
        "TLS with the Kafka broker failed: unable to find valid certification path");
    Map<String, String> misnamed =
        Map.of(store, other, "bootstrap.servers", broker.misnamedAddress());
    shouldRefuse(
        CommandRun.of("run", "--config", broker.login("reader", PASSWORD, misnamed)),
        "TLS with the Kafka broker failed: No subject alternative DNS name matching localhost"
            + " found");
    shouldRefuse(
        CommandRun.of(
            "run",
            "--config",
            broker.login("reader", PASSWORD, Map.of(store, folder.resolve("none.pem").toString()))),
        "the settings for the Kafka clients are invalid: ");
    shouldRefuse(
        CommandRun.of(
            "run",
            "--set",
            "bootstrap.servers=" + broker.address(),
            "--set",
            "streams.default.api.timeout.ms=5000",
            "--set",
            "streams.request.timeout.ms=2000"),
        "no Kafka broker answers at ");
  }

  @Test
  void shouldReadPasswordsWithConfigProviders() throws Exception {
    broker.user("admin", PASSWORD);
    broker.grant(rights("admin"));
    Path secret = folder.resolve("secret.properties");
    Files.writeString(secret, "password=" + PASSWORD + "\n");
    Map<String, String> provided =
        Map.of(
            "streams.config.providers",
            "file",
            "streams.config.providers.file.class",
            "org.apache.kafka.common.config.provider.FileConfigProvider");
    Path login = broker.login("admin", "${file:" + secret + ":password}", provided);
    CommandRun made = CommandRun.of("topics", "create", "--config", login);
    assertThat(made.err()).isEmpty();
    assertThat(made.exitCode()).isZero();
  }

  private static void shouldRefuse(CommandRun run, String why) {
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("crawlsieve: ", why).doesNotContain(PASSWORD, "\tat ");
    assertThat(run.err().lines().filter(line -> line.contains("crawlsieve: "))).hasSize(1);
  }

  private CommandRun run() throws IOException {
    return command("sieve", "run");
  }

  private CommandRun command(String user, Object... words) throws IOException {
    List<Object> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--config", login(user)));
    return CommandRun.of(all.toArray());
  }

  private SieveConfig config(String user) throws IOException {
    Properties login = new Properties();
    try (Reader reader = Files.newBufferedReader(login(user))) {
      login.load(reader);
    }
    Map<String, String> given = new HashMap<>();
    login.stringPropertyNames().forEach(name -> given.put(name, login.getProperty(name)));
    return SieveConfig.of(given);
  }

  private Path login(String user) throws IOException {
    Map<String, String> all = new HashMap<>(settings);
    all.put("state.dir", home.resolve("state").toString());
    all.put("mirrors.enabled", "true");
    all.put("passages.enabled", "true");
    return broker.login(user, PASSWORD, all);
  }

  private Path pages() throws IOException {
    Path pages = folder.resolve("pages.jsonl");
    List<String> lines = new ArrayList<>();
    lines.add("{\"url\":\"" + REDIRECT + "\",\"status\":301}");
    Crawl.pages(PAGES, 3).forEach(page -> lines.add(new String(page, UTF_8)));
    return Files.write(pages, lines);
  }

  /** The rights that docs/security.md lists for a user. */
  private static List<AclBinding> rights(String user) throws IOException {
    // These users have clusters, others have shards.
    return rights(user, "index.shards");
  }

  /** The rights without those that only serve what a setting turns on. */
  private static List<AclBinding> rights(String user, String without) throws IOException {
    List<AclBinding> rights = new ArrayList<>();
    for (String row : Files.readAllLines(Path.of("docs/security.md"))) {
      String[] cells = row.split("\\s*\\|\\s*");
      if (cells.length == 6 && cells[1].equals(user) && !cells[2].contains(without)) {
        String[] resource = cells[3].split(", ");
        ResourceType type = ResourceType.fromString(resource[0].replace(' ', '_'));
        PatternType pattern = resource.length > 1 ? PatternType.PREFIXED : PatternType.LITERAL;
        for (String name : names(cells[4])) {
          for (String operation : cells[5].split(", ")) {
            rights.add(
                SecureBroker.right(user, type, pattern, name, AclOperation.fromString(operation)));
          }
        }
      }
    }
    assertThat(rights).as("rights of " + user + " in docs/security.md").isNotEmpty();
    return rights;
  }

  private static List<String> names(String cell) {
    List<String> names = new ArrayList<>();
    for (String name : cell.replace("`", "").replace(" for each shard", "").split(", ")) {
      if (name.contains("SHARD")) {
        for (int shard = 0; shard < SHARDS; shard++) {
          names.add(name.replace("SHARD", String.valueOf(shard)));
        }
      } else {
        names.add(name);
      }
    }
    return names;
  }

  private static List<AclBinding> of(List<AclBinding> rights, String name) {
    return rights.stream().filter(right -> right.pattern().name().equals(name)).toList();
  }
}
