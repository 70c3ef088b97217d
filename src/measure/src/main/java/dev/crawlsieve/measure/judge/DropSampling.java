package dev.crawlsieve.measure.judge;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.measure.eval.report.DropSample;
import dev.crawlsieve.measure.replay.ReplaySource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Draws dropped pages of a crawl at random, each next to the kept page that it was dropped for.
 *
 * <p>The draw is a function of the verdicts and the seed. If the pages of a pair are gone, another
 * pair replaces it. A pair of URLs is drawn once, however often it was crawled. With other
 * settings, the same seed draws the same pairs, as far as they are still dropped.
 */
public final class DropSampling {

  /** Number of drops held for each drop wanted, in case pages are gone. */
  private static final int RESERVE = 10;

  /** Number of pairs whose pages are read, and so held in memory, together. */
  private static final int BATCH = 200;

  /**
   * The lower bounds of the bands of similarity, which may be sampled separately. {@link #BANDS}
   * has the names of all bands.
   */
  private static final double[] BOUNDS = {0.7, 0.8, 0.9};

  private static final List<String> BANDS =
      List.of("below 0.7", "0.7 to 0.8", "0.8 to 0.9", "0.9 and above", "not known");

  /** The kind of drops to draw. */
  public enum Kind {
    NEAR,
    EXACT;

    private boolean covers(Verdict verdict) {
      Verdict.Kind kind = this == NEAR ? Verdict.Kind.NEAR : Verdict.Kind.EXACT;
      return verdict.kind() == kind && verdict.route() == Verdict.Route.DUPLICATE;
    }

    /** The kind's name in verdicts. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A request for a sample.
   *
   * @param pairs number of pairs to draw, at least 1
   * @param bySimilarity whether to draw the same number of pairs from each band of similarity, as
   *     far as the band has so many; otherwise all drops have the same chance
   */
  public record Request(Kind kind, int pairs, long seed, boolean bySimilarity) {}

  private final ReplaySource source;
  private final Request request;
  private final List<DropStratum> strata = new ArrayList<>();
  private final Set<String> drawnUrls = new HashSet<>();
  private long verdicts;

  public DropSampling(ReplaySource source, Request request) {
    this.source = source;
    this.request = request;
    for (String name : request.bySimilarity() ? BANDS : List.of("all")) {
      strata.add(new DropStratum(name, RESERVE * request.pairs()));
    }
  }

  /**
   * Draws the sample.
   *
   * @throws SieveException if there is nothing to draw from, or it cannot be read
   */
  public DropSample run(Consumer<Progress> progress) {
    source.decodeVerdicts(this::offer, progress);
    String drops = request.kind().text() + " drop";
    if (verdicts == 0) {
      throw new SieveException(source.verdictsName() + " holds no verdicts: nothing was decided");
    }
    if (strata.stream().allMatch(stratum -> stratum.drops() == 0)) {
      throw new SieveException(
          String.format(
              Locale.ROOT,
              "none of the %,d verdicts in %s is a %s: there is nothing to judge",
              verdicts,
              source.verdictsName(),
              drops));
    }
    return draw(drops);
  }

  private void offer(Verdict verdict, byte[] stored) {
    verdicts++;
    if (request.kind().covers(verdict)) {
      int stratum =
          request.bySimilarity()
              ? band(Objects.requireNonNull(verdict.evidence()).similarity())
              : 0;
      long key = key(request.seed(), verdict);
      strata.get(stratum).offer(new DropStratum.Drop(key, stratum, verdict, stored));
    }
  }

  private static int band(double similarity) {
    if (similarity < 0) {
      return BANDS.size() - 1; // the pages have no sketch
    }
    int band = 0;
    while (band < BOUNDS.length && similarity >= BOUNDS[band]) {
      band++;
    }
    return band;
  }

  /**
   * A drop's key: a hash of the pair, not of its position, so that a rerun with other settings
   * draws it, too.
   */
  private static long key(long seed, Verdict verdict) {
    String pair = seed + " " + verdict.source() + " " + pairOf(verdict);
    long key = 0;
    for (int i = 0; i < pair.length(); i++) {
      key = 31 * key + pair.charAt(i);
    }
    return new SplittableRandom(key).nextLong();
  }

  private static String pairOf(Verdict verdict) {
    return verdict.url() + "\t" + verdict.leader().url();
  }

  private DropSample draw(String drops) {
    List<Deque<DropStratum.Drop>> left = strata.stream().map(DropStratum::inOrder).toList();
    int[] drawn = new int[strata.size()];
    long gone = 0;
    SampledPairs pairs = new SampledPairs(source);
    List<DropSample.Pair> sample = new ArrayList<>();
    while (sample.size() < request.pairs()) {
      List<DropStratum.Drop> batch = new ArrayList<>();
      int[] taken = drawn.clone();
      while (batch.size() < Math.min(BATCH, request.pairs() - sample.size())) {
        int least = least(taken, left);
        if (least < 0) {
          break;
        }
        DropStratum.Drop drop = left.get(least).remove();
        if (drawnUrls.add(pairOf(drop.verdict()))) {
          batch.add(drop);
          taken[least]++;
        }
      }
      if (batch.isEmpty()) {
        break;
      }
      List<DropSample.Pair> read = pairs.read(batch);
      read.forEach(pair -> drawn[pair.stratum()]++);
      sample.addAll(read);
      gone += batch.size() - read.size();
    }
    if (sample.isEmpty()) {
      throw new SieveException(
          String.format(
              Locale.ROOT,
              "the pages of all %,d %ss that were drawn are gone: a topic keeps them for its"
                  + " retention time, one that was mirrored, restored or made again has others at"
                  + " their offsets, and 'sieve --format warc' leaves none in its folder",
              gone,
              drops));
    }
    // so that someone who stops halfway has judged some pairs of each stratum
    Collections.shuffle(sample, new Random(request.seed()));
    List<DropSample.Stratum> counts = new ArrayList<>();
    for (int i = 0; i < drawn.length; i++) {
      if (i == BANDS.size() - 1 && strata.get(i).drops() == 0) {
        break; // all similarities are known, as is almost always the case
      }
      counts.add(new DropSample.Stratum(strata.get(i).name(), strata.get(i).drops(), drawn[i]));
    }
    return new DropSample(request.kind().text(), request.seed(), gone, counts, sample);
  }

  /**
   * The stratum from which the fewest pairs were drawn, among those that have more; -1 if none has.
   */
  private static int least(int[] drawn, List<Deque<DropStratum.Drop>> left) {
    int least = -1;
    for (int i = 0; i < drawn.length; i++) {
      if (!left.get(i).isEmpty() && (least < 0 || drawn[i] < drawn[least])) {
        least = i;
      }
    }
    return least;
  }
}
