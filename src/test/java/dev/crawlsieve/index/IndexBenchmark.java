package dev.crawlsieve.index;

import dev.crawlsieve.config.DetectorSettings;
import dev.crawlsieve.fingerprint.ContentHash;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * The index alone, one thread: pages/s until it has N leaders, where a share of the pages are an
 * earlier leader with at most k bits flipped.
 *
 * <pre>
 * IndexBenchmark [leaders=1000000] [detector=simhash|sketch|supershingle|combined] [k=3]
 *     [similarity=0.8] [recall=0.98] [agreeing=2] [floor=0.6] [memory=1073741824]
 *     [layout=plan|plain:N|nested] [duplicates=0.3] [templates=0] [share=0.45] [warmup=yes|no]
 * </pre>
 *
 * <p>A duplicate also differs in at most 8 of 84 min-hashes. With templates, each page takes a
 * share of its min-hashes from one of so many: two pages of one template have share² in common.
 *
 * <p>Also prints the rate per second of the thread's CPU time, which other work on the machine
 * disturbs less. SimHashes are random, so buckets are as full as evenly spread pages fill them.
 * Warms up on 200,000 leaders first. Restore is timed at the end: all records put into an empty
 * index in batches of 1,000, and the tables filled.
 */
public final class IndexBenchmark {

  private static final long WARM_UP = 200_000;

  private IndexBenchmark() {}

  /** See the class. */
  public static void main(String[] args) throws IOException {
    long leaders = Long.parseLong(option(args, "leaders", "1000000"));
    int k = Integer.parseInt(option(args, "k", "3"));
    long memory = Long.parseLong(option(args, "memory", Long.toString(1L << 30)));
    double duplicates = Double.parseDouble(option(args, "duplicates", "0.3"));
    String form = option(args, "layout", "plan");
    DetectorSettings detector =
        new DetectorSettings(
            DetectorSettings.Kind.valueOf(
                option(args, "detector", "simhash").toUpperCase(Locale.ROOT)),
            k,
            Double.parseDouble(option(args, "similarity", "0.8")),
            Double.parseDouble(option(args, "recall", "0.98")),
            Integer.parseInt(option(args, "agreeing", "2")),
            Double.parseDouble(option(args, "floor", "0.6")));
    Templates templates =
        new Templates(
            Integer.parseInt(option(args, "templates", "0")),
            Double.parseDouble(option(args, "share", "0.45")));
    TableLayout layout =
        form.equals("plan")
            ? Detector.of(detector).layout(leaders)
            : form.equals("nested")
                ? TableLayout.nested(k)
                : TableLayout.plain(k, Integer.parseInt(form.substring("plain:".length())));
    System.out.printf(
        Locale.ROOT, "%,d leaders, %s, %s, %,d bytes%n", leaders, detector.name(), layout, memory);
    if (option(args, "warmup", "yes").equals("yes")) {
      run(layout, Math.min(WARM_UP, leaders), memory, k, templates, duplicates, false);
    }
    run(layout, leaders, memory, k, templates, duplicates, true);
  }

