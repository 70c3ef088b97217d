package dev.crawlsieve.stream.kafka;

import static org.apache.kafka.common.protocol.Errors.*;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.work.SieveException;
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
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.protocol.Errors;

/**
 * Sorts the errors that brokers answer with, and that producers, consumers and admin clients throw:
 * a broker in trouble must not end what can go on later, and what only a person can change must not
 * be tried forever.
 *
 * <p>Kafka Streams begins again after some of them, but ends its client after others, such as an
 * unexpected error at the end of a transaction.
 */
public final class BrokerErrors {

  /** Brokers that start, stop, elect or are slow; and what is lost by that, but nothing else. */
  private static final Set<Errors> PASSING =
      EnumSet.of(
          // Brokers and partitions.
          BROKER_NOT_AVAILABLE,
          ELIGIBLE_LEADERS_NOT_AVAILABLE,
          FENCED_LEADER_EPOCH,
          FETCH_SESSION_ID_NOT_FOUND,
          FETCH_SESSION_TOPIC_ID_ERROR,
          INVALID_FETCH_SESSION_EPOCH,
          KAFKA_STORAGE_ERROR,
          LEADER_NOT_AVAILABLE,
          LISTENER_NOT_FOUND,
          NETWORK_EXCEPTION,
          NOT_CONTROLLER,
          NOT_ENOUGH_REPLICAS,
          NOT_ENOUGH_REPLICAS_AFTER_APPEND,
          NOT_LEADER_OR_FOLLOWER,
          OFFSET_NOT_AVAILABLE,
          PREFERRED_LEADER_NOT_AVAILABLE,
          REBOOTSTRAP_REQUIRED,
          REPLICA_NOT_AVAILABLE,
          REQUEST_TIMED_OUT,
          STALE_BROKER_EPOCH,
          STALE_CONTROLLER_EPOCH,
          THROTTLING_QUOTA_EXCEEDED,
          UNKNOWN_LEADER_EPOCH,
          // The group.
          COORDINATOR_LOAD_IN_PROGRESS,
          COORDINATOR_NOT_AVAILABLE,
          FENCED_MEMBER_EPOCH,
          ILLEGAL_GENERATION,
          MEMBER_ID_REQUIRED,
          NOT_COORDINATOR,
          REBALANCE_IN_PROGRESS,
          STALE_MEMBER_EPOCH,
          UNKNOWN_MEMBER_ID,
          UNSTABLE_OFFSET_COMMIT,
          // The transaction.
          CONCURRENT_TRANSACTIONS,
          DUPLICATE_SEQUENCE_NUMBER,
          INVALID_PRODUCER_EPOCH,
          INVALID_PRODUCER_ID_MAPPING,
          INVALID_TXN_STATE,
          OUT_OF_ORDER_SEQUENCE_NUMBER,
          PRODUCER_FENCED,
          TRANSACTION_ABORTABLE,
          TRANSACTION_COORDINATOR_FENCED,
          TRANSACTIONAL_ID_NOT_FOUND,
          UNKNOWN_PRODUCER_ID);

  /** Rights, logins, settings, records and versions that stay as they are. */
  private static final Set<Errors> LASTING =
      EnumSet.of(
          // Rights and logins.
          CLUSTER_AUTHORIZATION_FAILED,
          DELEGATION_TOKEN_AUTH_DISABLED,
          DELEGATION_TOKEN_AUTHORIZATION_FAILED,
          DELEGATION_TOKEN_EXPIRED,
          DELEGATION_TOKEN_NOT_FOUND,
          DELEGATION_TOKEN_OWNER_MISMATCH,
          DELEGATION_TOKEN_REQUEST_NOT_ALLOWED,
          GROUP_AUTHORIZATION_FAILED,
          ILLEGAL_SASL_STATE,
          INVALID_PRINCIPAL_TYPE,
          SASL_AUTHENTICATION_FAILED,
          SECURITY_DISABLED,
          TOPIC_AUTHORIZATION_FAILED,
          TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
          UNACCEPTABLE_CREDENTIAL,
          UNSUPPORTED_SASL_MECHANISM,
          // Settings, of this program or of the brokers.
          FENCED_INSTANCE_ID,
          GROUP_MAX_SIZE_REACHED,
          INCONSISTENT_CLUSTER_ID,
          INCONSISTENT_GROUP_PROTOCOL,
          INVALID_CONFIG,
          INVALID_GROUP_ID,
          INVALID_PARTITIONS,
          INVALID_REGULAR_EXPRESSION,
          INVALID_REPLICA_ASSIGNMENT,
          INVALID_REQUIRED_ACKS,
          INVALID_SESSION_TIMEOUT,
          INVALID_TOPIC_EXCEPTION,
          INVALID_TRANSACTION_TIMEOUT,
          POLICY_VIOLATION,
          STREAMS_INVALID_TOPOLOGY,
          STREAMS_INVALID_TOPOLOGY_EPOCH,
          STREAMS_TOPOLOGY_FENCED,
          TOPIC_DELETION_DISABLED,
          UNSUPPORTED_ASSIGNOR,
          // Records and offsets.
          INVALID_COMMIT_OFFSET_SIZE,
          INVALID_RECORD,
          INVALID_TIMESTAMP,
          MESSAGE_TOO_LARGE,
          OFFSET_METADATA_TOO_LARGE,
          OFFSET_OUT_OF_RANGE,
          RECORD_LIST_TOO_LARGE,
          TOPIC_ALREADY_EXISTS,
          // Versions.
          MISMATCHED_ENDPOINT_TYPE,
          UNSUPPORTED_COMPRESSION_TYPE,
          UNSUPPORTED_ENDPOINT_TYPE,
          UNSUPPORTED_FOR_MESSAGE_FORMAT,
          UNSUPPORTED_VERSION);

  private static final Pattern NAME = Pattern.compile("\\b[A-Z]+(?:_[A-Z]+)+\\b");
  private static final String NO_ADDRESS = "No resolvable bootstrap urls";
  private static final String UNEXPECTED_CODE = "Unexpected error code";

  private BrokerErrors() {}

  /**
   * What to do about an error in a broker's answer. A broker that does not know what is wrong, or
   * answers something other than it was asked, is asked again.
   */
  static Remedy remedy(Errors error) {
    if (PASSING.contains(error)) {
      return Remedy.WAIT;
    } else if (LASTING.contains(error)) {
      return Remedy.STOP;
    }
    return Remedy.RETRY;
  }

  /**
   * What to do about a failure: the first in its chain of causes that Kafka knows decides. What
   * does not come from Kafka stops.
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

  /** Whether no name in {@code bootstrap.servers} has an address, or none yet. */
  static boolean isUnresolved(Throwable failure) {
    return failure instanceof ConfigException
        && String.valueOf(failure.getMessage()).contains(NO_ADDRESS);
  }

  private static Remedy alone(Throwable cause) {
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
        // Streams asks for a new group's place in a partition that is revoked before it has one
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
   * Clients have no exception for an error they do not expect, but put its message or its name into
   * theirs ({@code TransactionManager}, {@code AbstractCoordinator}, {@code FetchCollector}).
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
