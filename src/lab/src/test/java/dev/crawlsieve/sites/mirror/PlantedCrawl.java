package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.lab.bench.CrawlGenerator;
import dev.crawlsieve.lab.bench.SourcePage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * A crawl in which mirrors, look-alikes of mirrors, and sites with many URLs per page are planted
 * in real pages.
 *
 * <p>The kinds are planted in turn, each time with other pages. Everything is a function of the
 * pages and the seed. The class is long because it is a single list of kinds.
 */
final class PlantedCrawl {

  /** Whether two roots are mirrors: yes, no, or impossible to tell. */
  enum Label {
    MIRRORS,
    STRANGERS,
    UNDECIDED
  }

  /** A pair that was planted. */
  record Pair(String kind, Root one, Root two, Label label) {}

  /** A rule that applies to a site, with the name of one parameter. */
  record Rule(String site, UrlRule.Kind kind, String name) {}

  private static final int KINDS = 13;

  private final List<List<SourcePage>> collections;
  private final List<SourcePage[]> versions;
  private final CrawlGenerator others;
  private final Random random;
  private final int least;
  private final int spread;
  private final List<SourcePage> crawl = new ArrayList<>();
  private final List<Pair> pairs = new ArrayList<>();
  private final Set<String> releases = new TreeSet<>();
  private final List<Rule> rules = new ArrayList<>();
  private final List<SourcePage> stock;
  private int nextCollection;
  private int nextPage;
  private int nextHost;
  private int nextOther;

  /**
   * @param collections real pages, grouped by origin
   * @param versions pages present in both of two adjacent releases, if there are any
   * @param least minimum number of pages of a site; the maximum is three times that
   */
  PlantedCrawl(
      List<List<SourcePage>> collections,
      List<SourcePage[]> versions,
      int least,
      int rounds,
      long seed) {
    this.collections = collections;
    this.versions = versions;
    this.random = new Random(seed);
    this.least = least;
    this.spread = 2 * least;
    this.stock = collections.get(0).subList(0, 12);
    List<SourcePage> all = collections.stream().flatMap(List::stream).toList();
    this.others = new CrawlGenerator(all.subList(0, Math.min(all.size(), 600)), seed, 0);
    this.nextOther = 600;
    this.nextPage = 12;
    for (int round = 0; round < rounds; round++) {
      for (int kind = 0; kind < KINDS; kind++) {
        plant(kind);
      }
      rules();
      rules();
    }
    Collections.shuffle(crawl, random);
  }

  List<SourcePage> crawl() {
    return crawl;
  }

  List<Pair> pairs() {
    return pairs;
  }

  List<Rule> ruleTruth() {
    return rules;
  }

  /** Sites with a release of the same documents. */
  Set<String> releases() {
    return releases;
  }

