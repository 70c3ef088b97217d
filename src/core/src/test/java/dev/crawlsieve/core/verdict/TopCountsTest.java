package dev.crawlsieve.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class TopCountsTest {

  @Test
  void shouldCountExactlyWhileThereIsRoom() {
    TopCounts hosts = new TopCounts(2);
    hosts.add("a", true);
    hosts.add("b", false);
    hosts.add("b", true);
    assertThat(hosts.top(5))
        .containsExactly(new TopCounts.Count("b", 2, 1, 0), new TopCounts.Count("a", 1, 1, 0));
    assertThat(hosts.top(1)).hasSize(1);
  }

  @Property
  void shouldBoundEveryCountAndMissNoFrequentHost(
      @ForAll @Size(max = 200) List<@IntRange(min = 0, max = 12) Integer> pages,
      @ForAll @IntRange(min = 1, max = 8) int most) {
    TopCounts hosts = new TopCounts(most);
    Map<String, Long> truth = new HashMap<>();
    for (int page : pages) {
      hosts.add("h" + page, page % 2 == 0);
      truth.merge("h" + page, 1L, Long::sum);
    }
    List<TopCounts.Count> top = hosts.top(most);
    assertThat(top).hasSizeLessThanOrEqualTo(most);
    for (TopCounts.Count host : top) {
      assertThat(truth.get(host.name())).isBetween(host.certain(), host.upper());
      assertThat(host.marked()).isLessThanOrEqualTo(truth.get(host.name()));
    }
    truth.forEach(
        (host, count) -> {
          if (count > pages.size() / (double) most) {
            assertThat(top).extracting(TopCounts.Count::name).contains(host);
          }
        });
  }
}
