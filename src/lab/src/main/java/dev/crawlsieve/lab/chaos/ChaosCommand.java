package dev.crawlsieve.lab.chaos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.lab.bench.process.Program;
import dev.crawlsieve.measure.report.TextTable;
import dev.crawlsieve.stream.feed.SamplePages;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.tool.cli.Main;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import dev.crawlsieve.tool.terminal.Version;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sieves under faults and checks the outcome. */
@Command(
    name = "chaos",
    description =
        "Run three brokers and three instances on this machine, kill, pause and restart them, and"
            + " check that every page came out once, every bad record is a dead letter, and every"
            + " verdict is correct. Exit code 1 if not. Needs about 5 GB of memory, and 50 MB in"
            + " the temporary folder per thousand pages.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class ChaosCommand implements Callable<Integer> {

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
      names = "--kills",
      paramLabel = "N",
      defaultValue = "10",
      description =
          "How often an instance or broker is killed; every three kills come with one other fault."
              + " Default: ${DEFAULT-VALUE}.")
  private int kills;

  @Option(
      names = "--faults",
      paramLabel = "KIND",
      split = ",",
      description =
          "Use only these kinds of fault, some of ${COMPLETION-CANDIDATES}. Default: all.")
  private Set<Fault.Kind> faults = Set.of();

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed that determines the faults and the pages. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--pages",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Number of pages to produce in the meantime. Default: ${DEFAULT-VALUE}.")
  private int pages;

  @Option(
      names = "--poison",
      paramLabel = "N",
      defaultValue = "97",
      description =
          "One record in N is bad or odd, cycling through a hundred kinds; 0 for none. Default:"
              + " ${DEFAULT-VALUE}.")
  private int poison;

  @Option(names = "--plan", description = "Only print the planned faults, one per line.")
  private boolean plan;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description =
          "Keep the logs of the brokers and instances in this folder. Default: don't keep them.")
  private Path keep;

  public ChaosCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if (inputs.contains(Path.of("recreate"))) {
      throw new SettingsException(
          "'chaos recreate' was removed: 'chaos --faults DELETE_TOPIC' deletes topics while"
              + " instances run, and RecreatedTopicIT checks what they say");
    }
    if (plan) {
      settings(List.of()).plan().forEach(console::line);
      return ExitCode.OK;
    }
    ChaosSettings settings = settings(inputs());
    console.note("the plan for --kills " + kills + " --seed " + seed + ":");
    settings.plan().forEach(step -> console.note("  " + step));
    ChaosResult result;
    try (ChaosRun run = new ChaosRun(settings, new Told())) {
      result = new Interruption(run::close).during(run::run);
    }
    console.fleeting("");
    int exitCode = result.well() ? ExitCode.OK : ExitCode.SOFTWARE;
    console.exitIfClosed(exitCode);
    if (json.wanted()) {
      console.json(RecordJson.JSON.<ObjectNode>valueToTree(result).put("well", result.well()));
    } else {
      print(result);
    }
    return exitCode;
  }

  private ChaosSettings settings(List<InputGroup> groups) {
    return new ChaosSettings(
        kills,
        faults,
        seed,
        pages,
        poison,
        groups,
        given.settings(),
        keep,
        Program.running(Main.class));
  }

  private List<InputGroup> inputs() {
    return inputs.isEmpty()
        ? new SamplePages(SamplePages.usualCache(System.getenv())).get(console::note)
        : List.of(new InputGroup(inputs, null));
  }

  private void print(ChaosResult result) {
    TextTable table =
        new TextTable()
            .row("records in", count(result.pages()))
            .row("  bad and odd ones", count(result.poison()))
            .row("  of so many kinds", count(result.poisonKinds()))
            .row("refused by the brokers", count(result.refused()))
            .row("unique", count(result.unique()))
            .row("duplicate", count(result.duplicate()))
            .row("unjudged", count(result.unjudged()))
            .row("dead letters", count(result.deadLetters()))
            .row("gone with deleted topics", count(result.removed()))
            .row("verdicts", count(result.verdicts()))
            .row("  equal by replay --verify", count(result.audited()))
            .row("kills", count(result.kills()));
    result.faults().forEach((kind, times) -> table.row("  " + kind, count(times)));
    console.table(
        table
            .row("processes that died on their own", count(result.endedUnasked()))
            .row("processes that did not stop", count(result.didNotStop()))
            .row("seconds", seconds(result.seconds())));
    console.line("");
    console.line(
        result.well()
            ? "nothing lost, duplicated or altered; every verdict and dead letter is correct"
            : "FAILED: " + result.counts());
    Stream.concat(result.differences().stream(), result.lastWords().stream())
        .distinct()
        .forEach(difference -> console.line("  " + difference));
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.1f", seconds);
  }

  /** Prints to standard error. */
  private final class Told implements ChaosListener {

    @Override
    public void note(String line) {
      console.fleeting("");
      console.note(line);
    }

    @Override
    public void progress(long in, long out) {
      console.fleeting(
          String.format(Locale.ROOT, "%,d pages in, %,d out, %,d between", in, out, in - out));
    }
  }
}
