package dev.crawlsieve.stream.kafka;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.Causes;
import dev.crawlsieve.core.failure.MachineFaults;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.errors.BrokerErrors;
import dev.crawlsieve.stream.kafka.errors.BrokerRefusal;
import dev.crawlsieve.stream.kafka.errors.BrokerTroubleException;
import dev.crawlsieve.stream.kafka.errors.Remedy;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Creates clients for the brokers named in the settings.
 *
 * <p>Settings under {@code streams.} that every kind of client knows (security, time-outs) also
 * apply to these clients; {@code producer.} and {@code consumer.} settings override them.
 */
public final class Connection {

  /** Long enough for a distant broker, short enough for a waiting user. */
  private static final int PATIENCE_MILLIS = 8_000;

  private static final Duration RESOLVE_EVERY = Duration.ofMillis(500);

  /**
   * How producers compress unless {@code producer.} settings say otherwise: with zstd at its
   * fastest ordinary level. This takes a third of gzip's CPU time and fewer bytes; see {@code
   * docs/rationale.md}.
   */
  public static final Map<String, Object> COMPRESSION =
      Map.of(
          ProducerConfig.COMPRESSION_TYPE_CONFIG,
          "zstd",
          ProducerConfig.COMPRESSION_ZSTD_LEVEL_CONFIG,
          1);

  /**
   * Settings to read up to the end of a topic: a request there is answered almost at once. By
   * default, a broker holds it for half a second, in which a consumer can neither read elsewhere
   * nor close.
   */
  public static final Map<String, Object> TO_THE_END =
      Map.of(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 20);

  private final SieveConfig config;

  /** Does not connect yet. */
  public Connection(SieveConfig config) {
    this.config = config;
  }

  /**
   * An admin client, returned once a broker has answered it.
   *
   * @throws SieveException if none does
   */
  public Admin admin() {
    Map<String, Object> settings = shared(AdminClientConfig.configNames());
    settings.putIfAbsent(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS);
    settings.putIfAbsent(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS / 2);
    return answered(settings, silent(config) + waited(millis(settings)));
  }

