package dev.crawlsieve.stream.letters;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.Causes;
import dev.crawlsieve.core.failure.ReasonGroup;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.Rights;
import dev.crawlsieve.stream.kafka.errors.BrokerErrors;
import dev.crawlsieve.stream.kafka.errors.BrokerRefusal;
import dev.crawlsieve.stream.kafka.reading.TopicSpan;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclOperation;
import org.jspecify.annotations.Nullable;

/**
 * Sends the pages of dead letters to {@code pages} again, each letter's at most once.
 *
 * <p>A transaction contains some pages and, for each page, a record on {@code dead-letters-resent}
 * that names its letter. The committed records there are the letters that have been sent, by any
 * filter, in complete and in interrupted runs. All runs share a transactional id. A new run first
 * rolls back what an earlier one has not committed, and excludes that run; only then does it read
 * which letters have been sent.
 *
 * <p>A page that fails again becomes a new letter, which can in turn be sent again.
 */
public final class LetterResend {

  private static final int BATCH_LETTERS = 500;
  private static final long BATCH_BYTES = 8 << 20;
  private static final int TRANSACTION_TIMEOUT_MILLIS = 30_000;
  private static final Duration CLOSING = Duration.ofSeconds(10);

  private final SieveConfig config;
  private final Stoppable work =
      new Stoppable("the letters being sent were not committed in time", CLOSING.multipliedBy(3));
  private final List<Letter> batch = new ArrayList<>();
  private long batchBytes;
  private long letters;
  private long selected;
  private long sentBefore;
  private long sent;
  private final Map<String, Long> refused = new HashMap<>();
  private final Map<String, Long> again = new HashMap<>();

  /** Does not connect yet. */
  public LetterResend(SieveConfig config) {
    this.config = config;
  }

  /**
   * Counts what {@link #resend} would do.
   *
   * @param progress called after each batch of records read
   * @throws SieveException if a topic is missing or may not be read, or no broker answers
   * @throws SettingsException if this generation reads the {@code pages} of another
   */
  public ResendResult tryOut(LetterFilter filter, Consumer<Progress> progress) {
    ensureOwnPages();
    Topics.ensureExist(config, List.of(config.topics().deadLetters()));
    select(filter, ResentLetters.read(config), letter -> sent++, progress);
    return result();
  }

  /**
   * Sends the pages of the selected letters, among those that are committed now and have not been
   * sent again.
   *
   * @param progress called after each batch of records read
   * @throws SieveException if a topic or a right is missing, another run has started, this one was
   *     stopped, or a broker fails; the message says how many letters have been sent
   * @throws SettingsException if this generation reads the {@code pages} of another
   */
  public ResendResult resend(LetterFilter filter, Consumer<Progress> progress) {
    ensureOwnPages();
    work.begin();
    try {
      Rights.ensureResend(config);
      Topics.ensureExist(config, List.of(config.topics().deadLetters()));
      Topics.ensureExist(config, List.of(config.topics().pages()), AclOperation.WRITE);
      Topics.createSideTopic(config, config.topics().resentLetters());
      return send(filter, progress);
    } finally {
      work.cleared();
    }
  }

  /** Ends {@link #resend} after the current transaction, and waits until it has ended. */
  public void stop() {
    work.stop();
  }

  private void ensureOwnPages() {
    String pages = config.topics().pages();
    if (config.topics().borrowed().contains(pages)) {
      throw new SettingsException(
          "topic '"
              + pages
              + "' belongs to others (setting pages.topic): send dead letters again in the"
              + " generation that it belongs to");
    }
  }

  private ResendResult send(LetterFilter filter, Consumer<Progress> progress) {
    // Closing the producer rolls back an open transaction.
    KafkaProducer<byte[], byte[]> producer = producer();
    try {
      producer.initTransactions();
      ResentLetters resent = ResentLetters.read(config);
      select(
          filter,
          resent,
          letter -> {
            work.ensureGoingOn();
            add(producer, resent, letter);
          },
          read -> {
            work.ensureGoingOn();
            progress.accept(read);
          });
      commit(producer, resent);
      return result();
    } catch (KafkaException e) {
      throw failed(Causes.root(e), e);
    } catch (SieveException e) {
      throw failed(e.getMessage(), e);
    } finally {
      producer.close(CLOSING);
    }
  }

  /** Passes on the letters to be sent, and counts the others. */
  private void select(
      LetterFilter filter,
      ResentLetters resent,
      Consumer<Letter> each,
      Consumer<Progress> progress) {
    TopicSpan.of(config, config.topics().deadLetters())
        .read(
            next -> {
              Letter letter = new Letter(next);
              letters++;
              if (!filter.selects(letter)) {
                return;
              }
              selected++;
              if (resent.contains(letter.at())) {
                sentBefore++;
                return;
              }
              letter
                  .refusal(config)
                  .ifPresentOrElse(
                      why -> refused.merge(why, 1L, Long::sum),
                      () -> {
                        letter
                            .cause(config)
                            .ifPresent(why -> again.merge(ReasonGroup.of(why), 1L, Long::sum));
                        each.accept(letter);
                      });
            },
            progress);
  }

  private ResendResult result() {
    return new ResendResult(letters, selected, sent, sentBefore, refused, again);
  }

  private void add(KafkaProducer<byte[], byte[]> producer, ResentLetters resent, Letter letter) {
    batch.add(letter);
    batchBytes += letter.bytes();
    if (batch.size() >= BATCH_LETTERS || batchBytes >= BATCH_BYTES) {
      commit(producer, resent);
    }
  }

  private void commit(KafkaProducer<byte[], byte[]> producer, ResentLetters resent) {
    if (batch.isEmpty()) {
      return;
    }
    try {
      producer.beginTransaction();
      String pages = config.topics().pages();
      int partitions = producer.partitionsFor(pages).size();
      for (Letter letter : batch) {
        send(producer, letter.page(pages, partitions));
        send(producer, resent.marker(letter));
      }
      producer.commitTransaction();
    } catch (KafkaException e) {
      throw new SieveException(why(e), e);
    }
    sent += batch.size();
    batch.clear();
    batchBytes = 0;
  }

  /** Sends a record. Whether it arrives is known once the transaction is committed. */
  private static void send(
      KafkaProducer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
    producer.send(record);
  }

  private static String why(KafkaException e) {
    if (BrokerErrors.isTransactionLost(e)) {
      return "another 'dead-letters resend' has started and takes the place of this one, or the"
          + " Kafka broker was away for longer than a transaction may last";
    }
    String refusal = BrokerRefusal.sentence(e);
    return refusal == null ? "the Kafka broker did not take the pages: " + Causes.root(e) : refusal;
  }

  private SieveException failed(@Nullable String why, Exception e) {
    return new SieveException(
        why
            + "; "
            + sent
            + (sent == 1 ? " dead letter" : " dead letters")
            + " had been sent. Running the same command again sends the rest, none"
            + " of them twice",
        e);
  }

  private KafkaProducer<byte[], byte[]> producer() {
    long largest = config.page().maxRecordBytes();
    return new Connection(config)
        .pageProducer(
            Map.of(
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                config.topics().resendTransactions(),
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                TRANSACTION_TIMEOUT_MILLIS,
                ProducerConfig.BUFFER_MEMORY_CONFIG,
                Math.max(32L << 20, 2 * largest)));
  }
}
