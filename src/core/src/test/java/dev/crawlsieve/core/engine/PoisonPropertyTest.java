package dev.crawlsieve.core.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.html.EqualHashes;
import dev.crawlsieve.core.work.Tries;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a page is read as must not depend on the pages before it, whoever wrote them. */
class PoisonPropertyTest {

  private static final String HTML = "text/html; charset=utf-8";

  /** Values of classes and ids, with and without a hint. */
  private static final List<String> VALUES =
      List.of(
          "entry-part",
          "story",
          "col-md-8 col-xs-12",
          "item-2024-11",
          "x1",
          "lead text-balance",
          "comment",
          "sidebar",
          "share-bar",
          "nav",
          "article-body",
          "teaser");

  private static final List<String> WORDS =
      List.of("comment", "sidebar", "nav", "article", "plain");

  /** Values of other meanings that have the hashes of these. */
  private static final List<String> COLLIDING = colliding();

  private static List<String> colliding() {
    List<String> colliding = new ArrayList<>();
    for (String value : VALUES) {
      for (String word : WORDS) {
        colliding.add(EqualHashes.of(word, value));
      }
    }
    return colliding;
  }

  /** A crawled page. */
  private record Crawled(String url, String html) {

    Fingerprint read(BodyFingerprinter fingerprinter) throws Exception {
      return fingerprinter.fingerprint(url, html.getBytes(UTF_8), HTML);
    }
  }

  @Test
  void shouldKeepArticlesWhateverOtherSitesWrite(@TempDir Path folder) throws Exception {
    BodyFingerprinter fingerprinter = new BodyFingerprinter();
    int kept = 0;
    try (Sieve sieve = Sieve.open(folder)) {
      for (int page = 0; page < 40; page++) {
        String html =
            "<title>%d</title><div class=\"comment fq9qv48h8@9_$Rce\">%s</div><p>%s"
                .formatted(page, words(9_000 + page, 60), words(8_000 + page, 100));
        sieve.decide(
            new Crawled("http://evil%d.example/".formatted(page), html).read(fingerprinter));
      }
      for (int page = 0; page < 200; page++) {
        String html =
            "<title>%s</title><div><p>%s</p><p>%s</p></div><div class=entry-part><p>%s</p></div>"
                .formatted(
                    words(3_000 + page, 4), words(1, 80), words(2, 120), words(1_000 + page, 100));
        Crawled article = new Crawled("http://news.example/" + page, html);
        kept += sieve.decide(article.read(fingerprinter)).kept() ? 1 : 0;
      }
    }
    assertThat(kept).isEqualTo(200);
  }

  @Property(tries = 20)
  void shouldReadEachPageAsIfItWereAlone(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    List<Crawled> crawl = crawl(random, 30);
    Map<Crawled, Fingerprint> alone = new HashMap<>();
    for (Crawled page : crawl) {
      alone.put(page, page.read(new BodyFingerprinter()));
    }
    List<Crawled> all = new ArrayList<>(crawl);
    all.addAll(hostile(random));
    Collections.shuffle(all, random);
    BodyFingerprinter fingerprinter = new BodyFingerprinter();
    for (Crawled page : all) {
      Fingerprint fingerprint = page.read(fingerprinter);
      if (alone.containsKey(page)) {
        assertThat(fingerprint).as(page.html()).isEqualTo(alone.get(page));
      }
    }
  }

  /** With classes of its own, each page is alone also as far as static fields are concerned. */
  @Test
  void shouldReadEachPageAsIfItWereTheFirstOfItsProcess() throws Exception {
    Random random = new Random(1);
    List<Crawled> crawl = crawl(random, Tries.of(8));
    BodyFingerprinter fingerprinter = new BodyFingerprinter();
    for (Crawled page : hostile(random)) {
      page.read(fingerprinter);
    }
    for (Crawled page : crawl) {
      assertThat(page.read(fingerprinter).toBytes()).as(page.html()).isEqualTo(first(page));
    }
  }

  private static byte[] first(Crawled page) throws Exception {
    try (URLClassLoader own =
        new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
      Class<?> type = own.loadClass(BodyFingerprinter.class.getName());
      Object fingerprint =
          type.getMethod("fingerprint", String.class, byte[].class, String.class)
              .invoke(
                  type.getConstructor().newInstance(),
                  page.url(),
                  page.html().getBytes(UTF_8),
                  HTML);
      return (byte[]) fingerprint.getClass().getMethod("toBytes").invoke(fingerprint);
    }
  }

  private static URL[] classPath() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(new File(entry).toURI().toURL());
    }
    return urls.toArray(new URL[0]);
  }

  private static List<Crawled> crawl(Random random, int pages) {
    List<Crawled> crawl = new ArrayList<>();
    for (int page = 0; page < pages; page++) {
      StringBuilder html = new StringBuilder("<title>" + words(random.nextInt(), 5) + "</title>");
      for (int part = 0; part < 6; part++) {
        html.append(part(random, any(VALUES, random), any(VALUES, random)));
      }
      crawl.add(new Crawled("http://news.example/" + page, html.toString()));
    }
    return crawl;
  }

  /** Pages whose classes and ids say other things than those of the crawl, with equal hashes. */
  private static List<Crawled> hostile(Random random) {
    List<Crawled> hostile = new ArrayList<>();
    for (String value : COLLIDING) {
      String url = "http://evil%d.example/".formatted(hostile.size());
      hostile.add(new Crawled(url, part(random, value, value)));
    }
    return hostile;
  }

  private static String part(Random random, String value, String id) {
    String name = any(List.of("div", "section", "p", "x-part", "span"), random);
    return "<%s class=\"%s\" id=\"%s\">%s</%s>"
        .formatted(name, value, id, words(random.nextInt(), 20 + random.nextInt(60)), name);
  }

  private static String any(List<String> of, Random random) {
    return of.get(random.nextInt(of.size()));
  }

  private static String words(int seed, int count) {
    Random random = new Random(seed);
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append("word").append(random.nextInt(100_000)).append(' ');
    }
    return words.toString();
  }
}
