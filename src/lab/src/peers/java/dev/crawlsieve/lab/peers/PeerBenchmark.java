package dev.crawlsieve.lab.peers;

import com.dynatrace.hash4j.similarity.SimilarityHashing;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * This library beside others at one task on one thread: texts in, for each the earlier near-copies,
 * those at an exact Jaccard similarity of 0.65 of 3-word shingles; later copies are dropped.
 *
 * <p>All get the same texts, already extracted and cut into tokens. Each warms up for some seconds,
 * and at least once; then they take turns, and pages/s is the median. Spark comes after all, since
 * its threads stay, and is timed once, after once to warm up. Arguments: inputs as for {@code
 * crawlsieve sieve}; by default the quickstart's pages.
 */
public final class PeerBenchmark {

  private static final double SIMILARITY = 0.65;
  private static final int ROUNDS = 5;
  private static final long WARM_UP_NANOS = 8_000_000_000L;
  private static final int SPARK_ROUNDS = 1;
  private static final int HASHES = Fingerprint.SKETCH_SIZE;

  private PeerBenchmark() {}

  /** A peer, what it said and how long it took. */
  private record Run(Peer peer, Peer.Answer answer, List<Double> pagesPerSecond) {

    double median() {
      double[] sorted = pagesPerSecond.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      return sorted[sorted.length / 2];
    }
  }

  public static void main(String[] args) throws Exception {
    List<String> texts = PeerTexts.of(Arrays.stream(args).map(Path::of).toList());
    Pairs truth = ExactPairs.of(texts, SIMILARITY);
    System.out.printf(
        Locale.ROOT,
        "%,d texts, %,d words; %,d pairs at Jaccard %.2f or more; load average %.1f%n%n",
        texts.size(),
        texts.stream().mapToLong(text -> text.split(" ").length).sum(),
        truth.size(),
        SIMILARITY,
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    System.out.println(
        "| | pages/s | ratio | pairs found | wrong pairs | dropped | wrongly | missed |");
    System.out.println("|---|---|---|---|---|---|---|---|");
    List<Run> runs =
        inTurns(
            List.of(
                new CrawlsievePeer("combined"),
                new CrawlsievePeer("sketch"),
                new CrawlsievePeer("simhash"),
                new LucenePeer(HASHES, SIMILARITY),
                new Hash4jPeer(
                    "hash4j MinHash, 84 × 16 bits, compared with all",
                    SimilarityHashing.minHash(HASHES, 16),
                    SIMILARITY),
                new Hash4jPeer(
                    "hash4j SuperMinHash, 84 × 16 bits, compared with all",
                    SimilarityHashing.superMinHash(HASHES, 16),
                    SIMILARITY),
                new Hash4jPeer(
                    "hash4j FastSimHash, within 10 of 64 bits, compared with all",
                    SimilarityHashing.fastSimHash(64),
                    54 / 64.0)),
            texts,
            ROUNDS);
    double own = runs.get(0).median();
    runs.forEach(run -> print(run, own, texts, truth));
    for (int cores = 1; cores <= 2; cores++) {
      try (SparkPeer spark = new SparkPeer(cores, 5, SIMILARITY)) {
        inTurns(List.of(spark), texts, SPARK_ROUNDS).forEach(run -> print(run, own, texts, truth));
      }
    }
  }

  private static List<Run> inTurns(List<Peer> peers, List<String> texts, int rounds) {
    List<Run> runs = new ArrayList<>();
    for (Peer peer : peers) {
      Run run = new Run(peer, once(peer, texts).answer(), new ArrayList<>());
      for (long start = System.nanoTime(); System.nanoTime() - start < WARM_UP_NANOS; ) {
        check(run, once(peer, texts));
      }
      runs.add(run);
    }
    for (int round = 0; round < rounds; round++) {
      for (Run run : runs) {
        System.gc();
        Once next = once(run.peer(), texts);
        check(run, next);
        run.pagesPerSecond().add(texts.size() / next.seconds());
      }
    }
    return runs;
  }

  /** What a peer said, and how long it took, without what is there before the first text. */
  private record Once(Peer.Answer answer, double seconds) {}

  private static Once once(Peer peer, List<String> texts) {
    peer.open();
    try {
      long start = System.nanoTime();
      Peer.Answer answer = peer.find(texts);
      return new Once(answer, (System.nanoTime() - start) / 1e9);
    } finally {
      peer.clear();
    }
  }

  private static void check(Run run, Once next) {
    if (!Arrays.equals(next.answer().kept(), run.answer().kept())) {
      throw new IllegalStateException(run.peer().name() + " says another thing each time");
    }
  }

  private static void print(Run run, double own, List<String> texts, Pairs truth) {
    boolean[] kept = run.answer().kept();
    Pairs pairs = run.peer().pairs(texts, run.answer());
    int count = kept.length;
    long dropped = IntStream.range(0, count).filter(i -> !kept[i]).count();
    long wrongly =
        IntStream.range(0, count).filter(i -> !kept[i] && truth.earlier(i).length == 0).count();
    long missed =
        IntStream.range(0, count)
            .filter(i -> kept[i] && Arrays.stream(truth.earlier(i)).anyMatch(e -> kept[e]))
            .count();
    System.out.printf(
        Locale.ROOT,
        "| %s | %,.0f | %.3f | %s | %s | %,d | %,d | %,d |%n",
        run.peer().name(),
        run.median(),
        run.median() / own,
        String.format(Locale.ROOT, "%.2f %%", 100.0 * pairs.common(truth) / truth.size()),
        String.format(Locale.ROOT, "%,d", pairs.size() - pairs.common(truth)),
        dropped,
        wrongly,
        missed);
  }
}
