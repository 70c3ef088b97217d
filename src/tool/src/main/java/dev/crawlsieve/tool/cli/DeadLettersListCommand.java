package dev.crawlsieve.tool.cli;

import static dev.crawlsieve.measure.report.Figures.count;

import dev.crawlsieve.core.failure.ReasonGroup;
import dev.crawlsieve.measure.report.TextTable;
import dev.crawlsieve.stream.letters.LetterGroup;
import dev.crawlsieve.stream.letters.LetterList;
import dev.crawlsieve.tool.terminal.ProgressLine;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** Counts dead letters by stage and reason. */
@Command(
    name = "list",
    description =
        "Count the dead letters by stage and reason. In reasons, "
            + ReasonGroup.LEGEND
            + ". 'newest' is partition@offset on the topic.")
final class DeadLettersListCommand extends ResultCommand {

  private record Letters(long letters, long sentAgain, List<LetterGroup> groups) {

    static Letters of(List<LetterGroup> groups) {
      return new Letters(
          groups.stream().mapToLong(LetterGroup::letters).sum(),
          groups.stream().mapToLong(LetterGroup::sentAgain).sum(),
          groups);
    }
  }

  @Override
  public Integer call() {
    try (ProgressLine line = new ProgressLine(console)) {
      List<LetterGroup> groups =
          LetterList.read(settings.config(), progress -> line.accept("letters", progress));
      show(() -> Letters.of(groups), () -> print(groups));
      return ExitCode.OK;
    }
  }

  private void print(List<LetterGroup> groups) {
    if (groups.isEmpty()) {
      console.line("no dead letters");
      return;
    }
    TextTable table =
        new TextTable().row(kind("stage", "reason"), "letters", "sent again", "newest");
    for (LetterGroup group : groups) {
      table.row(
          kind(group.stage(), group.reason()),
          count(group.letters()),
          count(group.sentAgain()),
          group.newest().toString());
    }
    console.table(table);
    console.line(ReasonGroup.LEGEND);
  }

  private static String kind(String stage, String reason) {
    return text("%-11s  %s", stage, reason);
  }
}
