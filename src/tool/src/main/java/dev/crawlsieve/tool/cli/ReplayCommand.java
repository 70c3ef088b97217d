package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.folder.TextFile;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.measure.replay.FileSource;
import dev.crawlsieve.measure.replay.GenerationPlan;
import dev.crawlsieve.measure.replay.LogReplay;
import dev.crawlsieve.measure.replay.ReplaySource;
import dev.crawlsieve.measure.replay.SweepPage;
import dev.crawlsieve.measure.replay.VerdictAudit;
import dev.crawlsieve.measure.sweep.SettingsGrid;
import dev.crawlsieve.measure.sweep.SweepReport;
import dev.crawlsieve.measure.sweep.report.SweepJson;
import dev.crawlsieve.measure.sweep.report.SweepTable;
import dev.crawlsieve.stream.config.TopicsConfig;
import dev.crawlsieve.stream.kafka.errors.BrokerTroubleException;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.ProgressLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Decides a crawl again. */
@Command(
    name = "replay",
    description =
        "Decide a finished crawl again from the fingerprints log, without the crawler and without"
            + " the bodies: try many other thresholds at once and see what they would keep and"
            + " drop; audit the published verdicts (--verify); or prepare a new generation under"
            + " other settings (--into).")
final class ReplayCommand extends ResultCommand {

  /** Work that needs a broker. */
  @FunctionalInterface
  private interface Work {
    int run(Map<String, String> settings) throws Exception;
  }

  @Mixin private SweepOptions sweep;

  @Option(
      names = "--into",
      paramLabel = "PREFIX",
      description =
          "Prepare a new generation, which decides all pages again into topics called"
              + " PREFIX.verdicts and so on, and leaves the live ones untouched: create its topics, and"
              + " write its settings to PREFIX.properties for 'crawlsieve run --config PREFIX.properties'."
              + " Settings not given are those that the live generation recorded.")
  private String into;

  @Option(
      names = "--verify",
      description =
          "Decide everything under the settings the verdicts were made with, and compare verdict by"
              + " verdict; if one differs, show both sides and exit with 1.")
  private boolean verify;

