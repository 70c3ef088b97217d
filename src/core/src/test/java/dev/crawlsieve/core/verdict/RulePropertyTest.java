package dev.crawlsieve.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.fingerprint.BlockList;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.Sketches;
import dev.crawlsieve.core.fingerprint.StoredBlocks;
import dev.crawlsieve.core.index.BandPlanner;
import dev.crawlsieve.core.index.Bands;
import dev.crawlsieve.core.index.TestDetectors;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.core.name.NameSummary;
import dev.crawlsieve.core.name.PageName;
import dev.crawlsieve.core.name.TestNames;
import dev.crawlsieve.core.page.BlockKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** The consequences of the rule, on lanes of random and clustered pages. */
final class RulePropertyTest {

  @Property(tries = 600)
  void noTwoKeptPagesMatch(
      @ForAll("pages") List<Fingerprint> pages, @ForAll("detectors") DetectorSettings detector) {
    List<Fingerprint> kept = kept(pages, detector);
    for (int i = 0; i < kept.size(); i++) {
      for (int j = 0; j < i; j++) {
        boolean shown = sharesTemplateIfShown(kept.get(i), kept.get(j), detector);
        assertThat(matches(kept.get(i), kept.get(j), detector) && !shown).isFalse();
      }
    }
  }

  @Property(tries = 600)
  void everyDroppedPageMatchesAnEarlierKeptPageDirectly(
      @ForAll("pages") List<Fingerprint> pages, @ForAll("detectors") DetectorSettings detector) {
    TestLane lane = new TestLane(detector);
    List<Verdict> verdicts = pages.stream().map(lane::decide).toList();
    for (Verdict verdict : verdicts) {
      if (verdict.decision() == Verdict.Decision.DUPLICATE) {
        long original = verdict.duplicateOf().source().offset();
        assertThat(original).isLessThan(verdict.source().offset());
        assertThat(verdicts.get((int) original).decision()).isEqualTo(Verdict.Decision.UNIQUE);
        assertThat(matches(lane.at(verdict.source().offset()), lane.at(original), detector))
            .isTrue();
      }
    }
  }

  @Property(tries = 200)
  void replayReproducesEveryVerdict(
      @ForAll("pages") List<Fingerprint> pages, @ForAll("detectors") DetectorSettings detector) {
    TestLane first = new TestLane(detector);
    TestLane again = new TestLane(detector);
    for (Fingerprint page : pages) {
      assertThat(again.decide(page)).isEqualTo(first.decide(page));
    }
  }

  private static List<Fingerprint> kept(List<Fingerprint> pages, DetectorSettings detector) {
    TestLane lane = new TestLane(detector);
    List<Fingerprint> kept = new ArrayList<>();
    for (Fingerprint page : pages) {
      if (lane.decide(page).decision() == Verdict.Decision.UNIQUE) {
        kept.add(page);
      }
    }
    return kept;
  }

  private static double similarity(Fingerprint a, Fingerprint b) {
    boolean none = a.sketch().length == 0 || b.sketch().length == 0;
    return none ? -1 : Sketches.similarity(a.sketch(), b.sketch());
  }

  /** The definition of a match, written independently. The first page is the later one. */
  private static boolean matches(Fingerprint a, Fingerprint b, DetectorSettings detector) {
    return matches(a, b, detector, identity(a, b));
  }

