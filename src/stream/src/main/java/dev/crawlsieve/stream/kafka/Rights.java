package dev.crawlsieve.stream.kafka;

import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DELETE;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.kafka.errors.BrokerRefusal;
import dev.crawlsieve.stream.kafka.errors.BrokerTroubleException;
import dev.crawlsieve.stream.topology.Changelogs;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the brokers whether a command has the rights that it needs. All missing rights are reported
 * together, before anything is written. docs/security.md lists the same rights in a table.
 *
 * <p>A broker without access control allows everything. Some rights cannot be checked in advance;
 * if one of these is missing, this shows only when it is used.
 */
public final class Rights {

  private static final Logger LOG = LoggerFactory.getLogger(Rights.class);

  private final SieveConfig config;
  private final Admin admin;
  private final List<String> missing = new ArrayList<>();

  private Rights(SieveConfig config, Admin admin) {
    this.config = config;
    this.admin = admin;
  }

  private static void ensure(SieveConfig config, Consumer<Rights> needed) {
    try (Admin admin = new Connection(config).admin()) {
      Rights rights = new Rights(config, admin);
      needed.accept(rights);
      rights.refuse();
    }
  }

  /**
   * Checks that an instance has all the rights it needs to run.
   *
   * @throws SieveException that names every missing right
   */
  public static void ensureSieve(SieveConfig config) {
    String group = config.applicationId();
    ensure(
        config,
        rights -> {
          sieve(config).forEach(rights::topic);
          rights.asked(
              rights.admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata(),
              "Read on group '" + group + "'");
          rights.transactions("the transactional ids that start with", group + "-");
        });
  }

  /**
   * Names the rights that an instance lacks by now, if that is why something failed: rights may be
   * taken away while it runs, and a refusal often does not say which one is missing.
   *
   * @return null if the failure has another reason, or the rights are not known
   */
  public static @Nullable String missing(SieveConfig config, Throwable failure) {
    if (BrokerRefusal.ofRights(failure)) {
      try {
        ensureSieve(config);
      } catch (BrokerTroubleException e) {
        LOG.debug("the rights are not known", e);
      } catch (SieveException e) {
        return e.getMessage();
      }
    }
    return null;
  }

  /**
   * Checks that all rights for sending dead letters again are granted.
   *
   * @throws SieveException that names every missing right
   */
  public static void ensureResend(SieveConfig config) {
    TopicNames topics = config.topics();
    ensure(
        config,
        rights -> {
          rights.topic(topics.deadLetters(), EnumSet.of(READ));
          rights.topic(topics.pages(), EnumSet.of(WRITE));
          rights.topic(topics.resentLetters(), EnumSet.of(CREATE, READ, WRITE));
          rights.transactions("transactional id", topics.resendTransactions());
        });
  }

  /**
   * Checks that all rights for producing pages are granted.
   *
   * @throws SieveException that names every missing right
   */
  public static void ensureProduce(SieveConfig config) {
    TopicNames topics = config.topics();
    ensure(
        config,
        rights -> {
          rights.topic(topics.pages(), EnumSet.of(WRITE));
          rights.topic(topics.deadLetters(), EnumSet.of(WRITE));
          rights.topic(topics.producedPages(), EnumSet.of(CREATE, READ, WRITE));
          rights.transactions(
              "the transactional ids that start with", topics.produceTransactions());
        });
  }

  private static Map<String, Set<AclOperation>> sieve(SieveConfig config) {
    TopicNames topics = config.topics();
    Map<String, Set<AclOperation>> needed = new LinkedHashMap<>();
    topics.all().forEach(topic -> needed.put(topic, EnumSet.of(WRITE)));
    topics.betweenSteps().forEach(topic -> needed.put(topic, EnumSet.of(READ, WRITE)));
    needed.put(topics.pages(), EnumSet.of(READ));
    if (!topics.ownLog()) {
      needed.put(topics.fingerprints(), EnumSet.of(READ));
    }
    Changelogs.names(config).forEach(log -> needed.put(log, EnumSet.of(CREATE, READ, WRITE)));
    // Records that have been read are deleted.
    topics.withinLanes().forEach(topic -> needed.put(topic, EnumSet.of(READ, WRITE, DELETE)));
    return needed;
  }

  /**
   * Checks that an operation on some topics is permitted; topics that do not exist pass.
   *
   * @throws SieveException that names every missing right
   */
  public static void ensure(SieveConfig config, Collection<String> topics, AclOperation operation) {
    ensure(config, rights -> topics.forEach(topic -> rights.topic(topic, EnumSet.of(operation))));
  }

  private void topic(String topic, Set<AclOperation> needed) {
    Set<AclOperation> absent = EnumSet.copyOf(needed);
    try {
      Set<AclOperation> allowed =
          Objects.requireNonNull(
                  admin
                      .describeTopics(
                          List.of(topic),
                          new DescribeTopicsOptions().includeAuthorizedOperations(true))
                      .allTopicNames()
                      .get()
                      .get(topic))
              .authorizedOperations();
      if (allowed == null) {
        return;
      }
      absent.removeAll(allowed);
      // Existing topics need not be created.
      absent.remove(CREATE);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof AuthorizationException)) {
        // The code that needs the topic reports that it does not exist.
        return;
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    if (!absent.isEmpty()) {
      missing.add(words(absent) + " on topic '" + topic + "'");
    }
  }

  private void transactions(String words, String id) {
    asked(admin.describeTransactions(List.of(id)).all(), "Write on " + words + " '" + id + "'");
  }

  /** Waits for an answer; only its permission matters. */
  private void asked(KafkaFuture<?> answer, String right) {
    try {
      answer.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AuthorizationException) {
        missing.add(right);
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static SieveException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new SieveException("interrupted while waiting for the Kafka broker", e);
  }

  private static String words(Set<AclOperation> operations) {
    return operations.stream().map(Rights::word).collect(Collectors.joining(", "));
  }

  private static String word(AclOperation operation) {
    String name = operation.name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }

  private void refuse() {
    if (!missing.isEmpty()) {
      throw new SieveException(
          ("the Kafka broker at %s does not allow this user %s (docs/security.md lists"
                  + " the rights)")
              .formatted(config.bootstrapServers(), String.join("; ", missing)));
    }
  }
}
