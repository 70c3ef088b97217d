package dev.crawlsieve.lab.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.Scope;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.lab.bench.BenchLoad;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** Produces pages at the pace of the faults, and records what the brokers accepted. */
final class ChaosLoad implements Runnable {

  /** Header that identifies a record in the checks, regardless of its key. */
  static final String NAME = "crawlsieve-chaos";

  private static final int MOST_OPEN = 2_000;

  /** Larger records are sent synchronously, so that only one of them is in memory. */
  private static final int LARGE_BYTES = 1_000_000;

  /** Number of scopes, if a header names them. */
  private static final int SCOPES = 5;

  private static final int LARGEST_POISON_BYTES = 256 << 20;

  private final SieveConfig config;
  private final BenchLoad pages;
  private final int count;
  private final Pace pace;
  private final RoutedOnce account;
  private final Fates fates;
  private final PoisonTurns poison;
  private final int poisonEvery;
  private final Stoppable stopping;
  private final AtomicLong open = new AtomicLong();
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private volatile boolean finished;

  /**
   * @param poisonEvery one in this many records is a bad or odd one; 0 for none
   */
  ChaosLoad(
      SieveConfig config,
      BenchLoad pages,
      int count,
      PoisonTurns poison,
      int poisonEvery,
      Pace pace,
      RoutedOnce account,
      Fates fates,
      Stoppable stopping) {
    this.config = config;
    this.pages = pages;
    this.count = count;
    this.poison = poison;
    this.poisonEvery = poisonEvery;
    this.pace = pace;
    this.account = account;
    this.fates = fates;
    this.stopping = stopping;
  }

  @Override
  public void run() {
    try (KafkaProducer<byte[], byte[]> producer = producer(Map.of());
        KafkaProducer<byte[], byte[]> poisonProducer = producer(poisonSettings())) {
      for (int number = 0; number < count; number++) {
        while (number >= pace.released() || open.get() > MOST_OPEN) {
          ensureWell();
          stopping.sleep(20);
        }
        if (poisonEvery > 0 && number % poisonEvery == poisonEvery - 1) {
          send(poisonProducer, "poison " + number, poison.next());
        } else {
          send(producer, number);
        }
      }
      producer.flush();
      poisonProducer.flush();
      ensureWell();
      finished = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
    }
  }

  /** Retries forever, however long a broker is away. */
  private KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 1_800_000);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 1_800_000);
    return new Connection(config).pageProducer(settings);
  }

  /** Like a crawler that compresses well and ignores sizes. */
  private static Map<String, Object> poisonSettings() {
    return Map.of(
        ProducerConfig.COMPRESSION_TYPE_CONFIG,
        "zstd",
        ProducerConfig.LINGER_MS_CONFIG,
        0,
        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
        LARGEST_POISON_BYTES,
        ProducerConfig.BUFFER_MEMORY_CONFIG,
        2L * LARGEST_POISON_BYTES);
  }

  private void send(KafkaProducer<byte[], byte[]> producer, int number) {
    String name = "page " + number;
    byte[] key = name.getBytes(UTF_8);
    byte[] value = pages.html(number);
    List<Header> headers = headers(name, List.of(), scope(number));
    open.incrementAndGet();
    producer.send(
        new ProducerRecord<>(config.topics().pages(), null, null, key, value, headers),
        (metadata, e) -> {
          open.decrementAndGet();
          if (e == null) {
            account.produced(name, Content.of(key, value));
            taken.incrementAndGet();
          } else {
            failure.compareAndSet(null, e);
          }
        });
  }

  /** Sends a record that the brokers may refuse. */
  private void send(KafkaProducer<byte[], byte[]> producer, String name, Poison next)
      throws InterruptedException {
    Content content = Content.of(next.key(), next.value());
    List<Header> scope = HostileRecords.ownScope(next, config) ? List.of() : scope(0);
    open.incrementAndGet();
    Future<RecordMetadata> sent =
        producer.send(
            new ProducerRecord<>(
                config.topics().pages(),
                null,
                next.timestamp(),
                next.key(),
                next.value(),
                headers(name, next.headers(), scope)),
            (metadata, e) -> {
              open.decrementAndGet();
              if (e == null) {
                fates.due(name, next);
                account.produced(name, content);
                taken.incrementAndGet();
              } else if (e instanceof ApiException && !(e instanceof RetriableException)) {
                fates.refused(next);
                refused.incrementAndGet();
              } else {
                failure.compareAndSet(null, e);
              }
            });
    if (next.headers().size() + (next.value() == null ? 0 : next.value().length) > LARGE_BYTES) {
      while (!sent.isDone()) {
        stopping.sleep(20);
      }
    }
  }

  private List<Header> scope(int number) {
    return config.scope().kind() == Scope.Kind.HEADER
        ? List.of(
            header(Objects.requireNonNull(config.scope().header()), "scope " + number % SCOPES))
        : List.of();
  }

  /** The name comes last, where it is found at once regardless of the number of headers. */
  private static List<Header> headers(String name, List<Header> own, List<Header> scope) {
    List<Header> all = new ArrayList<>(own);
    all.addAll(scope);
    all.add(header(NAME, name));
    return all;
  }

  private static Header header(String name, String value) {
    return new RecordHeader(name, value.getBytes(UTF_8));
  }

  void ensureWell() {
    Exception e = failure.get();
    if (e instanceof SieveException told) {
      throw told;
    } else if (e != null) {
      throw new SieveException("pages cannot be produced: " + e, e);
    }
  }

  /** Number of records that the brokers have accepted. */
  long taken() {
    return taken.get();
  }

  /** Number of records to which the brokers have responded in any way. */
  long answered() {
    return taken.get() + refused.get();
  }

  /** Whether all records are produced. */
  boolean finished() {
    return finished;
  }
}
