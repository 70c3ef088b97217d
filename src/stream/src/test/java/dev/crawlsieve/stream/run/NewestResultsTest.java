package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.run.OffsetGuard.Committed;
import dev.crawlsieve.stream.run.OffsetGuard.Results;
import dev.crawlsieve.stream.shard.Crowd;
import dev.crawlsieve.stream.shard.LaneQuery;
import dev.crawlsieve.stream.shard.ShardRecordCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

/** The newest results of topics that hold what a test puts there, and otherwise nothing. */
final class NewestResultsTest {

  private static final List<ComparedPage> PAGES = new Crowd(1, false).lane(5);

  /** Keeps its records, where a mock consumer returns each once. */
  private static final class FakeConsumer extends MockConsumer<byte[], byte[]> {

    private final Map<TopicPartition, List<byte[]>> values = new HashMap<>();
    private final Set<String> denied = new HashSet<>();
    private final Map<String, Long> asked = new HashMap<>();
    private long empty; // offsets of markers in each partition without records

    private FakeConsumer() {
      super("earliest");
    }

    @Override
    public synchronized Map<TopicPartition, Long> beginningOffsets(
        java.util.Collection<TopicPartition> of) {
      return of.stream().collect(Collectors.toMap(at -> at, at -> 0L));
    }

    @Override
    public synchronized Map<TopicPartition, Long> endOffsets(
        java.util.Collection<TopicPartition> of) {
      return of.stream().collect(Collectors.toMap(at -> at, this::end));
    }

    private long end(TopicPartition at) {
      return values.containsKey(at) ? values.get(at).size() : empty;
    }

    @Override
    public synchronized void seek(TopicPartition at, long offset) {
      asked.merge(at.topic(), end(at) - offset, Long::sum);
      super.seek(at, values.containsKey(at) ? offset : end(at));
    }

    @Override
    public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
      for (TopicPartition at : assignment()) {
        if (denied.contains(at.topic())) {
          throw new TopicAuthorizationException(at.topic());
        }
        List<byte[]> all = values.getOrDefault(at, List.of());
        for (long offset = position(at); offset < all.size(); offset++) {
          byte[] value = all.get((int) offset);
          addRecord(new ConsumerRecord<>(at.topic(), at.partition(), offset, new byte[1], value));
        }
      }
      return super.poll(timeout);
    }
  }

  private final FakeConsumer consumer = new FakeConsumer();

  private NewestResults results(Map<String, String> settings, int partitions) {
    SieveConfig config = SieveConfig.of(settings);
    Map<String, Set<TopicPartition>> topics = new HashMap<>();
    for (String topic : config.topics().all()) {
      topics.put(topic, new HashSet<>());
      for (int partition = 0; partition < partitions; partition++) {
        topics.get(topic).add(new TopicPartition(topic, partition));
      }
    }
    return new NewestResults(config, consumer, topics);
  }

  private static Map<TopicPartition, Committed> byHand(String topic, long offset) {
    return Map.of(new TopicPartition(topic, 0), new Committed(offset, true));
  }

  @Test
  void shouldNameTopicsThatMayNotBeRead() {
    consumer.values.put(new TopicPartition("unique", 0), List.of(new byte[1]));
    consumer.values.put(new TopicPartition("dead-letters", 0), List.of(new byte[1]));
    consumer.denied.addAll(Set.of("unique", "dead-letters"));
    Results read = results(Map.of(), 1).read(byHand("verdicts", 0), "changelog");
    assertThat(read.unreadable()).containsExactly("dead-letters", "unique");
    assertThat(read.newest()).isEmpty();
  }

  @Test
  void shouldKnowWhichPagesHaveLeftAShard() {
    put("lookups", 0, PAGES);
    put("lookups", 1, PAGES.subList(0, 3));
    NewestResults results = results(Map.of("index.shards", "2"), 2);
    results.read(byHand("lookups", 1), "changelog");
    TopicPartition first = new TopicPartition("lookups", 0);
    assertThat(results.lastWith(first, 1)).hasValue(2L);
    assertThat(results.lastWith(first, 3)).as("written since").isEmpty();
    assertThat(results.lastWith(new TopicPartition("lookups", 1), 0)).isEmpty();
  }

  private void put(String topic, int partition, List<ComparedPage> pages) {
    List<byte[]> queries = new ArrayList<>();
    pages.forEach(page -> queries.add(ShardRecordCodec.encode(LaneQuery.of(page, 0))));
    consumer.values.put(new TopicPartition(topic, partition), queries);
  }

  @Test
  void shouldReadNoMoreThanItTakes() {
    consumer.empty = 1_000_000;
    results(Map.of(), 100).read(byHand("fingerprints", 7), "changelog");
    assertThat(consumer.asked).containsEntry("verdicts", 400_000L);
    assertThat(consumer.asked).containsEntry("fingerprints", 100 * 200L);
    consumer.asked.clear();
    Results more = results(Map.of(), 10).read(byHand("pages", 7), "changelog");
    assertThat(consumer.asked).containsEntry("verdicts", 10 * 200L);
    assertThat(consumer.asked).containsEntry("fingerprints", 10 * 10_000L);
    assertThat(more.next()).isEmpty();
  }
}
