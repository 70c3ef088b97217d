package dev.crawlsieve.stream.kafka.topics;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.Offsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.common.utils.Utils;

/** Asks the brokers about topics. */
public final class TopicDescriber {

  private static final IsolationLevel ANY = IsolationLevel.READ_UNCOMMITTED;

  private final Admin admin;
  private final Connection connection;

  public TopicDescriber(Admin admin, Connection connection) {
    this.admin = admin;
    this.connection = connection;
  }

  /** Describes some topics of a generation as the brokers report them. */
  public List<TopicDescription> describe(SieveConfig config, List<String> topics) {
    Map<String, Long> bytes = bytes();
    Map<String, Config> inForce =
        TopicSettings.ofTopics(
            admin,
            connection,
            topics.stream().filter(topic -> !partitions(topic).isEmpty()).toList());
    List<TopicDescription> described = new ArrayList<>();
    for (String topic : topics) {
      List<TopicPartitionInfo> partitions = partitions(topic);
      described.add(
          partitions.isEmpty()
              ? new TopicDescription(topic, 0, 0, 0, null, new TreeMap<>(), List.of())
              : new TopicDescription(
                  topic,
                  partitions.size(),
                  partitions.get(0).replicas().size(),
                  inUse(topic, partitions.size()),
                  bytes.get(topic),
                  TopicSettings.shown(inForce.get(topic)),
                  Stream.concat(
                          TopicSettings.problems(
                              config,
                              topic,
                              inForce.get(topic),
                              partitions.get(0).replicas().size())
                              .stream(),
                          TopicSettings.warnings(config, topic, inForce.get(topic)).stream())
                      .toList()));
    }
    return described;
  }

  /** A topic's partitions; none if there is no such topic. */
  public List<TopicPartitionInfo> partitions(String topic) {
    try {
      return Objects.requireNonNull(
              connection.await(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic))
          .partitions();
    } catch (SieveException e) {
      if (saysUnknown(e)) {
        return List.of();
      }
      throw e;
    }
  }

  /** Whether the exception means that brokers have answered that a topic does not exist. */
  public static boolean saysUnknown(SieveException e) {
    return e.getCause() != null
        && Objects.requireNonNull(e.getCause()).getCause()
            instanceof UnknownTopicOrPartitionException;
  }

  private long inUse(String topic, int partitions) {
    return sum(offsets(topic, partitions, OffsetSpec.latest(), ANY))
        - sum(offsets(topic, partitions, OffsetSpec.earliest(), ANY));
  }

  /**
   * Waits until the leaders of a topic's partitions answer.
   *
   * <p>A broker knows of a new topic shortly before it leads its partitions. If a producer sends in
   * between, its first batch may be refused and its second accepted, since a partition accepts any
   * sequence number from a producer that it has not seen; the first batch can then never be
   * accepted. With several brokers, some know of a new topic before the others do.
   */
  void awaitLeaders(String topic) {
    for (int look = 1; !haveLeaders(topic, look == Topics.LOOKS); look++) {
      LockSupport.parkNanos(Topics.LOOK_EVERY.toNanos());
    }
  }

  private boolean haveLeaders(String topic, boolean last) {
    int partitions = partitions(topic).size();
    try {
      offsets(topic, partitions, OffsetSpec.latest(), ANY);
      return last || partitions > 0;
    } catch (SieveException e) {
      if (last || !saysUnknown(e)) {
        throw e;
      }
      return false;
    }
  }

  /** The sum of some partitions' offsets. */
  public static long sum(Map<TopicPartition, Long> offsets) {
    return offsets.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * The first offset of each partition of a topic, or the end of each.
   *
   * @param partitions number of partitions to ask for, from 0
   * @param isolation whether the end is that of committed records, or of all records written
   */
  public Map<TopicPartition, Long> offsets(
      String topic, int partitions, OffsetSpec which, IsolationLevel isolation) {
    List<TopicPartition> all = new ArrayList<>();
    for (int partition = 0; partition < partitions; partition++) {
      all.add(new TopicPartition(topic, partition));
    }
    return offsets(all, which, isolation);
  }

  /** The first offset of each of these partitions, or the end of each. */
  public Map<TopicPartition, Long> offsets(
      Collection<TopicPartition> partitions, OffsetSpec which, IsolationLevel isolation) {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    partitions.forEach(at -> asked.put(at, which));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    connection
        .await(admin.listOffsets(asked, new ListOffsetsOptions(isolation)).all())
        .forEach((at, found) -> offsets.put(at, found.offset()));
    return offsets;
  }

  /**
   * Partitions with records in open transactions or behind them, and the offset from which on they
   * are.
   */
  public Map<TopicPartition, Long> open(Collection<TopicPartition> partitions) {
    Map<TopicPartition, Long> open = stable(partitions);
    open.keySet().retainAll(behind(open).keySet());
    return open;
  }

  /** The last stable offset of each of these partitions: before it, no transaction is open. */
  public Map<TopicPartition, Long> stable(Collection<TopicPartition> partitions) {
    return offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
  }

  /** The number of records behind the last stable offset, for partitions that have any. */
  public Map<TopicPartition, Long> behind(Map<TopicPartition, Long> stable) {
    Map<TopicPartition, Long> behind = offsets(stable.keySet(), OffsetSpec.latest(), ANY);
    behind.replaceAll((at, end) -> end - Offsets.of(at, stable));
    behind.values().removeIf(records -> records <= 0);
    return behind;
  }

  /**
   * The partition of the brokers' own topic in which a group's offsets are; empty if there is none
   * yet, or access is denied.
   */
  public Optional<TopicPartition> offsetsOf(String group) {
    try {
      int count = partitions(Topic.GROUP_METADATA_TOPIC_NAME).size();
      return count == 0
          ? Optional.empty()
          : Optional.of(
              new TopicPartition(
                  Topic.GROUP_METADATA_TOPIC_NAME, Utils.abs(group.hashCode()) % count));
    } catch (SieveException e) {
      if (Objects.requireNonNull(e.getCause()).getCause() instanceof TopicAuthorizationException) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** A group's committed offsets: the next one to read in each partition that has one. */
  public Map<TopicPartition, Long> committed(String group) {
    Map<TopicPartition, Long> committed = new HashMap<>();
    connection
        .await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .forEach(
            (at, offset) -> {
              if (offset != null) {
                committed.put(at, offset.offset());
              }
            });
    return committed;
  }

  /**
   * The size of each topic, by name: the bytes of all its replicas on the brokers' disks. Empty if
   * access is denied.
   */
  public Map<String, Long> bytes() {
    List<Integer> brokers =
        connection.await(admin.describeCluster().nodes()).stream().map(Node::id).toList();
    Map<String, Long> bytes = new HashMap<>();
    Map<Integer, Map<String, LogDirDescription>> folders;
    try {
      folders = connection.await(admin.describeLogDirs(brokers).allDescriptions());
    } catch (SieveException e) {
      if (Objects.requireNonNull(e.getCause()).getCause()
          instanceof ClusterAuthorizationException) {
        return Map.of();
      }
      throw e;
    }
    for (Map<String, LogDirDescription> ofBroker : folders.values()) {
      for (LogDirDescription folder : ofBroker.values()) {
        folder
            .replicaInfos()
            .forEach((at, replica) -> bytes.merge(at.topic(), replica.size(), Long::sum));
      }
    }
    return bytes;
  }
}