  private static boolean matches(
      Fingerprint a, Fingerprint b, DetectorSettings detector, Identity identity) {
    PageName name = a.name();
    PageName other = b.name();
    boolean apart = NameSummary.toldApart(name.summary(), other.summary());
    boolean named = detector.comparesNames();
    if (named && showOtherPictures(a, b, identity)) {
      return false;
    }
    if (a.content().equals(b.content())) {
      if (!named || copies(a, b, identity) || isAnotherForm(a, b, identity)) {
        return true;
      }
      return FRAMED.contains(identity)
          && a.nearEligible()
          && !name.sameSite(other)
          && (identity == Identity.NONE || similarity(a, b) >= detector.names().alikeSimilarity())
          && isNamedIn(a, b, identity == Identity.ALIKE)
          && (!StoredBlocks.isTitled(a.blocks().stored(), 0)
              || StoredBlocks.namedIn(a.blocks().stored(), 0, b.blocks().stored(), 0) >= 0.6)
          && !lacksTooMuch(a, b);
    }
    if (!a.nearEligible() || !b.nearEligible() || detector.kind() == DetectorSettings.Kind.EXACT) {
      return false;
    }
    if (named
        && identity == Identity.ALIKE
        && similarity(a, b) < detector.names().alikeSimilarity()) {
      return false;
    }
    if (named && identity == Identity.OTHER && (apart || lost(a, b) > 0 || swapsNumbers(a, b))) {
      return false;
    }
    if (named && lacksTooMuch(a, b)) {
      return false;
    }
    boolean twoUrls = a.urlHash() != b.urlHash();
    if (named
        && identity == Identity.ALIKE
        && twoUrls
        && name.choosesAnother(other)
        && (swapsWords(a, b) || swapsNumbers(a, b) || losesUnnamed(a, b))) {
      return false;
    }
    boolean oneItem = identity == Identity.SAME || identity == Identity.ALIKE;
    if (named && oneItem && twoUrls && name.inAnotherFolder(other) && swapsWords(a, b)) {
      return false;
    }
    if (named && FRAMED.contains(identity) && !isNamedIn(a, b, identity == Identity.ALIKE)) {
      return false;
    }
    int distance = Long.bitCount(a.simhash() ^ b.simhash());
    boolean close = distance <= detector.maxDistance();
    if (detector.kind() == DetectorSettings.Kind.SIMHASH) {
      return close;
    }
    if (a.sketch().length == 0 || b.sketch().length == 0) {
      return false;
    }
    if (distance > 27) {
      return false;
    }
    double similarity = Sketches.similarity(a.sketch(), b.sketch());
    boolean similar = similarity >= detector.minSimilarity();
    return switch (detector.kind()) {
      case SIMHASH -> close;
      case EXACT -> false;
      case SKETCH -> similar && shareBand(a, b, detector);
      case COMBINED ->
          (close && (similar || similarity >= detector.confirmingSimilarity()))
              || (similar && shareBand(a, b, detector));
    };
  }

  private static Identity identity(Fingerprint a, Fingerprint b) {
    PageName name = a.name();
    PageName other = b.name();
    boolean apart = NameSummary.toldApart(name.summary(), other.summary());
    Identity identity =
        a.urlHash() == b.urlHash() && !apart ? Identity.SAME : Identity.of(name, other);
    boolean otherPart = a.shingles() != b.shingles() && name.reordered(other);
    boolean framed = identity == Identity.NONE && Math.min(a.shingles(), b.shingles()) < 100;
    return (identity == Identity.SAME && otherPart) || framed ? Identity.ALIKE : identity;
  }

  private static int mainWords(Fingerprint page) {
    return StoredBlocks.mainWords(page.blocks().stored(), 0);
  }

  /** Whether pages of one main text are copies; their frames may differ. */
  private static boolean copies(Fingerprint a, Fingerprint b, Identity identity) {
    PageName name = a.name();
    boolean same =
        name.sameWords(b.name()) && a.rest() == b.rest() && a.restShingles() == b.restShingles();
    if (identity == Identity.SAME && a.urlHash() == b.urlHash()) {
      return true;
    }
    int most = identity == Identity.SAME ? Math.max(64, mainWords(a)) : 8; // fewer than 256
    byte[] own = a.blocks().stored();
    boolean lostName = lost(a, b, i -> NAMES.contains(kind(own, i))) > 0;
    boolean onlyName = lost(a, b, i -> !NAMES.contains(kind(own, i))) == 0;
    return lost(a, b) <= most
        && switch (identity) {
          case SAME -> true;
          case ALIKE, NONE -> a.nearEligible() || !lostName || !name.sameSite(b.name());
          case OTHER -> same || (a.nearEligible() && onlyName);
        };
  }

