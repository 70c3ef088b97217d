package dev.crawlsieve.sites.mirror;

import java.util.List;
import java.util.function.Consumer;

/**
 * Declares and withdraws the URL rules of sites. A site's rules are evaluated whenever much of its
 * sample has changed.
 */
final class RuleDeclarer {

  /** Rules are evaluated again once one in this many of a site's sampled paths has changed. */
  private static final int PART = 4;

  /** For each such amount of work, the next evaluation waits for one more change. */
  private static final int WORK_PER_CHANGE = 1 << 20;

  /** Maximum number of rules per site that are or were declared. */
  static final int MOST_RULES = 64;

  private final SampledPaths samples;
  private final MirrorSettings settings;
  private final LearningWork work;
  private final Consumer<Finding> findings;
  private int declared;

  /**
   * @param declared number of rules already declared
   * @param findings receives findings that are declared or withdrawn
   */
  RuleDeclarer(
      SampledPaths samples,
      MirrorSettings settings,
      LearningWork work,
      int declared,
      Consumer<Finding> findings) {
    this.samples = samples;
    this.settings = settings;
    this.work = work;
    this.declared = declared;
    this.findings = findings;
  }

  /** Number of rules currently declared. */
  int declared() {
    return declared;
  }

  void learnIfDue(Site site) {
    int due = Math.max(settings.minSupport(), site.paths / PART);
    if (site.copies >= settings.minSupport() && site.weight - site.learnedAt >= due) {
      learn(site);
    }
  }

  void learn(Site site) {
    List<UrlRule> weighed =
        new RuleLearner(site.name, samples.of(site.name), site.declaredRules(), work).weigh();
    site.learnedAt = site.weight + (int) (work.done() / WORK_PER_CHANGE);
    for (UrlRule rule : weighed) {
      int at = indexOf(rule, site.rules);
      boolean held = at >= 0 && site.rules.get(at).declared();
      boolean holds =
          held
              ? rule.support() >= settings.withdrawBelow() * rule.tested()
              : rule.support() >= settings.minSupport()
                  && rule.support() >= settings.minConfidence() * rule.tested();
      if (at < 0 && !holds) {
        continue;
      }
      if (at < 0 && site.rules.size() == MOST_RULES) {
        work.leaveOut(1);
        continue;
      }
      if (at < 0) {
        at = site.rules.size();
        site.rules.add(rule);
        site.reported.add(0);
      }
      UrlRule now = rule.with(holds, rule.support(), rule.tested());
      site.rules.set(at, now);
      declared += (holds ? 1 : 0) - (held ? 1 : 0);
      if (holds != held || (holds && now.support() >= 2 * site.reported.get(at))) {
        site.reported.set(at, now.support());
        findings.accept(now);
      }
    }
  }

  /** Withdraws the rules of a site that is forgotten. */
  void forget(Site site) {
    for (UrlRule rule : site.declaredRules()) {
      declared--;
      findings.accept(rule.with(false, rule.support(), rule.tested()));
    }
  }

  private static int indexOf(UrlRule rule, List<UrlRule> rules) {
    for (int i = 0; i < rules.size(); i++) {
      if (rules.get(i).isSame(rule)) {
        return i;
      }
    }
    return -1;
  }
}
