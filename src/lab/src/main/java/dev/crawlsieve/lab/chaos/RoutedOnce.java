package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Compares what came out with what went in: every record must come out once, on the topic that its
 * verdict names, with its bytes unchanged; reference pages must not come out.
 *
 * <p>Topics are identified by the roles {@code unique}, {@code duplicate}, {@code unjudged} and
 * {@code dead-letters}. {@link #produced} and {@link #removed} are thread-safe; everything else
 * comes after them, from one thread.
 */
final class RoutedOnce {

  static final String UNIQUE = "unique";
  static final String DUPLICATE = "duplicate";
  static final String UNJUDGED = "unjudged";
  static final String DEAD_LETTERS = "dead-letters";

  /** Used in place of a role: of reference pages, which come out nowhere. */
  static final String NOWHERE = "nowhere";

  /** Used in place of a role: pages that were on a topic when it was deleted. */
  static final String REMOVED = "removed";

  /** A page on its topic. */
  private record Standing(String name, Content content) {}

  /** The role that a verdict assigns, and the verdict's coordinates. */
  private record Decided(String role, Coordinates at) {}

  private final Map<String, Content> produced = new HashMap<>();
  private final Map<String, Coordinates> standing = new HashMap<>();
  private final Map<Coordinates, Standing> pages = new HashMap<>();
  private final Map<Coordinates, String> routed = new HashMap<>();
  private final Map<Coordinates, Decided> decided = new HashMap<>();
  private final Map<String, Map<Integer, Long>> removed = new HashMap<>();
  private final Differences differences;
  private final Map<String, Long> counts = new TreeMap<>();

  RoutedOnce(Differences differences) {
    this.differences = differences;
  }

  /**
   * Adds a record that the brokers have acknowledged.
   *
   * @param name unique name
   */
  synchronized void produced(String name, Content content) {
    produced.put(name, content);
  }

  /**
   * Adds a topic that was deleted and recreated: everything on it is gone.
   *
   * @param role whose topic it is
   * @param routed by partition of the verdicts an offset; what is before it was processed before
   *     the topic was recreated
   */
  synchronized void removed(String role, Map<Integer, Long> routed) {
    Map<Integer, Long> bounds = removed.computeIfAbsent(role, unused -> new HashMap<>());
    routed.forEach((partition, offset) -> bounds.merge(partition, offset, Math::max));
  }

  /** Adds a record on the topic of pages. */
  void stands(Coordinates at, String name, Content content) {
    pages.put(at, new Standing(name, content));
    Coordinates before = standing.put(name, at);
    if (!content.equals(produced.get(name))) {
      differences.add("pages", "the record at " + at + " was never acknowledged: " + name);
    } else if (before != null) {
      differences.add("pages", name + " is on its topic twice, at " + before + " and " + at);
    }
  }

  /**
   * Adds a verdict on a page.
   *
   * @param at coordinates of the page
   * @param route where the verdict sends it
   * @param verdict coordinates of the verdict
   */
  void decided(Coordinates at, Verdict.Route route, Coordinates verdict) {
    String role =
        switch (route) {
          case UNIQUE -> UNIQUE;
          case DUPLICATE -> DUPLICATE;
          case NOWHERE -> NOWHERE;
        };
    decided.put(at, new Decided(role, verdict));
  }

  /** The name of a page on its topic; null if there is none. */
  @Nullable String name(Coordinates at) {
    Standing page = pages.get(at);
    return page == null ? null : page.name();
  }

  /** The content of a page on its topic; null if there is none. */
  @Nullable Content content(Coordinates at) {
    Standing page = pages.get(at);
    return page == null ? null : page.content();
  }

  /**
   * Checks a record that came out.
   *
   * @param role of the topic that it came out on
   * @param at coordinates of the page that it claims to be
   */
  void routed(String role, Coordinates at, Content content) {
    counts.merge(role, 1L, Long::sum);
    Content expected = content(at);
    if (expected == null) {
      differences.add("unknown", "page " + at + " on " + role + " is on no topic of pages");
      return;
    }
    String before = routed.put(at, role);
    if (before != null) {
      differences.add("twice", "page " + at + " was routed twice: " + before + " and " + role);
    }
    if (!expected.equals(content)) {
      differences.add("altered", "page " + at + " on " + role + " is not as it was produced");
    }
    Decided verdict = decided.get(at);
    boolean judged = role.equals(UNIQUE) || role.equals(DUPLICATE);
    if (verdict == null ? judged : !verdict.role().equals(role)) {
      differences.add(
          "misrouted",
          "page "
              + at
              + " is on "
              + role
              + (verdict == null ? ", it has no verdict" : ", its verdict says " + verdict.role()));
    }
  }

  /** After the last record: finds records that did not come out. */
  void end() {
    for (String name : new TreeSet<>(produced.keySet())) {
      if (!standing.containsKey(name)) {
        differences.add("pages", name + " was acknowledged, but is not on its topic");
      }
    }
    for (Coordinates at : new TreeSet<>(pages.keySet())) {
      if (!routed.containsKey(at)) {
        Decided verdict = decided.get(at);
        if (verdict != null && verdict.role().equals(NOWHERE)) {
          counts.merge(NOWHERE, 1L, Long::sum);
          continue;
        }
        if (verdict != null && wasRemoved(verdict.role(), verdict.at())) {
          counts.merge(REMOVED, 1L, Long::sum);
          continue;
        }
        differences.add(
            "lost",
            "page "
                + at
                + " was routed nowhere; "
                + (verdict == null ? "it has no verdict" : "its verdict is " + verdict.role()));
      }
    }
  }

  private synchronized boolean wasRemoved(String role, Coordinates read) {
    Map<Integer, Long> bounds = removed.getOrDefault(role, Map.of());
    return read.offset() < bounds.getOrDefault(read.partition(), 0L);
  }

  /** Number of records produced. */
  synchronized long produced() {
    return produced.size();
  }

  /** Number of records that came out on a topic. */
  long count(String role) {
    return counts.getOrDefault(role, 0L);
  }
}