  @Option(
      names = "--embedded",
      paramLabel = "DIR",
      description =
          "Read the broker data in this folder, as written by 'crawlsieve quickstart --keep DIR',"
              + " instead of connecting to a broker.")
  private @Nullable Path embedded;

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description =
          "Read the files that 'crawlsieve sieve INPUT --out DIR' leaves in this folder, without a"
              + " broker.")
  private @Nullable Path from;

  @Override
  public Integer call() throws Exception {
    ensureOneTask();
    Work work = into != null ? this::into : verify ? this::verify : this::sweep;
    if (embedded == null) {
      return work.run(settings.settings());
    }
    if (!Files.isDirectory(embedded.resolve("log"))) {
      throw new SettingsException(
          "the folder "
              + embedded
              + " holds no broker data; 'crawlsieve quickstart --keep DIR' writes some");
    }
    try (EmbeddedBroker broker = EmbeddedBroker.start(embedded, 0)) {
      Map<String, String> here = new HashMap<>(settings.settings());
      here.put(TopicsConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
      return new Interruption(broker::close).during(() -> work.run(here));
    }
  }

  private ReplaySource source(Map<String, String> here) {
    if (from != null) {
      return new FileSource(from, here);
    }
    try {
      return ReplaySource.topics(here);
    } catch (BrokerTroubleException e) {
      throw readingFiles(e);
    }
  }

  private void ensureOneTask() {
    if (from != null && embedded != null) {
      throw new SettingsException("--from and --embedded name two sources: give one of them");
    }
    if (into != null && (from != null || embedded != null)) {
      throw new SettingsException(
          "--into needs brokers that the new generation can run on: it does not go with "
              + (from != null ? "--from" : "--embedded"));
    }
    if (verify && into != null) {
      throw new SettingsException("--verify and --into are different tasks: use one of them");
    }
    if ((verify || into != null) && sweep.given()) {
      throw new SettingsException(
          verify
              ? "--verify takes no --try and no --report: it uses the settings"
                  + " that were in force"
              : "--into takes the new generation's settings with --set, and no --try,"
                  + " --report or --truth");
    }
  }

  private int sweep(Map<String, String> here) throws Exception {
    SettingsGrid grid = sweep.grid();
    TextFile page = sweep.report() == null ? null : TextFile.at(sweep.report());
    ProgressLine progress = new ProgressLine(console);
    LogReplay replay = new LogReplay(source(here), progress);
    @Nullable Overrides overrides = sweep.overrides(replay.source().inForce().config());
    return stoppable(
        replay.stops(),
        () -> {
          SweepReport report;
          try (progress) {
            report = replay.sweep(grid, sweep.truth(), overrides);
            if (page != null) {
              page.write(SweepPage.of(report, replay.source()));
            }
          }
          show(report, page != null);
          return ExitCode.OK;
        });
  }

  private void show(SweepReport report, boolean written) {
    if (json.wanted()) {
      console.json(SweepJson.of(report));
    } else {
      console.lines(SweepTable.summary(report).stripTrailing());
    }
    if (sweep.overridesFile() != null) {
      console.note("all rows are decided with overrides.file=" + sweep.overridesFile());
    }
    if (written) {
      console.note("written to " + sweep.report());
    }
  }

  private int into(Map<String, String> here) {
    GenerationPlan plan = GenerationPlan.of(here, into);
    Path file = Path.of(into + ".properties");
    TextFile properties = TextFile.at(file);
    ensureNotOtherwise(file, plan.properties());
    plan.createTopics();
    properties.write(plan.properties());
    show(
        () -> new Prepared(file.toString(), plan.next().topics().ownLog(), plan.runSettings()),
        () -> {
          console.line(plan.next().applicationId() + " " + plan.sentence());
          String secret = plan.next().seed().given() ? " --config FILE-WITH-THE-SEED" : "";
          console.line("To run it: crawlsieve run --config " + file + secret);
        });
    return ExitCode.OK;
  }

  /**
   * The result as {@code --into --json} prints it.
   *
   * @param file the settings file
   * @param ownLog whether the generation makes its own fingerprints
   * @param run the settings in the file
   */
  private record Prepared(String file, boolean ownLog, SortedMap<String, String> run) {}

  private static void ensureNotOtherwise(Path file, String properties) {
    try {
      if (Files.exists(file) && !Files.readString(file).equals(properties)) {
        throw new SettingsException(
            file + " exists and has other settings: remove it, or choose another prefix");
      }
    } catch (IOException e) {
      throw new SieveException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  private int verify(Map<String, String> here) throws Exception {
    ProgressLine progress = new ProgressLine(console);
    VerdictAudit audit = new VerdictAudit(source(here), progress);
    return stoppable(audit.stops(), () -> verify(audit, progress));
  }

  private int verify(VerdictAudit audit, ProgressLine progress) {
    VerdictAudit.Result result;
    try (progress) {
      result = audit.run();
    }
    int exitCode = result.differences() == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    console.exitIfClosed(exitCode);
    show(() -> result, () -> print(result));
    return exitCode;
  }

  /** Runs work that Ctrl-C ends early; it then shows what it has so far. */
  private static int stoppable(Stoppable stops, Callable<Integer> work) throws Exception {
    return new Interruption(stops::stop)
        .during(
            () -> {
              stops.begin();
              try {
                return work.call();
              } finally {
                stops.cleared();
              }
            });
  }

  private void print(VerdictAudit.Result result) {
    for (VerdictAudit.Shown shown : result.shown()) {
      console.line(shown.fault());
      console.line("  out       " + shown.out());
      console.line("  expected  " + shown.expected());
    }
    line(
        "%,d pages decided again under %s (settings %s): %,d verdicts are correct, %,d differ%s",
        result.pages(),
        result.setting(),
        result.settings(),
        result.equal(),
        result.differences(),
        result.undecided() == 0 ? "" : text(", %,d pages await theirs", result.undecided()));
    if (result.stopped()) {
      console.line(LogReplay.STOPPED);
    }
  }
}
