package dev.crawlsieve.stream.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.input.InputException;
import dev.crawlsieve.core.input.InputPage;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.TopicPlan;
import dev.crawlsieve.stream.kafka.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Produces every page from files; anything that cannot be a record on the topic becomes a dead
 * letter.
 *
 * <p>The counters may be read from other threads.
 */
public final class PageProducer implements AutoCloseable {

  private record Refused(InputPage page, Exception refusal) {}

  private static final List<Header> REFERENCE =
      List.of(new RecordHeader(Page.REFERENCE_HEADER, "true".getBytes(UTF_8)));

  private final SieveConfig config;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Queue<Refused> refused = new ConcurrentLinkedQueue<>();
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final AtomicLong pages = new AtomicLong();
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong deadLetters = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private volatile Map<String, Long> skipped = Map.of();
  private volatile Damages damages = new Damages(0, List.of());
  private volatile double done;
  private volatile long startNanos;
  private volatile boolean stopped;

  /**
   * @throws SieveException if no broker responds, or a topic is missing
   */
  public PageProducer(SieveConfig config) {
    this.config = config;
    Topics.ensureExist(
        config,
        List.of(config.topics().pages(), config.topics().deadLetters()),
        AclOperation.WRITE);
    int largest = TopicPlan.largestPageRecord(config);
    this.producer =
        new Connection(config)
            .pageProducer(
                Map.of(
                    ProducerConfig.BATCH_SIZE_CONFIG,
                    512 << 10,
                    ProducerConfig.BUFFER_MEMORY_CONFIG,
                    Math.max(32L << 20, 2L * largest)));
  }

  /**
   * Produces all pages of some inputs.
   *
   * @param progress called after every page; the listener decides when to report
   * @throws SieveException if an input is missing, or the broker fails
   */
  public void produce(List<InputGroup> inputs, Consumer<Progress> progress) {
    try (PageFeed feed = PageFeed.open(inputs, config)) {
      startNanos = System.nanoTime();
      for (InputPage page = feed.nextOrDamage();
          page != null && !stopped;
          page = feed.nextOrDamage()) {
        send(page, feed.reference() ? REFERENCE : List.of());
        bytes.addAndGet(page.value().length);
        pages.incrementAndGet();
        done = feed.done();
        progress.accept(progress());
      }
      skipped = feed.skipped();
      damages = feed.damages();
    } catch (InputException e) {
      throw new SieveException(e.getMessage(), e);
    }
    settle();
    done = 1;
    progress.accept(progress());
  }

  private void send(InputPage page, List<Header> headers) {
    ensureWell();
    buryRefused();
    if (page.defect() != null) {
      deadLetters.incrementAndGet();
      send(InputDeadLetters.unread(config.topics().deadLetters(), page), null);
      return;
    }
    // Its timestamp on the topic is now, not the fetch time: otherwise retention would delete an
    // old crawl.
    send(
        new ProducerRecord<>(
            config.topics().pages(), null, null, page.key(), page.value(), headers),
        InputDeadLetters.beginning(page));
  }

  /**
   * @param page the page that becomes a dead letter if the record is too large, or null if the
   *     record already is one
   */
  private void send(ProducerRecord<byte[], byte[]> letterOrPage, InputPage page) {
    var unused =
        producer.send(
            letterOrPage,
            (metadata, e) -> {
              if (e instanceof RecordTooLargeException && page != null) {
                refused.add(new Refused(page, e));
              } else if (e != null) {
                failure.compareAndSet(null, e);
              } else {
                taken.incrementAndGet();
              }
            });
  }

  private void buryRefused() {
    for (Refused next = refused.poll(); next != null; next = refused.poll()) {
      deadLetters.incrementAndGet();
      send(
          InputDeadLetters.refused(
              config.topics().deadLetters(), config.topics().pages(), next.page(), next.refusal()),
          null);
    }
  }

  private void settle() {
    if (stopped) {
      return;
    }
    producer.flush();
    buryRefused();
    producer.flush();
    ensureWell();
  }

  private void ensureWell() {
    Exception e = failure.get();
    if (e != null) {
      throw new SieveException(
          (e instanceof TimeoutException
                  ? Connection.silent(config) + " any more: "
                  : "the Kafka broker refused a page: ")
              + e.getMessage()
              + "; "
              + taken.get()
              + " of the "
              + pages.get()
              + " pages read so far were accepted. Running the same command again also produces"
              + " those again; they become duplicates",
          e);
    }
  }

  /** The progress of the work. */
  public Progress progress() {
    return new Progress(pages.get(), bytes.get(), -1, done, (System.nanoTime() - startNanos) / 1e9);
  }

  /** Number of pages read, including dead letters. */
  public long pages() {
    return pages.get();
  }

  /** Number of records that the broker has accepted so far, including dead letters. */
  long taken() {
    return taken.get();
  }

  /** Number of pages that became dead letters here. */
  public long deadLetters() {
    return deadLetters.get();
  }

  /**
   * Number of files and records skipped because they are not pages, by reason; known at the end.
   */
  public Map<String, Long> skipped() {
    return skipped;
  }

  /** The parts of the inputs that could not be read; known at the end. */
  public Damages damages() {
    return damages;
  }

  /** Total size of the values of the pages read, in bytes. */
  public long bytes() {
    return bytes.get();
  }

  /** The {@link System#nanoTime} just before the first page was read. */
  public long startNanos() {
    return startNanos;
  }

  /** Stops {@link #produce} after the current page. */
  public void stop() {
    stopped = true;
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(stopped ? 0 : 10));
  }
}
