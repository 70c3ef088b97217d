package dev.crawlsieve.stream.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.failure.Causes;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.files.input.InputIdentity;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.errors.BrokerErrors;
import dev.crawlsieve.stream.kafka.errors.BrokerRefusal;
import dev.crawlsieve.stream.kafka.errors.Remedy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * Sends the pages of some inputs in transactions. Each transaction includes a record of how many
 * pages are then committed.
 *
 * <p>Pages are sent as they come and kept until their transaction is committed, twice a second, so
 * pages from a slow stream do not wait. A page that its topic does not take aborts its transaction,
 * and the broker does not say which page it was. So the batch is sent again in halves until that
 * page is alone and becomes a dead letter. In a batch of n pages, one such page costs about log n
 * more transactions, and n cost 2 n.
 *
 * <p>All runs with the same inputs share a transactional id. A new run therefore rolls back what an
 * earlier one has not committed, and excludes the earlier one. Thread-safe.
 */
final class PageTransactions {

  private static final int BATCH_PAGES = 10_000;
  private static final long BATCH_BYTES = 16 << 20;
  private static final Duration COMMIT_EVERY = Duration.ofMillis(500);
  private static final int TRANSACTION_TIMEOUT_MILLIS = 60_000;

  private static final List<Header> REFERENCE =
      List.of(new RecordHeader(Page.REFERENCE_HEADER, "true".getBytes(UTF_8)));

  private record Fed(InputPage page, boolean reference) {

    List<Header> headers() {
      return reference ? REFERENCE : List.of();
    }
  }

