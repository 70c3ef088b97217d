package dev.crawlsieve.lab.chaos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.measure.report.TextTable;
import dev.crawlsieve.stream.feed.SamplePages;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import dev.crawlsieve.tool.terminal.Version;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Recreates topics under running instances and checks the outcome. */
@Command(
    name = "recreate",
    description =
        "Delete and recreate topics, one after the other, while two instances sieve: they must"
            + " either stop with the reason and not start again, or lose and repeat nothing. Exit"
            + " code 1 if not. Takes about half a minute each.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class RecreateCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private SettingsOptions given;
  @Mixin private JsonOption json;

  @Parameters(
      paramLabel = "INPUT",
      arity = "0..*",
      description =
          "Real HTML pages, from which as many more as needed are generated. Default: the"
              + " quickstart's sample pages.")
  private List<Path> inputs = List.of();

  @Option(
      names = "--moments",
      paramLabel = "N",
      defaultValue = "30",
      description =
          "How often a topic is recreated, each time in a generation of its own. Default:"
              + " ${DEFAULT-VALUE}.")
  private int moments;

  @Option(
      names = "--topics",
      paramLabel = "TOPIC",
      split = ",",
      description =
          "Topics, without a prefix, or stores, for their changelogs. Default: all that exist"
              + " under the settings, in turn.")
  private List<String> topics = List.of();

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed that determines the moments and the pages. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--pages",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Number of pages to produce for each. Default: ${DEFAULT-VALUE}.")
  private int pages;

  @Option(
      names = "--kafka-topics",
      paramLabel = "SCRIPT",
      description =
          "Use this kafka-topics.sh, which recreates a topic with the broker's default settings."
              + " Default: an admin client, which gives it the settings that it had.")
  private @Nullable Path script;

  RecreateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    List<InputGroup> groups =
        inputs.isEmpty()
            ? new SamplePages(SamplePages.usualCache(System.getenv())).get(console::note)
            : List.of(new InputGroup(inputs, null));
    RecreateSettings settings =
        new RecreateSettings(moments, topics, seed, pages, groups, given.settings(), script);
    RecreateResult result;
    try (RecreateRun run = new RecreateRun(settings, new Told())) {
      result = new Interruption(run::close).during(run::run);
    }
    int exitCode = result.well() ? ExitCode.OK : ExitCode.SOFTWARE;
    console.exitIfClosed(exitCode);
    if (json.wanted()) {
      console.json(RecordJson.JSON.<ObjectNode>valueToTree(result).put("well", result.well()));
    } else {
      print(result);
    }
    return exitCode;
  }

  private void print(RecreateResult result) {
    Map<String, int[]> topics = new TreeMap<>();
    for (RecreateResult.Moment moment : result.moments()) {
      int[] counts = topics.computeIfAbsent(moment.role(), unused -> new int[2]);
      counts[moment.stopped() ? 0 : 1]++;
    }
    TextTable table = new TextTable().row("recreated", "stopped", "went on");
    topics.forEach(
        (topic, counts) -> table.row(topic, String.valueOf(counts[0]), String.valueOf(counts[1])));
    console.table(table);
    console.line("");
    console.line(
        result.well()
            ? "nothing lost without a word, and nothing duplicated or altered"
            : "FAILED: " + result.counts());
    result.differences().forEach(difference -> console.line("  " + difference));
  }

  /** Prints to standard error. */
  private final class Told implements ChaosListener {

    @Override
    public void note(String line) {
      console.note(line);
    }

    @Override
    public void progress(long in, long out) {
      // Said at the end of each.
    }
  }
}
