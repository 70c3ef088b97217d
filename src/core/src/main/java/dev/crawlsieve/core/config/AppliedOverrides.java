package dev.crawlsieve.core.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Records which names in the overrides have applied to a page: a name that has applied to none may
 * be mistyped. Thread-safe.
 */
public final class AppliedOverrides {

  /** The most names that a text lists. */
  private static final int TOLD = 5;

  private final Supplier<Overrides> source;
  private final LongAdder pages = new LongAdder();
  private final LongAdder named = new LongAdder(); // by "keep"
  private final LongAdder kept = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private volatile Names names;

  /**
   * A record of which none has applied yet.
   *
   * @param source returns the overrides in force, which may change
   */
  public AppliedOverrides(Supplier<Overrides> source) {
    this.source = source;
    this.names = new Names(source.get());
  }

  /** The names in a version of the overrides. */
  private static final class Names {
    private final Overrides overrides;
    private final AtomicIntegerArray applied;
    private final AtomicInteger without;

    Names(Overrides overrides) {
      this.overrides = overrides;
      this.applied = new AtomicIntegerArray(overrides.names());
      this.without = new AtomicInteger(overrides.names());
    }

    int count() {
      return applied.length();
    }

    /** Marks what applies to a page, and returns whether anything does. */
    boolean mark(String url, @Nullable OverrideRule logged) {
      if (count() == 0) {
        return false;
      }
      PageOverrides own = overrides.of(url);
      OverrideRule decision = own.decision();
      int[] numbers = own.names();
      // a line may be newer than the page's record in the log, or older
      boolean decided =
          decision == null || (logged != null && decision.text().equals(logged.text()));
      int from = decided ? 0 : 1;
      for (int i = from; i < numbers.length; i++) {
        mark(numbers[i]);
      }
      return numbers.length > from;
    }

    private void mark(int number) {
      if (applied.getAndSet(number, 1) == 0) {
        without.decrementAndGet();
      }
    }

    /** Marks what was marked in an earlier version. */
    void take(Names earlier) {
      Map<String, Integer> numbers = new HashMap<>();
      for (int number = 0; number < count(); number++) {
        numbers.put(said(number), number);
      }
      for (int number = 0; number < earlier.count(); number++) {
        Integer here = numbers.get(earlier.said(number));
        if (here != null && earlier.applied.get(number) == 1) {
          mark(here);
        }
      }
    }

    /** What is said about a name, on whichever line. */
    private String said(int number) {
      String name = overrides.name(number);
      return name.substring(name.indexOf(": ") + 2);
    }
  }

  private Names names() {
    Overrides now = source.get();
    return names.overrides == now ? names : changed(now);
  }

  private synchronized Names changed(Overrides now) {
    Names before = names;
    if (before.overrides != now) {
      names = new Names(now); // first, so that no page is marked in the former ones alone
      names.take(before);
    }
    return names;
  }

  /**
   * Records that a page was decided on.
   *
   * @param url its URL as produced
   * @param logged the override in the log beside its fingerprint; null if there is none
   * @param overridden whether an override decided; "keep" decides only on copies
   */
  public void page(String url, @Nullable OverrideRule logged, boolean overridden) {
    if (logged != null && logged.action() == OverrideRule.Action.DROP) {
      dropped.increment();
    } else if (logged != null) {
      named.increment();
      kept.add(overridden ? 1 : 0);
    }
    boolean any = logged != null;
    Names current;
    do {
      current = names();
      any |= current.mark(url, logged);
    } while (current != names);
    if (any) {
      pages.increment();
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
    return names().without.get();
  }

  /**
   * {@return in words: to how many pages overrides have applied, what became of these pages, and
   * which names have applied to none; empty if there are no names}
   */
  public String text() {
    Names current = names();
    long to = pages.sum();
    String some =
        to == 0
            ? ""
            : String.format(
                Locale.ROOT, " applied to %,d page%s%s", to, to == 1 ? "" : "s", did(current));
    if (current.without.get() == 0) {
      return current.count() == 0 ? "" : RuleSettings.OVERRIDES_FILE + some;
    }
    return some.isEmpty()
        ? textOfWithout()
        : RuleSettings.OVERRIDES_FILE + some + "; " + ofWithout(current);
  }

  /** {@return in words: which names have applied to no page; empty if all have applied} */
  public String textOfWithout() {
    Names current = names();
    return current.without.get() == 0
        ? ""
        : RuleSettings.OVERRIDES_FILE + ": " + ofWithout(current);
  }

  private static String ofWithout(Names names) {
    List<String> first = new ArrayList<>();
    for (int name = 0; name < names.count() && first.size() < TOLD; name++) {
      if (names.applied.get(name) == 0) {
        first.add(names.overrides.name(name));
      }
    }
    int without = names.without.get();
    int more = without - first.size();
    return "%s applied to no page: %s%s%s%s"
        .formatted(
            names.count() == 1 ? "its only name" : without + " of " + names.count() + " names",
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
  private String did(Names names) {
    List<String> did = new ArrayList<>();
    if (named.sum() > 0) {
      did.add(String.format(Locale.ROOT, "kept %,d that would have been dropped", kept.sum()));
    }
    if (dropped.sum() > 0) {
      did.add(String.format(Locale.ROOT, "dropped %,d", dropped.sum()));
    }
    return did.isEmpty()
        ? ", whether or not that changed a verdict"
        : " and " + String.join(", ", did) + uncounted(names);
  }

  /** What the counts leave out: only the rule without them would tell what these have kept. */
  private static String uncounted(Names names) {
    List<String> without = new ArrayList<>();
    for (String rule : List.of("separate", "thresholds")) {
      if (IntStream.range(0, names.count())
          .anyMatch(name -> names.overrides.name(name).contains(": " + rule + " "))) {
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
