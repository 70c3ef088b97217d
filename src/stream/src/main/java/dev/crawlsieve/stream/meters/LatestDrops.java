package dev.crawlsieve.stream.meters;

import dev.crawlsieve.core.verdict.Verdict;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The latest dropped pages: of all hosts together, and of each host and kind separately, so that a
 * host with few copies can still be looked at while others drop thousands a second.
 *
 * <p>Memory is bounded: by the number of hosts, of pages of each, and of the characters of their
 * URLs. The host that has had no copy for longest makes room. Thread-safe.
 */
final class LatestDrops {

  static final int OF_A_HOST_AND_KIND = 10;
  private static final int LATEST = 50;
  static final int HOSTS = 300;
  static final long MAX_CHARACTERS = 4 << 20;

  /** A page with longer URLs is listed among the latest only. */
  private static final int MAX_CHARACTERS_OF_A_DROP = 64 << 10;

  private final Latest<Verdict> latest = new Latest<>(LATEST);
  private final Map<String, Map<Verdict.Kind, Deque<Drop>>> hosts =
      new LinkedHashMap<>(16, 0.75f, true);
  private long characters;
  private long number;

  /**
   * @param number in order of dropping, over all hosts
   */
  private record Drop(long number, Verdict verdict) {

    int characters() {
      return LatestDrops.characters(verdict);
    }
  }

  private static int characters(Verdict verdict) {
    return verdict.url().length() + verdict.leader().url().length();
  }

  /**
   * @param host the host of the page's URL, in lower case
   */
  synchronized void add(String host, Verdict verdict) {
    latest.add(verdict);
    if (characters(verdict) > MAX_CHARACTERS_OF_A_DROP) {
      return;
    }
    Deque<Drop> drops =
        hosts
            .computeIfAbsent(host, any -> new EnumMap<>(Verdict.Kind.class))
            .computeIfAbsent(verdict.kind(), any -> new ArrayDeque<>());
    if (drops.size() == OF_A_HOST_AND_KIND) {
      characters -= drops.removeLast().characters();
    }
    drops.addFirst(new Drop(number++, verdict));
    characters += characters(verdict);
    Iterator<Map<Verdict.Kind, Deque<Drop>>> eldest = hosts.values().iterator();
    while (hosts.size() > HOSTS || characters > MAX_CHARACTERS) {
      eldest.next().values().forEach(this::subtract);
      eldest.remove();
    }
  }

  private void subtract(Deque<Drop> removed) {
    removed.forEach(drop -> characters -= drop.characters());
  }

  /** Number of hosts of which there are drops. */
  synchronized int hosts() {
    return hosts.size();
  }

  /** Length of all their URLs together. */
  synchronized long characters() {
    return characters;
  }

  /** The latest of all hosts and kinds, latest first. */
  List<Verdict> latest() {
    return latest.values();
  }

  /**
   * The latest of a host or kind, latest first.
   *
   * @param host in lower case; includes its subdomains; null for all
   * @param kind null for all
   */
  synchronized List<Verdict> of(String host, Verdict.Kind kind) {
    List<Drop> found = new ArrayList<>();
    hosts.forEach(
        (name, kinds) -> {
          if (host == null || name.equals(host) || name.endsWith("." + host)) {
            kinds.forEach(
                (its, drops) -> {
                  if (kind == null || kind == its) {
                    found.addAll(drops);
                  }
                });
          }
        });
    return found.stream()
        .sorted(Comparator.comparingLong(Drop::number).reversed())
        .limit(LATEST)
        .map(Drop::verdict)
        .toList();
  }
}
