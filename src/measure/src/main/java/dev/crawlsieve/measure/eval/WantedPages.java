package dev.crawlsieve.measure.eval;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.files.input.InputException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.stream.config.SieveConfig;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Collects features of requested pages, by URL as produced or by another URL with the same normal
 * form. If two pages have the same URL, the later one counts, as on a topic.
 */
public final class WantedPages<T> {

  /** Computes the feature of a page that is kept. */
  public interface Feature<T> {
    T of(Page page) throws BadPageException;
  }

  /** Maximum number of URLs shown that occur several times. */
  private static final int SHOWN = 3;

  private final PageFeatureReader reader;
  private final Feature<T> feature;
  private final Consumer<String> note;
  private final Set<String> wanted;
  private final Set<String> wantedNormal = new HashSet<>();
  private final Map<String, T> byUrl = new LinkedHashMap<>();
  private final Map<String, String> urlByNormal = new HashMap<>();
  private long pages;
  private long bytes;
  private final Map<String, Integer> repeated = new LinkedHashMap<>(); // times, from 2 on

  /**
   * @param feature computes what to keep of a page
   * @param wanted the requested URLs
   * @param note receives a sentence about each input that is not a page
   */
  public WantedPages(
      PageFeatureReader reader,
      Feature<T> feature,
      Collection<String> wanted,
      Consumer<String> note) {
    this.reader = reader;
    this.feature = feature;
    this.note = note;
    this.wanted = Set.copyOf(wanted);
    for (String url : wanted) {
      normalized(url).ifPresent(wantedNormal::add);
    }
  }

  /**
   * Reads some inputs.
   *
   * @throws SieveException if an input cannot be read to its end
   */
  public void read(InputGroup inputs, SieveConfig config, Consumer<Progress> progress) {
    long start = System.nanoTime();
    try (PageInputs feed = PageInputs.open(List.of(inputs), config.inputs())) {
      for (InputPage next = feed.next(); next != null; next = feed.next()) {
        try {
          offer(reader.page(next));
        } catch (BadPageException e) {
          note.accept(next.origin() + ": " + e.getMessage());
        }
        pages++;
        bytes += next.value().length;
        double seconds = (System.nanoTime() - start) / 1e9;
        progress.accept(new Progress(pages, bytes, -1, feed.done(), seconds));
      }
    } catch (InputException e) {
      throw new SieveException(e.getMessage(), e);
    }
    if (!repeated.isEmpty()) {
      note.accept(told());
    }
  }

  /** Says which URLs occur several times. */
  private String told() {
    String shown =
        repeated.entrySet().stream()
            .limit(SHOWN)
            .map(url -> url.getKey() + " occurs " + url.getValue() + " times")
            .collect(Collectors.joining(", "));
    int others = repeated.size() - SHOWN;
    return shown
        + (others > 0 ? String.format(Locale.ROOT, ", and %,d more URLs occur so", others) : "")
        + "; the last one is taken";
  }

  /**
   * Keeps a page if it was requested.
   *
   * @throws BadPageException if it is not a page
   */
  void offer(Page page) throws BadPageException {
    String normal = reader.steps().normalized(page.url());
    if (wanted.contains(page.url()) || wantedNormal.contains(normal)) {
      if (byUrl.put(page.url(), feature.of(page)) != null) {
        repeated.merge(page.url(), 2, (times, first) -> times + 1);
      }
      urlByNormal.put(normal, page.url());
    }
  }

  private Optional<String> normalized(String url) {
    try {
      return Optional.of(reader.steps().normalized(url));
    } catch (BadPageException e) {
      return Optional.empty(); // such a URL is found only as written
    }
  }

  /** The URL as produced of the page to which a URL refers; empty if there is no such page. */
  public Optional<String> find(String url) {
    return byUrl.containsKey(url) ? Optional.of(url) : normalized(url).map(urlByNormal::get);
  }

  /** Pairs of pages that were found, each with the page first that was read first. */
  public List<TruthPair> inOrder(List<TruthPair> pairs) {
    Map<String, Long> places = new HashMap<>();
    byUrl.keySet().forEach(url -> places.put(url, (long) places.size()));
    return TruthPair.inOrder(pairs, places);
  }

  /** The features of the pages that were found, by URL as produced. */
  public Map<String, T> byUrl() {
    return byUrl;
  }
}
