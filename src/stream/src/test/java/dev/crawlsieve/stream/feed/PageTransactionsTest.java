package dev.crawlsieve.stream.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.files.input.InputIdentity;
import dev.crawlsieve.stream.config.SieveConfig;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class PageTransactionsTest {

  private static final SieveConfig CONFIG = SieveConfig.of(Map.of());
  private static final InputIdentity INPUTS =
      new InputIdentity("0123456789abcdef", "pages.jsonl", 1, "fedcba9876543210");

  /** Kafka 4.4.0 was seen to answer so when a broker had just started. */
  @Test
  void shouldBeginAgainWhereTheBrokerDoesNotKnowTheFirstTransaction() {
    MockProducer<byte[], byte[]> first = refused();
    MockProducer<byte[], byte[]> second = producer();
    PageTransactions transactions = transactions(List.of(first, second));
    transactions.begin();
    assertThat(first.closed()).isTrue();
    assertThat(first.history()).isEmpty();
    assertThat(second.transactionCommitted()).isTrue();
    assertThat(second.history()).hasSize(1);
    assertThat(second.history().get(0).topic()).isEqualTo(CONFIG.topics().producedPages());
    transactions.complete();
    assertThat(second.history()).hasSize(2);
    transactions.close(Duration.ZERO);
    assertThat(second.closed()).isTrue();
  }

  @Test
  void shouldBeginAgainOnlyOnce() {
    PageTransactions transactions = transactions(List.of(refused(), refused(), producer()));
    assertThatThrownBy(transactions::begin)
        .isInstanceOf(SieveException.class)
        .hasMessageStartingWith("another 'produce' of the same inputs has started");
    transactions.close(Duration.ZERO);
  }

  private static PageTransactions transactions(List<MockProducer<byte[], byte[]>> producers) {
    Iterator<MockProducer<byte[], byte[]>> next = producers.iterator();
    return new PageTransactions(CONFIG, INPUTS, next::next);
  }

  private static MockProducer<byte[], byte[]> refused() {
    MockProducer<byte[], byte[]> producer = producer();
    producer.commitTransactionException = new InvalidTxnStateException("in an invalid state");
    return producer;
  }

  private static MockProducer<byte[], byte[]> producer() {
    return new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
