package dev.crawlsieve.core.name;

import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.fingerprint.BlockList;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.TestBlocks;
import dev.crawlsieve.core.page.UrlNormalizer;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Names of pages for tests: few enough that some are the same, some differ, and some say nothing.
 */
public final class TestNames {

  /** Thresholds under which each identity makes a difference. */
  public static final List<NameThresholds> THRESHOLDS =
      List.of(
          NameThresholds.DEFAULT,
          new NameThresholds(true, 0.7),
          new NameThresholds(true, 0.55),
          new NameThresholds(true, 0));

  /** How many hosts and addresses names are of: those of pages whose URL hashes differ by it. */
  public static final long ADDRESSES = 8;

  private static final String[] TITLES = {
    "", "Mill", "Mill 2", "Dam", "The mill and the dam", "The mill and a dam"
  };

  private static final String[] PATHS = {"", "page-1", "page-2", "folder/page-2"};

  private TestNames() {}

  /** The name of a page without a canonical link. */
  public static PageName name(String title, String heading, String language, String url) {
    return new PageNamer().name(title, heading, language, url, UrlNormalizer.domain(url), "");
  }

  /** A name out of some hundred. */
  public static PageName some(RandomGenerator random) {
    return some(random, random.nextInt(8));
  }

  /** A name of a page with this URL: host and address follow from it. */
  private static PageName some(RandomGenerator random, long urlHash) {
    long address = Math.floorMod(urlHash >> 1, 4);
    String url = "https://h" + (urlHash & 1) + ".example/" + PATHS[(int) address];
    url += random.nextInt(4) == 0 ? "?sort=" + random.nextInt(2) : "";
    String canonical = random.nextInt(4) == 0 ? url.replaceFirst("[^/]*$", "page-1") : "";
    String site = UrlNormalizer.domain(url);
    if (random.nextInt(8) == 0) {
      return new PageNamer().untitled(url, site);
    }
    return new PageNamer()
        .name(title(random), title(random), language(random), url, site, canonical);
  }

  /** The same page with some name, some number of shingles, some blocks, and some other text. */
  public static Fingerprint of(Fingerprint page, RandomGenerator random) {
    long rest = random.nextBoolean() ? 1 : (1L << random.nextInt(30)) - 1;
    return of(
        page,
        some(random, page.urlHash()),
        TestBlocks.some(random),
        50 + random.nextInt(100),
        rest,
        random.nextInt(3) * random.nextInt(50));
  }

  /** The same page with other text beside its main text. */
  public static Fingerprint with(Fingerprint page, long rest, int restShingles) {
    return of(page, page.name(), page.blocks(), page.shingles(), rest, restShingles);
  }

  /** The same page with a name and a number of shingles. */
  public static Fingerprint of(Fingerprint page, PageName name, int shingles) {
    return of(page, name, page.blocks(), shingles, page.rest(), page.restShingles());
  }

  private static Fingerprint of(
      Fingerprint page,
      PageName name,
      BlockList blocks,
      int shingles,
      long rest,
      int restShingles) {
    return new Fingerprint(
        page.source(),
        page.timestamp(),
        page.url(),
        page.urlHash(),
        page.content(),
        page.bodyHash(),
        page.simhash(),
        rest,
        page.sketch(),
        name,
        blocks,
        page.tokens(),
        shingles,
        restShingles,
        page.language(),
        page.charset(),
        page.flags(),
        page.settings());
  }

  private static String language(RandomGenerator random) {
    return random.nextInt(4) == 0 ? "de" : "en";
  }

  private static String title(RandomGenerator random) {
    return TITLES[random.nextInt(TITLES.length)];
  }
}
