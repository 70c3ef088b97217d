package dev.crawlsieve.core.verdict;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.Lost;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.core.name.SitePairs;
import dev.crawlsieve.core.name.SiteTexts;
import dev.crawlsieve.core.name.SiteTitles;
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
 * @param identity whether the two name the same item
 * @param site what was seen of other pairs of the site's pages whose addresses differ in the same
 *     way, if that decided {@code identity}; else null
 * @param siteTexts how many other names on the site have nearly the page's text, if they are few
 *     and the two pages name different items; else null
 * @param siteTitles how many texts of the site have the same title as the two pages, if that
 *     decided how the two were compared; else null
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
    Identity identity,
    @Nullable SitePairs site,
    @Nullable SiteTexts siteTexts,
    @Nullable SiteTitles siteTitles,
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
   * Evidence without what is lost and without what the site's other pages have shown.
   *
   * @param kind what kind of copy it is
   * @param duplicateOf the kept page that it matches
   * @param match how the two match
   * @param distance Hamming distance of the two SimHashes, in bits, 0 to 64
   * @param similarity estimated Jaccard similarity, in [0, 1]; negative if unknown
   * @param agreeing how many of the 6 super-shingles are equal; -1 if unknown
   * @param identity whether the two name the same item
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
      Identity identity,
      double contained,
      String table) {
    this(
        kind,
        duplicateOf,
        match,
        distance,
        similarity,
        agreeing,
        identity,
        null,
        null,
        null,
        contained,
        null,
        table);
  }

  public Evidence {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(duplicateOf, "duplicateOf");
    Objects.requireNonNull(match, "match");
    Objects.requireNonNull(identity, "identity");
    Objects.requireNonNull(table, "table");
  }

  /** The evidence of a lookup that found a leader. */
  static Evidence of(ComparedPage page, Lookup lookup) {
    ComparedPage leader = Objects.requireNonNull(lookup.leader());
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
        nearness.identity(),
        page.shownBySite(leader),
        nearness.identity() == Identity.OTHER && page.site().texts().areOwn()
            ? page.site().texts()
            : null,
        page.titlesOfSite(leader),
        nearness.contained() < 0 ? -1 : (double) nearness.contained() / Nearness.ALL,
        page.bytes() ? null : page.lost(leader),
        Objects.requireNonNull(lookup.table()));
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
        identity,
        site,
        siteTexts,
        siteTitles,
        contained,
        lost,
        otherTable);
  }
}
