package dev.crawlsieve.core.failure;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Counts dead letters by {@link ReasonGroup}. Thread-safe. */
public final class ReasonCounts {

  /** Maximum number of groups; reasons of further groups are counted together. */
  private static final int MOST = 1_000;

  private static final String OTHERS = "other reasons";

  private final ConcurrentMap<String, Long> counts = new ConcurrentHashMap<>();

  /** Counts a dead letter. */
  public void add(String reason) {
    add(ReasonGroup.of(reason), 1);
  }

  /** Counts several dead letters of a group. */
  public void add(String group, long letters) {
    boolean room = counts.containsKey(group) || counts.size() < MOST;
    counts.merge(room ? group : OTHERS, letters, Long::sum);
  }

  /** All counts by group. */
  public Map<String, Long> all() {
    return new TreeMap<>(counts);
  }

  /** The most common groups, in descending order of their counts. */
  public Map<String, Long> commonest(int most) {
    Map<String, Long> commonest = new LinkedHashMap<>();
    all().entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(most)
        .forEach(group -> commonest.put(group.getKey(), group.getValue()));
    return commonest;
  }
}
