package dev.crawlsieve.core.override;

import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.PageOverrides;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.core.index.ComparedPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Overrides for synthetic pages, by the number with which their URLs end. */
public final class NumberedOverrides {

  private static final HostThresholds STRICT =
      new HostThresholds(
          Map.of(
              Threshold.DISTANCE, 1.0,
              Threshold.SIMILARITY, 0.85,
              Threshold.CONFIRMING, 0.7,
              Threshold.ALIKE, 0.9));

  private static final String DECIDING = "deciding ";

  private NumberedOverrides() {}

  /** Some pages never match each other, and some have stricter thresholds. */
  public static Overrides comparing(int seed) {
    return of("comparing " + seed, url -> page(number(url) + seed, false));
  }

  /** The same, and some pages are dropped, others kept. */
  public static Overrides deciding(int seed) {
    return of(DECIDING + seed, url -> page(number(url) + seed, true));
  }

  /**
   * A lane as it is logged if the file changes halfway: from then on, other pages are dropped and
   * kept.
   */
  public static List<ComparedPage> logged(List<ComparedPage> lane, RuleSettings rule) {
    if (!rule.overrides().digest().startsWith(DECIDING)) {
      return lane;
    }
    int seed = Integer.parseInt(rule.overrides().digest().substring(DECIDING.length()));
    List<ComparedPage> logged = new ArrayList<>();
    for (ComparedPage page : lane) {
      Overrides file = deciding(logged.size() < lane.size() / 2 ? seed : seed + 1);
      logged.add(page.overriddenBy(file.of(page.url()).decision()));
    }
    return logged;
  }

  private static Overrides of(String name, Function<String, PageOverrides> of) {
    return new Overrides() {
      @Override
      public PageOverrides of(String url) {
        return of.apply(url);
      }

      @Override
      public String digest() {
        return name;
      }

      @Override
      public String toString() {
        return name;
      }
    };
  }

  private static int number(String url) {
    return (int) (Long.parseLong(url.substring(url.lastIndexOf('/') + 1)) & 0xffff);
  }

  private static PageOverrides page(int number, boolean deciding) {
    OverrideRule.Action action =
        switch (number % 11) {
          case 3 -> OverrideRule.Action.DROP;
          case 4, 5 -> OverrideRule.Action.KEEP;
          default -> null;
        };
    List<Long> memberships = new ArrayList<>();
    if (number % 3 < 2) {
      memberships.add(number % 3L);
    }
    if (number % 4 > 0) {
      memberships.add(7L << 32 | number % 4);
    }
    return new PageOverrides(
        action == null || !deciding
            ? null
            : new OverrideRule(action, OverrideRule.Subject.URL, "n" + number, 1 + number % 7),
        number % 5 < 2 ? STRICT : HostThresholds.NONE,
        memberships.stream().mapToLong(Long::longValue).toArray(),
        new int[0]);
  }
}
