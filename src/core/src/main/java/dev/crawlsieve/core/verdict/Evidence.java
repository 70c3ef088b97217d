package dev.crawlsieve.core.verdict;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.Lost;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.PagePair;
import dev.crawlsieve.core.index.Reason;
import dev.crawlsieve.core.page.BlockKind;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The evidence that a page is a duplicate: the kept page that it matches, and how near the two are.
 *
 * @param kind what kind of copy it is
 * @param duplicateOf the kept page that it matches
 * @param match how the two match
 * @param distance Hamming distance of the two SimHashes, in bits, 0 to 64
 * @param similarity Jaccard similarity of the two texts' sets of shingles, estimated from their
 *     sketches, in [0, 1], to four decimal places; negative if one of the two has no sketch
 * @param agreeing how many of the 6 super-shingles, groups of 14 min-hashes, are equal; -1 if one
 *     of the two has no sketch
 * @param reason why the page is a copy; null in verdicts of earlier versions
 * @param contained lower bound, with a confidence of 95 %, of the share of the page's shingles that
 *     the kept page also has, in [0, 1], to four decimal places; negative if one of the two has no
 *     sketch
 * @param lost what the page says that the kept one does not; null if unknown
 * @param table the table that found the match, for example {@code content} or {@code simhash-3}
 */
public record Evidence(
    Verdict.Kind kind,
    Verdict.Original duplicateOf,
    Match match,
    int distance,
    double similarity,
    int agreeing,
    @Nullable Reason reason,
    double contained,
    @Nullable Lost lost,
    String table) {

  private static final double PLACES = 1e4;

  /** How two pages match. */
  public enum Match {
    /** Their content is the same. */
    EXACT,
    /** They are within the detector's thresholds. */
    NEAR
  }

  /**
   * Evidence without what is lost.
   *
   * @param kind what kind of copy it is
   * @param duplicateOf the kept page that it matches
   * @param match how the two match
   * @param distance Hamming distance of the two SimHashes, in bits, 0 to 64
   * @param similarity estimated Jaccard similarity, in [0, 1]; negative if unknown
   * @param agreeing how many of the 6 super-shingles are equal; -1 if unknown
   * @param reason why the page is a copy
   * @param contained lower bound of the share of the page's shingles that the kept page also has,
   *     in [0, 1]; negative if unknown
   * @param table the table that found the match
   */
  public Evidence(
      Verdict.Kind kind,
      Verdict.Original duplicateOf,
      Match match,
      int distance,
      double similarity,
      int agreeing,
      @Nullable Reason reason,
      double contained,
      String table) {
    this(kind, duplicateOf, match, distance, similarity, agreeing, reason, contained, null, table);
  }

  public Evidence {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(duplicateOf, "duplicateOf");
    Objects.requireNonNull(match, "match");
    Objects.requireNonNull(table, "table");
  }

  /** The evidence of a lookup that found the pair's kept page. */
  static Evidence of(PagePair pair, Lookup lookup) {
    ComparedPage page = pair.page();
    ComparedPage leader = pair.kept();
    Nearness nearness = lookup.nearness();
    Match match = lookup.match() == Lookup.Match.EXACT ? Match.EXACT : Match.NEAR;
    return new Evidence(
        page.urlHash() == leader.urlHash() ? Verdict.Kind.REVISIT : kind(match),
        new Verdict.Original(leader.url(), leader.source(), leader.reference()),
        match,
        nearness.distance(),
        // rounded as in the stored form, so that a verdict read back equals the original
        Math.round(nearness.similarity() * PLACES) / PLACES,
        nearness.agreeing(),
        pair.reasonOfCopy(),
        nearness.contained() < 0 ? -1 : (double) nearness.contained() / Nearness.ALL,
        page.bytes() ? null : pair.lost(),
        Objects.requireNonNull(lookup.table()));
  }

  /** Whether the kept page lacks a title or first heading of the page. */
  boolean losesName() {
    return lost != null
        && (lost.kinds().containsKey(BlockKind.TITLE)
            || lost.kinds().containsKey(BlockKind.TOP_HEADING));
  }

  private static Verdict.Kind kind(Match match) {
    return match == Match.EXACT ? Verdict.Kind.EXACT : Verdict.Kind.NEAR;
  }

  /** The match that a kind implies, for a stored verdict without the field {@code match}. */
  static Match match(Verdict.Kind kind) {
    return kind == Verdict.Kind.EXACT ? Match.EXACT : Match.NEAR;
  }

  Evidence foundBy(String otherTable) {
    return new Evidence(
        kind,
        duplicateOf,
        match,
        distance,
        similarity,
        agreeing,
        reason,
        contained,
        lost,
        otherTable);
  }
}
