package dev.crawlsieve.core.eval;

import java.util.Objects;
import java.util.function.BiPredicate;

/**
 * A yes or no on two pages, to be combined with others.
 *
 * @param text what it asks, for people
 * @param test the answer, the same in either order of the pages
 */
public record Rule(String text, BiPredicate<PageFeatures, PageFeatures> test) {

  public Rule {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(test, "test");
  }

  /** The stream's exact match: the same text, or the same body where neither has a text. */
  public static Rule sameContent() {
    return new Rule("same content", PageFeatures::sameContent);
  }

  /** Both texts are long enough to match nearly. */
  public static Rule nearEligible() {
    return new Rule("long enough", (a, b) -> a.nearEligible() && b.nearEligible());
  }

  /** Whether two pages pass. */
  public boolean matches(PageFeatures a, PageFeatures b) {
    return test.test(a, b);
  }

  /** Both this rule and another. */
  public Rule and(Rule other) {
    return new Rule("(" + text + " and " + other.text + ")", test.and(other.test));
  }

  /** This rule or another. */
  public Rule or(Rule other) {
    return new Rule("(" + text + " or " + other.text + ")", test.or(other.test));
  }
}
