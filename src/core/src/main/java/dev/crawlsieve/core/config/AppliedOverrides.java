package dev.crawlsieve.core.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
  private final Set<String> applied = ConcurrentHashMap.newKeySet(); // without lines, see said
  private final LongAdder pages = new LongAdder();
  private final LongAdder named = new LongAdder(); // by "keep"
  private final LongAdder kept = new LongAdder();
  private final LongAdder dropped = new LongAdder();

  /**
   * A record of which none has applied yet.
   *
   * @param source returns the overrides in force, which may change
   */
  public AppliedOverrides(Supplier<Overrides> source) {
    this.source = source;
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
    Overrides now = source.get();
    PageOverrides own = now.names() == 0 ? PageOverrides.NONE : now.of(url);
    OverrideRule decision = own.decision();
    int[] names = own.names();
    // the first is of a line that may be newer than the page's record in the log, or older
    boolean isLogged =
        decision == null || (logged != null && decision.text().equals(logged.text()));
    for (int i = isLogged ? 0 : 1; i < names.length; i++) {
      applied.add(said(now, names[i]));
    }
    if (logged != null || names.length > (isLogged ? 0 : 1)) {
      pages.increment();
    }
  }

  /** What is said about a name, on whichever line. */
  private static String said(Overrides overrides, int number) {
    String name = overrides.name(number);
    return name.substring(name.indexOf(": ") + 2);
  }

  /** The numbers of the names that have applied to no page. */
  private int[] without(Overrides now) {
    return IntStream.range(0, now.names())
        .filter(number -> !applied.contains(said(now, number)))
        .toArray();
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
    return without(source.get()).length;
  }

  /**
   * {@return in words: to how many pages overrides have applied, what became of these pages, and
   * which names have applied to none; empty if there are no names}
   */
  public String text() {
    Overrides now = source.get();
    long to = pages.sum();
    String some =
        to == 0
            ? ""
            : String.format(
                Locale.ROOT, " applied to %,d page%s%s", to, to == 1 ? "" : "s", did(now));
    int[] without = without(now);
    if (without.length == 0) {
      return now.names() == 0 ? "" : RuleSettings.OVERRIDES_FILE + some;
    }
    return RuleSettings.OVERRIDES_FILE
        + (some.isEmpty() ? ": " : some + "; ")
        + ofWithout(now, without);
  }

  /** {@return in words: which names have applied to no page; empty if all have applied} */
  public String textOfWithout() {
    Overrides now = source.get();
    int[] without = without(now);
    return without.length == 0 ? "" : RuleSettings.OVERRIDES_FILE + ": " + ofWithout(now, without);
  }

  private static String ofWithout(Overrides now, int[] without) {
    List<String> first = Arrays.stream(without).limit(TOLD).mapToObj(now::name).toList();
    int more = without.length - first.size();
    return "%s applied to no page: %s%s%s%s"
        .formatted(
            now.names() == 1 ? "its only name" : without.length + " of " + now.names() + " names",
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
  private String did(Overrides now) {
    List<String> did = new ArrayList<>();
    if (named.sum() > 0) {
      did.add(String.format(Locale.ROOT, "kept %,d that would have been dropped", kept.sum()));
    }
    if (dropped.sum() > 0) {
      did.add(String.format(Locale.ROOT, "dropped %,d", dropped.sum()));
    }
    return did.isEmpty()
        ? ", whether or not that changed a verdict"
        : " and " + String.join(", ", did) + uncounted(now);
  }

  /** What the counts leave out: only the rule without them would tell what these have kept. */
  private static String uncounted(Overrides now) {
    List<String> without = new ArrayList<>();
    for (String rule : List.of("separate", "thresholds")) {
      if (IntStream.range(0, now.names())
          .anyMatch(name -> now.name(name).contains(": " + rule + " "))) {
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
