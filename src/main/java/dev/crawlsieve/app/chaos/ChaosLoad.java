package dev.crawlsieve.app.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.app.BenchLoad;
import dev.crawlsieve.app.Connection;
import dev.crawlsieve.app.SieveException;
import dev.crawlsieve.config.SieveConfig;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Produces pages at the pace of the faults, and keeps an account of what the brokers took. */
final class ChaosLoad implements Runnable {

  /** One in so many records is none that can be a page. */
  private static final int BAD = 97;

  private static final int MOST_OPEN = 2_000;

  private final SieveConfig config;
  private final BenchLoad pages;
  private final int count;
  private final Pace pace;
  private final RoutedOnce account;
  private final Stopping stopping;
  private final AtomicLong taken = new AtomicLong();
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private volatile boolean finished;

  ChaosLoad(
      SieveConfig config,
      BenchLoad pages,
      int count,
      Pace pace,
      RoutedOnce account,
      Stopping stopping) {
    this.config = config;
    this.pages = pages;
    this.count = count;
    this.pace = pace;
    this.account = account;
    this.stopping = stopping;
  }

  @Override
  public void run() {
    // However long a broker is away, a page is sent until it is taken.
    try (KafkaProducer<byte[], byte[]> producer =
        new Connection(config)
            .pageProducer(
                Map.of(
                    ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                    1_800_000,
                    ProducerConfig.MAX_BLOCK_MS_CONFIG,
                    1_800_000))) {
      for (int number = 0; number < count; number++) {
        while (number >= pace.released() || number - taken.get() > MOST_OPEN) {
          ensureWell();
          stopping.sleep(20);
        }
        send(producer, number);
      }
      producer.flush();
      ensureWell();
      finished = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
    }
  }

  private void send(KafkaProducer<byte[], byte[]> producer, int number) {
    byte[] key = ("page " + number).getBytes(UTF_8);
    byte[] value = value(number);
    var unused =
        producer.send(
            new ProducerRecord<>(config.topics().pages(), key, value),
            (metadata, e) -> {
              if (e == null) {
                account.produced(new String(key, UTF_8), RoutedOnce.hash(key, value));
                taken.incrementAndGet();
              } else {
                failure.compareAndSet(null, e);
              }
            });
  }

  /** A page, or now and then something that is none. */
  private byte[] value(int number) {
    if (number % BAD != BAD - 1) {
      return pages.html(number);
    }
    return switch (number / BAD % 3) {
      case 0 -> null;
      case 1 -> ("no page, number " + number).getBytes(UTF_8);
      default -> {
        byte[] page = pages.html(number);
        yield Arrays.copyOf(page, page.length / 2);
      }
    };
  }

  void ensureWell() {
    Exception e = failure.get();
    if (e instanceof SieveException told) {
      throw told;
    } else if (e != null) {
      throw new SieveException("pages cannot be produced: " + e, e);
    }
  }

  /** How many records the brokers have taken. */
  long taken() {
    return taken.get();
  }

  /** Whether all are produced. */
  boolean finished() {
    return finished;
  }
}
