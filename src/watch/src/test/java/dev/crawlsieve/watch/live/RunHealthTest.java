package dev.crawlsieve.watch.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.run.BrokersAway;
import dev.crawlsieve.stream.run.Standstill;
import dev.crawlsieve.watch.http.Health;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams.State;
import org.junit.jupiter.api.Test;

final class RunHealthTest {

  @Test
  void shouldBeReadyOnlyWhenRunningWithNothingToRestore() {
    assertThat(RunHealth.of(State.RUNNING, Map.of(), null, null))
        .isEqualTo(new Health(true, true, "running", null));
    assertThat(RunHealth.of(State.REBALANCING, Map.of(), null, null).ready()).isFalse();
    assertThat(RunHealth.of(State.CREATED, Map.of(), null, null).live()).isTrue();
    assertThat(RunHealth.of(State.RUNNING, Map.of("lane 2", 70L), null, null))
        .isEqualTo(
            new Health(true, false, "restoring", "still to be restored: 70 records of lane 2"));
    assertThat(RunHealth.of(State.ERROR, Map.of(), null, null).live()).isFalse();
  }

  @Test
  void shouldTellOfStartStopAndFailure() {
    RunHealth health = new RunHealth(SieveConfig.of(Map.of()));
    assertThat(health.health()).matches(Health::live).matches(now -> !now.ready());
    assertThat(health.health().state()).isEqualTo("starting");
    health.stopping();
    assertThat(health.health().state()).isEqualTo("stopping");
    assertThat(health.health().ready()).isFalse();
    health.failed(new SieveException("the disk is full"));
    assertThat(health.health()).isEqualTo(new Health(false, false, "failed", "the disk is full"));
  }

  @Test
  void shouldSayWhatHoldsItUp() {
    Standstill broker =
        new Standstill(Standstill.Cause.BROKER, "none answers", Duration.ofSeconds(75), true);
    assertThat(RunHealth.of(State.RUNNING, Map.of("lane 2", 70L), broker, null))
        .isEqualTo(new Health(true, false, "no broker", "none answers (for 75 s by now)"));
    BrokersAway away = new BrokersAway("no answer", Duration.ofSeconds(6));
    assertThat(RunHealth.of(State.RUNNING, Map.of("lane 2", 70L), null, away))
        .isEqualTo(new Health(true, false, "no broker", "no answer (for 6 s by now)"));
    assertThat(RunHealth.of(State.RUNNING, Map.of(), broker, away).reason()).contains("75 s");
    assertThat(RunHealth.of(State.ERROR, Map.of(), null, away).state()).isEqualTo("error");
    assertThat(RunHealth.of(State.ERROR, Map.of(), broker, null).state()).isEqualTo("error");
    Standstill dead =
        new Standstill(Standstill.Cause.COMMIT, "nothing", Duration.ofMinutes(5), false);
    assertThat(RunHealth.of(State.RUNNING, Map.of(), dead, null))
        .isEqualTo(new Health(false, false, "standing still", "nothing (for 300 s by now)"));
  }

  @Test
  void shouldFollowARestore() {
    RestoreProgress restores = new RestoreProgress(new IndexTasks(4, 0));
    TopicPartition lane = new TopicPartition("changelog", 3);
    restores.onRestoreStart(lane, "index", 10, 110);
    assertThat(restores.left()).containsExactly(Map.entry(3, 100L));
    restores.onBatchRestored(lane, "index", 59, 50);
    assertThat(restores.left()).containsExactly(Map.entry(3, 50L));
    restores.onBatchRestored(lane, "index", 109, 50);
    assertThat(restores.left()).as("an instance does not say that 0 records are left").isEmpty();
    restores.onRestoreEnd(lane, "index", 100);
    assertThat(restores.left()).isEmpty();
    restores.onRestoreStart(lane, "index", 110, 110);
    assertThat(restores.left()).as("nothing to restore").isEmpty();
  }

  @Test
  void shouldAddWhatAllStoresOfALaneHaveToRestore() {
    RestoreProgress restores = new RestoreProgress(new IndexTasks(4, 0));
    TopicPartition index = new TopicPartition("index-changelog", 3);
    TopicPartition clusters = new TopicPartition("clusters-changelog", 3);
    restores.onRestoreStart(index, "index", 10, 110);
    restores.onRestoreStart(clusters, "clusters", 0, 30);
    assertThat(restores.left()).containsExactly(Map.entry(3, 130L));
    restores.onBatchRestored(clusters, "clusters", 9, 10);
    assertThat(restores.left()).containsExactly(Map.entry(3, 120L));
    restores.onRestoreEnd(clusters, "clusters", 30);
    assertThat(restores.left()).containsExactly(Map.entry(3, 100L));
    restores.onRestoreStart(new TopicPartition("mirrors-changelog", 0), "mirrors", 0, 5);
    assertThat(restores.named()).as("no lane's").containsExactly(Map.entry("lane 3", 100L));
    restores.onRestoreSuspended(index, "index", 0);
    assertThat(restores.left()).isEmpty();
  }

  @Test
  void shouldNameTheShardThatRestores() {
    RestoreProgress restores = new RestoreProgress(new IndexTasks(4, 4));
    restores.onRestoreStart(new TopicPartition("recent-changelog", 1), "recent", 0, 30);
    restores.onRestoreStart(new TopicPartition("index-changelog", 6), "index", 10, 110);
    assertThat(restores.named()).containsExactly(Map.entry("shard 2 of lane 1", 100L));
    restores.onRestoreEnd(new TopicPartition("entered-changelog", 6), "entered", 0);
    assertThat(restores.left()).containsExactly(Map.entry(6, 100L));
  }
}
