package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.config.PageSettings;
import java.time.InstantSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * The time of a record: its timestamp, or the clock's time if the timestamp is too far ahead of the
 * clock. Brokers reject records that are too far ahead, and a lane whose time has jumped ahead
 * would expire no more leaders.
 *
 * <p>No decision depends on the clock: a page's time is bounded once, when its fingerprint is made,
 * and the log carries it from there. So only this class can read the clock.
 */
public final class RecordTime implements TimestampExtractor {

  private static final long MAX_AHEAD_MILLIS = PageSettings.MAX_TIME_AHEAD.toMillis();

  private final InstantSource clock;
  private final Runnable bounded;

  RecordTime(InstantSource clock) {
    this(clock, () -> {});
  }

  private RecordTime(InstantSource clock, Runnable bounded) {
    this.clock = clock;
    this.bounded = bounded;
  }

  /** The same time; this is called for each record whose time is bounded. */
  RecordTime counting(Runnable each) {
    return new RecordTime(clock, each);
  }

  /** A record without a timestamp gets that of the record before it, never the clock's time. */
  @Override
  public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
    if (record.timestamp() < 0) {
      return Math.max(0, partitionTime);
    }
    long time = bounded(record.timestamp());
    if (time != record.timestamp()) {
      bounded.run();
    }
    return time;
  }

  /**
   * A time that every topic accepts.
   *
   * @param timestamp milliseconds since 1970-01-01T00:00Z
   */
  public long bounded(long timestamp) {
    long now = clock.millis();
    return timestamp - MAX_AHEAD_MILLIS > now ? now : Math.max(0, timestamp);
  }
}
