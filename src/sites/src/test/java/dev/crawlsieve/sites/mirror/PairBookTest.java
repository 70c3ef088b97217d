package dev.crawlsieve.sites.mirror;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.bytemap.MemoryByteMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
}
