package dev.crawlsieve.tool.cli;

import static dev.crawlsieve.measure.report.Figures.count;
import static dev.crawlsieve.tool.cli.ConsoleCommand.text;

import dev.crawlsieve.core.failure.ReasonGroup;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.files.sieve.SieveResult;
import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.measure.report.TextTable;
import dev.crawlsieve.tool.terminal.Console;

/** Prints what became of the pages. */
final class Summary {

  /** The line above reasons of dead letters. */
  static final String REASONS =
      "The commonest reasons of dead letters (" + ReasonGroup.LEGEND + "):";

  private final SieveResult result;

  Summary(SieveResult result) {
    this.result = result;
  }

  void print(Console console) {
    TextTable table =
        new TextTable()
            .row("pages in", count(result.pages()), megabytes(result.bytes()))
            .row("unique", count(result.unique()), share(result.unique()))
            .row("duplicate", count(result.duplicate()), share(result.duplicate()));
    result.kinds().forEach((kind, pages) -> table.row("  " + kind, count(pages), share(pages)));
    SieveResult.Corpus corpus = result.corpus();
    if (corpus.pages() > 0) {
      table.row("copies of reference pages", count(corpus.copied()), share(corpus.copied()));
    }
    table.row("unjudged", count(result.unjudged()), share(result.unjudged()));
    result
        .unjudgedBy()
        .forEach((trait, pages) -> table.row("  " + why(trait), count(pages), share(pages)));
    table.row("dead letters", count(result.deadLetters()), share(result.deadLetters()));
    long damages = result.damages().count();
    if (damages > 0 && corpus.pages() == 0) {
      table.row("  damaged input", count(damages), share(damages));
    }
    if (corpus.pages() > 0) {
      table
          .row(
              "reference pages",
              count(corpus.pages()),
              corpus.bytes() == 0 ? "" : megabytes(corpus.bytes()))
          .row("  compared with", count(corpus.compared()), "")
          .row(
              "  copies within it",
              count(corpus.pages() - corpus.compared() - corpus.unjudged()),
              "")
          .row("  unjudged", count(corpus.unjudged()), "");
    }
    console.table(
        table
            .row("seconds", text("%.1f", result.seconds()))
            .row(
                "pages/s",
                text(result.pagesPerSecond() < 10 ? "%.1f" : "%,.0f", result.pagesPerSecond()))
            .row("MB/s", text("%.1f", result.megabytesPerSecond())));
    if (result.deadLetters() > result.damages().first().size()) {
      console.line("");
      console.line(REASONS);
      result.reasons().forEach((reason, letters) -> console.line(reason(reason, letters)));
    }
    if (!result.mostCopied().isEmpty()) {
      console.line("");
      console.line(
          "The kept pages with the most copies. Renamed copies have another title or file");
      console.line("name, as where one source is shown for each of its classes; if it is an error");
      console.line("page or a login form, the pages' own texts were not crawled:");
      console.line("   copies  renamed  page");
      for (SieveResult.Copied kept : result.mostCopied()) {
        console.line(text("%,9d  %,7d  %s", kept.copies(), kept.otherNames(), kept.url()));
      }
    }
  }

  /**
   * The reason why pages are not judged, in a word or two, for a trait that the settings do not
   * accept.
   */
  private static String why(String trait) {
    return switch (trait) {
      case "status" -> "accept.status";
      case "type" -> "accept.types";
      case "bytes" -> "accept.min.bytes";
      case "refresh" -> "only redirect";
      default -> "by " + trait;
    };
  }

  /** A line with a reason of dead letters. */
  static String reason(String reason, long letters) {
    return text("%,9d  %s", letters, reason);
  }

  void printExamples(Console console) {
    if (result.examples().isEmpty()) {
      return;
    }
    console.line("");
    console.line("Some of what was dropped, and what it copies (the one read first is kept):");
    for (SieveResult.Example page : result.examples()) {
      console.line("");
      console.line("  " + page.kind() + ", " + apart(page));
      console.line("    " + page.url());
      console.line("    copies " + page.duplicateOf());
    }
  }

  private static String apart(SieveResult.Example page) {
    double similarity = page.similarity() == null ? -1 : page.similarity();
    return page.kind().equals(Verdict.Kind.EXACT.text())
        ? page.bytes() ? "their bytes are equal" : "their main texts are equal"
        : Figures.nearness(page.distance(), similarity, page.detector());
  }

  private String share(long part) {
    return result.pages() == 0 ? "" : text("%.1f %%", 100.0 * part / result.pages());
  }

  private static String megabytes(long bytes) {
    return text("%,.1f MB", bytes / 1e6);
  }
}
