package dev.crawlsieve.files.input;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One input being read. */
interface PageSource extends AutoCloseable {

  /** A source without a page. */
  PageSource NONE = of(List.of());

  /** A source of one page. */
  static PageSource of(InputPage page) {
    return of(List.of(page));
  }

  private static PageSource of(List<InputPage> all) {
    Iterator<InputPage> pages = all.iterator();
    return new PageSource() {

      @Override
      public @Nullable InputPage next() {
        return pages.hasNext() ? pages.next() : null;
      }

      @Override
      public void close() {}
    };
  }

  /**
   * The next page, or null at the end.
   *
   * @throws IOException if the input cannot be read further; everything before was returned
   */
  @Nullable InputPage next() throws IOException;

  @Override
  void close() throws IOException;
}
