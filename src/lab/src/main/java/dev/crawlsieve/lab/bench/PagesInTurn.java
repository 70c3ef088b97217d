package dev.crawlsieve.lab.bench;

import dev.crawlsieve.files.input.InputException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.stream.config.SieveConfig;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The pages of several inputs, one of each in turn, so that the first ones are of all of them. */
public final class PagesInTurn implements AutoCloseable {

  /** Inputs that are read at once; the others wait until one of them ends. */
  private static final int MOST_OPEN = 500;

  private final Deque<PageInputs> waiting = new ArrayDeque<>();
  private final Deque<PageInputs> open = new ArrayDeque<>();

  private PagesInTurn() {}

  /**
   * Opens inputs, each path of a group as a separate one.
   *
   * @param config bounds each page
   * @throws InputException if an input does not exist or is of an unknown kind
   */
  public static PagesInTurn open(List<InputGroup> inputs, SieveConfig config)
      throws InputException {
    PagesInTurn pages = new PagesInTurn();
    try {
      for (InputGroup group : inputs) {
        for (Path path : group.paths()) {
          InputGroup one =
              new InputGroup(List.of(path), group.baseUrl(), group.references(), group.reference());
          pages.waiting.add(PageInputs.open(List.of(one), config.inputs()));
        }
      }
      return pages;
    } catch (InputException | RuntimeException e) {
      try {
        pages.close();
      } catch (InputException onClose) {
        e.addSuppressed(onClose);
      }
      throw e;
    }
  }

  /**
   * The next page, or null after the last one.
   *
   * @throws InputException if an input cannot be read to its end
   */
  public @Nullable InputPage next() throws InputException {
    while (true) {
      if (open.size() < MOST_OPEN && !waiting.isEmpty()) {
        open.addFirst(waiting.poll());
      }
      PageInputs feed = open.poll();
      if (feed == null) {
        return null;
      }
      InputPage page = feed.next();
      if (page != null) {
        open.add(feed);
        return page;
      }
      feed.close();
    }
  }

  @Override
  public void close() throws InputException {
    List<PageInputs> feeds = new ArrayList<>(open);
    feeds.addAll(waiting);
    InputException first = null;
    for (PageInputs feed : feeds) {
      try {
        feed.close();
      } catch (InputException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
