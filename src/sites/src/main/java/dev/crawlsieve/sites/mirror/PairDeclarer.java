package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Declares and withdraws mirrors: counts pairs of roots with enough evidence, maintains the counts,
 * and examines the folders of pairs that agree only in part.
 */
final class PairDeclarer {

  /**
   * Number of copies needed as evidence before a pair is counted: single copies are mostly chance.
   */
  private static final int HITS = 3;

  private static final int DEEPEST = 8;

  private final PairBook pairs;
  private final SampledPaths samples;
  private final MirrorSettings settings;
  private final PairJudge judge;
  private final Function<String, Site> sites;
  private final LearningWork work;
  private final Consumer<Finding> findings;

  /**
   * @param sites returns a site by name, or null if it is unknown
   * @param findings receives findings that are declared or withdrawn
   */
  PairDeclarer(
      PairBook pairs,
      SampledPaths samples,
      MirrorSettings settings,
      Function<String, @Nullable Site> sites,
      LearningWork work,
      Consumer<Finding> findings) {
    this.pairs = pairs;
    this.samples = samples;
    this.settings = settings;
    this.judge = new PairJudge(samples, settings);
    this.sites = sites;
    this.work = work;
    this.findings = findings;
  }

  /** Updates the counts of a site's pairs when a path is added, changed or removed. */
  void recount(
      String site, String path, @Nullable Coordinates before, @Nullable Coordinates after) {
    for (Pair pair : pairs.of(site)) {
      if (!pair.counted) {
        continue;
      }
      int common = pair.common;
      int agreeing = pair.agreeing;
      for (Root near : List.of(pair.one, pair.two)) {
        if (near.site().equals(site) && near.covers(path)) {
          Coordinates other = samples.content(pair.across(near, path));
          if (other != null) {
            pair.common += (after == null ? 0 : 1) - (before == null ? 0 : 1);
            pair.agreeing += (other.equals(after) ? 1 : 0) - (other.equals(before) ? 1 : 0);
          }
        }
      }
      if (pair.common != common || pair.agreeing != agreeing) {
        weigh(pair, 0);
        pairs.store(pair);
      }
    }
  }

  /**
   * Records a copy as evidence for pairs of roots: that of its own URL and the original's, and
   * those of its URL and the original's mirrors.
   */
  void addEvidence(SiteUrl copy, SiteUrl original) {
    List<SiteUrl> originals = new ArrayList<>(List.of(original));
    for (Pair pair : pairs.of(original.site())) {
      for (Root near : List.of(pair.one, pair.two)) {
        if (pair.declared && near.site().equals(original.site()) && near.covers(original.path())) {
          originals.add(pair.across(near, original.path()));
        }
      }
    }
    for (SiteUrl each : originals) {
      if (!each.equals(copy)) {
        addEvidence(CommonSuffix.roots(copy, each));
      }
    }
  }

  private void addEvidence(@Nullable Pair roots) {
    Pair pair = roots == null ? null : pairs.get(roots.one, roots.two);
    if (pair == null || pair.counted) {
      return;
    }
    pair.hits++;
    if (pair.hits >= HITS) {
      count(pair, 0);
    }
    pairs.store(pair);
  }

  private void count(Pair pair, int depth) {
    Site one = sites.apply(pair.one.site());
    Site two = sites.apply(pair.two.site());
    if (one != null && two != null && !isTooMuch()) {
      judge.count(pair, one, two);
      weigh(pair, depth);
    }
  }

  /** Whether this record has spent its work; if so, a skipped evaluation is counted. */
  private boolean isTooMuch() {
    if (work.spent()) {
      work.leaveOut(1);
    }
    return work.spent();
  }

  private void weigh(Pair pair, int depth) {
    if (pair.declared) {
      if (pair.agreeing < settings.withdrawBelow() * pair.common) {
        withdraw(pair);
      } else if (pair.agreeing >= pair.nextAt) {
        pair.nextAt = 2 * pair.agreeing;
        findings.accept(pair.mirror());
      }
    } else if (pair.agreeing >= Math.max(settings.minSupport(), pair.nextAt)
        && pair.agreeing >= settings.minConfidence() * pair.common
        && !isTooMuch()) {
      pair.nextAt = 2 * pair.agreeing;
      judge(pair, depth);
    }
  }

  private void judge(Pair pair, int depth) {
    SortedMap<String, Integer> children = new TreeMap<>();
    switch (judge.judge(
        pair, sites.apply(pair.one.site()), sites.apply(pair.two.site()), children)) {
      case MIRRORS -> {
        if (!pair.declared) {
          declare(pair);
        }
      }
      case COMMON_PART_ONLY -> {
        if (pair.declared) {
          withdraw(pair);
        }
        String child = judge.bestChild(children);
        if (child != null && depth < DEEPEST) {
          descend(pair, child, depth + 1);
        }
      }
      case NO -> {}
    }
  }

  private void withdraw(Pair pair) {
    pairs.declare(pair, false);
    pair.nextAt = 0;
    findings.accept(pair.mirror());
  }

  /** Drops the pairs of a site that is forgotten. */
  void forget(String site) {
    for (Pair pair : pairs.of(site)) {
      if (pair.declared) {
        withdraw(pair);
      }
      pairs.drop(pair);
    }
  }

  /**
   * Evaluates a site's pairs again: what was half of a site may become a small part of it as it
   * grows.
   */
  void review(Site site) {
    site.reviewedAt = site.paths;
    for (Pair pair : pairs.of(site.name)) {
      boolean likely =
          pair.agreeing >= settings.minSupport()
              && pair.agreeing >= settings.minConfidence() * pair.common;
      if (pair.counted && (pair.declared || likely) && !isTooMuch()) {
        judge(pair, 0);
        pairs.store(pair);
      }
    }
  }

  /**
   * Declares a pair, unless it is part of a declared pair. Pairs that are part of it are withdrawn.
   */
  private void declare(Pair pair) {
    List<Pair> others = pairs.of(pair.one.site());
    if (others.stream().anyMatch(other -> other.declared && pair.within(other))) {
      return;
    }
    pairs.declare(pair, true);
    findings.accept(pair.mirror());
    for (Pair part : others) {
      if (part != pair && part.declared && part.within(pair)) {
        withdraw(part);
        pairs.store(part);
      }
    }
  }

  private void descend(Pair pair, String child, int depth) {
    Pair below =
        pairs.get(
            new Root(pair.one.site(), pair.one.prefix() + child),
            new Root(pair.two.site(), pair.two.prefix() + child));
    if (below != null && !below.counted) {
      count(below, depth);
      pairs.store(below);
    }
  }
}
