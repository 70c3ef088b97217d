package dev.crawlsieve.stream.feed;

import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.engine.PagePipeline;
import dev.crawlsieve.core.extract.PageReader;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.files.input.InputPage;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Counts records that {@code run} will make dead letters, because they are not page events.
 *
 * <p>Only the first {@value #MOST} records are read, so a long input costs no more: a file that is
 * not of pages shows at its beginning. The counters may be read from other threads.
 */
final class UnreadablePages {

  static final int MOST = 1_000;

  private final PageReader reader;
  private final AtomicLong count = new AtomicLong();
  private volatile @Nullable String first;
  private int looked;

  UnreadablePages(PageSettings settings) {
    this.reader = PageReader.of(settings);
  }

  /** Looks at a record that is produced, if it is among the first. */
  void look(InputPage page) {
    if (looked == MOST || page.defect() != null) {
      return;
    }
    looked++;
    try {
      reader.withoutReferredBody(page.key(), page.value(), header -> null);
    } catch (BadPageException e) {
      if (count.getAndIncrement() == 0) {
        first = page.origin() + ": " + PagePipeline.reason(e);
      }
    }
  }

  /** How many of the records are not page events. */
  long count() {
    return count.get();
  }

  /** Where the first of them is, and what is wrong with it; null if there is none. */
  @Nullable String first() {
    return first;
  }
}
