package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.reshard.Reshard;
import dev.crawlsieve.stream.reshard.ReshardResult;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.ProgressLine;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import dev.crawlsieve.tool.terminal.Version;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Deals the kept pages of a generation out to another number of shards. */
@Command(
    name = "reshard",
    description = {
      "Deal the kept pages of a generation out to another number of shards (index.shards), without"
          + " deciding again: verdicts stay the same.",
      "Stop all instances first, and start them with the new index.shards afterwards. If it is"
          + " stopped or fails, run it again: it continues or starts over, and no instance starts"
          + " until it is done."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class ReshardCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private SettingsOptions settings;
  @Mixin private JsonOption json;

  @Parameters(
      paramLabel = "SHARDS",
      description = "Number of shards from now on; 0 puts each lane into one task.")
  private int shards;

  ReshardCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if (shards < 0 || shards > IndexSettings.MOST_SHARDS) {
      throw new ParameterException(
          spec.commandLine(),
          "the number of shards is " + shards + ", must be 0 to " + IndexSettings.MOST_SHARDS);
    }
    Reshard reshard = new Reshard(settings.settings(), shards);
    ReshardResult result;
    try (ProgressLine line = new ProgressLine(console)) {
      result = new Interruption(reshard::stop, console).during(() -> reshard.run(shownOn(line)));
    }
    if (json.wanted()) {
      console.json(json(result));
    } else {
      print(result);
    }
    return ExitCode.OK;
  }

  private Reshard.Listener shownOn(ProgressLine line) {
    return new Reshard.Listener() {
      @Override
      public void step(String what) {
        console.fleeting("");
        console.note(what);
      }

      @Override
      public void moved(Progress progress) {
        line.accept("kept pages", progress);
      }
    };
  }

  private static ObjectNode json(ReshardResult result) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("from", result.from())
        .put("to", result.to())
        .put("lanes", result.lanes())
        .put("leaders", result.leaders())
        .put("pages", result.pages())
        .put("already", result.already())
        .put("resumed", result.resumed())
        .put("seconds", result.seconds());
  }

  private void print(ReshardResult result) {
    if (result.already()) {
      console.line("nothing to do: " + SieveConfig.INDEX_SHARDS_CONFIG + " is " + result.to());
      return;
    }
    console.line(
        String.format(
            Locale.ROOT,
            "%,d kept pages dealt out, from index.shards=%d to %d, in %.1f s; %,d pages on their way"
                + " are looked up again",
            result.leaders(),
            result.from(),
            result.to(),
            result.seconds(),
            result.pages()));
    console.line("Now set index.shards=" + result.to() + ", and start the instances.");
  }
}
