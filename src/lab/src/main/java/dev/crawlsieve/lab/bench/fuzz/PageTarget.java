package dev.crawlsieve.lab.bench.fuzz;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.extract.TextExtractor;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.lab.bench.SourcePage;
import java.util.List;
import java.util.SplittableRandom;

/** The reader of HTML: it must read excerpts of pages, changed, the same in every form. */
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

  /** Reads markup. */
  interface Reader {

    PageText read(String html) throws BadPageException;
  }

  /** Two readers that must read the same. */
  record Pair(Reader one, Reader other) {}

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
    return new Pair(characters(main), bytes(main));
  }

  private static TextExtractor extractor(boolean main) {
    return new TextExtractor(main ? TextSettings.MAIN : TextSettings.VISIBLE);
  }

  static Reader characters(boolean main) {
    TextExtractor extractor = extractor(main);
    return html -> extractor.extract(Page.of("http://a.example/", "text/html", "", Body.of(html)));
  }

  private static Reader bytes(boolean main) {
    TextExtractor extractor = extractor(main);
    return html ->
        extractor.extract(
            Page.of(
                "http://a.example/",
                "text/html; charset=utf-16le",
                "",
                new Body(html.getBytes(UTF_16LE), false)));
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
      throw new BrokenException("two readings differ, as they do on " + reduced(page));
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
      Object one = read(pair.one, page);
      Object other = read(pair.other, page);
      if (one instanceof RuntimeException || !one.equals(other)) {
        return true;
      }
    }
    return false;
  }

  /** What was read, or thrown. */
  private static Object read(Reader reader, String html) {
    try {
      PageText text = reader.read(html);
      return List.of(
          text.title(),
          text.heading(),
          text.text(),
          text.language(),
          text.canonical(),
          text.refresh());
    } catch (BadPageException e) {
      return String.valueOf(e.getMessage());
    } catch (RuntimeException e) {
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
