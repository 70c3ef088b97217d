package dev.crawlsieve.core.verdict;

import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.Objects;

/**
 * The decision on one page, with its evidence.
 *
 * @param url the page's URL as produced
 * @param source where the page stands
 * @param timestamp the page record's timestamp, milliseconds since 1970-01-01T00:00Z
 * @param lane the lane that decided
 * @param laneOffset offset of the page's fingerprint in its lane: verdicts of a lane are ordered by
 *     it
 * @param decision kept or dropped
 * @param kind what the copy is; null for a kept page
 * @param duplicateOf the kept page that it matches; null for a kept page
 * @param match {@code exact} or {@code near}; null for a kept page
 * @param distance Hamming distance of the two SimHashes in bits; -1 for a kept page
 * @param similarity Jaccard similarity of the two texts' shingles as their sketches estimate it, in
 *     [0, 1], to four places; negative for a kept page, or where one of the two has no sketch
 * @param agreeing how many of the 6 super-shingles, groups of 14 min-hashes, are equal; -1 for a
 *     kept page, or where one of the two has no sketch
 * @param table the table that found the match; null for a kept page
 * @param compared how many candidates were compared
 * @param truncated whether a work limit was reached, so that a match may have been missed
 * @param detector the detector that decided
 * @param settings hash of the settings that decided
 * @param newVersionOf for a changed page that is kept (dedup.revisit=readmit), the kept earlier
 *     version of the same normalised URL that it nearly equals; else null
 * @param replaces the page in whose place this dropped one is kept; null unless {@code dedup.keep}
 *     is {@code policy} and it is better than all pages before it that match the same kept page
 */
public record Verdict(
    String url,
    Coordinates source,
    long timestamp,
    int lane,
    long laneOffset,
    Decision decision,
    Kind kind,
    Original duplicateOf,
    String match,
    int distance,
    double similarity,
    int agreeing,
    String table,
    int compared,
    boolean truncated,
    String detector,
    int settings,
    Original newVersionOf,
    Replaced replaces) {

  /** What becomes of the page. */
  public enum Decision {
    UNIQUE,
    DUPLICATE
  }

  /** What a dropped page is. */
  public enum Kind {
    /** The same content under another URL. */
    EXACT,
    /** Nearly the same content under another URL. */
    NEAR,
    /** An earlier version of the same normalised URL has this content, or nearly. */
    REVISIT
  }

  /**
   * The kept page that a dropped one matches, or an earlier version of a kept one.
   *
   * @param url its URL as produced
   * @param source where it stands
   */
  public record Original(String url, Coordinates source) {}

  /** A verdict on a page that is no new version of a kept one and replaces none. */
  public Verdict(
      String url,
      Coordinates source,
      long timestamp,
      int lane,
      long laneOffset,
      Decision decision,
      Kind kind,
      Original duplicateOf,
      String match,
      int distance,
      double similarity,
      int agreeing,
      String table,
      int compared,
      boolean truncated,
      String detector,
      int settings) {
    this(
        url,
        source,
        timestamp,
        lane,
        laneOffset,
        decision,
        kind,
        duplicateOf,
        match,
        distance,
        similarity,
        agreeing,
        table,
        compared,
        truncated,
        detector,
        settings,
        null,
        null);
  }

  /**
   * The page in whose place another is kept.
   *
   * @param url its URL as produced
   * @param source where it stands
   * @param by the criterion by which the other one is better, as settings name it
   */
  public record Replaced(String url, Coordinates source, String by) {}

  public Verdict {
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(decision, "decision");
  }

  /**
   * The same verdict, with what the clusters' policy adds.
   *
   * @param page the page in whose place this one is kept; null if it is not kept
   */
  public Verdict replacing(Replaced page) {
    return with(table, compared, page);
  }

  /** Whether the page goes to {@code unique}. */
  public boolean kept() {
    return decision == Decision.UNIQUE || replaces != null;
  }

  /** The same verdict, found by another index: its table and the number of candidates differ. */
  public Verdict foundBy(String otherTable, int otherCompared) {
    return with(otherTable, otherCompared, replaces);
  }

  private Verdict with(String otherTable, int otherCompared, Replaced page) {
    return new Verdict(
        url,
        source,
        timestamp,
        lane,
        laneOffset,
        decision,
        kind,
        duplicateOf,
        match,
        distance,
        similarity,
        agreeing,
        otherTable,
        otherCompared,
        truncated,
        detector,
        settings,
        newVersionOf,
        page);
  }
}
