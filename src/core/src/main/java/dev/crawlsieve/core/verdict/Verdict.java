package dev.crawlsieve.core.verdict;

import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The decision on one page. Unless an override decides, a page is a duplicate iff there is evidence
 * that it matches a kept page.
 *
 * @param page the page
 * @param evidence the match that makes it a duplicate; null for a unique page, and for one that an
 *     override drops
 * @param compared how many kept pages the page was compared with in full. This is the cost of the
 *     decision, and depends on where the index keeps them ({@link
 *     dev.crawlsieve.core.index.Lookup#compared})
 * @param basis the detector and settings that decided
 * @param newVersionOf for a page that is kept because it has changed ({@code
 *     dedup.revisit=readmit}) or the earlier version broke off: that version, which was kept, at
 *     the same normalised URL and nearly equal; else null
 * @param replaces the page in whose place this duplicate is kept; null unless {@code dedup.keep} is
 *     {@code policy} and this page is better than all earlier pages that match the same kept page
 * @param overridden the override that decided; null if the rule did
 */
public record Verdict(
    JudgedPage page,
    @Nullable Evidence evidence,
    int compared,
    Basis basis,
    @Nullable Original newVersionOf,
    @Nullable Replaced replaces,
    @Nullable Overridden overridden) {

  /** Whether the page is unique or a duplicate. */
  public enum Decision {
    /** It matches no kept page, and is kept. */
    UNIQUE,
    /** It matches a page that was kept, or an override drops it. */
    DUPLICATE
  }

  /** Where the page goes. */
  public enum Route {
    /** To the kept pages. */
    UNIQUE,
    /** To the copies. */
    DUPLICATE,
    /** Nowhere: a reference page is only compared with. */
    NOWHERE
  }

  /** What kind of copy a duplicate is. */
  public enum Kind {
    /** The same content under another URL. */
    EXACT,
    /** Nearly the same content under another URL. */
    NEAR,
    /** An earlier version of the same normalised URL has this content, or nearly. */
    REVISIT,
    /** Dropped by an override, regardless of its content. */
    OVERRIDE;

    /** {@return its name in verdicts and results} */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The detector and settings behind a decision.
   *
   * @param detector name of the detector
   * @param settings hash of all settings that verdicts depend on
   */
  public record Basis(String detector, int settings) {

    public Basis {
      Objects.requireNonNull(detector, "detector");
    }
  }

  /**
   * A kept page that another page's verdict names: the one that a duplicate matches, or the earlier
   * version of a page that is kept.
   *
   * @param url its URL as produced
   * @param source its position
   * @param reference whether it is a reference page
   */
  public record Original(String url, Coordinates source, boolean reference) {}

  /**
   * The page that another one replaces.
   *
   * @param url its URL as produced
   * @param source its position
   * @param by the criterion by which the replacing page is better, as named in the settings
   */
  public record Replaced(String url, Coordinates source, String by) {}

  /**
   * The override that decided instead of the rule.
   *
   * @param rule the override
   * @param match the kept page that this page matches although it is kept; null for a dropped page,
   *     which is not compared
   */
  public record Overridden(OverrideRule rule, @Nullable Original match) {

    public Overridden {
      Objects.requireNonNull(rule, "rule");
      if ((rule.action() == OverrideRule.Action.KEEP) != (match != null)) {
        throw new IllegalArgumentException("a page that an override keeps matches another one");
      }
    }
  }

  public Verdict {
    Objects.requireNonNull(page, "page");
    Objects.requireNonNull(basis, "basis");
    if (evidence != null && newVersionOf != null) {
      throw new IllegalArgumentException("only a unique page is a new version of a kept one");
    }
    if (evidence == null && replaces != null) {
      throw new IllegalArgumentException("only a duplicate replaces a kept page");
    }
    if (overridden != null && (evidence != null || newVersionOf != null)) {
      throw new IllegalArgumentException("either the rule or an override decides");
    }
  }

  /**
   * {@return the verdict on a page that an override decides on}
   *
   * @param page the page
   * @param rule the override
   * @param match the kept page that it matches; null for a dropped page
   * @param compared how many kept pages it was compared with in full
   * @param basis the detector and settings that decided
   */
  public static Verdict overridden(
      JudgedPage page, OverrideRule rule, @Nullable Original match, int compared, Basis basis) {
    return new Verdict(page, null, compared, basis, null, null, new Overridden(rule, match));
  }

  /**
   * {@return the verdict on a page that matches no kept page}
   *
   * @param page the page
   * @param compared how many kept pages it was compared with in full
   * @param basis the detector and settings that decided
   */
  public static Verdict unique(JudgedPage page, int compared, Basis basis) {
    return new Verdict(page, null, compared, basis, null, null, null);
  }

  /**
   * {@return the verdict on a page that matches a kept one}
   *
   * @param page the page
   * @param evidence the match
   * @param compared how many kept pages it was compared with in full
   * @param basis the detector and settings that decided
   */
  public static Verdict duplicate(JudgedPage page, Evidence evidence, int compared, Basis basis) {
    return new Verdict(
        page, Objects.requireNonNull(evidence, "evidence"), compared, basis, null, null, null);
  }

  /** {@return the page's URL as produced} */
  public String url() {
    return page.url();
  }

  /** {@return the position of the page} */
  public Coordinates source() {
    return page.source();
  }

  /** {@return the page record's timestamp, milliseconds since 1970-01-01T00:00Z} */
  public long timestamp() {
    return page.timestamp();
  }

  /** {@return the lane that decided} */
  public int lane() {
    return page.lane();
  }

  /** {@return offset of the page's fingerprint in its lane} */
  public long laneOffset() {
    return page.laneOffset();
  }

  /** {@return whether the page is unique or a duplicate} */
  public Decision decision() {
    return evidence == null && !dropped() ? Decision.UNIQUE : Decision.DUPLICATE;
  }

  /** {@return whether an override drops the page; it is then no copy, although a duplicate} */
  public boolean dropped() {
    return overridden != null && overridden.rule().action() == OverrideRule.Action.DROP;
  }

  /** {@return what kind of copy the page is; null for a unique page} */
  public @Nullable Kind kind() {
    if (dropped()) {
      return Kind.OVERRIDE;
    }
    return evidence == null ? null : evidence.kind();
  }

  /** {@return whether the page is a copy under another URL} */
  public boolean copy() {
    return kind() == Kind.EXACT || kind() == Kind.NEAR;
  }

  /**
   * {@return whether the page is a copy although its name, or the last part of its path, says that
   * it is another item than the kept page} A few such copies are normal. Many copies of one kept
   * page suggest that it is an error page, a login form or a template without its text.
   */
  public boolean otherName() {
    return evidence != null
        && copy()
        && (evidence.losesName()
            || !lastPart(page.url()).equals(lastPart(evidence.duplicateOf().url())));
  }

  /** The last part of a URL's path, without its query; empty if there is none. */
  private static String lastPart(String url) {
    int end = 0;
    while (end < url.length() && url.charAt(end) != '?' && url.charAt(end) != '#') {
      end++;
    }
    int path = url.indexOf('/', url.indexOf("://") + "://".length());
    if (path < 0 || path >= end) {
      return "";
    }
    end -= url.charAt(end - 1) == '/' && end - 1 > path ? 1 : 0;
    return url.substring(url.lastIndexOf('/', end - 1) + 1, end);
  }

  /**
   * {@return the kept page that the page matches; null for a unique page, and if an override
   * decides}
   */
  public @Nullable Original duplicateOf() {
    return evidence == null ? null : evidence.duplicateOf();
  }

  /**
   * {@return the kept page at the head of this page's cluster: the page itself if it is unique,
   * otherwise the one that it matches} For a page that an override decides on, it is the page
   * itself, which has no copies.
   */
  public Original leader() {
    return evidence == null
        ? new Original(page.url(), page.source(), page.reference())
        : evidence.duplicateOf();
  }

  /** {@return whether the page is a reference page: one of a corpus that is only compared with} */
  public boolean reference() {
    return page.reference();
  }

  /** {@return whether only the bytes of its body were compared} */
  public boolean bytes() {
    return page.bytes();
  }

  /** {@return where the page goes} */
  public Route route() {
    if (page.reference()) {
      return Route.NOWHERE;
    }
    return kept() ? Route.UNIQUE : Route.DUPLICATE;
  }

  /**
   * {@return whether the page is kept, either as unique or in place of another one} A kept page
   * goes to {@code unique}, unless it is a reference page.
   */
  public boolean kept() {
    return decision() == Decision.UNIQUE || replaces != null;
  }

  /**
   * {@return the same verdict, with the page that it replaces under the clusters' policy}
   *
   * @param other the page in whose place this one is kept; null if this one is not kept
   */
  public Verdict replacing(@Nullable Replaced other) {
    return new Verdict(page, evidence, compared, basis, newVersionOf, other, overridden);
  }

  /**
   * {@return the same verdict, without its cost} In this form, the verdict on a page is equal
   * regardless of where the kept pages are: in memory or on disk, in one index or in several.
   */
  public Verdict withoutWork() {
    return new Verdict(page, evidence, 0, basis, newVersionOf, replaces, overridden);
  }

  /**
   * {@return the same verdict, without the table that found the match and without {@code compared}}
   * These two depend on the layout of the index. In this form, the verdicts of two indexes on a
   * page are equal.
   */
  public Verdict withoutSearch() {
    return new Verdict(
        page,
        evidence == null ? null : evidence.foundBy(""),
        0,
        basis,
        newVersionOf,
        replaces,
        overridden);
  }
}
