package dev.crawlsieve.core.eval;

import java.util.function.BiPredicate;

/**
 * A yes-or-no test on two pages, to be combined with others.
 *
 * @param text its description, for people
 * @param test the symmetric test
 */
public record Rule(String text, BiPredicate<PageFeatures, PageFeatures> test) {

  /** The stream's exact match: the same text, or the same body if neither has a text. */
  public static Rule sameContent() {
    return new Rule("same content", PageFeatures::sameContent);
  }

  /** Whether both texts are long enough for near matches. */
  public static Rule nearEligible() {
    return new Rule("long enough", (a, b) -> a.nearEligible() && b.nearEligible());
  }

  /** Whether two pages pass. */
  public boolean matches(PageFeatures a, PageFeatures b) {
    return test.test(a, b);
  }

  /** A rule that requires this one and another. */
  public Rule and(Rule other) {
    return new Rule("(" + text + " and " + other.text + ")", test.and(other.test));
  }
}
