package dev.crawlsieve.tool.cli;

import static dev.crawlsieve.tool.cli.ConsoleCommand.text;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.report.TextTable;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.TopCounts;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.tool.sieve.CorpusCounts;
import dev.crawlsieve.tool.sieve.SieveResult;
import dev.crawlsieve.tool.terminal.Console;

/** Prints the outcome for the pages. */
final class Summary {

  private final SieveResult result;

  Summary(SieveResult result) {
    this.result = result;
  }

  ObjectNode json() {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("pages", result.pages())
            .put("unique", result.unique())
            .put("duplicate", result.duplicate())
            .put("exact", result.exact())
            .put("near", result.near())
            .put("revisit", result.revisit())
            .put("unjudged", result.unjudged())
            .put("deadLetters", result.deadLetters())
            .put("damaged", result.damages().count())
            .put("bytes", result.bytes())
            .put("seconds", rounded(result.seconds(), 1000))
            .put("pagesPerSecond", rounded(result.pagesPerSecond(), 10))
            .put("megabytesPerSecond", rounded(result.megabytesPerSecond(), 100));
    ObjectNode by = json.putObject("unjudgedBy");
    result.unjudgedBy().forEach(by::put);
    if (!result.reasons().isEmpty()) {
      ObjectNode reasons = json.putObject("deadLetterReasons");
      result.reasons().forEach(reasons::put);
    }
    if (!result.mostCopied().isEmpty()) {
      ArrayNode copied = json.putArray("mostCopied");
      for (TopCounts.Count kept : result.mostCopied()) {
        copied
            .addObject()
            .put("url", kept.name())
            .put("copies", kept.certain())
            .put("otherNames", kept.marked());
      }
    }
    if (result.overridden() > 0) {
      json.put("override", result.overridden());
    }
    CorpusCounts corpus = result.corpus();
    if (corpus.pages() > 0) {
      json.putObject("reference")
          .put("pages", corpus.pages())
          .put("compared", corpus.compared())
          .put("unjudged", corpus.unjudged())
          .put("bytes", corpus.bytes())
          .put("copied", corpus.copied());
    }
    return json;
  }

  private static double rounded(double value, int unit) {
    return Math.round(value * unit) / (double) unit;
  }

  void print(Console console) {
    TextTable table =
        new TextTable()
            .row("pages in", count(result.pages()), megabytes(result.bytes()))
            .row("unique", count(result.unique()), share(result.unique()))
            .row("duplicate", count(result.duplicate()), share(result.duplicate()))
            .row("  exact", count(result.exact()), share(result.exact()))
            .row("  near", count(result.near()), share(result.near()))
            .row("  revisit", count(result.revisit()), share(result.revisit()));
    if (result.overridden() > 0) {
      table.row("  override", count(result.overridden()), share(result.overridden()));
    }
    CorpusCounts corpus = result.corpus();
    if (corpus.pages() > 0) {
      table.row("  of reference pages", count(corpus.copied()), share(corpus.copied()));
    }
    table.row("unjudged", count(result.unjudged()), share(result.unjudged()));
    result
        .unjudgedBy()
        .forEach((trait, pages) -> table.row("  by " + trait, count(pages), share(pages)));
    table.row("dead letters", count(result.deadLetters()), share(result.deadLetters()));
    if (corpus.pages() > 0) {
      table
          .row("reference pages", count(corpus.pages()), megabytes(corpus.bytes()))
          .row("  compared with", count(corpus.compared()), "")
          .row("  unjudged", count(corpus.unjudged()), "");
    }
    console.table(
        table
            .row("seconds", text("%.1f", result.seconds()))
            .row("pages/s", text("%,.0f", result.pagesPerSecond()))
            .row("MB/s", text("%.1f", result.megabytesPerSecond())));
    if (!result.reasons().isEmpty()) {
      console.line("");
      console.line("The commonest reasons of dead letters:");
      result.reasons().forEach((reason, letters) -> console.line(reason(reason, letters)));
    }
    if (!result.mostCopied().isEmpty()) {
      console.line("");
      console.line("The kept pages with the most copies, and how many of these have another name:");
      for (TopCounts.Count kept : result.mostCopied()) {
        console.line(text("%,9d  %,7d  %s", kept.certain(), kept.marked(), kept.name()));
      }
    }
  }

  /** A reason of dead letters, as a line. */
  static String reason(String reason, long letters) {
    return text("%,9d  %s", letters, reason);
  }

  void printExamples(Console console) {
    if (result.examples().isEmpty()) {
      return;
    }
    console.line("");
    console.line("Some of what was dropped, and what it copies:");
    for (Verdict page : result.examples()) {
      console.line("");
      console.line("  " + page.kind().text() + ", " + apart(page.evidence()));
      console.line("    " + page.url());
      console.line("    copies " + page.duplicateOf().url());
    }
  }

  /** How far apart two pages are, in words. */
  static String apart(Evidence evidence) {
    return apart(evidence.distance(), evidence.similarity());
  }

  /** The same of a distance in bits, and a similarity that is negative if there is none. */
  static String apart(int distance, double similarity) {
    return distance
        + (distance == 1 ? " bit" : " bits")
        + " apart"
        + (similarity < 0 ? "" : text(", similarity about %.2f", similarity));
  }

  private String share(long part) {
    return result.pages() == 0 ? "" : text("%.1f %%", 100.0 * part / result.pages());
  }

  private static String megabytes(long bytes) {
    return text("%,.1f MB", bytes / 1e6);
  }

  private static String count(long number) {
    return text("%,d", number);
  }
}
