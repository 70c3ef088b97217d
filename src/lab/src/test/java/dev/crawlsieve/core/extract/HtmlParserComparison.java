package dev.crawlsieve.core.extract;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.config.TextSettings.HtmlParser;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprinter;
import dev.crawlsieve.core.html.Doubt;
import dev.crawlsieve.core.html.Work;
import dev.crawlsieve.core.input.InputPage;
import dev.crawlsieve.core.input.PageInputs;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Markup;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads pages with both parsers and reports on how many they agree: {@code HtmlParserComparison
 * INPUT…}, with inputs as for {@code sieve}. Every page on which they differ is listed with the
 * position of the first difference.
 */
final class HtmlParserComparison {

  private static final int MAX_BYTES = 64 << 20;
  private static final int SHOWN = 60;

  private final PrintStream out;
  private final FastHtmlReader fast = new FastHtmlReader(settings(true, HtmlParser.FAST));
  private final TextExtractor[] fastTexts = extractors(HtmlParser.FAST);
  private final TextExtractor[] jsoupTexts = extractors(HtmlParser.JSOUP);
  private final Fingerprinter fingerprinter =
      new Fingerprinter(SieveConfig.of(Map.of()).shingles(), 0);
  private int pages;
  private int html;
  private int sameText;
  private int sameFingerprint;
  private int listed;
  private final Map<Doubt, Long> doubts = new EnumMap<>(Doubt.class);
  private final Map<Doubt, String> firstDoubts = new EnumMap<>(Doubt.class);

  HtmlParserComparison(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] arguments) throws Exception {
    HtmlParserComparison comparison = new HtmlParserComparison(System.out);
    List<Path> inputs = Arrays.stream(arguments).map(Path::of).toList();
    try (PageInputs pages = PageInputs.open(inputs, MAX_BYTES)) {
      PageReader reader =
          PageReader.of(SieveConfig.of(Map.of("page.max.bytes", "67108864")).page());
      for (InputPage input = pages.next(); input != null; input = pages.next()) {
        if (input.defect() == null) {
          comparison.compare(reader.read(input.key(), input.value(), name -> null));
        }
      }
    }
    comparison.summary();
  }

  private static TextSettings settings(boolean main, HtmlParser parser) {
    return new TextSettings(main, false, false, parser);
  }

  private static TextExtractor[] extractors(HtmlParser parser) {
    return new TextExtractor[] {
      TextExtractor.of(settings(true, parser)),
      TextExtractor.of(settings(false, parser)),
      TextExtractor.of(new TextSettings(true, true, true, parser))
    };
  }

  /** Compares both readings of a page; returns whether they are equal. */
  boolean compare(Page page) throws BadPageException {
    pages++;
    if (TextExtractor.markup(page).isEmpty()) {
      return true;
    }
    html++;
    Doubt doubt =
        fast.read(Markup.of(TextExtractor.markup(page).orElseThrow()), new Work(1 << 26)).doubt();
    if (doubt != null) {
      doubts.merge(doubt, 1L, Long::sum);
      firstDoubts.merge(doubt, page.url(), (a, b) -> a.length() < 600 ? a + " " + b : a);
    }
    boolean same = true;
    for (int i = 0; i < fastTexts.length && same; i++) {
      PageText ours = fastTexts[i].extract(page);
      PageText theirs = jsoupTexts[i].extract(page);
      same = ours.equals(theirs);
      if (!same) {
        list(page, ours, theirs);
      } else if (i == 0) {
        sameFingerprint += isSameFingerprint(page, ours, theirs) ? 1 : 0;
      }
    }
    sameText += same ? 1 : 0;
    return same;
  }

  private boolean isSameFingerprint(Page page, PageText ours, PageText theirs) {
    Coordinates at = new Coordinates(0, 0);
    return fingerprinter
        .fingerprint(page, ours, page.url(), at, 0)
        .equals(fingerprinter.fingerprint(page, theirs, page.url(), at, 0));
  }

  private void list(Page page, PageText ours, PageText theirs) {
    listed++;
    out.println(page.url());
    if (!ours.title().equals(theirs.title())) {
      out.println("  title fast " + ours.title() + " | jsoup " + theirs.title());
    }
    if (!ours.language().equals(theirs.language())) {
      out.println("  language fast " + ours.language() + " | jsoup " + theirs.language());
    }
    int at = Arrays.mismatch(ours.text().toCharArray(), theirs.text().toCharArray());
    if (at >= 0) {
      out.println("  fast  " + around(ours.text(), at));
      out.println("  jsoup " + around(theirs.text(), at));
    }
  }

  private static String around(String text, int at) {
    int from = Math.max(0, at - SHOWN);
    return text.substring(from, Math.min(text.length(), at + SHOWN)).replace("\n", "\\n");
  }

  private long doubts() {
    return doubts.values().stream().mapToLong(Long::longValue).sum();
  }

  void summary() {
    out.printf(
        Locale.ROOT,
        "%d pages, %d of HTML; same text %d (%.3f %%), same fingerprint %d; different %d%n",
        pages,
        html,
        sameText,
        100.0 * sameText / Math.max(1, html),
        sameFingerprint,
        listed);
    out.printf(
        Locale.ROOT,
        "by way of a tree %d (%.2f %%): %s%n",
        doubts(),
        100.0 * doubts() / Math.max(1, html),
        doubts);
    firstDoubts.forEach((doubt, url) -> out.println("  " + doubt + " " + url));
  }
}
