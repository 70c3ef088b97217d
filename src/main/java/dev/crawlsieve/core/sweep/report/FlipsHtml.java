package dev.crawlsieve.core.sweep.report;

import static dev.crawlsieve.core.sweep.report.CrawledText.escaped;
import static dev.crawlsieve.core.sweep.report.Figures.count;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.sweep.ChangedPage;
import dev.crawlsieve.core.sweep.ChangedPage.Copy;
import dev.crawlsieve.core.sweep.DecisionDiff;
import dev.crawlsieve.core.sweep.SettingResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The pages whose verdict changes under some setting, with what decides them.
 *
 * <p>A pair of texts is compared where it comes first; later places point there.
 */
final class FlipsHtml {

  /** Settings whose pages are seen without opening anything. */
  private static final int OPEN = 2;

  private final Function<Coordinates, Optional<String>> texts;
  private final Set<String> compared = new HashSet<>();

  /**
   * @param texts the page texts by place; empty where the page is gone
   */
  FlipsHtml(Function<Coordinates, Optional<String>> texts) {
    this.texts = texts;
  }

  /** All settings with changes, the fewest first; empty if there are none. */
  String of(List<SettingResult> results) {
    List<SettingResult> changed = new ArrayList<>();
    results.stream().filter(FlipsHtml::changes).forEach(changed::add);
    changed.sort(Comparator.comparingLong(r -> r.diff().map(DecisionDiff::flips).orElse(0L)));
    StringBuilder html = new StringBuilder();
    for (int i = 0; i < changed.size(); i++) {
      html.append(setting(changed.get(i), i < OPEN));
    }
    return html.toString();
  }

  private static boolean changes(SettingResult result) {
    return !result.examples().isEmpty()
        || result.diff().filter(d -> d.flips() + d.otherOriginal() > 0).isPresent();
  }

  private String setting(SettingResult result, boolean open) {
    StringBuilder html = new StringBuilder(open ? "<details open>" : "<details>");
    html.append("<summary><b>").append(escaped(result.setting().text())).append("</b> ");
    html.append("<span class=\"soft\">");
    result
        .diff()
        .ifPresent(
            d -> {
              html.append(count(d.nowDropped())).append(" now dropped, ");
              html.append(count(d.nowKept())).append(" now kept, ");
              html.append(count(d.otherOriginal())).append(" copies of another page");
            });
    html.append("</span></summary>\n");
    if (result.examples().isEmpty()) {
      html.append("<p class=\"soft\">No examples.</p>\n");
    }
    result.examples().forEach(page -> html.append(page(page)));
    return html.append("</details>\n").toString();
  }

  private String page(ChangedPage page) {
    StringBuilder html = new StringBuilder("<article><p><b class=\"");
    html.append(
        switch (page.change()) {
          case NOW_DROPPED -> "dropped\">now dropped";
          case NOW_KEPT -> "kept\">now kept";
          case OTHER_ORIGINAL -> "other\">copy of another page";
        });
    html.append("</b> ").append(url(page.url(), page.source())).append("</p>\n<dl>");
    html.append(verdict("in force", page.before())).append(verdict("now", page.now()));
    html.append("</dl>\n");
    if (page.before().isPresent() && page.now().isPresent()) {
      html.append(pair(page, page.before().get(), "Beside the original in force: "));
      html.append(pair(page, page.now().get(), "Beside the original now: "));
    } else {
      page.before().or(page::now).ifPresent(copy -> html.append(pair(page, copy, "")));
    }
    return html.append("</article>\n").toString();
  }

  private static String verdict(String when, Optional<Copy> copyOf) {
    String what =
        copyOf
            .map(
                copy ->
                    (copy.exact() ? "exact copy, " : "near copy, ")
                        + escaped(Figures.apart(copy))
                        + ", of "
                        + url(copy.url(), copy.source()))
            .orElse("kept");
    return "<dt>" + when + "</dt><dd>" + what + "</dd>";
  }

  private String pair(ChangedPage page, Copy copy, String which) {
    String id =
        "pair-%d-%d-of-%d-%d"
            .formatted(
                page.source().partition(),
                page.source().offset(),
                copy.source().partition(),
                copy.source().offset());
    if (!compared.add(id)) {
      return "<p class=\"soft\">%s<a href=\"#%s\">texts compared above</a></p>\n"
          .formatted(which, id);
    }
    Optional<String> original = texts.apply(copy.source());
    Optional<String> text = texts.apply(page.source());
    String difference =
        original.isPresent() && text.isPresent()
            ? PairDiff.of(original.get(), text.get())
            : "<p class=\"soft\">%s</p>\n".formatted(gone(original, text));
    return "<div id=\"%s\">%s%s</div>\n"
        .formatted(id, which.isEmpty() ? "" : "<p>" + which + "</p>", difference);
  }

  private static String gone(Optional<String> original, Optional<String> text) {
    if (original.isEmpty() && text.isEmpty()) {
      return "The texts of both pages are no longer on the pages topic.";
    }
    return "The text of the "
        + (original.isEmpty() ? "original" : "page")
        + " is no longer on the pages topic.";
  }

  static String url(String url, Coordinates source) {
    return "<span class=\"url\">%s</span> <span class=\"soft\">%s</span>"
        .formatted(escaped(url), source);
  }
}
