package dev.crawlsieve.core.mirror;

import dev.crawlsieve.core.config.MirrorSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Measures how many observations per second the pure part processes, by one thread's CPU time. */
final class MirrorsBenchmark {

  private MirrorsBenchmark() {}

  public static void main(String[] args) {
    int pages = Integer.parseInt(args[0]);
    int sites = Integer.parseInt(args[1]);
    for (int round = 0; round < 3; round++) {
      List<Observation> crawl = crawl(pages, sites, round);
      List<Finding> said = new ArrayList<>();
      Mirrors mirrors =
          new Mirrors(
              new MemoryMirrorStore(), new MirrorSettings(8, 0.6, 0.3, 1024, 100_000), said::add);
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      crawl.forEach(mirrors::observe);
      double seconds =
          (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / 1e9;
      System.out.printf(
          Locale.ROOT,
          "%,d observations of %,d sites: %,.0f/s of CPU, %,d records, %s%n",
          pages,
          sites,
          pages / seconds,
          said.size(),
          mirrors.counts());
    }
  }

  /** Every third site is a mirror of the one before it; one URL in ten has a session id. */
  private static List<Observation> crawl(int pages, int sites, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int perSite = Math.max(1, pages / sites);
    List<Observation> crawl = new ArrayList<>();
    java.util.Map<Long, String> first = new java.util.HashMap<>();
    for (int i = 0; i < pages; i++) {
      int site = random.nextInt(sites);
      int owner = site % 3 == 2 ? site - 1 : site;
      int page = random.nextInt(perSite);
      String query = random.nextInt(10) == 0 ? "?sid=" + random.nextInt(1 << 20) : "";
      String url =
          "https://www.site"
              + site
              + ".example/section"
              + page % 40
              + "/page-"
              + page
              + ".html"
              + query;
      long content = (long) owner * perSite + page;
      String original = first.putIfAbsent(content, url);
      crawl.add(
          new Observation(
              url, new Coordinates(0, content), url.equals(original) ? null : original));
    }
    return crawl;
  }
}
