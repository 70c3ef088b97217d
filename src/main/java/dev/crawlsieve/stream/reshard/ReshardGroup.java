package dev.crawlsieve.stream.reshard;

import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.ShardTopics;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.TopicDescriber;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** A generation's instances as the brokers know them: who runs, and how far they have come. */
final class ReshardGroup {

  private final SieveConfig config;
  private final Connection connection;
  private final Admin admin;

  ReshardGroup(SieveConfig config, Admin admin) {
    this.config = config;
    this.connection = new Connection(config);
    this.admin = admin;
  }

  /**
   * @throws SieveException if an instance is a member of the group
   */
  void ensureNobodyRuns() {
    String id = config.applicationId();
    if (connection.await(admin.listGroups().all()).stream()
        .noneMatch(group -> group.groupId().equals(id))) {
      return;
    }
    ConsumerGroupDescription group =
        connection.await(admin.describeConsumerGroups(List.of(id)).all()).get(id);
    if (!group.members().isEmpty()) {
      throw new SieveException(
          group.members().size()
              + " threads of '"
              + id
              + "' are running, the first at "
              + group.members().iterator().next().host()
              + ": stop all instances first. One that was killed counts until its session times out"
              + " (consumer.session.timeout.ms)");
    }
  }

  /** The group's offsets; those in open transactions are waited for. */
  Map<TopicPartition, Long> committed() {
    String id = config.applicationId();
    Map<TopicPartition, Long> committed = new HashMap<>();
    connection
        .await(
            admin
                .listConsumerGroupOffsets(
                    Map.of(id, new ListConsumerGroupOffsetsSpec()),
                    new ListConsumerGroupOffsetsOptions().requireStable(true))
                .partitionsToOffsetAndMetadata(id))
        .forEach(
            (at, offset) -> {
              if (offset != null) {
                committed.put(at, offset.offset());
              }
            });
    return committed;
  }

  /** Whether records of these topics cannot be read yet; absent topics are passed over. */
  boolean hasOpenTransactions(List<String> topics) {
    Set<String> found = connection.await(admin.listTopics().names());
    TopicDescriber describer = new TopicDescriber(admin, connection);
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (String topic : topics) {
      int partitions = found.contains(topic) ? describer.partitions(topic).size() : 0;
      for (int partition = 0; partition < partitions; partition++) {
        asked.put(new TopicPartition(topic, partition), OffsetSpec.latest());
      }
    }
    return !ends(asked, IsolationLevel.READ_COMMITTED)
        .equals(ends(asked, IsolationLevel.READ_UNCOMMITTED));
  }

  private Map<TopicPartition, Long> ends(
      Map<TopicPartition, OffsetSpec> asked, IsolationLevel isolation) {
    Map<TopicPartition, Long> ends = new HashMap<>();
    connection
        .await(admin.listOffsets(asked, new ListOffsetsOptions(isolation)).all())
        .forEach((at, end) -> ends.put(at, end.offset()));
    return ends;
  }

  /**
   * Puts the group at the beginning of the new topics. In one task, pages that were between shards
   * are read from the log again.
   */
  void begin(ReshardPlan plan) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    ShardTopics between = config.topics().shards();
    for (int lane = 0; lane < plan.lanes().size(); lane++) {
      ReshardPlan.LanePlan of = plan.lanes().get(lane);
      if (of.begun() && plan.to() > 0) {
        offsets.put(new TopicPartition(between.found(), lane), new OffsetAndMetadata(0));
        for (int shard = 0; shard < plan.to(); shard++) {
          int partition = lane * plan.to() + shard;
          offsets.put(new TopicPartition(between.lookups(), partition), new OffsetAndMetadata(0));
          offsets.put(new TopicPartition(between.leaders(), partition), new OffsetAndMetadata(0));
        }
      } else if (of.firstPage() >= 0) {
        offsets.put(
            new TopicPartition(config.topics().fingerprints(), lane),
            new OffsetAndMetadata(of.firstPage()));
      }
    }
    if (!offsets.isEmpty()) {
      connection.await(admin.alterConsumerGroupOffsets(config.applicationId(), offsets).all());
    }
  }
}