  private void plant(int kind) {
    List<SourcePage> pages = chunk();
    String a = host();
    String b = host();
    switch (kind) {
      case 0 -> {
        site(a, "/", pages);
        site(b, "/", pages);
        pair("full", a, "/", b, "/", Label.MIRRORS);
      }
      case 1 -> {
        String www = a.replace("://", "://www.");
        site(a, "/", pages);
        site(www, "/", pages);
        pair("alias", a, "/", www, "/", Label.MIRRORS);
      }
      case 2 -> {
        String plain = a.replace("https:", "http:");
        site(a, "/", pages);
        site(plain, "/", pages);
        pair("alias", a, "/", plain, "/", Label.MIRRORS);
      }
      case 3 -> {
        site(a, "/", pages);
        site(b, "/", changed(pages, 0.1 + 0.2 * random.nextDouble()));
        pair("10-30 % changed or missing", a, "/", b, "/", Label.MIRRORS);
      }
      case 4 -> {
        site(a, "/docs/1/", pages);
        site(a, "/about/", chunk());
        site(b, "/mirror/docs/", pages);
        site(b, "/pub/", chunk());
        pair("prefixes", a, "/docs/1/", b, "/mirror/docs/", Label.MIRRORS);
      }
      case 5 -> {
        String c = host();
        List.of(a, b, c).forEach(host -> site(host, "/", pages));
        pair("three", a, "/", b, "/", Label.MIRRORS);
        pair("three", a, "/", c, "/", Label.MIRRORS);
        pair("three", b, "/", c, "/", Label.MIRRORS);
      }
      case 6 -> {
        List<SourcePage> more = new ArrayList<>(chunk());
        List<SourcePage> most = new ArrayList<>(chunk());
        for (int i = 0; i < 4; i++) {
          more.addAll(chunk());
          most.addAll(chunk());
        }
        site(a, "/", more);
        site(b, "/", most);
        site(a, "/manual/", pages);
        site(b, "/manual/", pages);
        pair("one manual on two sites", a, "/manual/", b, "/manual/", Label.MIRRORS);
      }
      case 7 -> {
        site(a, "/", pages);
        site(b, "/", changed(pages, 2));
        pair("same paths and frames, other articles", a, "/", b, "/", Label.STRANGERS);
      }
      case 8 -> {
        List<SourcePage> contents = chunk();
        site(a, "/", pages);
        List<SourcePage> swapped = new ArrayList<>();
        for (int i = 0; i < pages.size(); i++) {
          swapped.add(new SourcePage(pages.get(i).url(), contents.get(i % contents.size()).html()));
        }
        site(b, "/", swapped);
        pair("same paths, other pages", a, "/", b, "/", Label.STRANGERS);
      }
      case 9 -> {
        site(a, "/", pages);
        site(b, "/", chunk());
        for (String host : List.of(a, b)) {
          site(host, "/legal/", stock.subList(0, 6));
          for (String name : List.of("empty", "test", "new", "old")) {
            crawl.add(new SourcePage(host + "/" + name, "<html><body></body></html>"));
          }
        }
        pair("a few common pages", a, "/", b, "/", Label.STRANGERS);
      }
      case 10 -> {
        site(a, "/", pages);
        site(b, "/", changed(pages, 0.8));
        pair("80 % other articles", a, "/", b, "/", Label.STRANGERS);
      }
      case 11 -> {
        site(a, "/", pages);
        List<SourcePage> renamed = new ArrayList<>();
        pages.forEach(
            page ->
                renamed.add(
                    new SourcePage(
                        "https://x.example/item/" + renamed.size() + ".php", page.html())));
        site(b, "/", renamed);
        pair("same pages, other names", a, "/", b, "/", Label.STRANGERS);
      }
      default -> {
        List<SourcePage> older = new ArrayList<>();
        List<SourcePage> newer = new ArrayList<>();
        for (int i = 0; i < least + spread && !versions.isEmpty(); i++) {
          SourcePage[] page = versions.get(random.nextInt(versions.size()));
          older.add(page[0]);
          newer.add(page[1]);
        }
        site(a, "/", older);
        site(b, "/", newer);
        releases.addAll(List.of(a, b));
        pair("two releases", a, "/", b, "/", Label.UNDECIDED);
        String c = host();
        String d = host();
        site(c, "/", pages);
        site(d, "/", changed(pages, 0.5));
        pair("half changed", c, "/", d, "/", Label.UNDECIDED);
      }
    }
  }

  /**
   * The pages, of which a share is missing or replaced by other articles in the same frames. If the
   * share is above 1, all are.
   */
  private List<SourcePage> changed(List<SourcePage> pages, double share) {
    List<SourcePage> changed = new ArrayList<>();
    for (SourcePage page : pages) {
      boolean other = random.nextDouble() < share;
      if (!other) {
        changed.add(page);
      } else if (share > 0.4 || random.nextBoolean()) {
        changed.add(new SourcePage(page.url(), others.page(nextOther++).html()));
      }
    }
    return changed;
  }

