package dev.crawlsieve.stream.meters;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The sliding windows equal counts computed from scratch over all pages. */
final class DriftPropertyTest {

  @Property
  void shouldCountTheLastPagesAndThoseBefore(
      @ForAll @Size(max = 60) List<@IntRange(min = Drift.DROPPED, max = 64) Integer> distances,
      @ForAll @IntRange(min = 1, max = 20) int window) {
    Drift drift = new Drift(window);
    distances.forEach(drift::add);
    int end = distances.size();
    int middle = Math.max(0, end - window);
    assertThat(drift.last()).isEqualTo(share(distances.subList(middle, end)));
    assertThat(drift.before())
        .isEqualTo(share(distances.subList(Math.max(0, middle - window), middle)));
  }

  private static Drift.Share share(List<Integer> distances) {
    List<Integer> copies = distances.stream().filter(distance -> distance >= 0).toList();
    double sum = copies.stream().mapToInt(Integer::intValue).sum();
    long dropped = distances.stream().filter(distance -> distance != Drift.KEPT).count();
    return new Drift.Share(
        distances.size(), (double) dropped / distances.size(), sum / copies.size());
  }
}
