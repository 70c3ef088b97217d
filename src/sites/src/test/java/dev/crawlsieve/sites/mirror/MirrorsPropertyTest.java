package dev.crawlsieve.sites.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.bytemap.MemoryByteMap;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

final class MirrorsPropertyTest {

  private static final MirrorSettings ROOMY = new MirrorSettings(5, 0.6, 0.3, 1000, 100);
  private static final MirrorSettings NARROW = new MirrorSettings(3, 0.6, 0.3, 12, 4);

  /** Observations of a few sites that share part of their contents, some of them twice. */
  private static List<Observation> crawl(Random random, int size) {
    Map<Integer, String> originals = new HashMap<>();
    List<Observation> crawl = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int name = random.nextInt(20);
      String url =
          "https://s"
              + random.nextInt(5)
              + ".example/"
              + random.nextInt(2)
              + "/p"
              + name
              + (random.nextInt(4) == 0 ? "?v=" + random.nextInt(3) : "");
      int content = random.nextInt(5) == 0 ? 1000 + i : name;
      String original = originals.putIfAbsent(content, url);
      crawl.add(
          new Observation(
              url, new Coordinates(0, content), url.equals(original) ? null : original));
    }
    return crawl;
  }

  @Property(tries = 20)
  void shouldGoOnAfterARestartAsIfThereHadBeenNone(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 400) int stop) {
    List<Observation> crawl = crawl(new Random(seed), 400);
    for (MirrorSettings settings : List.of(ROOMY, NARROW)) {
      List<Finding> through = new ArrayList<>();
      Mirrors one = new Mirrors(new MemoryByteMap(), settings, through::add);
      crawl.forEach(one::observe);

      List<Finding> stopped = new ArrayList<>();
      MemoryByteMap store = new MemoryByteMap();
      Mirrors before = new Mirrors(store, settings, stopped::add);
      crawl.subList(0, stop).forEach(before::observe);
      Mirrors after = new Mirrors(store, settings, stopped::add);
      crawl.subList(stop, 400).forEach(after::observe);
      assertThat(stopped).isEqualTo(through);
      assertThat(after.counts())
          .extracting(MirrorCounts::sites, MirrorCounts::mirrors, MirrorCounts::rules)
          .isEqualTo(List.of(one.counts().sites(), one.counts().mirrors(), one.counts().rules()));
    }
  }

  @Property(tries = 20)
  void shouldKeepItsCountsAndItsBounds(@ForAll long seed) {
    MemoryByteMap store = new MemoryByteMap();
    Mirrors mirrors = new Mirrors(store, NARROW, finding -> {});
    crawl(new Random(seed), 500).forEach(mirrors::observe);

    List<String> sites = new ArrayList<>();
    store.scan(StoreKeys.allSites(), (key, value) -> sites.add(Site.of(value).name));
    assertThat(sites.size()).isLessThanOrEqualTo(NARROW.maxSites());
    SampledPaths samples = new SampledPaths(store, NARROW.pathsPerSite(), new LearningWork());
    for (String site : sites) {
      int paths = samples.of(site).size();
      assertThat(paths).isLessThanOrEqualTo(NARROW.pathsPerSite());
      assertThat(Site.of(store.get(StoreKeys.site(site))).paths).isEqualTo(paths);
    }
    store.scan(
        StoreKeys.allPairs(),
        (key, value) -> {
          if (!Pair.isReference(value) && Pair.of(value).counted) {
            assertCounted(Pair.of(value), samples);
          }
        });
  }

  private static void assertCounted(Pair pair, SampledPaths samples) {
    Map<String, Coordinates> two = new HashMap<>();
    samples.of(pair.two.site()).stream()
        .filter(path -> pair.two.covers(path.path()))
        .forEach(path -> two.put(pair.two.rest(path.path()), path.content()));
    int common = 0;
    int agreeing = 0;
    for (SampledPath path : samples.of(pair.one.site())) {
      if (pair.one.covers(path.path())) {
        Coordinates other = two.get(pair.one.rest(path.path()));
        common += other == null ? 0 : 1;
        agreeing += path.content().equals(other) ? 1 : 0;
      }
    }
    assertThat(List.of(pair.common, pair.agreeing)).isEqualTo(List.of(common, agreeing));
  }

  @Property(tries = 15)
  void shouldDeclareTheSameInAnyOrder(@ForAll long seed) {
    Random random = new Random(seed);
    List<String[]> pages = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      pages.add(new String[] {"https://a.example/p" + i, "same" + i});
      // b is a mirror in four of five paths, c in one of five.
      pages.add(new String[] {"https://b.example/in/p" + i, i % 5 > 0 ? "same" + i : "b" + i});
      pages.add(new String[] {"https://c.example/p" + i, i % 5 > 0 ? "c" + i : "same" + i});
    }
    List<List<String>> results = new ArrayList<>();
    for (int order = 0; order < 3; order++) {
      Collections.shuffle(pages, random);
      TreeMap<String, Finding> last = new TreeMap<>();
      Mirrors mirrors =
          new Mirrors(new MemoryByteMap(), ROOMY, finding -> last.put(finding.key(), finding));
      decided(pages).forEach(mirrors::observe);
      mirrors.finish();
      results.add(last.values().stream().filter(Finding::declared).map(Finding::key).toList());
    }
    assertThat(results.get(0)).containsExactly("mirror|https://a.example/|https://b.example/in/");
    assertThat(results.get(1)).isEqualTo(results.get(0));
    assertThat(results.get(2)).isEqualTo(results.get(0));
  }

  /** Decides like the rule: the first page with some content is kept. */
  private static List<Observation> decided(List<String[]> pages) {
    Map<String, Integer> first = new HashMap<>();
    List<Observation> decided = new ArrayList<>();
    for (int i = 0; i < pages.size(); i++) {
      int content = first.merge(pages.get(i)[1], i, (old, now) -> old);
      decided.add(
          new Observation(
              pages.get(i)[0],
              new Coordinates(0, content),
              content == i ? null : pages.get(content)[0]));
    }
    return decided;
  }

  @Property
  void shouldReadWhatItStored(@ForAll String path, @ForAll String other, @ForAll boolean copy)
      throws Exception {
    Observation observation =
        new Observation(
            "https://a.example/" + clean(path),
            new Coordinates(3, 1L << 40),
            copy ? "https://b.example/" + clean(other) : null);
    byte[] stored = ObservationCodec.encode(observation);
    assertThat(ObservationCodec.decode(stored)).isEqualTo(observation);
    byte[] cut = java.util.Arrays.copyOf(stored, stored.length - 1);
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> ObservationCodec.decode(cut))
        .isInstanceOf(UnreadableRecordException.class);
  }

  /** Normalised URLs have no lone surrogates. */
  private static String clean(String text) {
    return text.replaceAll("\\p{Cs}", "");
  }
}