  /**
   * Whether pages that a canonical link joins have one name and one text, but two frames. Pages at
   * two addresses need a site of many texts for that.
   */
  private static boolean isAnotherForm(Fingerprint a, Fingerprint b, Identity identity) {
    PageName name = a.name();
    PageName other = b.name();
    int frame = lost(a, null, inFrame(a));
    int frameOfOther = lost(b, null, inFrame(b));
    int lost = frame < frameOfOther ? lost(b, a, inFrame(b)) : lost(a, b, inFrame(a));
    return identity == Identity.ALIKE
        && a.nearEligible()
        && name.sameWords(other)
        && name.sameAddress(other)
        && name.mayBeAnotherForm(other)
        && lost(a, b) <= Math.max(64, mainWords(a))
        && lost > 8
        && lost >= 2.0 / 3 * Math.max(frame, frameOfOther)
        && lost(a, b, inFrame(a).and(i -> kind(a.blocks().stored(), i) != BlockKind.LINKS)) <= 128
        && !swapsWords(a, b)
        && !swapsNumbers(a, b);
  }

  private static IntPredicate inFrame(Fingerprint page) {
    byte[] list = page.blocks().stored();
    return i -> !StoredBlocks.isMain(list, 0, i) && !NOT_FRAME.contains(kind(list, i));
  }

  private static boolean isNamedIn(Fingerprint a, Fingerprint b, boolean titles) {
    byte[] own = a.blocks().stored();
    byte[] other = b.blocks().stored();
    if (!StoredBlocks.isTitled(own, 0)) {
      return true;
    }
    int frame = 0;
    for (int i = 0; i < StoredBlocks.count(own, 0); i++) {
      boolean beside = !StoredBlocks.isMain(own, 0, i) && !NOT_FRAME.contains(kind(own, i));
      frame += beside ? StoredBlocks.words(own, 0, i) : 0;
    }
    int lostBeside =
        lost(a, b, i -> !StoredBlocks.isMain(own, 0, i) && !NAMES.contains(kind(own, i)));
    boolean lostTitle = lost(a, b, i -> kind(own, i) == BlockKind.TITLE) > 0;
    boolean lostHeading = lost(a, b, i -> kind(own, i) == BlockKind.TOP_HEADING) > 0;
    boolean lostName = lostHeading || (titles && lostTitle);
    return StoredBlocks.isTitled(other, 0)
        && StoredBlocks.namedIn(own, 0, other, 0) >= 0.4
        && !(lostName && (lostBeside <= 8 || 4 * lostBeside <= frame));
  }

  /**
   * Whether one word in 128 stands in the place of another one, not in links only, nor numbers
   * only.
   */
  private static boolean swapsWords(Fingerprint a, Fingerprint b) {
    int swapped = Math.min(lackedWords(a, b), lackedWords(b, a));
    byte[] list = a.blocks().stored();
    boolean onlyLinks = lost(a, b, i -> kind(list, i) != BlockKind.LINKS) == 0;
    return swapped > 0 && 128 * swapped >= words(a).cardinality() - 1 && !onlyLinks;
  }

  /** Whether plain text at an address of its own loses more than two words, one in 32. */
  private static boolean losesUnnamed(Fingerprint a, Fingerprint b) {
    int lacked = lackedWords(a, b);
    return !a.name().isKnown() && lacked > 2 && 32 * lacked >= words(a).cardinality() - 1;
  }

  /**
   * Whether two words, one in 64, stand in the place of others, or just one where addresses choose
   * by number; and all of these are numbers.
   */
  private static boolean swapsNumbers(Fingerprint a, Fingerprint b) {
    int swapped = Math.min(lackedWords(a, b), lackedWords(b, a));
    boolean enough = swapped > 1 && 64 * swapped >= words(a).cardinality() - 1;
    return (enough || (swapped > 0 && a.name().choosesByNumber(b.name())))
        && lost(a, b) + lost(b, a) == 0;
  }

  /** Whether pages of two items show pictures, each one that is not on the other. */
  private static boolean showOtherPictures(Fingerprint a, Fingerprint b, Identity identity) {
    boolean other = identity == Identity.OTHER;
    return a.urlHash() != b.urlHash()
        && (other || a.name().choosesAnother(b.name()))
        && (differ(pictures(a, true), pictures(b, true))
            || (other && differ(pictures(a, false), pictures(b, false))));
  }

