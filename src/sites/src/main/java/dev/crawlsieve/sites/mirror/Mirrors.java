package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.core.bytemap.ByteMap;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.work.Latest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Learns mirrors and URL rules from a sequence of observations. All of its state is in its store.
 *
 * <p>For every site, a sample of its paths is kept, each with its latest content; {@link StoreKeys}
 * defines which paths. If the URL of a copy differs from that of its original, but ends the same,
 * this is evidence for a pair of roots. After a few such copies the pair is counted over both
 * samples. The count is then maintained as the samples change, so evidence against the pair counts,
 * too. A site's rules are evaluated again whenever a good part of its sample has changed.
 *
 * <p>A record causes a bounded amount of {@link LearningWork}. An evaluation that is skipped is
 * made up for when the site has changed again.
 *
 * <p>The number of sites is bounded. Another one takes the place of the one that was observed
 * least, and inherits its weight (Space-Saving; Metwally, Agrawal and El Abbadi 2005): so a site
 * that has more than two in {@link MirrorSettings#maxSites} observations stays, and the names of
 * the others do not matter.
 *
 * <p>All that changes a site is in this one class; pairs and rules are left to others.
 *
 * <p>Only changes are reported: a finding is declared, its support has doubled, or it is withdrawn.
 * Not thread-safe.
 */
public final class Mirrors {

  private static final int CACHED_SITES = 4096;
  private static final int MOST_ROUNDS = 8;

  /** Of observations that change nothing, one in this many counts for all of them. */
  private static final int COUNTED_EVERY = 16;

  private final LearningWork work = new LearningWork();

  private final ByteMap store;
  private final MirrorSettings settings;
  private final SampledPaths samples;
  private final PairBook pairs;
  private final PairDeclarer mirrors;
  private final RuleDeclarer rules;
  private final Map<String, Site> sites = Latest.map(CACHED_SITES);
  private final Map<String, Integer> sitesByDomain = new HashMap<>();
  private final SiteWeights weights = new SiteWeights();
  private int siteCount;
  private long observations;
  private long notSampled;
  private long evicted;
  private long sitesRefused;

  /**
   * Continues with the contents of a store.
   *
   * @param findings receives findings that are declared or withdrawn
   */
  public Mirrors(ByteMap store, MirrorSettings settings, Consumer<Finding> findings) {
    this.store = store;
    this.settings = settings;
    this.samples = new SampledPaths(store, settings.pathsPerSite(), work);
    this.pairs = new PairBook(store);
    this.mirrors = new PairDeclarer(pairs, samples, settings, this::site, work, findings);
    byte[] count = store.get(StoreKeys.GLOBAL);
    this.siteCount = count == null ? 0 : Fields.open(count).getInt();
    int[] declared = {0};
    store.scan(
        StoreKeys.allSites(),
        (key, value) -> {
          Site site = Site.of(value);
          sitesByDomain.merge(SiteUrl.domain(site.name), 1, Integer::sum);
          weights.add(site);
          declared[0] += site.declaredRules().size();
        });
    this.rules = new RuleDeclarer(samples, settings, work, declared[0], findings);
  }

  /** Processes the next observation. */
  public void observe(Observation observation) {
    observations++;
    work.begin();
    SiteUrl url = SiteUrl.of(observation.url());
    Site site = siteOrNew(url.site());
    if (site == null) {
      sitesRefused++;
      return;
    }
    int weight = site.weight;
    byte[] key = StoreKeys.path(url.site(), url.path());
    if (!samples.admits(site, key)) {
      notSampled++;
      weigh(site, key, observation.content());
      return;
    }
    byte[] known = store.get(key);
    Coordinates before = known == null ? null : SampledPath.content(known);
    if (observation.content().equals(before)) {
      weigh(site, key, observation.content());
    } else {
      put(site, key, url.path(), before, observation.content());
      site.copies += observation.original() == null ? 0 : 1;
      rules.learnIfDue(site);
      if (site.paths >= 2 * Math.max(settings.minSupport(), site.reviewedAt)) {
        mirrors.review(site);
      }
      weights.move(site, weight);
      store.put(StoreKeys.site(site.name), site.stored());
    }
    if (observation.original() != null) {
      mirrors.addEvidence(url, SiteUrl.of(observation.original()));
    }
  }

  /**
   * Counts an observation that changes nothing. The observation alone decides whether it counts.
   */
  private void weigh(Site site, byte[] key, Coordinates content) {
    if ((key[key.length - 1] + content.offset()) % COUNTED_EVERY == 0) {
      int before = site.weight;
      site.weigh(COUNTED_EVERY);
      weights.move(site, before);
      store.put(StoreKeys.site(site.name), site.stored());
    }
  }

  /** The site with this name, or null if it is unknown. */
  private @Nullable Site site(String name) {
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

  /** The site with this name, or null if it is new and there is no room for it in its domain. */
  private @Nullable Site siteOrNew(String name) {
    Site known = site(name);
    String domain = SiteUrl.domain(name);
    if (known != null || sitesByDomain.getOrDefault(domain, 0) >= settings.sitesPerDomain()) {
      return known;
    }
    Site site = new Site(name);
    if (siteCount < settings.maxSites()) {
      count(1);
    } else {
      site.weigh(forgetLightest());
    }
    weights.add(site);
    sitesByDomain.merge(domain, 1, Integer::sum);
    sites.put(name, site);
    return site;
  }

  private void count(int more) {
    siteCount += more;
    store.put(
        StoreKeys.GLOBAL, ByteBuffer.allocate(5).put(Fields.VERSION).putInt(siteCount).array());
  }

  /** Forgets sites, as a record among the observations asks; what is declared is withdrawn. */
  public void forget(Forgetting asked) {
    work.begin();
    List<Site> covered = new ArrayList<>();
    store.scan(
        StoreKeys.allSites(),
        (key, value) -> {
          Site site = Site.of(value);
          if (asked.coversSite(site.name + "/")) {
            covered.add(site);
          }
        });
    for (Site site : covered) {
      weights.remove(site);
      forget(site);
    }
    count(-covered.size());
  }

  /** Forgets the lightest site, and returns its weight. */
  private int forgetLightest() {
    Site site = Site.of(Objects.requireNonNull(store.get(weights.pollLightest())));
    forget(site);
    return site.weight;
  }

  /** Forgets a site and all that was learned of it. */
  private void forget(Site site) {
    mirrors.forget(site.name);
    rules.forget(site);
    samples.clear(site.name);
    evicted += site.paths;
    store.delete(StoreKeys.site(site.name));
    sites.remove(site.name);
    sitesByDomain.computeIfPresent(
        SiteUrl.domain(site.name), (domain, there) -> there == 1 ? null : there - 1);
  }

  private void put(
      Site site, byte[] key, String path, @Nullable Coordinates before, Coordinates after) {
    samples.put(key, path, after);
    site.weight++;
    if (before == null) {
      site.paths++;
      if (site.last == null || Arrays.compareUnsigned(key, site.last) > 0) {
        site.last = key;
      }
    }
    mirrors.recount(site.name, path, before, after);
    SampledPath gone = samples.evict(site);
    if (gone != null) {
      evicted++;
      mirrors.recount(site.name, gone.path(), gone.content(), null);
    }
  }

  /** Evaluates the pairs and rules of all sites. To be called when no more observations follow. */
  public void finish() {
    List<String> names = new ArrayList<>();
    store.scan(StoreKeys.allSites(), (key, value) -> names.add(Site.of(value).name));
    for (String name : names) {
      Site site = Objects.requireNonNull(site(name));
      work.begin();
      mirrors.review(site);
      // Once a rule is declared, evidence for others may show.
      for (int round = 0; round < MOST_ROUNDS && site.weight > site.learnedAt; round++) {
        int declared = site.declaredRules().size();
        rules.learn(site);
        if (site.declaredRules().size() != declared) {
          site.learnedAt--;
        }
      }
      store.put(StoreKeys.site(name), site.stored());
    }
  }

  /** The work that the latest record caused, in the unit of {@link LearningWork}. */
  long lastWork() {
    return work.done();
  }

  /**
   * Current totals, and what was observed and dropped since this object was created. May be called
   * from other threads, which may see slightly outdated values.
   */
  public MirrorCounts counts() {
    return new MirrorCounts(
        observations,
        notSampled,
        evicted,
        sitesRefused,
        pairs.dropped(),
        work.leftOut(),
        siteCount,
        pairs.size(),
        pairs.declared(),
        rules.declared());
  }
}