  private static void run(
      TableLayout layout,
      long leaders,
      long memory,
      int k,
      Templates templates,
      double duplicates,
      boolean report)
      throws IOException {
    Path folder = Files.createTempDirectory(Path.of("target"), "index-benchmark");
    try (TableIndex index = TableIndex.open(folder.resolve("a"), layout, memory)) {
      grow(index, k, templates, leaders, duplicates, report);
      if (report) {
        restore(index, folder.resolve("b"), layout, memory);
      }
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static void grow(
      TableIndex index,
      int k,
      Templates templates,
      long leaders,
      double duplicates,
      boolean report) {
    SplittableRandom random = new SplittableRandom(1);
    long[] kept = new long[Math.toIntExact(leaders + 1000)];
    long pages = 0;
    long compared = 0;
    long nanos = 0;
    long pagesBefore = 0;
    long nanosBefore = 0;
    ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    long cpu = 0;
    long cpuBefore = 0;
    long step = Math.max(1, Math.min(1_000_000, leaders));
    while (index.nextOrdinal() < leaders) {
      // made in batches outside of the clock
      int known = (int) index.nextOrdinal();
      LeaderRecord[] batch = new LeaderRecord[1000];
      for (int i = 0; i < batch.length; i++) {
        batch[i] = page(pages + i, random, kept, known, k, templates, duplicates);
      }
      long next = index.nextOrdinal();
      long cpuStart = thread.getCurrentThreadCpuTime();
      long start = System.nanoTime();
      for (LeaderRecord page : batch) {
        Lookup lookup = index.lookup(page);
        compared += lookup.compared();
        if (!lookup.found()) {
          kept[(int) next] = page.urlHash();
          index.put(next++, page);
        }
      }
      nanos += System.nanoTime() - start;
      cpu += thread.getCurrentThreadCpuTime() - cpuStart;
      pages += batch.length;
      if (report && next / step > known / step) {
        long count = index.nextOrdinal();
        IndexStats stats = index.stats();
        System.out.printf(
            Locale.ROOT,
            "%,11d leaders: %,9.0f pages/s (%,.0f per CPU second); %.1f compared a page; %.1f heap bytes a leader in"
                + " memory; %.1f of filters; native %d MiB; %.0f disk bytes a leader; %d merges%n",
            count,
            (pages - pagesBefore) * 1e9 / (nanos - nanosBefore),
            (pages - pagesBefore) * 1e9 / (cpu - cpuBefore),
            compared / (double) pages,
            stats.deltaBytes() / (double) Math.max(1, stats.leaders() - stats.inBase()),
            stats.filterBytes() / (double) count,
            stats.nativeBytes() >> 20,
            stats.diskBytes() / (double) count,
            stats.merges());
        pagesBefore = pages;
        nanosBefore = nanos;
        cpuBefore = cpu;
      }
    }
    if (report) {
      System.out.printf(
          Locale.ROOT,
          "%,d pages, %.0f %% kept, %,.0f pages/s overall%n",
          pages,
          100.0 * index.nextOrdinal() / pages,
          pages * 1e9 / nanos);
    }
  }

  /** Some templates, and the share of a page's min-hashes that come from its template. */
  private record Templates(int count, double share) {

    short[] sketch(long id) {
      short[] sketch = Pages.sketch(id);
      if (count > 0) {
        SplittableRandom random = new SplittableRandom(id);
        short[] template = Pages.sketch(-1 - random.nextInt(count));
        for (int i = 0; i < sketch.length; i++) {
          sketch[i] = random.nextDouble() < share ? template[i] : sketch[i];
        }
      }
      return sketch;
    }
  }

  /**
   * A new page; or one that differs from an earlier leader in at most k bits and 8 min-hashes.
   *
   * @param kept the leaders' numbers, of which their features are made; a copy kept is a leader of
   *     its own
   */
  private static LeaderRecord page(
      long id,
      SplittableRandom random,
      long[] kept,
      int known,
      int k,
      Templates templates,
      double duplicates) {
    long original = id;
    if (known > 0 && random.nextDouble() < duplicates) {
      original = kept[random.nextInt(known)];
    }
    long simhash = Keys.mix(original);
    short[] sketch = templates.sketch(original);
    if (original != id) {
      for (int i = random.nextInt(k + 1); i > 0; i--) {
        simhash ^= 1L << random.nextInt(64);
      }
      for (int i = random.nextInt(9); i > 0; i--) {
        sketch[random.nextInt(sketch.length)] = (short) random.nextInt();
      }
    }
    return Pages.page(id, 0, new ContentHash(Keys.mix(~id), id), simhash, sketch, true);
  }

  private static void restore(TableIndex from, Path folder, TableLayout layout, long memory) {
    try (TableIndex to = TableIndex.open(folder, layout, memory);
        LeaderCursor leaders = from.range(0, Long.MAX_VALUE)) {
      long start = System.nanoTime();
      List<LeaderRecord> batch = new ArrayList<>();
      while (leaders.hasNext()) {
        Leader leader = leaders.next();
        batch.add(leader.record());
        if (batch.size() == 1000 || !leaders.hasNext()) {
          to.putAll(leader.ordinal() - batch.size() + 1, batch);
          batch.clear();
        }
      }
      long put = System.nanoTime() - start;
      to.refresh();
      long nanos = System.nanoTime() - start;
      System.out.printf(
          Locale.ROOT,
          "restore: %,.0f leaders/s (records alone %,.0f)%n",
          to.nextOrdinal() * 1e9 / nanos,
          to.nextOrdinal() * 1e9 / put);
    }
  }

  private static String option(String[] args, String name, String otherwise) {
    for (String arg : args) {
      if (arg.startsWith(name + "=")) {
        return arg.substring(name.length() + 1);
      }
    }
    return otherwise;
  }
}
