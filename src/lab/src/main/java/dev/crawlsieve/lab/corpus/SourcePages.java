package dev.crawlsieve.lab.corpus;

import dev.crawlsieve.core.extract.TextExtractor;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.files.input.InputException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.measure.eval.PageFeatureReader;
import dev.crawlsieve.stream.config.SieveConfig;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Every nth HTML page of some inputs; anything that is not HTML is skipped. */
public final class SourcePages implements Iterator<SourcePage>, AutoCloseable {

  private final PageFeatureReader reader;
  private final PageInputs feed;
  private final int every;
  private final Consumer<Progress> progress;
  private final long startNanos = System.nanoTime();
  private @Nullable SourcePage ready;
  private long pages;
  private long bytes;

  /**
   * @param every n
   * @throws SieveException if an input is missing
   */
  public SourcePages(
      SieveConfig config, InputGroup inputs, int every, Consumer<Progress> progress) {
    this.reader = new PageFeatureReader(config);
    this.every = every;
    this.progress = progress;
    try {
      this.feed = PageInputs.open(List.of(inputs), config.inputs());
    } catch (InputException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }

  @Override
  public boolean hasNext() {
    try {
      while (ready == null) {
        InputPage next = feed.next();
        if (next == null) {
          return false;
        }
        bytes += next.value().length;
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        progress.accept(new Progress(pages + 1, bytes, -1, feed.done(), seconds));
        if (pages++ % every == 0) {
          ready = source(next).orElse(null);
        }
      }
      return true;
    } catch (InputException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }

  private Optional<SourcePage> source(InputPage next) {
    try {
      Page page = reader.page(next);
      return TextExtractor.markup(page).map(html -> new SourcePage(page.url(), html));
    } catch (BadPageException e) {
      return Optional.empty();
    }
  }

  @Override
  public SourcePage next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    SourcePage page = Objects.requireNonNull(ready);
    ready = null;
    return page;
  }

  /** Number of pages read, including those skipped. */
  public long pages() {
    return pages;
  }

  @Override
  public void close() {
    try {
      feed.close();
    } catch (InputException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }
}
