package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.sweep.SweepReport;
import dev.crawlsieve.core.sweep.report.SweepJson;
import dev.crawlsieve.core.sweep.report.SweepTable;
import dev.crawlsieve.core.work.HtmlFile;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.TopicsConfig;
import dev.crawlsieve.stream.replay.FileSource;
import dev.crawlsieve.stream.replay.LogReplay;
import dev.crawlsieve.stream.replay.ReplaySource;
import dev.crawlsieve.stream.replay.SweepPage;
import dev.crawlsieve.stream.replay.VerdictAudit;
import dev.crawlsieve.tool.broker.EmbeddedBroker;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Interruption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Decides again what was crawled. */
@Command(
    name = "replay",
    description =
        "Decide a finished crawl again from the fingerprints log, without the crawler and without"
            + " the bodies: try many other thresholds at once and see what they would keep and"
            + " drop; audit the published verdicts (--verify); or make a new generation of topics"
            + " under other settings (--into).")
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
          "Decide all pages again into topics with this prefix, beside the live ones, which stay"
              + " untouched. Settings not given are taken from the live generation's record. If"
              + " stopped, the same command continues where it left off.")
  private String into;

  @Option(names = "--follow", description = "With --into: keep processing new pages until stopped.")
  private boolean follow;

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
  private Path embedded;

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description =
          "Read the files that 'crawlsieve sieve INPUT --out DIR' leaves in this folder, without a"
              + " broker.")
  private Path from;

  ReplayCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() throws Exception {
    ensureOneTask();
    Work work = into != null ? this::into : verify ? this::verify : this::sweep;
    if (embedded == null) {
      return work.run(settings.settings());
    }
    if (!Files.isDirectory(embedded.resolve("log"))) {
      throw new SieveException(
          "the folder "
              + embedded
              + " holds no broker data; 'crawlsieve quickstart --keep DIR' writes some");
    }
    try (EmbeddedBroker broker = EmbeddedBroker.start(embedded, 0)) {
      Map<String, String> here = new HashMap<>(settings.settings());
      here.put(TopicsConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
      if (into != null) {
        // the work stops first; the broker then ends with the process
        return work.run(here);
      }
      return new Interruption(broker::close).during(() -> work.run(here));
    }
  }

  private ReplaySource source(Map<String, String> here) {
    return from == null ? ReplaySource.topics(here) : new FileSource(from, here);
  }

  private void ensureOneTask() {
    if (from != null && (embedded != null || into != null)) {
      throw new SettingsException(
          embedded != null
              ? "--from and --embedded name two sources: give one of them"
              : "--into makes topics and so needs brokers: it does not go with --from");
    }
    if (verify && into != null) {
      throw new SettingsException("--verify and --into are different tasks: use one of them");
    }
    if ((verify || into != null) && sweep.given()) {
      throw new SettingsException(
          verify
              ? "--verify takes no thresholds, no --overrides and no --report: it uses the settings that were in"
                  + " force"
              : "--into takes the new generation's settings with --set, and no --overrides, --report or"
                  + " --truth");
    }
    if (follow && into == null) {
      throw new SettingsException("--follow needs --into");
    }
  }

  private int sweep(Map<String, String> here) {
    HtmlFile page = sweep.report() == null ? null : HtmlFile.at(sweep.report());
    LogReplay replay;
    SweepReport report;
    try (ReplayProgress progress = new ReplayProgress(console)) {
      replay = new LogReplay(source(here), progress);
      Overrides overrides = sweep.overrides(replay.source().inForce().config());
      report = replay.sweep(sweep.grid(), sweep.truth(), overrides);
      if (page != null) {
        page.write(SweepPage.of(report, replay.source()));
      }
    }
    if (json.wanted()) {
      console.json(SweepJson.of(report));
    } else {
      console.lines(SweepTable.summary(report).stripTrailing());
    }
    if (page != null) {
      console.note("written to " + sweep.report());
    }
    return ExitCode.OK;
  }

  private int into(Map<String, String> here) throws Exception {
    return new IntoRun(console).run(here, into, follow, json.wanted());
  }

  private int verify(Map<String, String> here) {
    VerdictAudit.Result result = audit(here);
    int exitCode = result.differences() == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    console.exitIfClosed(exitCode);
    show(() -> result, () -> print(result));
    return exitCode;
  }

  private VerdictAudit.Result audit(Map<String, String> here) {
    try (ReplayProgress progress = new ReplayProgress(console)) {
      return new VerdictAudit(source(here), progress).run();
    }
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
  }
}