  private final SieveConfig config;
  private final Supplier<? extends Producer<byte[], byte[]>> producers;
  private volatile Producer<byte[], byte[]> producer;
  private final ScheduledExecutorService committer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "crawlsieve-commit");
            thread.setDaemon(true);
            return thread;
          });

  private final List<Fed> batch = new ArrayList<>();
  private long batchBytes;

  /**
   * The error for a page of the open transaction that its topic does not take; set by the
   * producer's own thread.
   */
  private final AtomicReference<Exception> refused = new AtomicReference<>();

  private volatile ProducedPages committed;
  private @Nullable SieveException failure;
  private final AtomicLong deadLetters = new AtomicLong();

  /**
   * Excludes earlier runs with the same inputs, and rolls back what they have not committed.
   *
   * @throws SieveException if no broker answers
   */
  PageTransactions(SieveConfig config, InputIdentity inputs) {
    this(config, inputs, () -> producer(config, inputs));
  }

  /**
   * @param producers makes producers with the same transactional id
   */
  PageTransactions(
      SieveConfig config,
      InputIdentity inputs,
      Supplier<? extends Producer<byte[], byte[]>> producers) {
    this.config = config;
    this.committed = ProducedPages.none(inputs);
    this.producers = producers;
    this.producer = producers.get();
    initialize();
    long every = COMMIT_EVERY.toMillis();
    committer.scheduleWithFixedDelay(this::commitInTime, every, every, TimeUnit.MILLISECONDS);
  }

  private static Producer<byte[], byte[]> producer(SieveConfig config, InputIdentity inputs) {
    long largest = config.page().maxRecordBytes();
    return new Connection(config)
        .pageProducer(
            Map.of(
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                config.topics().produceTransactions() + inputs.name(),
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                TRANSACTION_TIMEOUT_MILLIS,
                ProducerConfig.BATCH_SIZE_CONFIG,
                512 << 10,
                ProducerConfig.BUFFER_MEMORY_CONFIG,
                Math.max(32L << 20, 2 * largest)));
  }

  private void initialize() {
    try {
      producer.initTransactions();
    } catch (KafkaException e) {
      producer.close(Duration.ZERO);
      throw failed(e);
    }
  }

  /**
   * Records that producing these inputs begins, or begins again.
   *
   * <p>Kafka 4.4.0, just started, was seen not to know this first transaction at its end. Nothing
   * else is in it, so another producer writes it again, once.
   */
  synchronized void begin() {
    try {
      commitMarker(committed);
    } catch (InvalidTxnStateException e) {
      producer.close(Duration.ZERO);
      producer = producers.get();
      initialize();
      commit(committed);
    } catch (KafkaException e) {
      throw failed(e);
    }
  }

  /** Continues after what is committed. */
  synchronized void resume(ProducedPages before) {
    committed = before;
  }

  /**
   * Sends a page, or a dead letter in place of one that could not be read.
   *
   * @param reference whether the page belongs to a reference corpus, with which other pages are
   *     compared
   * @throws SieveException if the broker does not accept it, or has not accepted an earlier one
   */
  synchronized void add(InputPage page, boolean reference) {
    ensureWell();
    try {
      if (batch.isEmpty()) {
        producer.beginTransaction();
      }
      Fed fed = new Fed(page, reference);
      batch.add(fed);
      batchBytes += page.value().length;
      send(fed);
    } catch (KafkaException e) {
      recover(e);
    }
    if (batch.size() >= BATCH_PAGES || batchBytes >= BATCH_BYTES) {
      commitBatch();
    }
  }

  /** Commits the remaining pages, and records that the inputs are complete. */
  synchronized void complete() {
    ensureWell();
    commitBatch();
    commit(new ProducedPages(committed.inputs(), committed.pages(), committed.last(), true));
  }

  /** How many pages of the inputs are known to be committed, dead letters included. */
  long pages() {
    return committed.pages();
  }

  /** How many dead letters this run has committed. */
  long deadLetters() {
    return deadLetters.get();
  }

  private synchronized void commitInTime() {
    if (failure == null) {
      try {
        commitBatch();
      } catch (SieveException e) {
        // Thrown when the next page is added.
        failure = e;
      }
    }
  }

  private void commitBatch() {
    if (batch.isEmpty()) {
      return;
    }
    try {
      finish(batch, letters(batch));
    } catch (KafkaException e) {
      recover(e);
    }
    clear();
  }

  private void clear() {
    batch.clear();
    batchBytes = 0;
  }

  /** Abandons the transaction, and sends its pages again if one was refused; otherwise throws. */
  private void recover(KafkaException e) {
    try {
      writeAgain(batch, giveUp(e));
    } catch (KafkaException another) {
      throw failed(another);
    }
    clear();
  }

  /** Aborts the transaction; returns why a page was refused, or throws if none was. */
  private Exception giveUp(KafkaException e) {
    Exception refusal = refused.get();
    if (refusal == null) {
      throw failed(e);
    }
    producer.abortTransaction();
    refused.set(null);
    return refusal;
  }

  private void writeAgain(List<Fed> some, Exception refusal) {
    if (some.size() == 1) {
      writeLetter(some.get(0), refusal);
    } else {
      int half = some.size() / 2;
      write(some.subList(0, half));
      write(some.subList(half, some.size()));
    }
  }

  private void write(List<Fed> some) {
    try {
      producer.beginTransaction();
      some.forEach(this::send);
      finish(some, letters(some));
    } catch (KafkaException e) {
      writeAgain(some, giveUp(e));
    }
  }

  private void writeLetter(Fed fed, Exception refusal) {
    producer.beginTransaction();
    send(
        InputDeadLetters.refused(
            config.topics().deadLetters(), config.topics().pages(), fed.page(), refusal));
    finish(List.of(fed), 1);
  }

  private static long letters(List<Fed> some) {
    return some.stream().filter(fed -> fed.page().defect() != null).count();
  }

  private void finish(List<Fed> sent, long letters) {
    ProducedPages then =
        new ProducedPages(
            committed.inputs(),
            committed.pages() + sent.size(),
            InputIdentity.hash(sent.get(sent.size() - 1).page()),
            false);
    end(then);
    deadLetters.addAndGet(letters);
  }

  /** Commits only the record of progress. */
  private void commit(ProducedPages then) {
    try {
      commitMarker(then);
    } catch (KafkaException e) {
      throw failed(e);
    }
  }

  private void commitMarker(ProducedPages then) {
    producer.beginTransaction();
    end(then);
  }

  private void end(ProducedPages then) {
    send(then.marker(config.topics().producedPages()));
    producer.commitTransaction();
    committed = then;
  }

  private void send(Fed fed) {
    InputPage page = fed.page();
    if (page.defect() != null) {
      send(InputDeadLetters.unread(config.topics().deadLetters(), page));
    } else {
      // The record's timestamp is the current time, not the fetch time: otherwise retention would
      // delete an old crawl.
      producer.send(
          new ProducerRecord<>(
              config.topics().pages(), null, null, page.key(), page.value(), fed.headers()),
          (metadata, e) -> {
            if (e != null && BrokerRefusal.ofRecord(e) != null) {
              refused.compareAndSet(null, e);
            }
          });
    }
  }

  /** Sends a record. Whether it arrives is known once the transaction is committed. */
  private void send(ProducerRecord<byte[], byte[]> record) {
    producer.send(record);
  }

  private void ensureWell() {
    if (failure != null) {
      throw failure;
    }
  }

  /** Makes the exception for a failure after which nothing more can be sent. */
  private SieveException failed(KafkaException e) {
    failure = new SieveException(why(e), e);
    return failure;
  }

  private String why(KafkaException e) {
    if (BrokerErrors.isTransactionLost(e)) {
      return "another 'produce' of the same inputs has started and takes the place of this one, or"
          + " the Kafka broker was away for longer than a transaction may last";
    }
    if (Causes.any(e, TimeoutException.class)) {
      return Connection.silent(config) + " any more: " + Causes.root(e);
    }
    String refusal = BrokerRefusal.sentence(e);
    if (refusal != null) {
      return refusal;
    }
    return BrokerErrors.remedy(e) == Remedy.STOP
        ? "the Kafka broker refused a page: " + Causes.root(e)
        : "the Kafka broker answered with an error: " + Causes.root(e);
  }

  /**
   * Abandons what is not committed. Idempotent.
   *
   * @param patience how long to wait for the broker to roll back
   */
  void close(Duration patience) {
    committer.shutdownNow();
    producer.close(patience);
  }
}
