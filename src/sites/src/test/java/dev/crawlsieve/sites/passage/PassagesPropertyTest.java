package dev.crawlsieve.sites.passage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.bytemap.MemoryByteMap;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class PassagesPropertyTest {

  private static final PassageSettings SETTINGS = new PassageSettings(3, 0.3);

  /** The keys of passages, by their number of pages. */
  private static Map<String, Integer> learned(List<SitePage> pages, int mostPages) {
    Map<String, Integer> known = new TreeMap<>();
    Passages passages =
        new Passages(
            new MemoryByteMap(),
            SETTINGS,
            new Passages.Bounds(1_000, mostPages, 8_000),
            (key, json) -> known.put(key, TestPages.passage(json).pages()));
    for (SitePage page : pages) {
      try {
        passages.observe(TestPages.sent(page, 0));
      } catch (UnreadableRecordException e) {
        throw new AssertionError(e);
      }
    }
    assertThat(passages.evaluate(1_000)).isLessThan(1_000);
    return known;
  }

  /** The same, counted. */
  private static Map<String, Integer> counted(List<SitePage> pages, int mostPages) {
    Map<String, Map<Long, SitePage>> sites = new HashMap<>();
    for (SitePage page : pages) {
      sites.computeIfAbsent(page.site(), name -> new HashMap<>()).put(page.key(), page);
    }
    Map<String, Integer> all = new TreeMap<>();
    sites.forEach(
        (site, urls) -> {
          List<SitePage> smallest = new ArrayList<>(urls.values());
          smallest.sort((a, b) -> Long.compareUnsigned(a.key(), b.key()));
          smallest = smallest.subList(0, Math.min(mostPages, smallest.size()));
          Map<Long, SitePage> texts = new LinkedHashMap<>();
          smallest.stream()
              .sorted(Comparator.comparingLong(SitePage::key))
              .forEach(page -> texts.putIfAbsent(page.text(), page));
          Map<Long, Integer> counts = new HashMap<>();
          for (SitePage page : texts.values()) {
            Set<Long> blocks = new HashSet<>();
            for (int i = 0; i < page.blocks(); i++) {
              blocks.add(page.hash(i));
            }
            blocks.forEach(block -> counts.merge(block, 1, Integer::sum));
          }
          Set<Long> often = new HashSet<>(counts.keySet());
          often.removeIf(block -> counts.get(block) < Math.max(3, 0.3 * texts.size()));
          takenOut(often, texts.values())
              .forEach(
                  block ->
                      all.put(site + "|" + HexFormat.of().toHexDigits(block), counts.get(block)));
        });
    return all;
  }

  /** Without blocks that stay in half of their places or more, asked eight times. */
  private static Set<Long> takenOut(Set<Long> often, Collection<SitePage> pages) {
    Set<Long> left = often;
    for (int round = 0; round < 8; round++) {
      Map<Long, List<Boolean>> places = new HashMap<>();
      for (SitePage page : pages) {
        for (int i = 0; i < page.blocks(); i++) {
          int from = i;
          int to = i;
          while (from >= 0 && left.contains(page.hash(from))) {
            from--;
          }
          while (to < page.blocks() && left.contains(page.hash(to))) {
            to++;
          }
          int bytes = -1;
          for (int k = from + 1; k < to; k++) {
            bytes += page.bytes(k) + 1;
          }
          boolean out = from < 0 || to == page.blocks() || to - from > 3 || bytes >= 24;
          out &= !isContent(page, i, left);
          places.computeIfAbsent(page.hash(i), block -> new ArrayList<>()).add(out);
        }
      }
      left =
          left.stream()
              .filter(
                  block ->
                      2 * Collections.frequency(places.get(block), true) > places.get(block).size())
              .collect(Collectors.toSet());
    }
    return left;
  }

  /** Whether a block is one of at most two that follow others than these in the main text. */
  private static boolean isContent(SitePage page, int block, Set<Long> passages) {
    List<Integer> main =
        IntStream.range(0, page.blocks()).filter(page::isInMainPart).boxed().toList();
    int from = main.indexOf(block);
    int to = from;
    while (from >= 0 && passages.contains(page.hash(main.get(from)))) {
      from--;
    }
    while (to >= 0 && to < main.size() && passages.contains(page.hash(main.get(to)))) {
      to++;
    }
    return from >= 0 && to - from <= 3;
  }

  private static List<SitePage> pages(Random random, int size) {
    List<SitePage> pages = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      String site = "s" + random.nextInt(3) + ".example";
      String[] lines = new String[1 + random.nextInt(12)];
      for (int line = 0; line < lines.length; line++) {
        char letter = (char) ('a' + (int) Math.abs(random.nextGaussian() * 6));
        lines[line] =
            (random.nextInt(2) == 0 ? "*" : "")
                + (letter % 2 == 0 ? "line " : "a line of some more words ")
                + letter;
      }
      pages.add(TestPages.page("https://" + site + "/p" + random.nextInt(60), lines));
    }
    return pages;
  }

  @Property
  void equalsAnExactCountOfTheChosenPagesWhateverTheirOrder(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 300) int size) {
    Random random = new Random(seed);
    List<SitePage> pages = pages(random, size);
    int mostPages = 4 + random.nextInt(80);
    Map<String, Integer> expected = counted(pages, mostPages);
    assertThat(learned(pages, mostPages)).isEqualTo(expected);

    // The last version of each URL counts, so the order within a URL stays.
    Map<Long, SitePage> last = new LinkedHashMap<>();
    pages.forEach(page -> last.put(page.key(), page));
    List<SitePage> others = new ArrayList<>(last.values());
    Collections.shuffle(others, random);
    assertThat(learned(others, mostPages)).isEqualTo(expected);
  }

  @Property
  void whatIsLeftOutChangesNothing(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 300) int size) {
    Random random = new Random(seed);
    List<SitePage> pages = pages(random, size);
    int mostPages = 4 + random.nextInt(40);
    var bounds = new Passages.Bounds(1 + random.nextInt(3), mostPages, 20 + random.nextInt(600));
    List<SiteKeys> observers = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      observers.add(new SiteKeys(bounds));
    }
    List<SitePage> sent = new ArrayList<>();
    for (SitePage page : pages) {
      SiteKeys.Site site =
          observers.get(random.nextInt(observers.size())).of(page.site(), page.key());
      if (site != null) {
        assertThat(site.add(page.key())).isNotNegative();
        sent.add(page);
      }
    }
    assertThat(learned(sent, mostPages)).isEqualTo(counted(pages, mostPages));
  }

  /** So what all observers have sent has all texts, unless each has sent them once, and late. */
  @Property
  void ofThePagesThatHaveALineOneOfEachObserverLacksItsText(@ForAll long seed)
      throws UnreadableRecordException {
    Random random = new Random(seed);
    var bounds = new Passages.Bounds(3, 1_000, 8_000);
    List<SiteKeys> observers = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      observers.add(new SiteKeys(bounds));
    }
    Map<String, Integer> without = new HashMap<>();
    for (SitePage page : pages(random, 300)) {
      String[] lines = new String[page.blocks()];
      Arrays.setAll(lines, page::text);
      SiteKeys observer = observers.get(random.nextInt(observers.size()));
      SitePage sent = SitePage.decode(TestPages.sent(observer, page.url(), lines), 0);
      assertThat(sent.blocks()).isEqualTo(page.blocks());
      for (int i = 0; i < lines.length; i++) {
        assertThat(sent.hash(i)).isEqualTo(page.hash(i));
        assertThat(sent.bytes(i)).isEqualTo(page.bytes(i));
        if (sent.textBytes(i) == 0) {
          without.merge(page.site() + " " + lines[i], 1, Integer::sum);
        } else {
          assertThat(sent.text(i)).isEqualTo(lines[i]);
        }
      }
    }
    assertThat(without.values())
        .allSatisfy(pages -> assertThat(pages).isBetween(1, observers.size()));
  }

  @Property(tries = 200)
  void evaluatingAndStartingAgainMeanwhileChangeNothingOfTheOutcome(@ForAll long seed) {
    Random random = new Random(seed);
    List<SitePage> pages = pages(random, 150);
    Map<String, Passage> known = new TreeMap<>();
    MemoryByteMap store = new MemoryByteMap();
    Supplier<Passages> start =
        () ->
            new Passages(
                store,
                SETTINGS,
                new Passages.Bounds(1_000, 20, 8_000),
                (key, json) -> {
                  if (json == null) {
                    known.remove(key);
                  } else {
                    known.put(key, TestPages.passage(json));
                  }
                });
    Passages passages = start.get();
    for (SitePage page : pages) {
      passages = random.nextInt(10) == 0 ? start.get() : passages;
      try {
        passages.observe(TestPages.sent(page, 0));
      } catch (UnreadableRecordException e) {
        throw new AssertionError(e);
      }
      passages.evaluate(random.nextInt(3));
    }
    passages.evaluate(1_000);
    assertThat(known.keySet()).isEqualTo(counted(pages, 20).keySet());
    assertThat(known.values())
        .allSatisfy(
            passage -> {
              PageLines line = PageLines.of(passage.text());
              assertThat(line.hash(0)).isEqualTo(passage.hash());
            });
  }
}