  private static boolean differ(Set<Integer> ours, Set<Integer> theirs) {
    return !ours.containsAll(theirs) && !theirs.containsAll(ours);
  }

  private static Set<Integer> pictures(Fingerprint page, boolean beside) {
    byte[] list = page.blocks().stored();
    Set<Integer> pictures = new HashSet<>();
    for (int i = 0; i < StoredBlocks.count(list, 0); i++) {
      if (kind(list, i) == BlockKind.PICTURE && (!beside || StoredBlocks.isMain(list, 0, i))) {
        pictures.add(StoredBlocks.hash(list, 0, i));
      }
    }
    return pictures;
  }

  /**
   * Whether the first page is kept if its site has shown that its text is a template's, and that
   * its title names none of them.
   */
  private static boolean sharesTemplateIfShown(
      Fingerprint a, Fingerprint b, DetectorSettings detector) {
    if (!detector.comparesNames() || !a.name().ofTwoSites(b.name())) {
      return false;
    }
    Identity identity = identity(a, b);
    if (identity == Identity.SAME) {
      identity = Identity.ALIKE;
      if (!matches(a, b, detector, identity)) {
        return true;
      }
    }
    byte[] own = a.blocks().stored();
    if (a.content().equals(b.content()) && copies(a, b, identity)) {
      return FRAMED.contains(identity) && lost(a, b, i -> !NAMES.contains(kind(own, i))) > 2;
    }
    int beside = lost(a, b, i -> !StoredBlocks.isMain(own, 0, i) && !NAMES.contains(kind(own, i)));
    BitSet names = naming(a);
    names.andNot(naming(b));
    return lackedWords(a, b) + beside > 2 || !names.isEmpty();
  }

  /** Whether a page of another site lacks more than two words of the first page, one in seven. */
  private static boolean lacksTooMuch(Fingerprint a, Fingerprint b) {
    boolean titled = StoredBlocks.isTitled(a.blocks().stored(), 0);
    boolean asked = a.name().ofTwoSites(b.name()) && !(titled && a.name().sameWords(b.name()));
    int lacked = asked ? lackedWords(a, b) : 0;
    return lacked > 2 && 7 * lacked > words(a).cardinality() - 1;
  }

  /** The words that are only on the first page. */
  private static int lackedWords(Fingerprint a, Fingerprint b) {
    BitSet own = words(a);
    BitSet others = words(b);
    int size = Math.min(own.length(), others.length()) - 1;
    BitSet naming = new BitSet();
    Stream.of(a, b).flatMapToInt(page -> naming(page).stream()).forEach(w -> naming.set(w % size));
    return difference(own, others, naming, size);
  }

  private static int difference(BitSet words, BitSet others, BitSet naming, int size) {
    BitSet folded = new BitSet();
    words.stream().limit(words.cardinality() - 1L).forEach(word -> folded.set(word % size));
    others.stream().limit(others.cardinality() - 1L).forEach(word -> folded.clear(word % size));
    folded.andNot(naming);
    return folded.cardinality();
  }

  /** The bits for the words of a page, and one after the last. */
  private static BitSet words(Fingerprint page) {
    byte[] list = page.blocks().stored();
    int at = 22 + 5 * StoredBlocks.count(list, 0);
    at += 2 + 2 * (list[at] + list[at + 1]);
    BitSet bits = BitSet.valueOf(Arrays.copyOfRange(list, at + 1, list.length));
    bits.set(1 << list[at]);
    return bits;
  }

  private static BitSet naming(Fingerprint page) {
    byte[] list = page.blocks().stored();
    int at = 22 + 5 * StoredBlocks.count(list, 0);
    BitSet words = new BitSet();
    for (int i = 0; i < list[at] + list[at + 1]; i++) {
      words.set((list[at + 2 + 2 * i] & 0xff) << 8 | (list[at + 3 + 2 * i] & 0xff));
    }
    return words;
  }

