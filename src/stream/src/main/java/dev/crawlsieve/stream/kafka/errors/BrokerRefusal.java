package dev.crawlsieve.stream.kafka.errors;

import dev.crawlsieve.core.failure.Causes;
import java.util.Map;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.InvalidSessionTimeoutException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/** Explains in one sentence why a broker refused a login or an operation. */
public final class BrokerRefusal {

  private static final String LISTED = " (docs/security.md lists the rights)";

  /** How Kafka's messages about rights end, see {@code org.apache.kafka.common.protocol.Errors}. */
  private static final String UNNAMED = " authorization failed.";

  /** How the message about a record ends that the producer itself does not send. */
  private static final String OWN_LIMIT = " configuration.";

  /** The settings of a topic under which brokers refuse a record, by the exception that follows. */
  private static final Map<Class<?>, String> SETTINGS =
      Map.of(
          RecordTooLargeException.class, "setting max.message.bytes of the topic",
          RecordBatchTooLargeException.class, "setting segment.bytes of the topic",
          InvalidRecordException.class,
              "setting max.decompressed.message.bytes of the topic, or cleanup.policy if the record"
                  + " has no key",
          InvalidTimestampException.class, "settings message.timestamp.* of the topic");

  private BrokerRefusal() {}

  /**
   * The explanation of a failure.
   *
   * @return null if no broker refused anything
   */
  public static @Nullable String sentence(Throwable failure) {
    Throwable around = null;
    for (Throwable cause = failure; cause != null; around = cause, cause = cause.getCause()) {
      if (cause instanceof SslAuthenticationException) {
        return "TLS with the Kafka broker failed: "
            + Causes.root(cause)
            + " (settings streams.ssl.truststore.* and streams.ssl.keystore.*)";
      } else if (cause instanceof SaslAuthenticationException) {
        return "the Kafka broker rejected the login: "
            + cause.getMessage()
            + " (settings streams.sasl.*)";
      } else if (cause instanceof FencedInstanceIdException) {
        return "another instance has joined with the same name (setting"
            + " consumer.group.instance.id): each instance needs its own";
      } else if (cause instanceof UnsupportedVersionException) {
        return "the Kafka broker is too old for this: "
            + cause.getMessage()
            + " (docs/operations.md names the supported versions)";
      } else if (cause instanceof InvalidSessionTimeoutException) {
        return "the Kafka broker refuses the session timeout (setting consumer.session.timeout.ms):"
            + " its group.min.session.timeout.ms and group.max.session.timeout.ms are the limits";
      } else if (cause instanceof AuthorizationException refused) {
        return "the Kafka broker does not allow " + what(refused, around) + LISTED;
      }
    }
    return null;
  }

  /**
   * Which settings to change if a record was refused.
   *
   * @return null if no record was refused
   */
  public static @Nullable String ofRecord(Throwable failure) {
    String settings = null;
    for (Throwable cause = failure; cause != null && settings == null; cause = cause.getCause()) {
      settings = SETTINGS.get(cause.getClass());
      if (settings != null && String.valueOf(cause.getMessage()).endsWith(OWN_LIMIT)) {
        return "settings producer.max.request.size and producer.buffer.memory";
      }
    }
    return settings;
  }

  /**
   * Whether a broker refused an operation because a right is missing. Kafka's clients do not always
   * say which: the refusal of a transaction's offsets has no exception type of its own.
   */
  public static boolean ofRights(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      boolean unnamed =
          cause.getClass() == KafkaException.class
              && String.valueOf(cause.getMessage()).endsWith(UNNAMED);
      if (cause instanceof AuthorizationException || unnamed) {
        return true;
      }
    }
    return false;
  }

  private static String what(AuthorizationException refused, @Nullable Throwable around) {
    if (refused instanceof TransactionalIdAuthorizationException) {
      return "Write on the transactional ids that start with the application.id";
    } else if (refused instanceof GroupAuthorizationException group && group.groupId() != null) {
      return "Read on group '" + group.groupId() + "'";
    } else if (refused instanceof TopicAuthorizationException topic
        && !topic.unauthorizedTopics().isEmpty()) {
      return "the operation on topic '" + String.join("', '", topic.unauthorizedTopics()) + "'";
    }
    // The caller knows which topic it asked for.
    String context =
        around == null ? "" : String.valueOf(around.getMessage()).lines().findFirst().orElse("");
    return "this: " + refused.getMessage() + (context.contains("topic ") ? " " + context : "");
  }
}
