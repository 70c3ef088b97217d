package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.stream.kafka.Topics;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import dev.crawlsieve.tool.terminal.Version;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** Creates the missing topics. */
@Command(
    name = "create",
    description =
        "Create the missing topics, with as many partitions as the settings partitions (default 4)"
            + " and lanes (default 1) say. Existing topics are left unchanged.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class TopicsCreateCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private SettingsOptions settings;
  @Mixin private JsonOption json;

  TopicsCreateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    List<String> created = Topics.create(settings.settings());
    if (json.wanted()) {
      ObjectNode result = JsonNodeFactory.instance.objectNode();
      ArrayNode names = result.putArray("created");
      created.forEach(names::add);
      console.json(result);
    } else if (created.isEmpty()) {
      console.line("all topics exist");
    } else {
      console.line("made " + String.join(", ", created));
    }
    return ExitCode.OK;
  }
}
