package dev.crawlsieve.stream.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Reason;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.JudgedPage;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class UrlPartitionsTest {

  private static final Verdict.Basis BASIS = new Verdict.Basis("combined", 1);

  private final List<String> said = new ArrayList<>();
  private final UrlPartitions partitions = new UrlPartitions(new AtomicBoolean(), said::add);

  @Test
  void shouldSayOnceThatAUrlIsOnTwoPartitions() {
    partitions.decided(copy(Verdict.Kind.REVISIT, "http://a.example/", 1));
    partitions.decided(copy(Verdict.Kind.REVISIT, "http://a.example/", 1));
    assertThat(said)
        .singleElement()
        .asString()
        .startsWith("http://a.example/ is on two partitions of pages (0@3 and 1@7)")
        .contains("partitioner=murmur2_random");
  }

  /** Other forms of a URL are other keys. */
  @Test
  void shouldSayNothingOfOthers() {
    partitions.decided(copy(Verdict.Kind.REVISIT, "http://a.example/", 0));
    partitions.decided(copy(Verdict.Kind.REVISIT, "https://www.a.example/", 1));
    partitions.decided(copy(Verdict.Kind.EXACT, "http://a.example/other", 1));
    partitions.decided(Verdict.unique(page("http://a.example/", 1), 0, BASIS));
    assertThat(said).isEmpty();
  }

  private static JudgedPage page(String url, int partition) {
    return new JudgedPage(url, new Coordinates(partition, 7), 0, 2, 9, false);
  }

  private static Verdict copy(Verdict.Kind kind, String url, int partition) {
    Evidence evidence =
        new Evidence(
            kind,
            new Verdict.Original("http://a.example/", new Coordinates(0, 3), false),
            Evidence.Match.EXACT,
            0,
            1,
            6,
            Reason.SAME_NAME,
            0.98,
            "content");
    return new Verdict(page(url, partition), evidence, 1, BASIS, null, null, null);
  }
}
