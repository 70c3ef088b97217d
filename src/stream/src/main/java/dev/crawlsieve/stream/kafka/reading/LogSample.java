package dev.crawlsieve.stream.kafka.reading;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.CommittedRecords;
import dev.crawlsieve.stream.kafka.CommittedRecords.Range;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.Offsets;
import dev.crawlsieve.stream.kafka.errors.BrokerTroubleException;
import dev.crawlsieve.stream.topology.PlacedPage;
import dev.crawlsieve.stream.topology.PlacedPage.OtherPageException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of a log of fingerprints with its topic of pages. For each partition, the first and
 * last pages in the log are compared with the records now at their positions.
 *
 * @param compared number of pages compared; those that retention has removed are not
 * @param others number of positions that now hold another page, or lie beyond the end of their
 *     partition
 * @param example one of the latter, as a sentence; null if there are none
 */
public record LogSample(int compared, int others, @Nullable String example) {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Fingerprints to read at each end of the log, over all lanes. */
  private static final long READ = 4_000;

  /** Pages to compare at each end of the log, over all partitions. */
  private static final int COMPARED = 160;

  private static final int OF_ONE = 16;

  /** The page that was decided on. */
  private record Decided(String url, long bodyHash) {}

  /**
   * Compares the log of a generation with its topic of pages; both must exist.
   *
   * @throws BrokerTroubleException if they cannot be read
   */
  public static LogSample of(SieveConfig config) {
    Connection connection = new Connection(config);
    Map<Coordinates, Decided> wanted = new TreeMap<>();
    Map<Integer, Long> ends = new HashMap<>();
    connection.sorted(
        () -> {
          try (Consumer<byte[], byte[]> consumer = connection.consumer(Connection.TO_THE_END)) {
            List<TopicPartition> pages = Offsets.partitions(consumer, config.topics().pages());
            consumer.endOffsets(pages).forEach((at, end) -> ends.put(at.partition(), end));
            Map<Integer, Long> begins = new HashMap<>();
            consumer.beginningOffsets(pages).forEach((at, one) -> begins.put(at.partition(), one));
            wanted.putAll(wanted(consumer, config.topics().fingerprints(), begins));
          }
        });
    return compare(config, wanted, ends);
  }

  private static LogSample compare(
      SieveConfig config, Map<Coordinates, Decided> wanted, Map<Integer, Long> ends) {
    PlacedPage placed = new PlacedPage(config);
    Map<Coordinates, ConsumerRecord<byte[], byte[]>> found = Map.of();
    if (!wanted.isEmpty()) {
      try (PlaceReader reader = new PlaceReader(config, config.topics().pages())) {
        found = reader.fetch(wanted.keySet(), PATIENCE);
      }
    }
    int compared = 0;
    int others = 0;
    String example = null;
    for (Map.Entry<Coordinates, Decided> page : wanted.entrySet()) {
      Coordinates at = page.getKey();
      ConsumerRecord<byte[], byte[]> record = found.get(at);
      String other = null;
      if (record != null) {
        try {
          placed.ensureSame(
              page.getValue().url(),
              OptionalLong.of(page.getValue().bodyHash()),
              at,
              record.key(),
              record.value(),
              record.headers());
        } catch (OtherPageException e) {
          other = e.getMessage();
        }
      } else if (at.offset() >= ends.getOrDefault(at.partition(), 0L)) {
        other =
            "%s-%s ends before offset %s, where %s was decided on"
                .formatted(
                    config.topics().pages(), at.partition(), at.offset(), page.getValue().url());
      } else {
        continue; // compaction may remove records between others
      }
      compared++;
      others += other == null ? 0 : 1;
      example = example == null ? other : example;
    }
    return new LogSample(compared, others, example);
  }

  /** The pages at both ends of the log, by position. */
  private static Map<Coordinates, Decided> wanted(
      Consumer<byte[], byte[]> consumer, String log, Map<Integer, Long> begins) {
    List<TopicPartition> lanes = Offsets.partitions(consumer, log);
    long share = Math.max(1, READ / Math.max(1, lanes.size()));
    int most = Math.min(OF_ONE, Math.max(1, COMPARED / Math.max(1, begins.size())));
    Map<Integer, NavigableMap<Long, Decided>> first = new HashMap<>();
    Map<Integer, NavigableMap<Long, Decided>> last = new HashMap<>();
    Map<TopicPartition, Range> ranges = new HashMap<>();
    Map<TopicPartition, Long> laneEnds = consumer.endOffsets(lanes);
    consumer
        .beginningOffsets(lanes)
        .forEach(
            (lane, begin) ->
                ranges.put(
                    lane, new Range(begin, Math.min(begin + share, Offsets.of(lane, laneEnds)))));
    CommittedRecords.each(consumer, ranges, record -> add(record, begins, first, most, false));
    CommittedRecords.newest(
        consumer, lanes, share, record -> add(record, begins, last, most, true));
    Map<Coordinates, Decided> wanted = new HashMap<>();
    for (Map<Integer, NavigableMap<Long, Decided>> side : List.of(first, last)) {
      side.forEach(
          (partition, urls) ->
              urls.forEach((offset, url) -> wanted.put(new Coordinates(partition, offset), url)));
    }
    return wanted;
  }

  private static void add(
      ConsumerRecord<byte[], byte[]> record,
      Map<Integer, Long> begins,
      Map<Integer, NavigableMap<Long, Decided>> side,
      int most,
      boolean newest) {
    try {
      Fingerprint page = FingerprintCodec.decode(record.value());
      Coordinates at = page.source();
      if (at.offset() >= begins.getOrDefault(at.partition(), Long.MAX_VALUE)) {
        NavigableMap<Long, Decided> urls =
            side.computeIfAbsent(at.partition(), partition -> new TreeMap<>());
        urls.put(at.offset(), new Decided(page.url(), page.bodyHash()));
        if (urls.size() > most) {
          urls.remove(newest ? urls.firstKey() : urls.lastKey());
        }
      }
    } catch (UnreadableFingerprintException e) {
      // The lane sets it aside.
    }
  }
}
