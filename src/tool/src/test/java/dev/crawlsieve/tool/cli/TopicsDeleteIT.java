package dev.crawlsieve.tool.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.Waits;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.run.OneBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

final class TopicsDeleteIT {

  @RegisterExtension static final OneBroker broker = new OneBroker();

  @TempDir Path folder;

  @Test
  void shouldDeleteTheGenerationAndNothingElse() throws Exception {
    Map<String, String> all =
        Map.of("mirrors.enabled", "true", "clusters.enabled", "true", "replication.factor", "1");
    SieveConfig gone = SieveConfig.of(broker.patient("gone", all));
    SieveConfig other =
        SieveConfig.of(broker.patient("gone.other", Map.of("replication.factor", "1")));
    Topics.create(gone);
    Topics.create(other);
    Set<String> others;
    try (Admin admin = new Connection(gone).admin()) {
      String changelog = gone.applicationId() + "-index-changelog";
      String stays = other.applicationId() + "-index-changelog";
      admin
          .createTopics(
              List.of(
                  new NewTopic(changelog, 1, (short) 1),
                  new NewTopic("gone.pages-produced", 1, (short) 1),
                  new NewTopic("gone.pages.mine", 1, (short) 1),
                  new NewTopic(stays, 1, (short) 1)))
          .all()
          .get();
      others = new TreeSet<>(other.topics().all());
      others.addAll(List.of(stays, "gone.pages.mine"));
      commit(admin, gone.applicationId(), other.topics().pages());

      assertThat(command("no\n", "gone")).isEqualTo(1);
      assertThat(said())
          .contains("Type " + gone.applicationId() + " to go on", "nothing is deleted");
      assertThat(command("", "gone")).isEqualTo(1);
      assertThat(said()).contains("nothing is deleted", "--yes");
      assertThat(topics(admin, "gone")).contains("gone.pages", changelog);

      assertThat(command(gone.applicationId() + "\n", "gone")).as(said()).isZero();
      assertThat(said())
          .contains("deleted gone.pages, ", changelog, "state.dir (crawlsieve-state, or what");
      assertThat(topics(admin, "gone")).isEqualTo(others);
      assertThat(groups(admin)).doesNotContain(gone.applicationId());

      assertThat(command("", "gone", "--yes")).as(said()).isZero();
      assertThat(said()).contains("there are no topics");
      assertThat(Topics.create(gone)).isEqualTo(gone.topics().all());
    }
  }

  /** Who waits for results that are not there looks whether something is at work. */
  @Test
  void shouldSayOfAnEmptyTopicHowFarRunIs() throws Exception {
    SieveConfig idle = SieveConfig.of(broker.patient("idle", Map.of("replication.factor", "1")));
    Topics.create(idle);
    assertThat(consumed()).contains("there is nothing on 'unique' yet: there is no page on");
    try (Admin admin = new Connection(idle).admin();
        Producer<byte[], byte[]> producer = new Connection(idle).producer(Map.of())) {
      for (int page = 0; page < 7; page++) {
        producer.send(new ProducerRecord<>(idle.topics().pages(), 0, null, new byte[] {1})).get();
      }
      assertThat(consumed())
          .contains("about 7 of 7 offsets of 'idle.pages' (pages, and one for each transaction)")
          .contains("and no 'run' is at work (application.id " + idle.applicationId() + ")");
      admin
          .alterConsumerGroupOffsets(
              idle.applicationId(),
              Map.of(new TopicPartition(idle.topics().pages(), 0), new OffsetAndMetadata(7)))
          .all()
          .get();
      assertThat(consumed()).contains("every page is read, and no 'run' is at work");
    }
  }

  private static String consumed() {
    CommandRun run =
        CommandRun.of(
            "consume",
            "unique",
            "--set",
            "topic.prefix=idle",
            "--set",
            "bootstrap.servers=" + broker.bootstrapServers());
    assertThat(run.exitCode()).isZero();
    return run.err();
  }

  @Test
  void shouldDeleteNothingWhileAnInstanceRuns() throws Exception {
    SieveConfig busy = SieveConfig.of(broker.patient("busy", Map.of("replication.factor", "1")));
    Topics.create(busy);
    Map<String, Object> member =
        Map.of("bootstrap.servers", broker.bootstrapServers(), "group.id", busy.applicationId());
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    try (Admin admin = new Connection(busy).admin();
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(member, bytes, bytes)) {
      consumer.subscribe(List.of("busy.pages"));
      Waits.await()
          .until(
              () -> {
                consumer.poll(Duration.ofMillis(100));
                return !consumer.assignment().isEmpty();
              });
      assertThat(command(busy.applicationId() + "\n", "busy")).isEqualTo(1);
      assertThat(said())
          .contains("nothing is deleted", "stop all of them first")
          .doesNotContain("Type ");
      assertThat(command("", "busy", "--yes")).isEqualTo(1);
      assertThat(said()).contains("nothing is deleted", "stop all of them first");
      assertThat(topics(admin, "busy")).containsAll(busy.topics().all());
    }
  }

  private static void commit(Admin admin, String group, String topic) throws Exception {
    admin
        .alterConsumerGroupOffsets(
            group, Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(0)))
        .all()
        .get();
    assertThat(groups(admin)).contains(group);
  }

  private static Set<String> topics(Admin admin, String part) throws Exception {
    return admin.listTopics().names().get().stream()
        .filter(name -> name.contains(part))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> groups(Admin admin) throws Exception {
    return admin.listGroups().all().get().stream().map(group -> group.groupId()).toList();
  }

  private String said() throws IOException {
    Path out = folder.resolve("out");
    return Files.exists(out) ? Files.readString(out, UTF_8) : "";
  }

  private int command(String typed, String prefix, String... more) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Main.class.getName(), "topics", "delete"));
    broker
        .patient(prefix, Map.of())
        .forEach((name, value) -> command.addAll(List.of("--set", name + "=" + value)));
    command.addAll(List.of(more));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(Files.writeString(folder.resolve("in"), typed).toFile())
            .redirectOutput(folder.resolve("out").toFile())
            .start();
    try {
      assertThat(Waits.ended(process)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return process.exitValue();
  }
}
