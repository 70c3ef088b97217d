package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.core.bytemap.ByteMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of roots that may be mirrors. They are in the store and also on the heap, because every
 * observation needs the pairs of its site.
 *
 * <p>In the store, a pair is under its first site; its second site, if it is another, has a
 * reference to the pair.
 */
final class PairBook {

  /** Maximum number of pairs per site; the weakest that is not declared is replaced. */
  static final int PER_SITE = 64;

  /** Maximum total number of pairs tracked. */
  private static final int MOST = 100_000;

  /**
   * A purge looks at all pairs, so it is only worth its cost if it drops at least this share of
   * them.
   */
  private static final double LEAST_PURGED = 1 / 16.0;

  private final ByteMap store;
  private final int most;
  private final Map<String, Pair> pairs = new HashMap<>();

  /** Sorted by name, so that results are the same after a restart. */
  private final Map<String, SortedMap<String, Pair>> bySite = new HashMap<>();

  private int declared;
  private long dropped;

  /** Loads the pairs from the store. */
  PairBook(ByteMap store) {
    this(store, MOST);
  }

  /**
   * Loads the pairs from the store.
   *
   * @param most maximum total number of pairs
   */
  PairBook(ByteMap store, int most) {
    this.store = store;
    this.most = most;
    store.scan(
        StoreKeys.allPairs(),
        (key, value) -> {
          if (!Pair.isReference(value)) {
            Pair pair = Pair.of(value);
            declared += pair.declared ? 1 : 0;
            enter(pair);
          }
        });
  }

  private void enter(Pair pair) {
    pairs.put(pair.key(), pair);
    for (Root root : List.of(pair.one, pair.two)) {
      bySite.computeIfAbsent(root.site(), none -> new TreeMap<>()).put(pair.key(), pair);
    }
  }

  /** A site's pairs, sorted by name. */
  List<Pair> of(String site) {
    SortedMap<String, Pair> there = bySite.get(site);
    return there == null ? List.of() : List.copyOf(there.values());
  }

  /** The pair of these roots, which is added if it is new; null if there is no room for it. */
  @Nullable Pair get(Root a, Root b) {
    Pair pair = Pair.of(a, b);
    Pair known = pairs.get(pair.key());
    if (known != null) {
      return known;
    }
    if (pair.nested() || !room(pair.one.site()) || !room(pair.two.site())) {
      dropped += pair.nested() ? 0 : 1;
      return null;
    }
    if (pairs.size() >= most) {
      if (pairs.size() - declared < LEAST_PURGED * most) {
        dropped++;
        return null;
      }
      purge();
    }
    enter(pair);
    store(pair);
    if (!pair.one.site().equals(pair.two.site())) {
      byte[] first = StoreKeys.pair(pair.one.site(), pair.key());
      store.put(StoreKeys.pair(pair.two.site(), pair.key()), Pair.reference(first));
    }
    return pair;
  }

  /** Stores a pair that has changed, unless a pair that was added meanwhile has replaced it. */
  void store(Pair pair) {
    if (holds(pair)) {
      store.put(StoreKeys.pair(pair.one.site(), pair.key()), pair.stored());
    }
  }

  private boolean room(String site) {
    List<Pair> there = of(site);
    if (there.size() < PER_SITE) {
      return true;
    }
    Pair weakest =
        there.stream().reduce((one, next) -> next.weakerThan(one) ? next : one).orElseThrow();
    if (weakest.declared) {
      return false;
    }
    drop(weakest);
    return true;
  }

  /**
   * Drops all pairs that are not declared. Those with enough evidence will come up again, and will
   * be counted from the beginning.
   */
  private void purge() {
    List.copyOf(pairs.values()).stream().filter(pair -> !pair.declared).forEach(this::drop);
  }

  private void drop(Pair pair) {
    dropped++;
    pairs.remove(pair.key());
    for (Root root : List.of(pair.one, pair.two)) {
      store.delete(StoreKeys.pair(root.site(), pair.key()));
      SortedMap<String, Pair> there = bySite.get(root.site());
      if (there != null) {
        there.remove(pair.key());
        if (there.isEmpty()) {
          bySite.remove(root.site());
        }
      }
    }
  }

  long dropped() {
    return dropped;
  }

  int size() {
    return pairs.size();
  }

  private boolean holds(Pair pair) {
    return pairs.get(pair.key()) == pair;
  }

  /** Marks a pair as declared, or as withdrawn. */
  void declare(Pair pair, boolean declare) {
    if (holds(pair) && pair.declared != declare) {
      declared += declare ? 1 : -1;
    }
    pair.declared = declare;
  }

  /** Number of declared pairs. */
  int declared() {
    return declared;
  }
}
