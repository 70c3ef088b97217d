package dev.crawlsieve.lab.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatenciesTest {

  @Test
  void shouldTakeTheNearestRank() {
    // The example of https://en.wikipedia.org/wiki/Percentile#Worked_examples, out of order.
    Latencies latencies = new Latencies(new long[] {40, 15, 50, 20, 35});
    assertThat(latencies.percentile(5)).isEqualTo(15);
    assertThat(latencies.percentile(30)).isEqualTo(20);
    assertThat(latencies.percentile(40)).isEqualTo(20);
    assertThat(latencies.percentile(50)).isEqualTo(35);
    assertThat(latencies.percentile(100)).isEqualTo(50);
  }

  @Test
  void shouldFindThe99thOfAHundredAndOfOne() {
    Latencies hundred = new Latencies(LongStream.rangeClosed(1, 100).toArray());
    assertThat(hundred.percentile(99)).isEqualTo(99);
    assertThat(hundred.percentile(99.1)).isEqualTo(100);
    assertThat(hundred.count()).isEqualTo(100);
    assertThat(new Latencies(new long[] {7}).percentile(99)).isEqualTo(7);
  }

  @Test
  void shouldRefuseWhatHasNoPercentile() {
    assertThatThrownBy(() -> new Latencies(new long[0]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Latencies(new long[] {1}).percentile(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Latencies(new long[] {1}).percentile(101))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