  private static final Set<BlockKind> NAMES = Set.of(BlockKind.TITLE, BlockKind.TOP_HEADING);
  private static final Set<BlockKind> NOT_TEXT = Set.of(BlockKind.TIME, BlockKind.PICTURE);
  private static final Set<BlockKind> NOT_FRAME =
      Set.of(BlockKind.TITLE, BlockKind.TOP_HEADING, BlockKind.TIME, BlockKind.PICTURE);

  /** Of items that may be in two frames. */
  private static final Set<Identity> FRAMED = Set.of(Identity.ALIKE, Identity.NONE);

  private static BlockKind kind(byte[] list, int block) {
    int code = StoredBlocks.kind(list, 0, block);
    return Stream.of(BlockKind.values())
        .filter(kind -> kind.code() == code)
        .findFirst()
        .orElseThrow();
  }

  private static int lost(Fingerprint a, Fingerprint b) {
    return lost(a, b, i -> true);
  }

  /** The words in some blocks that only the first page has; all, if there is no other one. */
  private static int lost(Fingerprint a, @Nullable Fingerprint b, IntPredicate counts) {
    Set<Integer> others = new HashSet<>();
    byte[] other = b == null ? BlockList.NONE.stored() : b.blocks().stored();
    for (int i = 0; i < StoredBlocks.count(other, 0); i++) {
      others.add(StoredBlocks.hash(other, 0, i));
    }
    int words = 0;
    byte[] own = a.blocks().stored();
    for (int i = 0; i < StoredBlocks.count(own, 0); i++) {
      boolean counted = counts.test(i) && !NOT_TEXT.contains(kind(own, i));
      boolean lost = counted && !others.contains(StoredBlocks.hash(own, 0, i));
      words += lost ? StoredBlocks.words(own, 0, i) : 0;
    }
    return words;
  }

  private static boolean shareBand(Fingerprint a, Fingerprint b, DetectorSettings detector) {
    Bands bands = BandPlanner.plan(detector.minSimilarity());
    return agreeing(a, b, bands.rows(), bands.count()) > 0;
  }

  /** Number of consecutive groups of min-hashes that are equal. */
  private static int agreeing(Fingerprint a, Fingerprint b, int size, int groups) {
    int agreeing = 0;
    for (int group = 0; group < groups; group++) {
      boolean equal = true;
      for (int i = group * size; i < (group + 1) * size; i++) {
        equal &= a.sketch()[i] == b.sketch()[i];
      }
      agreeing += equal ? 1 : 0;
    }
    return agreeing;
  }

  @Provide
  Arbitrary<DetectorSettings> detectors() {
    return TestDetectors.any(7);
  }

  @Provide
  Arbitrary<List<Fingerprint>> pages() {
    Arbitrary<Long> centres = Arbitraries.of(0L, -1L, 0x0123456789abcdefL, 0x5555555555555555L);
    Arbitrary<Long> flips =
        Arbitraries.integers()
            .between(0, 63)
            .set()
            .ofMaxSize(8)
            .map(bits -> bits.stream().mapToLong(bit -> 1L << bit).reduce(0, (x, y) -> x | y));
    Arbitrary<Long> simhash =
        Arbitraries.oneOf(
            Arbitraries.longs(), Combinators.combine(centres, flips).as((c, f) -> c ^ f));
    Arbitrary<short[]> sketch =
        Combinators.combine(
                Arbitraries.longs().between(0, 3),
                Arbitraries.integers().between(0, 83).set().ofMaxSize(40))
            .as(TestLane::sketch);
    return Combinators.combine(
            simhash,
            Arbitraries.oneOf(sketch, sketch, sketch, Arbitraries.just(new short[0])),
            Arbitraries.longs().between(0, 40),
            Arbitraries.of(true, true, true, false),
            Arbitraries.integers().between(0, 20),
            Arbitraries.longs())
        .as(
            (hash, minHashes, content, eligible, url, name) ->
                TestNames.of(
                    TestLane.page("http://host/" + url, hash, minHashes, content, eligible),
                    new SplittableRandom(name)))
        .list()
        .ofMaxSize(60);
  }
}
