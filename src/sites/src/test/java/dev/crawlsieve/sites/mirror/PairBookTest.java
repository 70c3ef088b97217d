package dev.crawlsieve.sites.mirror;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.bytemap.MemoryByteMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PairBookTest {

  private static final int MOST = 1_000;

  private final MemoryByteMap store = new MemoryByteMap();
  private final PairBook book = new PairBook(store, MOST);

  private Pair pair(int number) {
    return pair(new Root("https://a" + number + ".example", "/"), number);
  }

  private Pair pair(Root root, int number) {
    return requireNonNull(book.get(root, new Root("https://b" + number + ".example", "/")));
  }

  /** A pair below it may be added while it is weighed. */
  @Test
  void shouldNotStoreAPairThatIsNoLongerThere() {
    Root site = new Root("https://a.example", "/");
    Pair first = pair(site, 0);
    for (int i = 1; i <= PairBook.PER_SITE; i++) {
      pair(site, i);
    }
    assertThat(book.dropped()).isEqualTo(1);
    assertThat(book.of("https://b0.example")).isEmpty();
    book.store(first);
    assertThat(new PairBook(store, MOST).size()).isEqualTo(book.size());
  }

  /** Otherwise each new pair would look at all of them once nearly all are declared. */
  @ParameterizedTest
  @CsvSource({"900,901,100", "990,1000,1"})
  void shouldPurgeOnlyWhereThatMakesRoomForMany(int declared, int held, int dropped) {
    for (int i = 0; i < MOST; i++) {
      Pair pair = pair(i);
      if (i < declared) {
        book.declare(pair, true);
        book.store(pair);
      }
    }
    book.get(new Root("https://a.example", "/"), new Root("https://b.example", "/"));
    assertThat(book.size()).isEqualTo(held);
    assertThat(book.dropped()).isEqualTo(dropped);
    assertThat(book.declared()).isEqualTo(declared);
    PairBook again = new PairBook(store, MOST);
    assertThat(again.size()).isEqualTo(held);
    assertThat(again.declared()).isEqualTo(declared);
  }

  private static Root flood(int number) {
    return new Root("https://s" + number + ".flood.com", "/");
  }

  /** As a domain whose sites copy each other, or those of another domain. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldKeepThePairsOfOtherDomains(boolean declare) {
    for (int i = 0; i < 40; i++) {
      pair(i);
    }
    for (int one = 0; one < 100; one++) {
      for (int two = one + 1; two < 100; two++) {
        Pair pair = book.get(flood(one), flood(two));
        if (pair != null && declare) {
          book.declare(pair, true);
          book.store(pair);
        }
      }
    }
    assertThat(book.size()).isBetween(40 + 1, 40 + 2 * PairBook.PER_SITE);
    assertThat(IntStream.range(0, 40).filter(i -> book.of("https://a" + i + ".example").isEmpty()))
        .isEmpty();
    pair(40);
    PairBook again = new PairBook(store, MOST);
    assertThat(again.size()).isEqualTo(book.size());
    int before = again.size();
    assertThat(again.get(flood(200), flood(201)) == null)
        .isEqualTo(book.get(flood(200), flood(201)) == null);
    assertThat(again.size()).isEqualTo(book.size());
    if (declare) {
      assertThat(again.size()).isEqualTo(before);
    }
  }

  /** Else the sites of one domain could keep all others from a site's pairs. */
  @Test
  void shouldLeaveHalfOfASitesPairsToOtherDomains() {
    PairBook large = new PairBook(store, 100_000);
    Root victim = new Root("https://a.example", "/");
    for (int i = 0; i < 2 * PairBook.PER_SITE; i++) {
      Pair pair = large.get(victim, flood(i));
      if (pair != null) {
        large.declare(pair, true);
        large.store(pair);
      }
    }
    assertThat(large.of(victim.site())).hasSize(PairBook.PER_SITE / 2);
    assertThat(large.get(victim, new Root("https://mirror.org", "/"))).isNotNull();
    assertThat(new PairBook(store, 100_000).get(victim, flood(999))).isNull();
    // A site's own domain may have all of them.
    for (int i = 0; i < PairBook.PER_SITE; i++) {
      requireNonNull(large.get(flood(1_000), flood(1_001 + i)));
    }
    assertThat(large.of(flood(1_000).site())).hasSize(PairBook.PER_SITE);
  }
}
