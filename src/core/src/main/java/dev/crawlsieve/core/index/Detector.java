package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.HostThresholds;

/**
 * Defines when two pages are near-duplicates, which of several matches is better, and which tables
 * find them.
 *
 * <p>Immutable. Scopes, exact copies and texts that are too short to judge are handled elsewhere.
 */
public sealed interface Detector
    permits SimHashDetector,
        SketchDetector,
        CombinedDetector,
        ExactDetector,
        RuledDetector,
        AnyDetector {

  /** The rank of two pages that do not match. */
  int NO_MATCH = Integer.MAX_VALUE;

  /** The detector with these settings. */
  static Detector of(DetectorSettings settings) {
    return settings.comparesNames()
        ? RuledDetector.of(similar(settings), settings.names().alikeSimilarity())
        : similar(settings);
  }

  private static Detector similar(DetectorSettings settings) {
    return switch (settings.kind()) {
      case SIMHASH -> new SimHashDetector(settings.maxDistance());
      case SKETCH -> new SketchDetector(bands(settings));
      case COMBINED ->
          new CombinedDetector(
              settings.maxDistance(), bands(settings), settings.confirmingSimilarity());
      case EXACT -> new ExactDetector();
    };
  }

  private static Bands bands(DetectorSettings settings) {
    return BandPlanner.plan(settings.minSimilarity());
  }

  /**
   * How well two pages would match regardless of their names: 0 or more, smaller is better; or
   * {@link #NO_MATCH}. It is no worse for fewer differing bits or more equal min-hashes, so bounds
   * of both, which tables reveal of a candidate, give the best rank that the candidate can have.
   *
   * @param distance Hamming distance of the SimHashes in bits
   * @param equal how many of the 84 min-hashes are equal; -1 if one of the pages has no sketch
   */
  int rank(int distance, int equal);

  /**
   * How well two pages of different content match: 0 or more, smaller is better; or {@link
   * #NO_MATCH}.
   */
  default int rank(PagePair pair) {
    return rank(pair.distance(), pair.equal());
  }

  /**
   * How well a page matches an earlier version at the same URL: smaller is better, and below 0 if
   * both have the same content; or {@link #NO_MATCH}.
   */
  default int versionRank(PagePair pair) {
    return pair.sameText() ? pair.distance() - Long.SIZE - 1 : rank(pair);
  }

  /** Whether two pages with the same content are copies. */
  default boolean copies(PagePair pair) {
    return true;
  }

  /** Why two similar pages are copies, or are none. */
  default Reason reason(PagePair pair) {
    return pair.sameUrl() ? Reason.SAME_URL : Reason.SIMILAR;
  }

  /**
   * Whether a page may be a copy of a page that has the same content and names another item.
   *
   * @param rest the other page's {@link Feature#REST}
   */
  default boolean mayCopyOther(ComparedPage page, long rest) {
    return true;
  }

  /**
   * Whether two pages are compared at all. This is part of the definition: a match needs it in
   * addition to a rank.
   */
  boolean reaches(ComparedPage page, ComparedPage leader);

  /**
   * The Hamming distance of SimHashes, in bits, within which the tables find every page; -1 if they
   * find pages by other features only.
   */
  int findsWithin();

  /** Whether the items that pages name count: pages of two items are compared by stricter rules. */
  default boolean comparesNames() {
    return false;
  }

  /**
   * The same detector over the same tables, with each threshold the stricter of its own and the
   * host's.
   */
  Detector within(HostThresholds thresholds);

  /** The tables that find every match, laid out for this many leaders. */
  TableLayout layout(long expectedLeaders);
}
