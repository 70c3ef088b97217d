package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.report.TextTable;
import dev.crawlsieve.stream.letters.LetterGroup;
import dev.crawlsieve.stream.letters.LetterList;
import dev.crawlsieve.tool.terminal.ProgressLine;
import java.util.List;
import java.util.function.ToLongFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** Counts dead letters by stage and reason. */
@Command(
    name = "list",
    description =
        "Count the dead letters by stage and reason. In reasons, # is any number and '…' any quoted"
            + " text. 'newest' is partition@offset on the topic.")
final class DeadLettersListCommand extends ResultCommand {

  @Override
  public Integer call() {
    try (ProgressLine line = new ProgressLine(console)) {
      List<LetterGroup> groups =
          LetterList.read(settings.config(), progress -> line.accept("letters", progress));
      show(() -> json(groups), () -> print(groups));
      return ExitCode.OK;
    }
  }

  private static ObjectNode json(List<LetterGroup> groups) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.put("letters", sum(groups, LetterGroup::letters));
    result.put("sentAgain", sum(groups, LetterGroup::sentAgain));
    ArrayNode list = result.putArray("groups");
    for (LetterGroup group : groups) {
      list.addObject()
          .put("stage", group.stage())
          .put("reason", group.reason())
          .put("letters", group.letters())
          .put("sentAgain", group.sentAgain())
          .put("newest", group.newest().toString());
    }
    return result;
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
  }

  private static String kind(String stage, String reason) {
    return text("%-11s  %s", stage, reason);
  }

  private static long sum(List<LetterGroup> groups, ToLongFunction<LetterGroup> of) {
    return groups.stream().mapToLong(of).sum();
  }

  private static String count(long letters) {
    return text("%,d", letters);
  }
}
