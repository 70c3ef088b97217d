package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.name.Identity;

/**
 * Defines when two pages are near-duplicates, which of several matches is better, and which tables
 * find them.
 *
 * <p>Immutable. Scope, exact copies and texts too short to judge are handled elsewhere.
 */
public sealed interface Detector
    permits SimHashDetector,
        SketchDetector,
        CombinedDetector,
        ExactDetector,
        ItemDetector,
        AnyDetector {

  /** The rank of two pages that do not match. */
  int NO_MATCH = Integer.MAX_VALUE;

  /** The detector with these settings. */
  static Detector of(DetectorSettings settings) {
    return settings.comparesNames()
        ? ItemDetector.of(similar(settings), settings.names().alikeSimilarity())
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
   * How well two pages would match regardless of their names, 0 or more, smaller is better; or
   * {@link #NO_MATCH}.
   *
   * @param distance Hamming distance of the SimHashes in bits
   * @param equal how many of the 84 min-hashes are equal; -1 if one of the pages has no sketch
   */
  int rank(int distance, int equal);

  /**
   * How well two pages of different content match, 0 or more, smaller is better; or {@link
   * #NO_MATCH}.
   *
   * @param nearness how near the page is to the kept one
   */
  default int rank(LeaderRecord page, LeaderRecord leader, Nearness nearness) {
    return rank(nearness.distance(), nearness.equal());
  }

  /**
   * How well a page matches an earlier version of the same URL, smaller is better: below 0 if both
   * have the same content; or {@link #NO_MATCH}.
   */
  default int versionRank(LeaderRecord page, LeaderRecord earlier) {
    Nearness nearness = Nearness.of(page, earlier);
    return page.sameContent(earlier)
        ? nearness.distance() - Long.SIZE - 1
        : rank(page, earlier, nearness);
  }

  /**
   * Whether two pages with the same content are copies.
   *
   * @param identity whether they name the same item
   */
  default boolean copies(LeaderRecord page, LeaderRecord leader, Identity identity) {
    return true;
  }

  /**
   * Whether a page may be a copy of one that has the same content and names another item.
   *
   * @param rest the {@link Feature#REST} of that page
   */
  default boolean mayCopyOther(LeaderRecord page, long rest) {
    return true;
  }

  /**
   * Whether a page may be nearly equal to one that names another item.
   *
   * @param simhash that page's SimHash
   */
  default boolean mayBeNearOther(LeaderRecord page, long simhash) {
    return true;
  }

  /**
   * Whether two pages are compared at all, by definition; a match needs this in addition to a rank.
   */
  boolean reaches(LeaderRecord page, LeaderRecord leader);

  /**
   * The best rank that a candidate can have given what the tables revealed, or {@link #NO_MATCH}.
   *
   * @param distance lower bound of the Hamming distance of the SimHashes, in bits
   * @param differing lower bound of the number of differing min-hashes
   * @param tables how many tables it was found in
   */
  int bound(int distance, int differing, int tables);

  /**
   * Whether pages that name two items are never near, and are copies only if their texts are long.
   */
  default boolean comparesNames() {
    return false;
  }

  /** The same detector with the stricter of its own and these thresholds, over the same tables. */
  Detector within(HostThresholds thresholds);

  /** The tables that find every match, laid out for this many leaders. */
  TableLayout layout(long expectedLeaders);
}
