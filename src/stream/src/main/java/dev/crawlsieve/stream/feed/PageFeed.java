package dev.crawlsieve.stream.feed;

import dev.crawlsieve.core.input.InputException;
import dev.crawlsieve.core.input.InputPage;
import dev.crawlsieve.core.input.PageInputs;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The pages of several groups of inputs, one after the other. */
public final class PageFeed implements AutoCloseable {

  /** Opens one group. */
  @FunctionalInterface
  private interface Opener {
    PageInputs open(InputGroup group) throws InputException;
  }

  private final List<PageInputs> groups;
  private final List<InputGroup> given;
  private final List<String> firstDamages = new ArrayList<>();
  private int current;

  /** Number of inputs that could not be read to their end because of an exception. */
  private long broken;

  private PageFeed(List<InputGroup> given) {
    this.given = List.copyOf(given);
    this.groups = new ArrayList<>(given.size());
  }

  /**
   * Opens all inputs before the first one is read, so that a missing one is reported at once.
   *
   * @param maxBytes largest page value in bytes
   * @throws InputException if an input does not exist or is of an unknown kind
   */
  public static PageFeed open(List<InputGroup> inputs, int maxBytes) throws InputException {
    return open(inputs, group -> PageInputs.open(group.paths(), maxBytes, group.baseUrl()));
  }

  /**
   * Opens inputs within all limits of the settings.
   *
   * @throws InputException if an input does not exist or is of an unknown kind
   */
  public static PageFeed open(List<InputGroup> inputs, SieveConfig config) throws InputException {
    return open(
        inputs,
        group ->
            PageInputs.open(
                group.paths(),
                config.page().maxBytes(),
                config.inputMaxInflation(),
                group.baseUrl(),
                group.references()));
  }

  private static PageFeed open(List<InputGroup> inputs, Opener opener) throws InputException {
    PageFeed feed = new PageFeed(inputs);
    try {
      for (InputGroup group : inputs) {
        feed.groups.add(opener.open(group));
      }
      return feed;
    } catch (InputException | RuntimeException e) {
      try {
        feed.close();
      } catch (InputException onClose) {
        e.addSuppressed(onClose);
      }
      throw e;
    }
  }

  /**
   * Checks that inputs can be opened.
   *
   * @throws SieveException if one cannot
   */
  public static void check(List<InputGroup> inputs, int maxBytes) {
    try {
      open(inputs, maxBytes).close();
    } catch (InputException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }

  /** The next page, or null at the end. */
  public InputPage next() throws InputException {
    while (current < groups.size()) {
      InputPage page = groups.get(current).next();
      if (page != null) {
        return page;
      }
      current++;
    }
    return null;
  }

  /**
   * The next page, or null at the end. An input that cannot be read further is returned as a page
   * with a defect, and reading continues with the other inputs.
   */
  public InputPage nextOrDamage() {
    long before = damaged();
    InputPage page;
    try {
      page = next();
    } catch (InputException e) {
      broken++;
      page = new InputPage(null, new byte[0], groups.get(current).name(), e.getMessage());
    }
    if (damaged() > before && firstDamages.size() < Damages.TOLD) {
      boolean named = page.defect().startsWith(page.origin());
      firstDamages.add(named ? page.defect() : page.origin() + ": " + page.defect());
    }
    return page;
  }

  /** Whether what was returned last belongs to a corpus that other pages are compared with. */
  public boolean reference() {
    return current < given.size() && given.get(current).reference();
  }

  /** The input that was read last, as the user named it. */
  public String input() {
    return groups.get(Math.min(current, groups.size() - 1)).name();
  }

  private long damaged() {
    return broken + groups.stream().mapToLong(PageInputs::damaged).sum();
  }

  /** Everything that {@link #nextOrDamage} could not read so far. */
  public Damages damages() {
    return new Damages(damaged(), firstDamages);
  }

  /** The share of the inputs that has been read, in [0, 1]; -1 if their size is unknown. */
  public double done() {
    long total = 0;
    for (PageInputs group : groups) {
      if (group.bytesTotal() < 0) {
        return -1;
      }
      total += group.bytesTotal();
    }
    long read = groups.stream().mapToLong(PageInputs::bytesRead).sum();
    return total == 0 ? 1 : Math.min(1, (double) read / total);
  }

  /** Number of files and records skipped because they are not pages, by reason. */
  public Map<String, Long> skipped() {
    Map<String, Long> skipped = new TreeMap<>();
    groups.forEach(
        group ->
            group.skipped().forEach((reason, count) -> skipped.merge(reason, count, Long::sum)));
    return skipped;
  }

  @Override
  public void close() throws InputException {
    InputException first = null;
    for (PageInputs group : groups) {
      try {
        group.close();
      } catch (InputException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
