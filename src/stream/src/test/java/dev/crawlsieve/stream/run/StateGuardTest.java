package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.run.OffsetGuard.Committed;
import dev.crawlsieve.stream.run.OffsetGuard.Results;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** The guard of a lane with two shards whose indexes have begun, and its clusters. */
final class StateGuardTest {

  private static final Committed ONE = new Committed(1, false);
  private static final byte[] LEADER = new byte[Long.BYTES + 1];

  private final SieveConfig config =
      SieveConfig.of(Map.of("index.shards", "2", "clusters.enabled", "true"));
  private final TopicPartition recent = new TopicPartition("crawlsieve-recent-changelog", 0);
  private final TopicPartition clusters = new TopicPartition("crawlsieve-clusters-changelog", 0);
  private final TopicPartition leaders = new TopicPartition("leaders", 1);
  private final Map<TopicPartition, Long> ends = new HashMap<>();
  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");

  private void check(Function<Set<TopicPartition>, Map<TopicPartition, Long>> endsNow) {
    Set<TopicPartition> all =
        Stream.of(
                recent,
                clusters,
                leaders,
                new TopicPartition("leaders", 0),
                new TopicPartition("lookups", 0),
                new TopicPartition("lookups", 1),
                new TopicPartition("found", 0))
            .collect(Collectors.toSet());
    consumer.updateBeginningOffsets(all.stream().collect(Collectors.toMap(at -> at, at -> 0L)));
    Map<TopicPartition, Long> committed =
        all.stream().collect(Collectors.toMap(at -> at, at -> ends.getOrDefault(at, 0L)));
    consumer.updateEndOffsets(committed);
    Map<TopicPartition, Committed> read =
        Map.of(
            new TopicPartition("lookups", 0), ONE,
            new TopicPartition("lookups", 1), ONE,
            new TopicPartition("found", 0), ONE);
    new StateGuard(
            config,
            consumer,
            all.stream().collect(Collectors.groupingBy(TopicPartition::topic, Collectors.toSet())),
            endsNow,
            read,
            new Results(Map.of(), Set.of(), Set.of()))
        .check(Set.of(0, 1));
  }

  private Map<TopicPartition, Long> ends(Set<TopicPartition> of) {
    return of.stream().collect(Collectors.toMap(at -> at, at -> ends.getOrDefault(at, 0L)));
  }

  /** When the partition is next read, it has one record. */
  private void hold(TopicPartition at, byte[] key) {
    ends.put(at, 1L);
    consumer.schedulePollTask(
        () ->
            consumer.addRecord(
                new ConsumerRecord<>(at.topic(), at.partition(), 0, key, new byte[1])));
  }

  @Test
  void shouldNotMissNewestLeadersWhereOverridesDropAllPages() {
    hold(new TopicPartition("found", 0), new byte[1]);
    assertThatCode(() -> check(this::ends)).doesNotThrowAnyException();
  }

  @Test
  void shouldMissNewestLeadersWhereAPageWasKept() {
    hold(leaders, new byte[1]);
    assertThatThrownBy(() -> check(this::ends))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining(recent + " is empty, but there are kept pages in leaders-1")
        .hasMessageContaining("--into PREFIX");
  }

  @Test
  void shouldMissClustersWhereAPageWasKept() {
    hold(recent, LEADER);
    assertThatThrownBy(() -> check(this::ends))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining(clusters + " is empty, but there are kept pages in " + recent);
  }

  @Test
  void shouldNotMissClustersOfAPageThatIsKeptDuringTheCheck() {
    hold(recent, LEADER);
    assertThatCode(
            () ->
                check(
                    of -> {
                      Map<TopicPartition, Long> now = ends(of);
                      if (of.contains(clusters)) {
                        ends.put(clusters, 1L);
                      }
                      return now;
                    }))
        .doesNotThrowAnyException();
  }
}
