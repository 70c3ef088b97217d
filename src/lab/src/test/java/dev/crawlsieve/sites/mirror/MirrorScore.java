package dev.crawlsieve.sites.mirror;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Compares declared findings with planted ones. */
final class MirrorScore {

  private final Map<String, int[]> byKind = new TreeMap<>();
  private final List<String> wrong = new ArrayList<>();
  private int right;
  private int undecided;
  private int planted;
  private int found;
  private int rightRules;
  private int wrongRules;
  private int plantedRules;
  private int foundRules;

  MirrorScore(PlantedCrawl crawl, Collection<? extends Finding> findings) {
    Set<PlantedCrawl.Pair> hit = new HashSet<>();
    for (Finding finding : findings) {
      if (finding instanceof Mirror mirror) {
        score(mirror, crawl, hit);
      }
    }
    for (PlantedCrawl.Pair pair : crawl.pairs()) {
      int[] counts = byKind.computeIfAbsent(pair.label() + ": " + pair.kind(), none -> new int[2]);
      counts[0]++;
      counts[1] += hit.contains(pair) ? 1 : 0;
      if (pair.label() == PlantedCrawl.Label.MIRRORS) {
        planted++;
        found += hit.contains(pair) ? 1 : 0;
      }
    }
    scoreRules(crawl, findings);
  }

  private void score(Mirror mirror, PlantedCrawl crawl, Set<PlantedCrawl.Pair> hit) {
    for (PlantedCrawl.Pair pair : crawl.pairs()) {
      if (within(mirror.one(), mirror.two(), pair) || within(mirror.two(), mirror.one(), pair)) {
        hit.add(pair);
        if (pair.label() == PlantedCrawl.Label.UNDECIDED) {
          undecided++;
        } else if (pair.label() == PlantedCrawl.Label.MIRRORS) {
          right++;
        } else {
          wrong.add(pair.kind() + ": " + mirror);
        }
        return;
      }
    }
    // The releases in all rounds are of one library, so they have pages in common.
    if (crawl.releases().contains(mirror.one().site())
        && crawl.releases().contains(mirror.two().site())) {
      undecided++;
    } else {
      wrong.add("not planted: " + mirror);
    }
  }

  /** Whether the declared roots are the planted ones, or the same folder under both. */
  private static boolean within(Root a, Root b, PlantedCrawl.Pair pair) {
    return below(a, pair.one()) != null && below(a, pair.one()).equals(below(b, pair.two()));
  }

  private static String below(Root declared, Root planted) {
    return declared.site().equals(planted.site()) && declared.prefix().startsWith(planted.prefix())
        ? declared.prefix().substring(planted.prefix().length())
        : null;
  }

  private void scoreRules(PlantedCrawl crawl, Collection<? extends Finding> findings) {
    Set<PlantedCrawl.Rule> truth = new HashSet<>(crawl.ruleTruth());
    Set<PlantedCrawl.Rule> hit = new HashSet<>();
    for (Finding finding : findings) {
      if (finding instanceof UrlRule rule) {
        List<PlantedCrawl.Rule> parts = new ArrayList<>();
        for (String name : rule.name().split("&")) {
          parts.add(new PlantedCrawl.Rule(rule.site(), rule.kind(), name));
        }
        if (truth.containsAll(parts)) {
          rightRules++;
          hit.addAll(parts);
        } else {
          wrongRules++;
          wrong.add("rule: " + rule);
        }
      }
    }
    plantedRules = truth.size();
    foundRules = hit.size();
  }

  double precision() {
    return Finding.share(right, right + (int) wrong.stream().filter(MirrorScore::pair).count());
  }

  private static boolean pair(String line) {
    return !line.startsWith("rule");
  }

  double recall() {
    return Finding.share(found, planted);
  }

  double rulePrecision() {
    return Finding.share(rightRules, rightRules + wrongRules);
  }

  double ruleRecall() {
    return Finding.share(foundRules, plantedRules);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    byKind.forEach(
        (kind, counts) ->
            text.append(
                String.format(
                    Locale.ROOT, "%-60s planted %3d declared %3d%n", kind, counts[0], counts[1])));
    wrong.stream().limit(40).forEach(line -> text.append("wrong: ").append(line).append('\n'));
    return text.append(
            String.format(
                Locale.ROOT,
                "mirrors: precision %.3f recall %.3f (%d right, %d planted, %d undecided)%n"
                    + "rules:   precision %.3f recall %.3f (%d right, %d wrong, %d planted)%n",
                precision(),
                recall(),
                right,
                planted,
                undecided,
                rulePrecision(),
                ruleRecall(),
                rightRules,
                wrongRules,
                plantedRules))
        .toString();
  }
}
