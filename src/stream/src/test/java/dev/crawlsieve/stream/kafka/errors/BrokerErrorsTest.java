package dev.crawlsieve.stream.kafka.errors;

import static org.apache.kafka.common.protocol.Errors.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.index.IndexException;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class BrokerErrorsTest {

  /**
   * Errors of a broker that does not know what is wrong, or that answers something other than it
   * was asked: those that are tried again.
   */
  private static final Set<Errors> UNEXPECTED =
      EnumSet.of(
          CORRUPT_MESSAGE, // clients retry it unless the damage is on a broker's disk
          INVALID_FETCH_SIZE,
          INVALID_REPLICATION_FACTOR, // some of the brokers may be away
          INVALID_REQUEST,
          LOG_DIR_NOT_FOUND,
          OPERATION_NOT_ATTEMPTED,
          PRINCIPAL_DESERIALIZATION_FAILURE,
          UNKNOWN_SERVER_ERROR,
          UNRELEASED_INSTANCE_ID,
          // Topics that are gone, or that a broker does not know yet.
          INCONSISTENT_TOPIC_ID,
          UNKNOWN_TOPIC_ID,
          UNKNOWN_TOPIC_OR_PARTITION,
          // Answers to requests that this program does not make.
          BROKER_ID_NOT_REGISTERED,
          CONTROLLER_ID_NOT_REGISTERED,
          DELEGATION_TOKEN_AUTH_DISABLED,
          DELEGATION_TOKEN_EXPIRED,
          DELEGATION_TOKEN_NOT_FOUND,
          DELEGATION_TOKEN_OWNER_MISMATCH,
          DELEGATION_TOKEN_REQUEST_NOT_ALLOWED,
          DUPLICATE_BROKER_REGISTRATION,
          DUPLICATE_RESOURCE,
          DUPLICATE_VOTER,
          FEATURE_UPDATE_FAILED,
          FENCED_STATE_EPOCH,
          GROUP_DELETION_FAILED,
          GROUP_ID_NOT_FOUND,
          GROUP_SUBSCRIBED_TO_TOPIC,
          INCONSISTENT_VOTER_SET,
          INELIGIBLE_REPLICA,
          INVALID_PRINCIPAL_TYPE,
          INVALID_RECORD_STATE,
          INVALID_REGISTRATION,
          INVALID_REGULAR_EXPRESSION,
          INVALID_UPDATE_VERSION,
          INVALID_VOTER_KEY,
          MISMATCHED_ENDPOINT_TYPE,
          NEW_LEADER_ELECTED,
          NON_EMPTY_GROUP,
          NO_REASSIGNMENT_IN_PROGRESS,
          OFFSET_MOVED_TO_TIERED_STORAGE,
          POSITION_OUT_OF_RANGE,
          REASSIGNMENT_IN_PROGRESS,
          RESOURCE_NOT_FOUND,
          SNAPSHOT_NOT_FOUND,
          STREAMS_INVALID_TOPOLOGY,
          STREAMS_INVALID_TOPOLOGY_EPOCH,
          STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED,
          STREAMS_TOPOLOGY_FENCED,
          TELEMETRY_TOO_LARGE,
          TOPIC_DELETION_DISABLED,
          UNACCEPTABLE_CREDENTIAL,
          UNKNOWN_CONTROLLER_ID,
          UNKNOWN_SUBSCRIPTION_ID,
          UNSUPPORTED_ENDPOINT_TYPE,
          VOTER_NOT_FOUND);

  /** Fails for an error that a newer Kafka has added, until it is sorted. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void shouldSortEveryErrorOfKafka(Errors error) {
    Remedy remedy = BrokerErrors.remedy(error);
    assertThat(remedy == Remedy.RETRY).isEqualTo(UNEXPECTED.contains(error));
    // As clients throw it, and as Kafka Streams wraps that.
    assertThat(BrokerErrors.remedy(error.exception())).isEqualTo(remedy);
    assertThat(BrokerErrors.remedy(new StreamsException("a task", error.exception())))
        .isEqualTo(remedy);
    assertThat(BrokerErrors.remedy(new ExecutionException(error.exception()))).isEqualTo(remedy);
    // As they throw what they do not expect.
    assertThat(BrokerErrors.remedy(new KafkaException("Unhandled error: " + error.message())))
        .isEqualTo(remedy);
    assertThat(BrokerErrors.remedy(new KafkaException("due to errors: {a-0=" + error + "}")))
        .isEqualTo(remedy);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void shouldWaitForWhatKafkaItselfWouldRetry(Errors error) {
    if (error.exception() instanceof RetriableException) {
      assertThat(BrokerErrors.remedy(error)).isNotEqualTo(Remedy.STOP);
    }
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(Remedy.WAIT, new TimeoutException("late")),
        Arguments.of(Remedy.WAIT, new DisconnectException()),
        Arguments.of(Remedy.WAIT, new CommitFailedException("rebalanced")),
        Arguments.of(
            Remedy.WAIT, new NoOffsetForPartitionException(new TopicPartition("verdicts", 3))),
        Arguments.of(
            Remedy.WAIT,
            new KafkaException(
                "Failed to construct kafka producer",
                new ConfigException("No resolvable bootstrap urls given in bootstrap.servers"))),
        Arguments.of(
            Remedy.RETRY,
            new StreamsException(
                "Error encountered trying to commit a transaction",
                new KafkaException(
                    "Unhandled error in EndTxnResponse: The server experienced an unexpected error"
                        + " when processing the request."))),
        Arguments.of(
            Remedy.RETRY,
            new KafkaException(
                "Cannot execute transactional method because we are in an error state",
                new UnknownServerException("?"))),
        Arguments.of(
            Remedy.RETRY,
            new IllegalStateException("Unexpected error code 999 while fetching at offset 1")),
        Arguments.of(
            Remedy.RETRY,
            new KafkaException(
                "Received exception when fetching the next record from pages-0. If needed, please"
                    + " seek past the record to continue consumption.",
                new CorruptRecordException("Record size 0 is less than the minimum"))),
        Arguments.of(
            Remedy.STOP,
            new KafkaException("in an error state", new RecordTooLargeException("large"))),
        Arguments.of(
            Remedy.STOP,
            new KafkaException(
                "Failed to construct kafka producer",
                new ConfigException("Invalid url in bootstrap.servers: a"))),
        Arguments.of(Remedy.STOP, new SslAuthenticationException("no")),
        Arguments.of(Remedy.STOP, new SieveException("gone", new TimeoutException("late"))),
        Arguments.of(Remedy.STOP, new SettingsException("refused")),
        Arguments.of(Remedy.STOP, new StreamsException(new IndexException("damaged"))),
        Arguments.of(Remedy.STOP, new MissingSourceTopicException("gone")),
        Arguments.of(Remedy.STOP, new StreamsException(new IllegalStateException("a bug"))),
        Arguments.of(Remedy.STOP, new NullPointerException()));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void shouldSortByTheFirstCauseThatIsKnown(Remedy remedy, Exception failure) {
    assertThat(BrokerErrors.remedy(failure)).isEqualTo(remedy);
  }

  @Test
  void shouldEndWithChainsThatEndNowhere() {
    Exception inner = new RuntimeException();
    Exception outer = new RuntimeException(inner);
    inner.initCause(outer);
    assertThat(BrokerErrors.remedy(outer)).isEqualTo(Remedy.STOP);
  }
}
