package dev.crawlsieve.stream.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IndexTasksTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4})
  void shouldNumberTasksLaneByLane(int shards) {
    IndexTasks tasks = new IndexTasks(3, shards);
    int next = 0;
    for (int lane = 0; lane < 3; lane++) {
      assertThat(tasks.of(lane).count()).isEqualTo(tasks.ofEachLane());
      for (int task : tasks.of(lane).toArray()) {
        assertThat(task).isEqualTo(next++);
        assertThat(tasks.lane(task)).isEqualTo(lane);
        assertThat(tasks.task(lane, tasks.shard(task))).isEqualTo(task);
      }
    }
    assertThat(tasks.count()).isEqualTo(next);
  }

  @Test
  void shouldNameTasksByLaneAndShard() {
    assertThat(new IndexTasks(3, 0).name(2)).isEqualTo("lane 2");
    assertThat(new IndexTasks(3, 0).tags(2)).containsExactly("lane", "2");
    assertThat(new IndexTasks(3, 1).name(2)).isEqualTo("shard 0 of lane 2");
    assertThat(new IndexTasks(3, 4).name(7)).isEqualTo("shard 3 of lane 1");
    assertThat(new IndexTasks(3, 4).tags(7)).containsExactly("lane", "1", "shard", "3");
  }
}
