package dev.crawlsieve.core.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The overrides that apply to one page. Immutable. */
public final class PageOverrides {

  /** No override applies. */
  public static final PageOverrides NONE =
      new PageOverrides(null, HostThresholds.NONE, new long[0], new int[0]);

  private final @Nullable OverrideRule decision;
  private final HostThresholds thresholds;
  private final long[] memberships; // group's number << 32 | member's number; sorted
  private final int[] names;

  /**
   * The overrides of a page.
   *
   * @param decision the override that decides on the page; null if the rule does
   * @param thresholds the thresholds of its host
   * @param memberships its places in groups whose members never match each other: the group's
   *     number in the upper half, the member's number in the lower; a page has at most one place in
   *     a group
   * @param names numbers of the names by which the overrides apply, see {@link Overrides#name}; the
   *     first is that of the decision, if there is one
   */
  public PageOverrides(
      @Nullable OverrideRule decision, HostThresholds thresholds, long[] memberships, int[] names) {
    this.decision = decision;
    this.thresholds = Objects.requireNonNull(thresholds, "thresholds");
    this.memberships = memberships.clone();
    Arrays.sort(this.memberships);
    this.names = names.clone();
  }

  /** {@return the override that decides on the page; null if the rule does} */
  public @Nullable OverrideRule decision() {
    return decision;
  }

  /** {@return the numbers of the names by which the overrides apply, see {@link Overrides#name}} */
  public int[] names() {
    return names.clone();
  }

  /** {@return the thresholds of the page's host} */
  public HostThresholds thresholds() {
    return thresholds;
  }

  /** {@return the overrides in words; empty if none apply} */
  public List<String> words() {
    List<String> words = new ArrayList<>();
    if (decision != null) {
      words.add(decision.text() + " (line " + decision.line() + ")");
    }
    if (!thresholds.equals(HostThresholds.NONE)) {
      words.add("thresholds " + thresholds.text());
    }
    if (separates()) {
      words.add(
          "separate from the pages of other members of "
              + memberships.length
              + (memberships.length == 1 ? " group" : " groups"));
    }
    return words;
  }

  /** {@return whether the page is in a group whose other members it must not match} */
  public boolean separates() {
    return memberships.length > 0;
  }

  /**
   * {@return whether two pages must not match, because they are different members of a group}
   *
   * @param other the overrides of the other page
   */
  public boolean separates(PageOverrides other) {
    boolean fewer = memberships.length <= other.memberships.length;
    long[] few = fewer ? memberships : other.memberships;
    long[] many = fewer ? other.memberships : memberships;
    for (long place : few) {
      int at = Arrays.binarySearch(many, place & ~0xffffffffL);
      int first = at < 0 ? -at - 1 : at;
      if (first < many.length && many[first] >>> 32 == place >>> 32 && many[first] != place) {
        return true;
      }
    }
    return false;
  }
}
