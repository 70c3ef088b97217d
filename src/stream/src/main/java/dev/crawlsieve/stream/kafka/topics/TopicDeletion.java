package dev.crawlsieve.stream.kafka.topics;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.config.Wing;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.errors.BrokerRefusal;
import dev.crawlsieve.stream.topology.Changelogs;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupNotEmptyException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Deletes all that a generation has on the brokers: its topics, including those of features no
 * longer enabled, its stores' changelogs, and its group's offsets. Topics of others that it reads
 * stay.
 */
public final class TopicDeletion {

  private final SieveConfig config;
  private final Connection connection;

  public TopicDeletion(SieveConfig config) {
    this.config = config;
    this.connection = new Connection(config);
  }

  /**
   * The generation's topics that exist, in the order of {@link TopicNames#own}, then its
   * changelogs.
   *
   * @throws SieveException if no broker answers
   */
  public List<String> topics() {
    try (Admin admin = connection.admin()) {
      Set<String> existing = connection.await(admin.listTopics().names());
      return names().stream().filter(existing::contains).toList();
    }
  }

  private Set<String> names() {
    TopicNames topics = config.topics();
    Set<String> names = new LinkedHashSet<>(topics.own());
    names.addAll(List.of(topics.unjudged(), topics.resentLetters()));
    Wing.all().forEach(wing -> names.addAll(topics.of(wing)));
    names.addAll(List.of(topics.lookups(), topics.leaders(), topics.found()));
    if (names.contains(topics.pages())) {
      names.add(topics.producedPages());
    }
    names.addAll(Changelogs.possible(config));
    return names;
  }

  /**
   * Checks that no instance runs, so that nobody confirms a deletion in vain.
   *
   * @throws SieveException if one does, or no broker answers
   */
  public void ensureIdle() {
    String group = config.applicationId();
    try (Admin admin = connection.admin()) {
      ConsumerGroupDescription described =
          Objects.requireNonNull(
              admin.describeConsumerGroups(List.of(group)).all().get().get(group));
      if (!described.members().isEmpty()) {
        throw atWork(null);
      }
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof GroupIdNotFoundException)) {
        throw refused("group '" + group + "'", e);
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private SieveException atWork(@Nullable Throwable cause) {
    return new SieveException(
        "nothing is deleted: an instance of 'run' with application.id '"
            + config.applicationId()
            + "' is at work, or was until a minute ago; stop all of them first",
        cause);
  }

  /**
   * Deletes the group, then topics. The group comes first because brokers refuse to delete it while
   * an instance runs.
   *
   * @throws SieveException if an instance runs, something cannot be deleted, or no broker answers
   */
  public void delete(List<String> topics) {
    try (Admin admin = connection.admin()) {
      deleteGroup(admin);
      admin.deleteTopics(topics).topicNameValues().forEach(this::deleted);
      // Brokers answer before a topic is gone; until then, they refuse to create one of the same
      // name.
      for (int look = 0; look < Topics.LOOKS; look++) {
        Set<String> existing = connection.await(admin.listTopics().names());
        if (topics.stream().noneMatch(existing::contains)) {
          return;
        }
        LockSupport.parkNanos(Topics.LOOK_EVERY.toNanos());
      }
      throw new SieveException("the brokers have accepted the deletion, and still list the topics");
    }
  }

  private void deleteGroup(Admin admin) {
    String group = config.applicationId();
    try {
      admin.deleteConsumerGroups(List.of(group)).all().get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GroupNotEmptyException) {
        throw atWork(e);
      } else if (!(e.getCause() instanceof GroupIdNotFoundException)) {
        throw refused("group '" + group + "'", e);
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private void deleted(String topic, KafkaFuture<Void> done) {
    try {
      done.get();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
        throw refused("topic '" + topic + "'", e);
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static SieveException refused(String what, ExecutionException e) {
    String sentence = BrokerRefusal.sentence(e);
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return new SieveException(
        what + " cannot be deleted: " + (sentence == null ? cause.getMessage() : sentence), e);
  }

  private static SieveException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new SieveException("interrupted while topics were deleted", e);
  }
}
