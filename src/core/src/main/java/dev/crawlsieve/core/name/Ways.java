package dev.crawlsieve.core.name;

import java.util.Arrays;

/**
 * The ways in which addresses of one host differ: in a folder or file of one folder, in a folder
 * that only one has, in a parameter or its value, in release or language, in the page of a list.
 *
 * <p>A way is known by a hash that the addresses differ in, but not by what they have there: {@code
 * /2.0/a} and {@code /2.1/a} differ in the same way as {@code /2.0/b} and {@code /3.0/b}. Learned
 * per site as rules for "different URLs with similar text" are: Bar-Yossef, Keidar and Schonfeld,
 * Do Not Crawl in the DUST, WWW 2007.
 */
public final class Ways {

  /** Two addresses that differ in more than is learned about. */
  public static final int UNKNOWN = 0;

  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;
  private static final long EMPTY = 7;
  private static final int IN_QUERY = 2;

  // what a hash is of
  private static final int ADDRESS = 1;
  private static final int SEGMENT = 2;
  private static final int INSERTED = 3;
  private static final int PARAMETER = 4;
  private static final int FORM = 5;
  private static final int LIST_PAGE = 6;

  private final PageName name;
  private final int[] path; // 16 bits of each folder and of the last segment
  private final long whole;
  private final long query;

  private Ways(PageName name) {
    this.name = name;
    this.path = path(name);
    this.whole = path(path, 0, path.length);
    this.query = query(name, -1);
  }

  /** Receives what other addresses may differ from a page's in. */
  @FunctionalInterface
  public interface Taker {

    /**
     * Takes one.
     *
     * @param rest hash of the address without what the way leaves out
     * @param way the way, or {@link #UNKNOWN} for the whole address, which others have more than
     * @param value hash of what the address has there; the same in two addresses that don't differ
     */
    void take(int rest, int way, int value);
  }

  /**
   * Passes on all ways in which other addresses may differ from one: at most 23.
   *
   * @param name a name with an address
   * @param taker receives them in a fixed order
   */
  public static void of(PageName name, Taker taker) {
    new Ways(name).each(taker);
  }

  private void each(Taker taker) {
    int forms = name.forms();
    int page = name.page();
    taker.take(hash(ADDRESS, whole, query, forms, page), UNKNOWN, 0);
    for (int i = 0; i < path.length; i++) {
      long before = path(path, 0, i);
      long after = path(path, i + 1, path.length);
      taker.take(hash(SEGMENT, before, after, path.length, query, forms, page), child(i), path[i]);
      if (i == 0 || i == path.length - 1) {
        long without = extended(before, path, i + 1);
        taker.take(hash(ADDRESS, without, query, forms, page), inserted(path[i]), 0);
      }
    }
    for (int i = 0; i < name.parameters(); i++) {
      long parameter = name.parameter(i);
      taker.take(
          hash(ADDRESS, whole, query(name, i), forms, page), way(parameter), (int) parameter);
    }
    if (forms != 0) {
      taker.take(hash(ADDRESS, whole, query, 0, page), hash(FORM), forms);
    }
    if (page != 0) {
      taker.take(hash(ADDRESS, whole, query, forms, 0), hash(LIST_PAGE), page);
    }
  }

  /**
   * {@return the ways in which two names of one site differ; {@link #UNKNOWN} among them if there
   * is another difference}
   *
   * @param a a name
   * @param b the other name
   */
  static int[] between(PageName a, PageName b) {
    return new Ways(a).to(new Ways(b));
  }

  private int[] to(Ways other) {
    int[] ways = new int[4 + 2 * Address.MOST_PARAMETERS];
    int count = 0;
    if (!name.sameHost(other.name)) {
      ways[count++] = UNKNOWN;
    }
    if (name.forms() != other.name.forms()) {
      ways[count++] = hash(FORM);
    }
    if (name.page() != other.name.page()) {
      ways[count++] = hash(LIST_PAGE);
    }
    if (!Arrays.equals(path, other.path)) {
      ways[count++] = ofPaths(other);
    }
    int i = 0;
    int j = 0;
    while (i < name.parameters() || j < other.name.parameters()) {
      long own = i < name.parameters() ? name.parameter(i) : -1;
      long others = j < other.name.parameters() ? other.name.parameter(j) : -1;
      int order = Long.compareUnsigned(own >>> 32, others >>> 32);
      if (own != others) {
        ways[count++] = way(order <= 0 ? own : others);
      }
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return Arrays.copyOf(ways, count);
  }

  private int ofPaths(Ways other) {
    int least = Math.min(path.length, other.path.length);
    int before = 0;
    while (before < least && path[before] == other.path[before]) {
      before++;
    }
    int after = 0;
    while (after < least - before
        && path[path.length - 1 - after] == other.path[other.path.length - 1 - after]) {
      after++;
    }
    int ours = path.length - before - after;
    int others = other.path.length - before - after;
    if (ours == 1 && others == 1) {
      return child(before);
    }
    return ours + others == 1 ? inserted(ours == 1 ? path[before] : other.path[before]) : UNKNOWN;
  }

  /** Another folder or file in one folder, with the same after it or nothing. */
  private int child(int at) {
    return hash(SEGMENT, path(path, 0, at), at + 1 < path.length ? 1 : 0);
  }

  private static int inserted(int segment) {
    return hash(INSERTED, segment);
  }

  /** A parameter means what it means below one folder of the site: others write elsewhere. */
  private int way(long parameter) {
    return hash(PARAMETER, path.length > 1 ? path[0] : 0, parameter >>> 32) | IN_QUERY;
  }

  private static int[] path(PageName name) {
    int folders = name.folders();
    int last = name.last();
    int[] path = new int[folders + (last == 0 ? 0 : 1)];
    for (int i = 0; i < folders; i++) {
      path[i] = name.folder(i) >>> 16;
    }
    if (last != 0) {
      path[folders] = last >>> 16;
    }
    return path;
  }

  private static long path(int[] path, int from, int to) {
    return extended(EMPTY, Arrays.copyOfRange(path, from, to), 0);
  }

  private static long extended(long hash, int[] path, int from) {
    long extended = hash;
    for (int i = from; i < path.length; i++) {
      extended = (extended ^ path[i]) * MULTIPLIER + 1;
    }
    return extended;
  }

  private static long query(PageName name, int but) {
    long hash = EMPTY;
    for (int i = 0; i < name.parameters(); i++) {
      hash = i == but ? hash : (hash ^ name.parameter(i)) * MULTIPLIER + 1;
    }
    return hash;
  }

  /** Whether a way is a parameter, there or not or in its value. */
  public static boolean isParameter(int way) {
    return (way & IN_QUERY) != 0;
  }

  /** Never {@link #UNKNOWN}, nor a parameter. */
  private static int hash(long... parts) {
    long hash = parts.length;
    for (long part : parts) {
      hash = (hash ^ part) * MULTIPLIER;
      hash ^= hash >>> 29;
    }
    return ((int) (hash >>> 16) | 1) & ~IN_QUERY;
  }
}
