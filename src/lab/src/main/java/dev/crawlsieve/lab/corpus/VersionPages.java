package dev.crawlsieve.lab.corpus;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.InputGroup;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.TreeMap;

/** The pages that two releases of the same documents, such as two javadoc jars, have in common. */
final class VersionPages implements Iterator<VersionPair>, AutoCloseable {

  private static final String HOST = "https://versions.example/";

  private final TreeMap<Order, String> older = new TreeMap<>();
  private final SourcePages newer;
  private final String oldBase;
  private final String newBase;
  private VersionPair ready;

  /** A path in pseudo-random order, so that the first ones are a sample. */
  private record Order(int shuffled, String path) implements Comparable<Order> {

    static Order of(String path) {
      return new Order(Integer.reverse(path.hashCode() * 0x9e3779b9), path);
    }

    @Override
    public int compareTo(Order other) {
      int order = Integer.compare(shuffled, other.shuffled);
      return order == 0 ? path.compareTo(other.path) : order;
    }
  }

  /**
   * @param number distinguishes the URLs of several such releases
   * @param most the most pairs to return; fewer if pages of the older release are missing in the
   *     newer
   * @throws dev.crawlsieve.core.work.SieveException if a release cannot be read
   */
  VersionPages(SieveConfig config, Path olderRelease, Path newerRelease, int number, int most) {
    oldBase = HOST + number + "/old/";
    newBase = HOST + number + "/new/";
    try (SourcePages pages = pages(config, olderRelease, oldBase)) {
      while (pages.hasNext()) {
        SourcePage page = pages.next();
        older.put(Order.of(path(page.url(), oldBase)), page.html());
        if (older.size() > most) {
          older.pollLastEntry();
        }
      }
    }
    newer = pages(config, newerRelease, newBase);
  }

  private static SourcePages pages(SieveConfig config, Path release, String base) {
    return new SourcePages(config, new InputGroup(List.of(release), base), 1, progress -> {});
  }

  /** A page's path in its release; the whole URL if the page came with one of its own. */
  private static String path(String url, String base) {
    return url.startsWith(base) ? url.substring(base.length()) : url;
  }

  @Override
  public boolean hasNext() {
    while (ready == null && newer.hasNext()) {
      SourcePage page = newer.next();
      String path = path(page.url(), newBase);
      String html = older.get(Order.of(path));
      if (html != null) {
        String own = path.replaceFirst("^\\w+://", "");
        ready =
            new VersionPair(
                new SourcePage(oldBase + own, html), new SourcePage(newBase + own, page.html()));
      }
    }
    return ready != null;
  }

  @Override
  public VersionPair next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    VersionPair pair = ready;
    ready = null;
    return pair;
  }

  @Override
  public void close() {
    newer.close();
  }
}
