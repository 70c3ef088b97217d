package dev.crawlsieve.core.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * Records which names in the overrides have applied to a page: a name that has applied to none may
 * be mistyped. Thread-safe.
 */
public final class AppliedOverrides {

  /** The most names that a text lists. */
  private static final int TOLD = 5;

  private final Overrides overrides;
  private final AtomicIntegerArray applied;
  private final AtomicInteger without;
  private final LongAdder pages = new LongAdder();
  private final LongAdder named = new LongAdder(); // by "keep"
  private final LongAdder kept = new LongAdder();
  private final LongAdder dropped = new LongAdder();

  /** A record for these overrides, of which none has applied yet. */
  public AppliedOverrides(Overrides overrides) {
    this.overrides = overrides;
    this.applied = new AtomicIntegerArray(overrides.names());
    this.without = new AtomicInteger(overrides.names());
  }

  /**
   * Records that a page was decided on.
   *
   * @param url its URL as produced
   * @param overridden whether an override decided; "keep" decides only on copies
   */
  public void page(String url, boolean overridden) {
    if (applied.length() == 0) {
      return;
    }
    PageOverrides own = overrides.of(url);
    if (own.dropped()) {
      dropped.increment();
    } else if (own.decision() != null) {
      named.increment();
      kept.add(overridden ? 1 : 0);
    }
    int[] names = own.names();
    if (names.length > 0) {
      pages.increment();
    }
    for (int name : names) {
      if (applied.getAndSet(name, 1) == 0) {
        without.decrementAndGet();
      }
    }
  }

  /**
   * {@return what to say after names that have URLs in them, which may look different in the file;
   * empty for others}
   *
   * @param names names of overrides, as text
   */
  public static String asCompared(String names) {
    return names.contains("://") ? " (as URLs are compared: http is https)" : "";
  }

  /** {@return how many names have applied to no page} */
  public int without() {
    return without.get();
  }

  /**
   * {@return in words: to how many pages overrides have applied, what became of these pages, and
   * which names have applied to none; empty if there are no names}
   */
  public String text() {
    long to = pages.sum();
    String some =
        to == 0
            ? ""
            : String.format(Locale.ROOT, " applied to %,d page%s%s", to, to == 1 ? "" : "s", did());
    if (without() == 0) {
      return applied.length() == 0 ? "" : RuleSettings.OVERRIDES_FILE + some;
    }
    return some.isEmpty()
        ? textOfWithout()
        : RuleSettings.OVERRIDES_FILE + some + "; " + ofWithout();
  }

  /** {@return in words: which names have applied to no page; empty if all have applied} */
  public String textOfWithout() {
    return without() == 0 ? "" : RuleSettings.OVERRIDES_FILE + ": " + ofWithout();
  }

  private String ofWithout() {
    List<String> first = new ArrayList<>();
    for (int name = 0; name < applied.length() && first.size() < TOLD; name++) {
      if (applied.get(name) == 0) {
        first.add(overrides.name(name));
      }
    }
    int more = without() - first.size();
    return "%s applied to no page: %s%s%s%s"
        .formatted(
            applied.length() == 1
                ? "its only name"
                : without() + " of " + applied.length() + " names",
            String.join("; ", first),
            more > 0 ? "; and " + more + " more" : "",
            asCompared(String.join("; ", first)),
            first.stream().anyMatch(name -> name.contains(" url "))
                ? ". A url is one page, not those below it (docs/overrides.md, \"A folder\")"
                : "");
  }

  /**
   * The effects of "keep" and "drop". Most pages that "keep" names are no copies, and would be kept
   * anyway.
   */
  private String did() {
    List<String> did = new ArrayList<>();
    if (named.sum() > 0) {
      did.add(String.format(Locale.ROOT, "kept %,d that would have been dropped", kept.sum()));
    }
    if (dropped.sum() > 0) {
      did.add(String.format(Locale.ROOT, "dropped %,d", dropped.sum()));
    }
    return did.isEmpty()
        ? ", whether or not that changed a verdict"
        : " and " + String.join(", ", did) + uncounted();
  }

  /** What the counts leave out: only the rule without them would tell what these have kept. */
  private String uncounted() {
    List<String> without = new ArrayList<>();
    for (String rule : List.of("separate", "thresholds")) {
      if (IntStream.range(0, applied.length())
          .anyMatch(name -> overrides.name(name).contains(": " + rule + " "))) {
        without.add(rule);
      }
    }
    return without.isEmpty()
        ? ""
        : "; what "
            + String.join(" and ", without)
            + (without.equals(List.of("separate")) ? " keeps" : " keep")
            + " is not counted";
  }
}
