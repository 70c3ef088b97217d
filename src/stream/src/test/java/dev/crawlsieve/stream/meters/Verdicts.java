package dev.crawlsieve.stream.meters;

import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Reason;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.JudgedPage;
import dev.crawlsieve.core.verdict.Verdict;

/** Verdicts of lane 0. */
public final class Verdicts {

  private Verdicts() {}

  /**
   * A verdict.
   *
   * @param kind null for a page that is kept
   */
  public static Verdict of(String url, Verdict.Kind kind) {
    JudgedPage page = new JudgedPage(url, new Coordinates(0, 1), 0, 0, 1, false);
    Verdict.Basis basis = new Verdict.Basis("combined", 1);
    if (kind == null) {
      return Verdict.unique(page, 5, basis);
    }
    if (kind == Verdict.Kind.OVERRIDE) {
      OverrideRule rule =
          new OverrideRule(OverrideRule.Action.DROP, OverrideRule.Subject.HOST, "a.example", 1);
      return Verdict.overridden(page, rule, null, 0, basis);
    }
    Verdict.Original original =
        new Verdict.Original("http://o.example/", new Coordinates(0, 0), false);
    Evidence evidence =
        new Evidence(
            kind, original, Evidence.Match.NEAR, 3, -1, -1, Reason.SIMILAR, -1, "simhash-1");
    return Verdict.duplicate(page, evidence, 5, basis);
  }
}
