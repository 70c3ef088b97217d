package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.lab.bench.BenchLoad;
import dev.crawlsieve.lab.bench.SourcePage;
import dev.crawlsieve.lab.bench.fuzz.ArchiveTarget;
import dev.crawlsieve.lab.bench.fuzz.FuzzTarget;
import dev.crawlsieve.lab.bench.fuzz.Fuzzer;
import dev.crawlsieve.lab.bench.fuzz.PageTarget;
import dev.crawlsieve.lab.bench.fuzz.RecordTarget;
import dev.crawlsieve.lab.bench.fuzz.StoredForms;
import dev.crawlsieve.lab.bench.fuzz.UrlTarget;
import dev.crawlsieve.measure.report.TextTable;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.Version;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Looks for inputs that break a reader. */
@Command(
    name = "fuzz",
    description =
        "Damage real pages, archives, URLs and every kind of record, and check that reading them"
            + " ends in bounded time, with no other error than the documented ones, and that pages"
            + " are read the same in whatever form. The exit code is 1 if something is wrong; the"
            + " inputs are kept.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class BenchFuzzCommand implements Callable<Integer> {

  /** Small enough for many cases a second. */
  private static final int MOST_PAGE_CHARS = 30_000;

  private static final long MOST_CHARS = 4 << 20;

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private BenchInputs inputs;
  @Mixin private JsonOption json;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "10",
      description = "How long. Default: ${DEFAULT-VALUE}.")
  private double minutes;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the first case; with --minutes 0 it is the only one.")
  private long seed;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "NAME",
      description =
          "What is read, separated by commas: archives, records, urls, pages, or a stored form, such"
              + " as verdicts. Default: all.")
  private List<String> only = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "fuzzed",
      description = "Folder for inputs on which something is wrong. Default: ${DEFAULT-VALUE}.")
  private Path out;

  public BenchFuzzCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if (!(minutes >= 0)) {
      throw new ParameterException(
          spec.commandLine(), "--minutes is " + minutes + ", must be 0 or more");
    }
    SieveConfig config = SieveConfig.of(Map.of());
    List<SourcePage> pages = pages(config);
    Path folder = Folders.temporary();
    try {
      List<FuzzTarget> targets = targets(config, pages, folder);
      try (Fuzzer fuzzer = new Fuzzer(targets, out, new BenchProgress(console))) {
        Duration time = Duration.ofMillis((long) (minutes * 60_000));
        List<Fuzzer.Result> results =
            new Interruption(fuzzer::close).during(() -> fuzzer.run(seed, time));
        print(results);
        boolean well = results.stream().allMatch(result -> result.findings().isEmpty());
        return well ? ExitCode.OK : ExitCode.SOFTWARE;
      }
    } finally {
      Folders.remove(folder);
    }
  }

  private List<SourcePage> pages(SieveConfig config) {
    List<SourcePage> all =
        BenchLoad.sources(config, inputs.choose(console::note).groups(), MOST_CHARS);
    return all.stream()
        .map(
            page ->
                page.html().length() <= MOST_PAGE_CHARS
                    ? page
                    : new SourcePage(page.url(), page.html().substring(0, MOST_PAGE_CHARS)))
        .toList();
  }

  private List<FuzzTarget> targets(SieveConfig config, List<SourcePage> pages, Path folder) {
    List<FuzzTarget> all = new ArrayList<>();
    all.add(new ArchiveTarget(pages, folder));
    all.add(new RecordTarget(pages));
    all.add(new UrlTarget(pages));
    all.add(new PageTarget(pages));
    all.addAll(StoredForms.targets(config, pages));
    List<String> names = all.stream().map(FuzzTarget::name).toList();
    if (!names.containsAll(only)) {
      throw new ParameterException(
          spec.commandLine(),
          "--only is " + String.join(",", only) + ", must be among " + String.join(", ", names));
    }
    return all.stream().filter(one -> only.isEmpty() || only.contains(one.name())).toList();
  }

  private void print(List<Fuzzer.Result> results) {
    if (json.wanted()) {
      console.json(RecordJson.JSON.valueToTree(Map.of("targets", results)));
      return;
    }
    TextTable table = new TextTable().row("", "cases", "MB", "slowest", "of seed", "wrong");
    for (Fuzzer.Result result : results) {
      table.row(
          result.name(),
          String.format(Locale.ROOT, "%,d", result.cases()),
          String.format(Locale.ROOT, "%,d", result.bytes() / 1_000_000),
          String.format(Locale.ROOT, "%,d CPU ms", result.slowestNanos() / 1_000_000),
          String.valueOf(result.slowestSeed()),
          String.valueOf(result.findings().size()));
    }
    console.table(table);
    for (Fuzzer.Result result : results) {
      result.findings().forEach(finding -> console.line(result.name() + ", " + finding));
    }
  }
}
