package dev.crawlsieve.stream.kafka.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

class TopicDescriberTest {

  private static final String TOPIC = "pages";

  private int unknownTo; // so many brokers that are asked
  private int asked;

  /** Lists what {@link Admin#describeTopics} found. */
  private static final class Described extends DescribeTopicsResult {

    private Described(KafkaFuture<TopicDescription> found) {
      super(null, Map.of(TOPIC, found));
    }
  }

  private static <T> KafkaFuture<T> failed(Exception e) {
    KafkaFutureImpl<T> future = new KafkaFutureImpl<>();
    future.completeExceptionally(e);
    return future;
  }

  private <T> KafkaFuture<T> answer(T known) {
    return asked++ < unknownTo
        ? failed(new UnknownTopicOrPartitionException("not here"))
        : KafkaFuture.completedFuture(known);
  }

  private TopicDescriber describer(KafkaFuture<ListOffsetsResultInfo> refusal) {
    Node broker = new Node(1, "broker", 9092);
    TopicPartitionInfo partition =
        new TopicPartitionInfo(0, broker, List.of(broker), List.of(broker));
    Admin admin =
        (Admin)
            Proxy.newProxyInstance(
                Admin.class.getClassLoader(),
                new Class<?>[] {Admin.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "describeTopics" ->
                          new Described(
                              answer(new TopicDescription(TOPIC, false, List.of(partition))));
                      case "listOffsets" ->
                          new ListOffsetsResult(
                              Map.of(
                                  new TopicPartition(TOPIC, 0),
                                  refusal == null
                                      ? answer(new ListOffsetsResultInfo(0, -1, Optional.empty()))
                                      : refusal));
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    SieveConfig config = SieveConfig.of(Map.of());
    return new TopicDescriber(admin, new Connection(config));
  }

  @Test
  void shouldWaitUntilEveryBrokerKnowsOfTheTopic() {
    for (int brokers = 0; brokers < 5; brokers++) {
      unknownTo = brokers;
      asked = 0;
      TopicDescriber describer = describer(null);
      assertThatCode(() -> describer.awaitLeaders(TOPIC)).doesNotThrowAnyException();
      assertThat(asked).isGreaterThanOrEqualTo(brokers + 2);
    }
  }

  @Test
  void shouldNotWaitAfterAnotherRefusal() {
    TopicDescriber describer = describer(failed(new TopicAuthorizationException(TOPIC)));
    assertThatThrownBy(() -> describer.awaitLeaders(TOPIC)).isInstanceOf(SieveException.class);
    assertThat(asked).isOne();
  }
}
