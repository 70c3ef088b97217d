package dev.crawlsieve.core.config;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Which names of overrides have applied to a page: one that has not may be mistyped. Thread-safe.
 */
public final class AppliedOverrides {

  /** Names that are told at most. */
  private static final int TOLD = 5;

  private final Overrides overrides;
  private final AtomicIntegerArray applied;
  private final AtomicInteger without;

  /** None has applied yet. */
  public AppliedOverrides(Overrides overrides) {
    this.overrides = overrides;
    this.applied = new AtomicIntegerArray(overrides.names());
    this.without = new AtomicInteger(overrides.names());
  }

  /**
   * A page was decided on.
   *
   * @param url its URL as produced
   */
  public void page(String url) {
    if (without.get() == 0) {
      return;
    }
    for (int name : overrides.of(url).names()) {
      if (applied.getAndSet(name, 1) == 0) {
        without.decrementAndGet();
      }
    }
  }

  /** {@return how many names have applied to no page} */
  public int without() {
    return without.get();
  }

  /** {@return what to tell of the names that have applied to no page; empty if all have} */
  public String text() {
    List<String> first = new ArrayList<>();
    for (int name = 0; name < applied.length() && first.size() < TOLD; name++) {
      if (applied.get(name) == 0) {
        first.add(overrides.name(name));
      }
    }
    if (first.isEmpty()) {
      return "";
    }
    int more = without() - first.size();
    return "%s: %s of %s names applied to no page: %s%s%s"
        .formatted(
            RuleSettings.OVERRIDES_FILE,
            without(),
            applied.length(),
            String.join("; ", first),
            more > 0 ? "; and " + more + " more" : "",
            first.stream().anyMatch(name -> name.contains(" url "))
                ? ". A url is one page, not those below it"
                : "");
  }
}
