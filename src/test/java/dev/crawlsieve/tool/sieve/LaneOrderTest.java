package dev.crawlsieve.tool.sieve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaneOrderTest {

  @TempDir Path dir;

  @Test
  void shouldMergePartitionsByLaneAndLaneOffset() throws IOException {
    Random random = new Random(1);
    List<String> expected = new ArrayList<>();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (LaneOrder order = new LaneOrder(dir)) {
      for (int lane = 0; lane < 3; lane++) {
        for (int offset = 0; offset < 200; offset += 1 + random.nextInt(3)) {
          String verdict = lane + "/" + offset;
          order.add(lane, offset, random.nextInt(4), verdict.getBytes(UTF_8));
          expected.add(verdict);
        }
      }
      order.writeTo(out);
    }
    assertThat(out.toString(UTF_8).lines().toList()).isEqualTo(expected);
    assertThat(dir).isEmptyDirectory();
  }

  @Test
  void shouldWriteNothingWhenThereIsNothing() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (LaneOrder order = new LaneOrder(dir)) {
      order.writeTo(out);
    }
    assertThat(out.size()).isZero();
  }
}
