package dev.crawlsieve.mirror;

import dev.crawlsieve.config.MirrorSettings;
import dev.crawlsieve.fingerprint.Coordinates;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Learns mirrors and URL rules from observations, in their order. All it knows is in its store.
 *
 * <p>Of every site a sample of paths is kept with the content they had last; see {@link StoreKeys}
 * for which. A copy whose original has another URL with the same end speaks for a pair of roots.
 * After a few such copies the pair is counted over both samples, and kept counted as they change,
 * so that evidence against it counts, too. Rules are weighed anew whenever a good part of a site's
 * sample has changed.
 *
 * <p>Said is only what changes: a finding that is declared, whose support has doubled, or that is
 * withdrawn. Not thread-safe.
 */
public final class Mirrors {

  /** Copies that must speak for a pair before it is counted: single ones are mostly chance. */
  private static final int HITS = 3;

  /** Pairs of roots that are kept in mind, in all. */
  private static final int MOST_PAIRS = 100_000;

  private static final int CACHED_SITES = 4096;
  private static final int DEEPEST = 8;
  private static final int PART = 4;

  private final MirrorStore store;
  private final MirrorSettings settings;
  private final Consumer<Finding> findings;
  private final Samples samples;
  private final PairBook pairs;
  private final PairJudge judge;
  private final LinkCounts links;
  private final Map<String, Site> sites =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Site> eldest) {
          return size() > CACHED_SITES;
        }
      };
  private int siteCount;
  private int declaredMirrors;
  private int declaredRules;
  private long observations;
  private long notSampled;
  private long evicted;
  private long sitesRefused;
  private long linksSeen;
  private long linksDropped;

  /**
   * Goes on where a store was left.
   *
   * @param findings gets what is declared and withdrawn
   */
  public Mirrors(MirrorStore store, MirrorSettings settings, Consumer<Finding> findings) {
    this.store = store;
    this.settings = settings;
    this.findings = findings;
    this.samples = new Samples(store, settings.pathsPerSite());
    this.pairs = new PairBook(store, MOST_PAIRS);
    this.judge = new PairJudge(samples, settings);
    this.links = new LinkCounts(store);
    byte[] count = store.get(StoreKeys.GLOBAL);
    this.siteCount = count == null ? 0 : Fields.open(count).getInt();
    this.declaredMirrors = pairs.declared();
    store.scan(
        StoreKeys.allSites(),
        (key, value) -> this.declaredRules += Site.of(value).declaredRules().size());
  }

  /** Takes the next observation. */
  public void observe(Observation observation) {
    observations++;
    SiteUrl url = SiteUrl.of(observation.url());
    Site site = siteOrNew(url.site());
    if (site == null) {
      sitesRefused++;
      return;
    }
    byte[] key = StoreKeys.path(url.site(), url.path());
    if (!samples.admits(site, key)) {
      notSampled++;
      return;
    }
    byte[] known = store.get(key);
    Coordinates before = known == null ? null : SampledPath.content(known);
    if (!observation.content().equals(before)) {
      put(site, key, url.path(), before, observation.content());
      site.copies += observation.original() == null ? 0 : 1;
      learnIfDue(site);
      if (site.paths >= 2 * Math.max(settings.minSupport(), site.reviewedAt)) {
        review(site);
      }
      store.put(StoreKeys.site(site.name), site.stored());
    }
    if (observation.original() != null) {
      speak(url, SiteUrl.of(observation.original()));
    }
  }

  /**
   * Takes the links of a page. Those to a path that is not sampled, or not yet, are dropped; a page
   * that comes again counts again.
   */
  public void link(OutLinks page) {
    links.see();
    for (String target : page.targets()) {
      linksSeen++;
      SiteUrl url = SiteUrl.of(target);
      Site site = site(url.site());
      byte[] key = StoreKeys.path(url.site(), url.path());
      if (site != null && samples.admits(site, key) && store.get(key) != null) {
        links.add(key);
      } else {
        linksDropped++;
      }
    }
  }

  /** A site, or null if nothing is known of it. */
  private Site site(String name) {
    Site site = sites.get(name);
    if (site == null) {
      byte[] stored = store.get(StoreKeys.site(name));
      if (stored != null) {
        site = Site.of(stored);
        sites.put(name, site);
      }
    }
    return site;
  }

  /** A site, or null if there is no room for another. */
  private Site siteOrNew(String name) {
    Site site = site(name);
    if (site == null && siteCount < settings.maxSites()) {
      siteCount++;
      store.put(
          StoreKeys.GLOBAL, ByteBuffer.allocate(5).put(Fields.VERSION).putInt(siteCount).array());
      site = new Site(name);
      sites.put(name, site);
    }
    return site;
  }

  private void put(Site site, byte[] key, String path, Coordinates before, Coordinates after) {
    samples.put(key, path, after);
    site.changes++;
    if (before == null) {
      site.paths++;
      if (site.last == null || Arrays.compareUnsigned(key, site.last) > 0) {
        site.last = key;
      }
    }
    recount(site.name, path, before, after);
    SampledPath gone = samples.evict(site);
    if (gone != null) {
      evicted++;
      recount(site.name, gone.path(), gone.content(), null);
    }
  }

  /** Keeps the counts of a site's pairs when a path comes, changes or goes. */
  private void recount(String site, String path, Coordinates before, Coordinates after) {
    for (Pair pair : pairs.of(site)) {
      if (!pair.counted) {
        continue;
      }
      int common = pair.common;
      int agreeing = pair.agreeing;
      for (Root near : List.of(pair.one, pair.two)) {
        if (near.site().equals(site) && near.covers(path)) {
          Root far = pair.other(near);
          Coordinates other = samples.content(far.site(), far.prefix() + near.rest(path));
          if (other != null) {
            pair.common += (after == null ? 0 : 1) - (before == null ? 0 : 1);
            pair.agreeing += (other.equals(after) ? 1 : 0) - (other.equals(before) ? 1 : 0);
          }
        }
      }
      if (pair.common != common || pair.agreeing != agreeing) {
        decide(pair, 0);
        pairs.store(pair);
      }
    }
  }

  /** A copy speaks for the pair of roots of its URL and the original's, and of its mirrors'. */
  private void speak(SiteUrl copy, SiteUrl original) {
    List<SiteUrl> others = new ArrayList<>(List.of(original));
    for (Pair pair : pairs.of(original.site())) {
      for (Root near : List.of(pair.one, pair.two)) {
        if (pair.declared && near.site().equals(original.site()) && near.covers(original.path())) {
          Root far = pair.other(near);
          others.add(new SiteUrl(far.site(), far.prefix() + near.rest(original.path())));
        }
      }
    }
    for (SiteUrl other : others) {
      if (!other.equals(copy)) {
        speak(CommonSuffix.roots(copy, other));
      }
    }
  }

  private void speak(Pair roots) {
    Pair pair = roots == null ? null : pairs.get(roots.one, roots.two);
    if (pair == null || pair.counted) {
      return;
    }
    pair.hits++;
    if (pair.hits >= HITS) {
      count(pair, 0);
    }
    pairs.store(pair);
  }

  private void count(Pair pair, int depth) {
    Site one = site(pair.one.site());
    Site two = site(pair.two.site());
    if (one != null && two != null) {
      judge.count(pair, one, two);
      decide(pair, depth);
    }
  }

  private void decide(Pair pair, int depth) {
    if (pair.declared) {
      if (pair.agreeing < settings.withdrawBelow() * pair.common) {
        withdraw(pair);
      } else if (pair.agreeing >= pair.nextAt) {
        pair.nextAt = 2 * pair.agreeing;
        findings.accept(links.of(pair, samples));
      }
    } else if (pair.agreeing >= Math.max(settings.minSupport(), pair.nextAt)
        && pair.agreeing >= settings.minConfidence() * pair.common) {
      pair.nextAt = 2 * pair.agreeing;
      judge(pair, depth);
    }
  }

  private void judge(Pair pair, int depth) {
    Map<String, Integer> children = new TreeMap<>();
    switch (judge.judge(pair, site(pair.one.site()), site(pair.two.site()), children)) {
      case MIRRORS -> {
        if (!pair.declared) {
          declare(pair);
        }
      }
      case COMMON_PART_ONLY -> {
        if (pair.declared) {
          withdraw(pair);
        }
        String child = judge.bestChild(children);
        if (child != null && depth < DEEPEST) {
          descend(pair, child, depth + 1);
        }
      }
      case NO -> {}
    }
  }

  private void withdraw(Pair pair) {
    pair.declared = false;
    declaredMirrors--;
    pair.nextAt = 0;
    findings.accept(links.of(pair, samples));
  }

  /** Looks at a site's pairs anew: as it grows, what was half of it may become a small part. */
  private void review(Site site) {
    site.reviewedAt = site.paths;
    for (Pair pair : pairs.of(site.name)) {
      boolean likely =
          pair.agreeing >= settings.minSupport()
              && pair.agreeing >= settings.minConfidence() * pair.common;
      if (pair.counted && (pair.declared || likely)) {
        judge(pair, 0);
        pairs.store(pair);
      }
    }
  }

  /** Declares a pair, unless it is part of one that is; its own parts are withdrawn. */
  private void declare(Pair pair) {
    List<Pair> others = pairs.of(pair.one.site());
    if (others.stream().anyMatch(other -> other.declared && pair.within(other))) {
      return;
    }
    pair.declared = true;
    declaredMirrors++;
    findings.accept(links.of(pair, samples));
    for (Pair part : others) {
      if (part != pair && part.declared && part.within(pair)) {
        withdraw(part);
        pairs.store(part);
      }
    }
  }

  private void descend(Pair pair, String child, int depth) {
    Pair below =
        pairs.get(
            new Root(pair.one.site(), pair.one.prefix() + child),
            new Root(pair.two.site(), pair.two.prefix() + child));
    if (below != null && !below.counted) {
      count(below, depth);
      pairs.store(below);
    }
  }

  private void learnIfDue(Site site) {
    int due = Math.max(settings.minSupport(), site.paths / PART);
    if (site.copies >= settings.minSupport() && site.changes - site.learnedAt >= due) {
      learn(site);
    }
  }

  private void learn(Site site) {
    site.learnedAt = site.changes;
    List<UrlRule> weighed =
        new RuleLearner(site.name, samples.of(site.name), site.declaredRules()).weigh();
    for (UrlRule rule : weighed) {
      int at = indexOf(rule, site.rules);
      UrlRule last = at < 0 ? rule : site.rules.get(at);
      boolean holds =
          last.declared()
              ? rule.support() >= settings.withdrawBelow() * rule.tested()
              : rule.support() >= settings.minSupport()
                  && rule.support() >= settings.minConfidence() * rule.tested();
      UrlRule now = rule.with(holds, rule.support(), rule.tested());
      boolean doubled = at >= 0 && holds && rule.support() >= 2 * site.said.get(at);
      if (at < 0 && !holds) {
        continue;
      }
      if (at < 0) {
        site.rules.add(now);
        site.said.add(now.support());
      } else {
        site.rules.set(at, now);
      }
      declaredRules += (holds ? 1 : 0) - (last.declared() ? 1 : 0);
      if (holds != last.declared() || doubled) {
        site.said.set(at < 0 ? site.said.size() - 1 : at, now.support());
        findings.accept(now);
      }
    }
  }

  private static int indexOf(UrlRule rule, List<UrlRule> rules) {
    for (int i = 0; i < rules.size(); i++) {
      if (rules.get(i).isSame(rule)) {
        return i;
      }
    }
    return -1;
  }

  /** Looks at the pairs and rules of all sites now: what came is all that comes. */
  public void finish() {
    List<String> names = new ArrayList<>();
    store.scan(StoreKeys.allSites(), (key, value) -> names.add(Site.of(value).name));
    for (String name : names) {
      Site site = site(name);
      review(site);
      // A rule that is declared brings others to light.
      for (int round = 0; round < DEEPEST && site.changes > site.learnedAt; round++) {
        int declared = site.declaredRules().size();
        learn(site);
        if (site.declaredRules().size() != declared) {
          site.learnedAt--;
        }
      }
      store.put(StoreKeys.site(name), site.stored());
    }
  }

  /**
   * What is held, and what was seen and left out since this object was made. Other threads may ask,
   * too: what they are told may be a little old.
   */
  public MirrorCounts counts() {
    return new MirrorCounts(
        observations,
        notSampled,
        evicted,
        sitesRefused,
        pairs.dropped(),
        linksSeen,
        linksDropped,
        siteCount,
        pairs.size(),
        declaredMirrors,
        declaredRules);
  }
}