  /** Unused pages of one origin; reusing pages would make it unclear which sites are mirrors. */
  private List<SourcePage> chunk() {
    int size = least + random.nextInt(spread);
    List<SourcePage> collection = collections.get(nextCollection);
    if (nextPage + size > collection.size()) {
      nextCollection++;
      if (nextCollection == collections.size()) {
        throw new IllegalArgumentException("too few pages for so many rounds");
      }
      collection = collections.get(nextCollection);
      nextPage = 0;
    }
    int end = Math.min(collection.size(), nextPage + size);
    List<SourcePage> chunk = collection.subList(nextPage, end);
    nextPage = end;
    return chunk;
  }

  private String host() {
    return "https://h" + nextHost++ + ".example";
  }

  /** A crawl of a site, which does not see all of its pages. */
  private void site(String site, String prefix, List<SourcePage> pages) {
    double seen = random.nextBoolean() ? 1 : 0.8;
    for (SourcePage page : pages) {
      if (random.nextDouble() < seen) {
        crawl.add(new SourcePage(site + prefix + path(page), page.html()));
      }
    }
  }

  private static String path(SourcePage page) {
    String url = page.url();
    return url.substring(url.indexOf('/', url.indexOf("://") + 3) + 1);
  }

  private void pair(String kind, String a, String alpha, String b, String beta, Label label) {
    pairs.add(new Pair(kind, new Root(a, alpha), new Root(b, beta), label));
  }

  /** A site on which some differences between URLs matter and others do not. */
  private void rules() {
    String site = host();
    boolean sid = plants(site, UrlRule.Kind.PARAMETER, "sid");
    boolean sort = plants(site, UrlRule.Kind.PARAMETER, "sort");
    boolean utm = plants(site, UrlRule.Kind.PARAMETER, "utm_source");
    if (utm) {
      rules.add(new Rule(site, UrlRule.Kind.PARAMETER, "utm_medium"));
    }
    boolean session = plants(site, UrlRule.Kind.PATH_PARAMETER, "jsessionid");
    boolean index = plants(site, UrlRule.Kind.DEFAULT_PAGE, "index.html");
    boolean slash = !index && plants(site, UrlRule.Kind.TRAILING_SLASH, "");
    boolean upper = plants(site, UrlRule.Kind.CASE, "");
    List<SourcePage> pages = new ArrayList<>(chunk());
    pages.addAll(chunk());
    int number = 0;
    for (SourcePage page : pages) {
      number++;
      for (int visits = 1 + random.nextInt(4); visits > 0; visits--) {
        String path = "/" + path(page).replace(".html", "");
        List<String> query = new ArrayList<>();
        switch (number % 5) {
          case 0 -> {
            path = "/view";
            query.add("id=" + number);
          }
          case 1 -> {
            path = "/list/" + number / 15;
            query.add("page=" + number % 3 + 1);
          }
          case 2 -> query.add("lang=" + (number / 5 % 2 == 0 ? "en" : "de"));
          default -> {
            if (index) {
              path += coin() ? "/" : "/index.html";
            } else if (slash) {
              path += coin() ? "/" : "";
            }
          }
        }
        path = upper && coin() && coin() ? path.toUpperCase(Locale.ROOT) : path;
        path = index ? path.replace("INDEX.HTML", "index.html") : path;
        path += session && coin() ? ";jsessionid=" + hex() : "";
        if (sid && coin()) {
          query.add("sid=" + hex());
        }
        if (sort && coin()) {
          query.add("sort=" + (coin() ? "up" : "down"));
        }
        if (utm && coin() && coin()) {
          query.add("utm_source=" + hex());
          query.add("utm_medium=" + hex());
        }
        String asked = query.isEmpty() ? "" : "?" + String.join("&", query);
        String counter = "<p>Seen " + random.nextInt(10_000) + " times.</p></body>";
        String html = coin() ? page.html() : page.html().replace("</body>", counter);
        crawl.add(new SourcePage(site + path + asked, html));
      }
    }
  }

  private boolean plants(String site, UrlRule.Kind kind, String name) {
    boolean planted = coin();
    if (planted) {
      rules.add(new Rule(site, kind, name));
    }
    return planted;
  }

  private boolean coin() {
    return random.nextBoolean();
  }

  private String hex() {
    return Integer.toHexString(random.nextInt(1 << 30));
  }
}
