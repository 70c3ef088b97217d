package dev.crawlsieve.watch.live;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.PlaceReader;
import dev.crawlsieve.watch.http.ConcurrencyLimit;
import dev.crawlsieve.watch.http.RefusedException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A small pool of connected readers of a topic. Thread-safe. */
final class PlaceReaders implements AutoCloseable {

  private static final int AT_A_TIME = 2;

  /** How long the broker may take to return records. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final SieveConfig config;
  private final String topic;
  private final ConcurrencyLimit turns = new ConcurrencyLimit(AT_A_TIME);
  private final ConcurrentLinkedDeque<PlaceReader> free = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  PlaceReaders(SieveConfig config, String topic) {
    this.config = config;
    this.topic = topic;
  }

  /**
   * The records at the given positions that still exist.
   *
   * @throws RefusedException with status 503 if there are too many requests at once
   * @throws SieveException if the topic does not answer in time
   */
  Map<Coordinates, ConsumerRecord<byte[], byte[]>> fetch(Collection<Coordinates> places)
      throws RefusedException {
    if (places.isEmpty()) {
      return Map.of();
    }
    return turns.within(() -> read(places));
  }

  private Map<Coordinates, ConsumerRecord<byte[], byte[]>> read(Collection<Coordinates> places) {
    PlaceReader reader = free.poll();
    try {
      if (reader == null) {
        reader = new PlaceReader(config, topic);
      }
      Map<Coordinates, ConsumerRecord<byte[], byte[]>> found = reader.fetch(places, PATIENCE);
      free.push(reader);
      reader = null;
      return found;
    } finally {
      if (reader != null) {
        reader.close(); // a failure has left it in an unknown state
      }
      if (closed) {
        close();
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    for (PlaceReader one = free.poll(); one != null; one = free.poll()) {
      one.close();
    }
  }
}
