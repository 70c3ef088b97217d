package dev.crawlsieve.tool.cli;

import static dev.crawlsieve.core.report.Figures.count;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.report.Figures;
import dev.crawlsieve.core.report.TextTable;
import dev.crawlsieve.stream.generation.GenerationResult;
import dev.crawlsieve.stream.generation.NewGeneration;
import dev.crawlsieve.stream.replay.VerdictCounts;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Interruption;
import java.util.Map;
import java.util.function.ToLongFunction;
import picocli.CommandLine.ExitCode;

/** Makes a new generation, and reports the outcome and how to switch consumers over. */
final class IntoRun {

  private final Console console;

  IntoRun(Console console) {
    this.console = console;
  }

  /**
   * Runs until the new generation has caught up, or with {@code --follow} until it is stopped.
   *
   * @param settings as given; they name the live generation and whatever should differ from it
   * @param prefix the new generation's
   * @param follow whether to keep running after it has caught up
   * @param json whether to print the result as one JSON object
   * @return the exit code
   */
  int run(Map<String, String> settings, String prefix, boolean follow, boolean json)
      throws Exception {
    GenerationResult result;
    try (NewGeneration generation = NewGeneration.prepare(settings, prefix);
        IntoProgress progress = new IntoProgress(console)) {
      console.note(generation.plan());
      result = new Interruption(generation::close).during(() -> generation.run(follow, progress));
    }
    if (json) {
      console.json(json(result));
    } else {
      print(result);
    }
    return ExitCode.OK;
  }

  static ObjectNode json(GenerationResult result) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("caughtUp", result.caughtUp());
    json.put("already", result.already());
    json.put("ownLog", result.ownLog());
    put(json, result.counts());
    json.put("routed", result.routed());
    json.put("unjudged", result.unjudged());
    json.put("deadLetters", result.deadLetters());
    json.put("gone", result.gone());
    ObjectNode starts = json.putObject("starts");
    result.starts().forEach((partition, offset) -> starts.put(String.valueOf(partition), offset));
    put(json.putObject("live"), result.live());
    json.put("seconds", Math.round(result.seconds() * 1000) / 1000.0);
    ObjectNode topics = json.putObject("topics");
    topics.put("pages", result.topics().pages());
    topics.put("fingerprints", result.topics().fingerprints());
    topics.put("verdicts", result.topics().verdicts());
    topics.put("unique", result.topics().unique());
    topics.put("duplicate", result.topics().duplicate());
    topics.put("unjudged", result.topics().unjudged());
    topics.put("deadLetters", result.topics().deadLetters());
    ObjectNode run = json.putObject("run");
    result.runSettings().forEach(run::put);
    return json;
  }

  private static void put(ObjectNode json, VerdictCounts counts) {
    json.put("pages", counts.pages())
        .put("unique", counts.unique())
        .put("duplicate", counts.duplicate())
        .put("exact", counts.exact())
        .put("near", counts.near())
        .put("revisit", counts.revisit());
    if (counts.overridden() > 0) {
      json.put("override", counts.overridden());
    }
  }

  private void print(GenerationResult result) {
    TextTable table = new TextTable().row("", "here", "", "live", "");
    row(table, "pages decided", VerdictCounts::pages, result);
    row(table, "unique", VerdictCounts::unique, result);
    row(table, "duplicate", VerdictCounts::duplicate, result);
    row(table, "  exact", VerdictCounts::exact, result);
    row(table, "  near", VerdictCounts::near, result);
    row(table, "  revisit", VerdictCounts::revisit, result);
    if (result.counts().overridden() + result.live().overridden() > 0) {
      row(table, "  override", VerdictCounts::overridden, result);
    }
    if (result.ownLog()) {
      table.row("unjudged", count(result.unjudged()));
    }
    console.table(table.row("dead letters", count(result.deadLetters())));
    if (result.gone() > 0) {
      console.line(
          count(result.gone())
              + " pages were decided but not routed, because retention had removed their bodies;"
              + " their verdicts are on "
              + result.topics().deadLetters());
    }
    result.starts().forEach((partition, offset) -> console.line(start(result, partition, offset)));
    console.line("");
    printWayOn(result);
  }

  private static String start(GenerationResult result, int partition, long offset) {
    String source = result.ownLog() ? result.topics().pages() : result.topics().fingerprints();
    return "retention has removed the beginning of "
        + source
        + ": decisions start at offset "
        + count(offset)
        + " of partition "
        + partition;
  }

  private void printWayOn(GenerationResult result) {
    if (!result.caughtUp()) {
      console.line("Stopped before the end; run the same command again to continue.");
      return;
    }
    if (result.already()) {
      console.line("Nothing left to do.");
    }
    console.line(
        "Consumers of unique and duplicate can switch to "
            + result.topics().unique()
            + " and "
            + result.topics().duplicate()
            + ".");
    console.line(
        result.ownLog()
            ? "To keep it going, in place of the live 'run':"
            : "To keep it going, beside the live 'run', which makes its fingerprints:");
    StringBuilder command = new StringBuilder("  crawlsieve run");
    result
        .runSettings()
        .forEach(
            (name, value) ->
                command.append(" --set ").append(name).append('=').append(quoted(value)));
    console.line(command.toString());
  }

  private static String quoted(String value) {
    return value.matches("[A-Za-z0-9._,:/+-]+") ? value : "'" + value.replace("'", "'\\''") + "'";
  }

  private static void row(
      TextTable table, String name, ToLongFunction<VerdictCounts> part, GenerationResult result) {
    long here = part.applyAsLong(result.counts());
    long there = part.applyAsLong(result.live());
    table.row(
        name,
        count(here),
        share(here, result.counts().pages()),
        count(there),
        share(there, result.live().pages()));
  }

  private static String share(long part, long whole) {
    return whole == 0 ? "" : Figures.share((double) part / whole);
  }
}
