package dev.crawlsieve.stream.meters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LatestDropsTest {

  private final LatestDrops drops = new LatestDrops();

  @Test
  void shouldFindTheDropsOfAQuietHostAndARareKind() {
    add("quiet.example", "1", Verdict.Kind.EXACT);
    for (int i = 0; i < 10_000; i++) {
      add("loud.example", String.valueOf(i), Verdict.Kind.NEAR);
    }
    add("sub.quiet.example", "2", Verdict.Kind.NEAR);
    add("notquiet.example", "3", Verdict.Kind.NEAR);

    assertThat(drops.latest()).hasSize(50);
    assertThat(urls("quiet.example", null))
        .containsExactly("http://sub.quiet.example/2", "http://quiet.example/1");
    assertThat(urls("quiet.example", Verdict.Kind.NEAR))
        .containsExactly("http://sub.quiet.example/2");
    assertThat(urls(null, Verdict.Kind.EXACT)).containsExactly("http://quiet.example/1");
    assertThat(urls("loud.example", null))
        .hasSize(LatestDrops.OF_A_HOST_AND_KIND)
        .startsWith("http://loud.example/9999", "http://loud.example/9998");
    assertThat(urls("loud.example", Verdict.Kind.REVISIT)).isEmpty();
    assertThat(urls("", null)).isEmpty();
    assertThat(urls(null, null)).hasSize(13).startsWith("http://notquiet.example/3");
  }

  @Test
  void shouldBoundMemoryWhateverHostsAndUrlsAre() {
    for (int i = 0; i < 100_000; i++) {
      add("host" + i + ".example", "", Verdict.Kind.NEAR);
    }
    assertThat(drops.hosts()).isEqualTo(LatestDrops.HOSTS);
    assertThat(urls("host99999.example", null)).hasSize(1);
    assertThat(urls("host0.example", null)).isEmpty();

    String path = "x".repeat(16_000);
    for (int i = 0; i < 5_000; i++) {
      add(
          "long" + i % 1_000 + ".example",
          path + i,
          i % 2 == 0 ? Verdict.Kind.EXACT : Verdict.Kind.NEAR);
      assertThat(drops.characters()).isBetween(1L, LatestDrops.MAX_CHARACTERS);
    }
    assertThat(urls("long999.example", null)).isNotEmpty();
    // What is taken out is subtracted: in the end, short ones fill all places again.
    for (int i = 0; i < LatestDrops.HOSTS; i++) {
      add("host" + i + ".example", "", Verdict.Kind.NEAR);
    }
    assertThat(drops.hosts()).isEqualTo(LatestDrops.HOSTS);
    assertThat(drops.characters()).isLessThan(100 * LatestDrops.HOSTS);
  }

  private void add(String host, String path, Verdict.Kind kind) {
    drops.add(host, CountingMetersTest.verdict("http://" + host + "/" + path, kind));
  }

  private List<String> urls(String host, Verdict.Kind kind) {
    return drops.of(host, kind).stream().map(Verdict::url).toList();
  }
}
