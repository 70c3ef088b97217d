package dev.crawlsieve.lab.bench.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.config.TextSettings.HtmlParser;
import dev.crawlsieve.core.extract.TextExtractor;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.lab.corpus.SourcePage;
import java.util.List;
import java.util.SplittableRandom;

/** Readers of HTML: one pass and tree must read the same in excerpts of pages, changed. */
public final class PageTarget implements FuzzTarget {

  private static final int LONGEST = 6_000;
  private static final int MOST_CHANGES = 8;
  private static final int LONGEST_CHANGE = 200;
  private static final int REDUCTIONS = 3_000;

  private static final String[] NAMES =
      ("a b i nobr font p div h1 ul li dl dt dd table caption colgroup col tbody tr td th form input"
              + " button select option optgroup textarea title style script noscript template iframe"
              + " noembed noframes xmp plaintext object marquee svg g path desc foreignObject math"
              + " mi mo annotation-xml ruby rb rt rp html head body frameset frame pre listing br hr"
              + " img image link meta base video span center x-y")
          .split(" ");

  private static final String[] OTHERS = {
    "<",
    ">",
    "/",
    "/>",
    "=",
    "'",
    "\"",
    "&",
    ";",
    "&#",
    "&lt;",
    "-->",
    "<!--",
    "<!",
    "<?",
    "</",
    "\0",
    "<![CDATA[",
    "]]>",
    "\n",
    " ",
    "\u00e9",
    "\ud83d\ude00",
    " hidden",
    " class=nav",
    " role=main",
    "<a href=/>",
    "<annotation-xml encoding=text/html>",
    "<font color=red>",
    "<input type=hidden>",
    "<link rel=canonical href=/c>",
    "<meta http-equiv=refresh content='0;url=/r'>",
    "<!doctype html>"
  };

  /** Two readers that must read the same. */
  record Pair(TextExtractor onePass, TextExtractor tree) {}

  private final List<SourcePage> pages;
  private final List<Pair> readers;

  /**
   * @param pages whose markup is changed
   */
  public PageTarget(List<SourcePage> pages) {
    this(pages, List.of(pair(true), pair(false)));
  }

  PageTarget(List<SourcePage> pages, List<Pair> readers) {
    this.pages = List.copyOf(pages);
    this.readers = readers;
  }

  private static Pair pair(boolean main) {
    return new Pair(reader(main, HtmlParser.FAST), reader(main, HtmlParser.JSOUP));
  }

  static TextExtractor reader(boolean main, HtmlParser parser) {
    return TextExtractor.of(new TextSettings(main, !main, !main, parser));
  }

  @Override
  public String name() {
    return "pages";
  }

  @Override
  public Case next(SplittableRandom random) {
    StringBuilder changed = new StringBuilder(excerpt(random, LONGEST));
    for (int left = 1 + random.nextInt(MOST_CHANGES); left > 0; left--) {
      change(changed, random);
    }
    String page = changed.toString();
    return new Case(page.getBytes(UTF_8), () -> check(page));
  }

  private void check(String page) throws BrokenException {
    if (differs(page)) {
      throw new BrokenException("one pass and tree differ, as they do on " + reduced(page));
    }
  }

  /** A piece of any page; a short one often begins with a tag. */
  private String excerpt(SplittableRandom random, int longest) {
    String page = pages.get(random.nextInt(pages.size())).html();
    int from = random.nextInt(4) == 0 ? 0 : random.nextInt(page.length() + 1);
    int tag = page.indexOf('<', from);
    from = tag < 0 || random.nextInt(4) == 0 ? from : tag;
    return page.substring(from, Math.min(page.length(), from + 1 + random.nextInt(longest)));
  }

  private void change(StringBuilder page, SplittableRandom random) {
    int at = random.nextInt(page.length() + 1);
    int to = Math.min(page.length(), at + random.nextInt(LONGEST_CHANGE));
    String name = NAMES[random.nextInt(NAMES.length)];
    switch (random.nextInt(8)) {
      case 0 -> page.delete(at, to);
      case 1 -> page.insert(random.nextInt(page.length() + 1), page.substring(at, to));
      case 2 -> page.insert(at, excerpt(random, LONGEST_CHANGE));
      case 3 -> page.insert(at, OTHERS[random.nextInt(OTHERS.length)]);
      case 4 -> page.insert(at, "</" + name + ">");
      case 5 -> page.insert(at, "<" + name + (random.nextInt(4) == 0 ? "/>" : ">"));
      case 6 -> page.insert(at, "<" + name + "><" + NAMES[random.nextInt(NAMES.length)] + ">");
      default -> page.replace(at, to, OTHERS[random.nextInt(OTHERS.length)]);
    }
  }

  private boolean differs(String page) {
    for (Pair pair : readers) {
      Object ours = read(pair.onePass, page);
      Object theirs = read(pair.tree, page);
      boolean refused = ours instanceof BadPageException || theirs instanceof BadPageException;
      if (ours instanceof RuntimeException
          || theirs instanceof RuntimeException
          || (!refused && !ours.equals(theirs))) {
        return true;
      }
    }
    return false;
  }

  /** The text, or what was thrown; jsoup fails on pages that one pass reads. */
  private static Object read(TextExtractor reader, String html) {
    try {
      return reader.extract(new Page("http://a.example/", "text/html", "", html, null));
    } catch (BadPageException | RuntimeException e) {
      return e;
    }
  }

  /** The page without all pieces that the difference does not need. */
  private String reduced(String page) {
    String least = page;
    int tries = 0;
    for (int piece = page.length() / 2; piece > 0 && tries < REDUCTIONS; piece /= 2) {
      for (int at = 0; at < least.length() && tries < REDUCTIONS; tries++) {
        String without =
            least.substring(0, at) + least.substring(Math.min(least.length(), at + piece));
        if (differs(without)) {
          least = without;
        } else {
          at += piece;
        }
      }
    }
    return least;
  }
}
