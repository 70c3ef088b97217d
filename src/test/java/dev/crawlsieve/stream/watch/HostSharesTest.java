package dev.crawlsieve.stream.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class HostSharesTest {

  @Test
  void shouldCountExactlyWhileThereIsRoom() {
    HostShares hosts = new HostShares(2);
    hosts.add("a", true);
    hosts.add("b", false);
    hosts.add("b", true);
    assertThat(hosts.top(5))
        .containsExactly(new HostShares.Host("b", 2, 1, 0), new HostShares.Host("a", 1, 1, 0));
    assertThat(hosts.top(1)).hasSize(1);
  }

  @Property
  void shouldBoundEveryCountAndMissNoFrequentHost(
      @ForAll @Size(max = 200) List<@IntRange(min = 0, max = 12) Integer> pages,
      @ForAll @IntRange(min = 1, max = 8) int most) {
    HostShares hosts = new HostShares(most);
    Map<String, Long> truth = new HashMap<>();
    for (int page : pages) {
      hosts.add("h" + page, page % 2 == 0);
      truth.merge("h" + page, 1L, Long::sum);
    }
    List<HostShares.Host> top = hosts.top(most);
    assertThat(top).hasSizeLessThanOrEqualTo(most);
    for (HostShares.Host host : top) {
      assertThat(truth.get(host.host())).isBetween(host.pages() - host.over(), host.pages());
      assertThat(host.duplicates()).isLessThanOrEqualTo(truth.get(host.host()));
    }
    truth.forEach(
        (host, count) -> {
          if (count > pages.size() / (double) most) {
            assertThat(top).extracting(HostShares.Host::host).contains(host);
          }
        });
  }
}
