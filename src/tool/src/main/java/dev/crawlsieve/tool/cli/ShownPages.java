package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.files.input.Damages;
import dev.crawlsieve.files.input.InputException;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.measure.eval.PageFeatureReader;
import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.tool.terminal.InputOptions;
import dev.crawlsieve.tool.terminal.InputReport;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that prints a line for each page of the inputs. */
abstract class ShownPages extends ResultCommand {

  @Mixin private InputOptions inputs;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Stop after this many pages. Default: no limit.")
  private long limit = Long.MAX_VALUE;

  private record Counts(long pages, long bad, long unjudged, long damaged) {}

  /**
   * The JSON to print for a page.
   *
   * @param number number of the page in the inputs, from 0
   * @throws BadPageException if it is not a page
   */
  abstract ObjectNode shown(PageFeatureReader reader, Page page, long number)
      throws BadPageException;

  /** A remark about the printed lines; empty if there is none. */
  String remark() {
    return "";
  }

  @Override
  public final Integer call() {
    ensureNotNegative("--limit", limit);
    SieveConfig config = settings.config();
    config.page().requireEvents();
    PageFeatureReader reader = new PageFeatureReader(config);
    long pages = 0;
    long bad = 0;
    long unjudged = 0;
    try (PageInputs feed = PageInputs.open(List.of(inputs.group()), config.inputs())) {
      while (pages < limit) {
        InputPage next = feed.nextOrDamage();
        if (next == null) {
          break;
        }
        pages++;
        try {
          Page page = reader.steps().ofJudgedType(reader.page(next));
          console.line(shown(reader, page, pages - 1).toString());
        } catch (BadPageException e) {
          bad++;
          note("%s: %s", next.origin(), e.getMessage());
        } catch (UnjudgedPageException e) {
          if (++unjudged <= Damages.TOLD) {
            note("%s is not judged: %s", next.origin(), e.getMessage());
          }
        }
      }
      if (json.wanted()) {
        result(new Counts(pages, bad, unjudged, feed.damages().count()));
      }
      note(
          "%s%s%s",
          Figures.count(pages, "page"),
          bad == 0 ? "" : text(", %,d of them bad and left out", bad),
          unjudged == 0 ? "" : text(", %,d not judged and left out", unjudged));
      if (!remark().isEmpty()) {
        note("%s", remark());
      }
      InputReport.tellSkipped(feed.skipped(), console);
      feed.notes().forEach(console::note);
      int exitCode = InputReport.tell(feed.damages(), console, "", false);
      return InputReport.tellEmpty(feed.empty(), console, exitCode);
    } catch (InputException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }
}
