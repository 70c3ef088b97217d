package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.core.bytemap.ByteMap;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
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

  /**
   * Maximum number of a site's pairs with sites of one other registered domain, so that one domain
   * cannot take the place of all others.
   */
  private static final int WITH_ONE_DOMAIN = PER_SITE / 2;

  /** Maximum total number of pairs tracked. */
  private static final int MOST = 100_000;

  /**
   * A purge looks at all pairs, or those of a domain, so it is only worth its cost if it drops at
   * least this share of them.
   */
  private static final double LEAST_PURGED = 1 / 16.0;

  private final ByteMap store;
  private final int most;
  private final int mostOfDomain;
  private final Map<String, Pair> pairs = new HashMap<>();

  /** Sorted by name, so that results are the same after a restart. */
  private final Map<String, SortedMap<String, Pair>> bySite = new HashMap<>();

  /** The sites of a registered domain that have pairs, and how many pairs these are. */
  private static final class Domain {
    final Set<String> sites = new HashSet<>();
    int pairs;
    int declared;
  }

  private final Map<String, Domain> byDomain = new HashMap<>();

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
    this.mostOfDomain = MirrorSettings.ofDomain(most, 2 * PER_SITE);
    store.scan(
        StoreKeys.allPairs(),
        (key, value) -> {
          if (!Pair.isReference(value)) {
            Pair pair = Pair.of(value);
            enter(pair);
            countDeclared(pair, pair.declared ? 1 : 0);
          }
        });
  }

  private void enter(Pair pair) {
    pairs.put(pair.key(), pair);
    for (Root root : List.of(pair.one, pair.two)) {
      bySite.computeIfAbsent(root.site(), none -> new TreeMap<>()).put(pair.key(), pair);
      byDomain
          .computeIfAbsent(SiteUrl.domain(root.site()), none -> new Domain())
          .sites
          .add(root.site());
    }
    domainsOf(pair).forEach(domain -> domain.pairs++);
  }

  private Set<Domain> domainsOf(Pair pair) {
    Set<Domain> domains = new HashSet<>();
    for (Root root : List.of(pair.one, pair.two)) {
      domains.add(Objects.requireNonNull(byDomain.get(SiteUrl.domain(root.site()))));
    }
    return domains;
  }

  private void countDeclared(Pair pair, int more) {
    declared += more;
    domainsOf(pair).forEach(domain -> domain.declared += more);
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
    if (pair.nested()
        || !roomInDomain(pair.one.site())
        || !roomInDomain(pair.two.site())
        || !room(pair.one.site(), pair.two.site())
        || !room(pair.two.site(), pair.one.site())) {
      dropped += pair.nested() ? 0 : 1;
      return null;
    }
    if (pairs.size() >= most) {
      if (pairs.size() - declared < LEAST_PURGED * most) {
        dropped++;
        return null;
      }
      purge(pairs.values());
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

  /** Whether a domain has room for another pair, if need be once {@link #purge} has made some. */
  private boolean roomInDomain(String site) {
    Domain domain = byDomain.get(SiteUrl.domain(site));
    if (domain == null || domain.pairs < mostOfDomain) {
      return true;
    }
    if (domain.pairs - domain.declared < LEAST_PURGED * mostOfDomain) {
      return false;
    }
    purge(domain.sites.stream().flatMap(one -> of(one).stream()).collect(Collectors.toSet()));
    return true;
  }

  /** Whether a site has room for a pair with another site, if need be once the weakest is gone. */
  private boolean room(String site, String other) {
    List<Pair> there = of(site);
    List<Pair> full = there.size() < PER_SITE ? List.of() : there;
    String domain = SiteUrl.domain(other);
    if (there.size() >= WITH_ONE_DOMAIN && !domain.equals(SiteUrl.domain(site))) {
      List<Pair> same = there.stream().filter(pair -> isWith(domain, pair, site)).toList();
      full = same.size() < WITH_ONE_DOMAIN ? full : same;
    }
    if (full.isEmpty()) {
      return true;
    }
    Pair weakest =
        full.stream().reduce((one, next) -> next.weakerThan(one) ? next : one).orElseThrow();
    if (weakest.declared) {
      return false;
    }
    drop(weakest);
    return true;
  }

  /** Whether the other site of a pair of a site is in a domain. */
  private static boolean isWith(String domain, Pair pair, String site) {
    String other = pair.one.site().equals(site) ? pair.two.site() : pair.one.site();
    return SiteUrl.domain(other).equals(domain);
  }

  /**
   * Drops those pairs that are not declared. Those with enough evidence will come up again, and
   * will be counted from the beginning.
   */
  private void purge(Collection<Pair> among) {
    List.copyOf(among).stream().filter(pair -> !pair.declared).forEach(this::drop);
  }

  /** Drops a pair, which must not be declared. */
  void drop(Pair pair) {
    dropped++;
    pairs.remove(pair.key());
    domainsOf(pair).forEach(domain -> domain.pairs--);
    for (Root root : List.of(pair.one, pair.two)) {
      store.delete(StoreKeys.pair(root.site(), pair.key()));
      SortedMap<String, Pair> there = bySite.get(root.site());
      if (there != null) {
        there.remove(pair.key());
        if (there.isEmpty()) {
          bySite.remove(root.site());
          leave(root.site());
        }
      }
    }
  }

  private void leave(String site) {
    String name = SiteUrl.domain(site);
    Domain domain = Objects.requireNonNull(byDomain.get(name));
    domain.sites.remove(site);
    if (domain.sites.isEmpty()) {
      byDomain.remove(name);
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
      countDeclared(pair, declare ? 1 : -1);
    }
    pair.declared = declare;
  }

  /** Number of declared pairs. */
  int declared() {
    return declared;
  }
}
