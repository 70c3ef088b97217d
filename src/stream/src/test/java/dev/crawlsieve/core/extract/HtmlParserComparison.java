package dev.crawlsieve.core.extract;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.html.Work;
import dev.crawlsieve.core.maintext.HtmlContent;
import dev.crawlsieve.core.maintext.MainText;
import dev.crawlsieve.core.page.Markup;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.text.WhiteSpace;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads pages in one pass and by way of jsoup's tree, and reports of how many the text is the same:
 * {@code HtmlParserComparison INPUT…}, with inputs as for {@code sieve}. Every page on which they
 * differ is listed with the position of the first difference.
 */
final class HtmlParserComparison {

  private static final int MAX_BYTES = 64 << 20;
  private static final int SHOWN = 60;
  private static final List<TextSettings> SETTINGS =
      List.of(TextSettings.MAIN, TextSettings.VISIBLE);

  private final PrintStream out;
  private int html;
  private int same;

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

  private void compare(Page page) {
    String markup = TextExtractor.markup(page).orElse(null);
    if (markup == null) {
      return;
    }
    html++;
    for (TextSettings settings : SETTINGS) {
      String ours =
          text(
              new HtmlReader()
                  .read(new Markup(markup.getBytes(UTF_8), 0), false, new Work(MAX_BYTES)),
              settings);
      String theirs = text(new JsoupReader().read(JsoupReader.parse(markup)), settings);
      int at = Arrays.mismatch(ours.toCharArray(), theirs.toCharArray());
      if (at >= 0) {
        out.println(page.url());
        out.println("  one pass " + around(ours, at));
        out.println("  jsoup    " + around(theirs, at));
        return;
      }
    }
    same++;
  }

  private static String text(HtmlContent content, TextSettings settings) {
    return String.join(
        "\n",
        WhiteSpace.collapsed(content.title(), false),
        content.lang(),
        content.canonical(),
        content.refresh(),
        new MainText(settings).extract(content.outline(), content.title()).compared().toString());
  }

  private static String around(String text, int at) {
    int from = Math.max(0, at - SHOWN);
    return text.substring(from, Math.min(text.length(), at + SHOWN)).replace("\n", "\\n");
  }

  private void summary() {
    out.printf(
        Locale.ROOT, "%d pages of HTML; same text %d (%.3f %%)%n", html, same, 100.0 * same / html);
  }
}