  /**
   * An admin client with a time limit in place of that in the settings.
   *
   * @param patienceMillis the time limit, in milliseconds; at least 2
   */
  public Admin admin(int patienceMillis) {
    Map<String, Object> settings = shared(AdminClientConfig.configNames());
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, patienceMillis);
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, patienceMillis / 2);
    return answered(settings, silent(config));
  }

  private static int millis(Map<String, Object> settings) {
    return Integer.parseInt(
        String.valueOf(settings.get(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG)).strip());
  }

  /**
   * @param silent the message that no broker answers
   */
  private Admin answered(Map<String, Object> settings, String silent) {
    Admin admin = made(settings, silent);
    try {
      await(admin.describeCluster().clusterId(), silent);
      return admin;
    } catch (RuntimeException e) {
      admin.close();
      throw e;
    }
  }

  /**
   * Makes a client. While a broker starts, its host name may not resolve yet; that is retried for
   * as long as an answer may take.
   */
  private Admin made(Map<String, Object> settings, String silent) {
    long end = System.nanoTime() + Duration.ofMillis(millis(settings)).toNanos();
    while (true) {
      try {
        return new SieveAdmin(settings);
      } catch (KafkaException e) {
        if (!BrokerErrors.isUnresolved(e.getCause())) {
          String why = Causes.root(e);
          ensureAccepted(e);
          if (MachineFaults.sentence(e) != null) {
            throw e;
          }
          throw new SieveException(
              why.startsWith("Invalid url")
                  ? "bootstrap.servers is '"
                      + config.bootstrapServers()
                      + "', must be host:port, several separated by commas"
                  : "the settings for the Kafka clients are invalid: " + why,
              e);
        } else if (System.nanoTime() >= end || Thread.currentThread().isInterrupted()) {
          throw new BrokerTroubleException(silent + ": none of these names has an address", e);
        }
        LockSupport.parkNanos(RESOLVE_EVERY.toNanos());
      }
    }
  }

  /** Waits for the answer to an admin client's request. */
  public <T> T await(KafkaFuture<T> answer) {
    return await(answer, silent(config));
  }

  private static <T> T await(KafkaFuture<T> answer, String silent) {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TimeoutException) {
        throw new BrokerTroubleException(silent, e);
      }
      String refusal = BrokerRefusal.sentence(e);
      String said = Objects.requireNonNull(e.getCause()).getMessage();
      if (refusal != null) {
        throw new SieveException(refusal, e);
      } else if (BrokerErrors.remedy(e) == Remedy.STOP
          // Missing topics stay missing until somebody creates them.
          || e.getCause() instanceof UnknownTopicOrPartitionException) {
        throw new SieveException("the Kafka broker refused: " + said, e);
      }
      throw new BrokerTroubleException("the Kafka broker answered with an error: " + said, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SieveException("interrupted while waiting for the Kafka broker", e);
    }
  }

  /** The members of a consumer group; none if there is no such group. */
  public Collection<MemberDescription> members(Admin admin, String group) {
    try {
      return Objects.requireNonNull(
              await(admin.describeConsumerGroups(List.of(group)).all()).get(group))
          .members();
    } catch (SieveException e) {
      if (Causes.any(e, GroupIdNotFoundException.class)) {
        return List.of();
      }
      throw e;
    }
  }

  /**
   * Runs calls of consumers and classifies the exceptions that they throw, as {@link #await} does
   * for admin clients.
   *
   * @throws BrokerTroubleException in place of an exception that may pass; any other is thrown on
   */
  public void sorted(Runnable calls) {
    try {
      calls.run();
    } catch (TimeoutException e) {
      throw new BrokerTroubleException(silent(config), e);
    } catch (KafkaException | IllegalStateException e) {
      if (BrokerErrors.remedy(e) == Remedy.STOP) {
        throw e;
      }
      throw new BrokerTroubleException(
          "the Kafka broker answered with an error: " + Causes.root(e), e);
    }
  }

  /** The message that no broker answers. */
  public static String silent(SieveConfig config) {
    return "no Kafka broker answers at "
        + config.bootstrapServers()
        + " (setting bootstrap.servers)";
  }

  private static String waited(int millis) {
    return " within "
        + (millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms")
        + " (setting streams."
        + AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG
        + ")";
  }

  /**
   * A producer of bytes.
   *
   * @param defaults settings that {@code producer.} settings override
   */
  public KafkaProducer<byte[], byte[]> producer(Map<String, Object> defaults) {
    Map<String, Object> settings = shared(ProducerConfig.configNames());
    settings.putAll(defaults);
    settings.putAll(config.passedThrough("producer."));
    return accepted(
        () -> new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer()));
  }

  /**
   * A producer of pages of any permitted size.
   *
   * @param defaults settings that add to or replace the defaults of every page producer; the user's
   *     settings override them
   */
  public KafkaProducer<byte[], byte[]> pageProducer(Map<String, Object> defaults) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.putAll(COMPRESSION);
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 20);
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, config.page().maxRecordBytes());
    settings.putAll(defaults);
    return accepted(
        () -> {
          ensureSends(config.passedThrough("producer."), "", config.page().maxRecordBytes());
          return producer(settings);
        });
  }

  /**
   * Checks that a producer can send records of some size.
   *
   * @param settings its settings
   * @param prefix what precedes their names
   * @throws SettingsException if one of them is too small
   */
  public static void ensureSends(Map<String, Object> settings, String prefix, int bytes) {
    for (String name :
        List.of(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, ProducerConfig.BUFFER_MEMORY_CONFIG)) {
      Object given = ConfigDef.parseType(name, settings.get(prefix + name), ConfigDef.Type.LONG);
      if (given instanceof Long most && most < bytes) {
        throw new SettingsException(
            "producer.%s is %s, but needs at least %s: records may be that large (page.max.bytes)"
                .formatted(name, most, bytes));
      }
    }
  }

  /** A consumer of bytes that reads only committed records and belongs to no group. */
  public KafkaConsumer<byte[], byte[]> consumer() {
    return consumer(Map.of());
  }

  /**
   * A consumer of bytes that reads only committed records and belongs to no group.
   *
   * @param defaults settings that {@code consumer.} settings override
   */
  public KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> defaults) {
    Map<String, Object> settings = shared(ConsumerConfig.configNames());
    settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 32 << 20);
    settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 8 << 20);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 2_000);
    settings.putAll(defaults);
    settings.putAll(config.passedThrough("consumer."));
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(
        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
        defaults.getOrDefault(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest"));
    settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
    settings.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    return accepted(
        () ->
            new KafkaConsumer<>(
                settings, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
  }

  /** Creates a client; if Kafka refuses its settings, the exception says so. */
  private static <C> C accepted(Supplier<C> client) {
    try {
      return client.get();
    } catch (KafkaException e) {
      ensureAccepted(e);
      throw e;
    }
  }

  /**
   * Throws if a client could not be created because of its settings.
   *
   * @throws SettingsException if Kafka has refused a setting
   */
  public static void ensureAccepted(KafkaException failure) {
    String rejected = BrokerErrors.rejected(failure);
    if (rejected != null) {
      throw new SettingsException("Kafka rejected the settings: " + rejected, failure);
    }
  }

  private Map<String, Object> shared(Set<String> known) {
    Map<String, Object> settings = new HashMap<>();
    config
        .passedThrough("streams.")
        .forEach(
            (name, value) -> {
              boolean ofAll =
                  known.contains(name) && AdminClientConfig.configNames().contains(name);
              // With config.providers, passwords can be read from files or the environment.
              if (ofAll || name.startsWith(AbstractConfig.CONFIG_PROVIDERS_CONFIG + ".")) {
                settings.put(name, value);
              }
            });
    settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers());
    return settings;
  }
}
