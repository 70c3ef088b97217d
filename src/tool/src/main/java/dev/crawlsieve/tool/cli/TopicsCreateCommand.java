package dev.crawlsieve.tool.cli;

import dev.crawlsieve.stream.kafka.topics.Topics;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** Creates the missing topics. */
@Command(
    name = "create",
    description =
        "Create the missing topics, with the numbers of partitions that the settings"
            + " partitions (default 4) and lanes (default 1) give. Existing topics are left"
            + " unchanged.")
final class TopicsCreateCommand extends ResultCommand {

  @Override
  public Integer call() {
    List<String> created = Topics.create(settings.settings());
    if (json.wanted()) {
      result(Map.of("created", created));
    } else if (created.isEmpty()) {
      console.line("all topics exist");
    } else {
      console.line("made " + String.join(", ", created));
    }
    return ExitCode.OK;
  }
}
