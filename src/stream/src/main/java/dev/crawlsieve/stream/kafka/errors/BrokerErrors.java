package dev.crawlsieve.stream.kafka.errors;

import static org.apache.kafka.common.protocol.Errors.*;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.Causes;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.index.IndexException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.ApplicationRecoverableException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/**
 * Classifies the errors that brokers return and that producers, consumers and admin clients throw.
 * A broker in trouble must not end work that can continue later, and an error that only a person
 * can fix must not be retried forever.
 *
 * <p>Kafka Streams itself recovers from some of these errors, but ends its client after others,
 * such as an unexpected error at the end of a transaction.
 */
public final class BrokerErrors {

  /** Errors that pass, in addition to those that Kafka itself retries or recovers from. */
  private static final Set<Errors> PASSING =
      EnumSet.of(
          BROKER_NOT_AVAILABLE,
          DUPLICATE_SEQUENCE_NUMBER,
          FENCED_MEMBER_EPOCH,
          INVALID_TXN_STATE,
          MEMBER_ID_REQUIRED,
          OUT_OF_ORDER_SEQUENCE_NUMBER,
          REBALANCE_IN_PROGRESS,
          REBOOTSTRAP_REQUIRED,
          STALE_BROKER_EPOCH,
          STALE_CONTROLLER_EPOCH,
          STALE_MEMBER_EPOCH,
          TRANSACTION_ABORTABLE,
          TRANSACTION_COORDINATOR_FENCED,
          TRANSACTIONAL_ID_NOT_FOUND,
          UNKNOWN_PRODUCER_ID);

  /** Errors that last: a record, right, setting or version is wrong and stays so. */
  private static final Set<Errors> LASTING =
      EnumSet.of(
          FENCED_INSTANCE_ID,
          GROUP_MAX_SIZE_REACHED,
          INCONSISTENT_CLUSTER_ID,
          INCONSISTENT_GROUP_PROTOCOL,
          INVALID_COMMIT_OFFSET_SIZE,
          INVALID_GROUP_ID,
          INVALID_PARTITIONS,
          INVALID_RECORD,
          INVALID_REPLICA_ASSIGNMENT,
          INVALID_SESSION_TIMEOUT,
          INVALID_TIMESTAMP,
          INVALID_TRANSACTION_TIMEOUT,
          MESSAGE_TOO_LARGE,
          OFFSET_METADATA_TOO_LARGE,
          OFFSET_OUT_OF_RANGE,
          POLICY_VIOLATION,
          RECORD_LIST_TOO_LARGE,
          SECURITY_DISABLED,
          TOPIC_ALREADY_EXISTS,
          UNSUPPORTED_ASSIGNOR,
          UNSUPPORTED_COMPRESSION_TYPE);

  /**
   * Errors about something that brokers may not know yet or may know only in part. Kafka retries
   * some of them and calls others permanent.
   */
  private static final Set<Errors> UNEXPECTED =
      EnumSet.of(
          CORRUPT_MESSAGE,
          INCONSISTENT_TOPIC_ID,
          INVALID_REPLICATION_FACTOR,
          UNKNOWN_TOPIC_ID,
          UNKNOWN_TOPIC_OR_PARTITION);

  private static final Pattern NAME = Pattern.compile("\\b[A-Z]+(?:_[A-Z]+)+\\b");
  private static final String NO_ADDRESS = "No resolvable bootstrap urls";
  private static final String UNEXPECTED_CODE = "Unexpected error code";

  private BrokerErrors() {}

  /**
   * What to do about an error in a broker's answer. If the broker does not know what is wrong, or
   * answers a different question, the request is sent again.
   */
  static Remedy remedy(Errors error) {
    ApiException thrown = error.exception();
    if (UNEXPECTED.contains(error)) {
      return Remedy.RETRY;
    } else if (LASTING.contains(error) || thrown instanceof InvalidConfigurationException) {
      return Remedy.STOP;
    }
    return PASSING.contains(error)
            || thrown instanceof RetriableException
            || thrown instanceof ApplicationRecoverableException
        ? Remedy.WAIT
        : Remedy.RETRY;
  }

  /**
   * What to do about a failure. The first cause that can be classified decides; a failure that does
   * not come from Kafka stops.
   */
  public static Remedy remedy(Throwable failure) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Throwable cause = failure; cause != null && seen.add(cause); cause = cause.getCause()) {
      Remedy remedy = alone(cause);
      if (remedy != null) {
        return remedy;
      }
    }
    return Remedy.STOP;
  }

  /**
   * Whether a producer has lost its transaction: another producer with its id has started, or the
   * broker has aborted what was open for too long. From Kafka 4.0 on, the end of such a transaction
   * is a state that is not valid, and not an epoch.
   */
  public static boolean isTransactionLost(KafkaException failure) {
    return Causes.any(failure, ProducerFencedException.class)
        || Causes.any(failure, InvalidProducerEpochException.class)
        || Causes.any(failure, InvalidTxnStateException.class);
  }

  /**
   * Whether a client could not be created because no host name in {@code bootstrap.servers} can be
   * resolved (yet).
   */
  public static boolean isUnresolved(@Nullable Throwable failure) {
    return failure instanceof ConfigException
        && String.valueOf(failure.getMessage()).contains(NO_ADDRESS);
  }

  /**
   * Kafka's message about a setting that it refuses; null if the failure has another reason.
   * Addresses that cannot be resolved or parsed are reported elsewhere.
   */
  public static @Nullable String rejected(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      if (cause instanceof ConfigException
          && !isUnresolved(cause)
          && !message.startsWith("Invalid url")) {
        return message;
      }
    }
    return null;
  }

  private static @Nullable Remedy alone(Throwable cause) {
    if (cause instanceof BrokerTroubleException || isUnresolved(cause)) {
      return Remedy.WAIT;
    } else if (cause instanceof SieveException
        || cause instanceof SettingsException
        || cause instanceof IndexException
        || cause instanceof ConfigException
        || cause instanceof AuthenticationException
        || cause instanceof AuthorizationException) {
      return Remedy.STOP;
    }
    Errors error = Errors.forException(cause);
    if (error != UNKNOWN_SERVER_ERROR || cause.getClass() == error.exception().getClass()) {
      return remedy(error);
    } else if (cause instanceof RetriableException
        || cause instanceof CommitFailedException
        // Streams asks for a new group's position in a partition that is revoked before it has one
        || cause instanceof NoOffsetForPartitionException) {
      return Remedy.WAIT;
    }
    boolean untyped = cause.getClass() == KafkaException.class && cause.getCause() == null;
    boolean consumers =
        cause instanceof IllegalStateException
            && String.valueOf(cause.getMessage()).startsWith(UNEXPECTED_CODE);
    return untyped || consumers ? spelledOut(String.valueOf(cause.getMessage())) : null;
  }

  /**
   * Clients have no exception for an error that they do not expect, but put its message or name
   * into theirs ({@code TransactionManager}, {@code AbstractCoordinator}, {@code FetchCollector}).
   */
  private static Remedy spelledOut(String message) {
    Set<Remedy> found = new HashSet<>();
    Matcher names = NAME.matcher(message);
    Set<String> named = new HashSet<>();
    while (names.find()) {
      named.add(names.group());
    }
    for (Errors error : Errors.values()) {
      if (error != NONE && (named.contains(error.name()) || message.contains(error.message()))) {
        found.add(remedy(error));
      }
    }
    if (found.contains(Remedy.STOP)) {
      return Remedy.STOP;
    }
    return found.equals(Set.of(Remedy.WAIT)) ? Remedy.WAIT : Remedy.RETRY;
  }
}
