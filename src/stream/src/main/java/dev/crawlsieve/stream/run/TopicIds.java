package dev.crawlsieve.stream.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.TopicDescriber;
import dev.crawlsieve.stream.topology.Changelogs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that a topic of a generation was deleted and recreated. A group's offsets are deleted
 * with the topic, so Kafka Streams begins the new topic at 0, like a new group, and the unread
 * records of the old topic are lost without an error.
 *
 * <p>The ids of topics are recorded in a file under {@code state.dir}, so an instance that stops
 * for this reason refuses to start again until the cause is fixed. A topic that is only written may
 * be recreated; this is only logged as a warning.
 */
final class TopicIds {

  private static final Logger LOG = LoggerFactory.getLogger(TopicIds.class);

  private final TopicNames topics;
  private final Connection connection;
  private final OffsetText text;
  private final Path file;

  /** Topics whose records, or positions, the generation relies on. */
  private final Set<String> read = new LinkedHashSet<>();

  private final Set<String> all = new LinkedHashSet<>();
  private final Map<String, String> known = new TreeMap<>();
  private final String index;

  /** The index's changelog when an instance last ran here, if it is known. */
  private Optional<String> before = Optional.empty();

  /**
   * Ids that differed at the latest check: a broker may learn of topics a little later than others.
   */
  private Map<String, String> suspected = Map.of();

  private volatile @Nullable SieveException failure;

  TopicIds(SieveConfig config) {
    this.topics = config.topics();
    this.connection = new Connection(config);
    this.text = new OffsetText(config);
    this.file = Path.of(config.stateDir(), config.applicationId() + ".topics");
    read.add(topics.pages());
    read.addAll(topics.betweenSteps());
    read.addAll(Changelogs.names(config));
    index = Changelogs.name(config, IndexTasks.INDEX_STORE);
    all.addAll(topics.all());
    all.addAll(read);
  }

  /**
   * Compares the topics with those recorded when an instance last ran here; {@link #adopt} records
   * them.
   *
   * @param group the group, for offsets that a person has set
   * @throws SieveException if a topic that is read was recreated, and the others were not
   */
  synchronized void check(Admin admin, OffsetGuard.Group group) {
    Map<String, String> now = now(admin);
    Map<String, String> noted = noted();
    boolean same =
        noted.entrySet().stream()
            .anyMatch(
                topic ->
                    !topics.borrowed().contains(topic.getKey())
                        && topic.getValue().equals(now.get(topic.getKey())));
    Set<String> problems = new TreeSet<>();
    for (String topic : read) {
      String then = noted.get(topic);
      String id = now.get(topic);
      // If all topics are new, so is the generation.
      if (same && then != null && id != null && !then.equals(id) && !isSetByHand(topic, group)) {
        problems.add(text.recreated(topic));
      }
    }
    if (!problems.isEmpty()) {
      throw new SieveException(OffsetText.joined(problems));
    }
    known.clear();
    known.putAll(now);
    before = Optional.ofNullable(noted.get(index));
  }

  /**
   * Deletes state of another index, and records the topics that were checked: not before, so that
   * such state is also found after a crash.
   *
   * @return see {@link StateOrigin#check}
   */
  synchronized String adopt(StateOrigin origin, Runnable cleanUp) {
    String first = origin.check(cleanUp, before, Optional.ofNullable(known.get(index)));
    note();
    return first;
  }

  /**
   * Whether a person has set the offsets at which to continue in a topic; this is possible only for
   * some topics.
   */
  private boolean isSetByHand(String topic, OffsetGuard.Group group) {
    if (!topic.equals(topics.verdicts())) {
      return false;
    }
    Map<TopicPartition, Optional<OffsetGuard.Committed>> committed =
        group.committed(group.partitions(topic));
    return committed.size() == group.partitions(topic).size()
        && committed.values().stream()
            .allMatch(offset -> offset.filter(OffsetGuard.Committed::byHand).isPresent());
  }

  /**
   * Checks the topics while the instance runs; a difference counts if it is found twice in a row.
   *
   * @throws SieveException if the brokers do not answer
   */
  synchronized void look(Admin admin) {
    Map<String, String> now = now(admin);
    Map<String, String> others = new TreeMap<>();
    boolean more = false;
    for (Map.Entry<String, String> topic : now.entrySet()) {
      String name = topic.getKey();
      String before = known.putIfAbsent(name, topic.getValue());
      more |= before == null;
      if (before != null && !before.equals(topic.getValue())) {
        others.put(name, topic.getValue());
        if (topic.getValue().equals(suspected.get(name))) {
          changed(name, topic.getValue());
        }
      }
    }
    suspected = others;
    if (more && failure == null) {
      note();
    }
  }

  private void changed(String topic, String id) {
    if (read.contains(topic)) {
      if (failure == null) {
        failure = new SieveException(text.recreated(topic));
      }
    } else {
      LOG.warn(
          "topic '{}' was deleted and made again: what was on it is gone, and is not written again",
          topic);
      known.put(topic, id);
    }
  }

  /** The failure if a topic that is read was recreated; null if none was. */
  @Nullable SieveException failure() {
    return failure;
  }

  /**
   * Called by every stream thread before it reads.
   *
   * @throws SieveException if a topic that is read was recreated
   */
  void ensureSame() {
    SieveException now = failure;
    if (now != null) {
      throw new SieveException(now.getMessage(), now);
    }
  }

  /** The ids of the generation's topics that exist; there may be thousands of other topics. */
  private Map<String, String> now(Admin admin) {
    Map<String, String> now = new TreeMap<>();
    admin
        .describeTopics(all)
        .topicNameValues()
        .forEach(
            (topic, described) -> {
              try {
                now.put(topic, connection.await(described).topicId().toString());
              } catch (SieveException e) {
                if (!TopicDescriber.saysUnknown(e)) {
                  throw e;
                }
              }
            });
    return now;
  }

  private Map<String, String> noted() {
    Map<String, String> noted = new TreeMap<>();
    try {
      if (Files.exists(file)) {
        for (String line : Files.readAllLines(file, UTF_8)) {
          int end = line.indexOf('=');
          if (end > 0) {
            noted.put(line.substring(0, end), line.substring(end + 1));
          }
        }
      }
      return noted;
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private void note() {
    String lines =
        known.entrySet().stream()
            .filter(topic -> read.contains(topic.getKey()))
            .map(topic -> topic.getKey() + "=" + topic.getValue() + "\n")
            .collect(joining());
    try {
      Files.createDirectories(file.getParent());
      Path written = file.resolveSibling(file.getFileName() + ".new");
      Files.writeString(written, lines, UTF_8);
      Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private SieveException unusable(IOException e) {
    return new SieveException(
        "the file '" + file + "' (setting state.dir) cannot be used: " + e, e);
  }
}
