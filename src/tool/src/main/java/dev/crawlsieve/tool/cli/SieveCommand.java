package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.FullDisk;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.files.input.Damages;
import dev.crawlsieve.files.input.FileNames;
import dev.crawlsieve.files.sieve.FileSieve;
import dev.crawlsieve.files.sieve.PageFormat;
import dev.crawlsieve.files.sieve.SieveFiles;
import dev.crawlsieve.files.sieve.SieveFolder;
import dev.crawlsieve.files.sieve.SieveInputs;
import dev.crawlsieve.files.sieve.SieveResult;
import dev.crawlsieve.files.sieve.SieveSettings;
import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.stream.config.MirrorsConfig;
import dev.crawlsieve.stream.config.PassagesConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.tool.terminal.DeadLetterLimit;
import dev.crawlsieve.tool.terminal.InputOptions;
import dev.crawlsieve.tool.terminal.InputReport;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.ProgressLine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Sieves the user's own files. */
@Command(
    name = "sieve",
    description =
        "Sieve pages from files in input order, on all cores and without a broker. Writes the"
            + " pages kept, dropped and not judged, the verdicts, and the dead letters (input that"
            + " is not a page), each as one line, and the fingerprints, which 'replay --from DIR'"
            + " reads. The exit code is 1 if part of an input cannot be read (everything else is"
            + " sieved), or if an input has no page; single pages that are bad do not change it,"
            + " unless there are more than --max-dead-letters. After Ctrl-C (exit code 130), --resume continues.")
final class SieveCommand extends ResultCommand {

  /** What a full disk has left of a run whose first pages were not written yet. */
  private static final String NOTHING_YET = "; nothing is done yet";

  @Mixin private InputOptions inputs;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Folder for the files; created if missing.")
  private Path out;

  @Option(
      names = "--force",
      description = "Replace an earlier run's files in the folder. Default: refuse.")
  private boolean force;

  @Option(
      names = "--resume",
      description =
          "Continue an interrupted run into the folder, with the results of an uninterrupted"
              + " one. Needs the same inputs and settings.")
  private boolean resume;

  @Option(
      names = "--against",
      paramLabel = "INPUT",
      description =
          "An existing corpus: any input, or the folder of an earlier 'sieve', which stands"
              + " for the pages that 'sieve' kept. It is read before the crawl. Pages that copy it"
              + " are duplicates; its own pages are written neither as unique nor as duplicates."
              + " May be repeated.")
  private List<Path> against = List.of();

  @Option(
      names = "--format",
      paramLabel = "jsonl|warc|wacz|parquet|text",
      defaultValue = "jsonl",
      description =
          "How to write pages. jsonl: page events; warc: web archives (unique-00000.warc.gz"
              + " and so on) with copies as revisit records; wacz: one file of these for replay"
              + " tools (pages.wacz); parquet: the rows of Parquet inputs (unique-00000.parquet);"
              + " text: visible text, as one JSON object per line. Default: ${DEFAULT-VALUE}.")
  private PageFormat format;

  @Option(
      names = "--max-dead-letters",
      paramLabel = "N",
      converter = DeadLetterLimit.Converter.class,
      description =
          "If more than N records are dead letters, end with exit code 3: a number, or a share of"
              + " all records, such as 0.5%%. The files are written all the same. Default: no limit.")
  private @Nullable DeadLetterLimit maxDeadLetters;

  @Option(
      names = "--passages",
      description =
          "Also learn what each site says on many of its pages (passages.pages, passages.share):"
              + " write it to passages.jsonl and, with --format text, leave it out of texts.")
  private boolean passages;

  /**
   * The part of the work that opens files, after the inputs are listed; Ctrl-C waits for its end.
   */
  private final Stoppable opening =
      new Stoppable("the files cannot be opened", Duration.ofSeconds(20));

  /** The action of Ctrl-C; at first, there is nothing to end. */
  private volatile Runnable stop =
      () -> console.error("stopped before anything was read: nothing is written");

  @Override
  public Integer call() throws Exception {
    Runnable interrupt =
        () -> {
          opening.stop();
          stop.run();
        };
    return new Interruption(interrupt, console)
        .during(() -> FullDisk.naming(folder(), "", this::sieve));
  }

  private String folder() {
    return "the folder '" + out + "' (--out)";
  }

  private int sieve() throws Exception {
    SieveConfig config = settings.config();
    refuseWithoutEffect(config);
    SieveSettings how =
        passages ? config.sieve().withPassages(PassagesConfig.of(config)) : config.sieve();
    SieveInputs pages =
        SieveInputs.of(List.of(inputs.group()), FileNames.named(against), how).without(out);
    SieveResult result;
    try (FileSieve sieve = new FileSieve(how, pages)) {
      opening.begin();
      result = opening.asked() ? null : sieved(sieve);
    } finally {
      opening.cleared();
    }
    if (result == null) {
      return ExitCode.SOFTWARE; // the action of Ctrl-C reports it
    }
    InputReport.tellSkipped(result.skipped(), console);
    result.notes().forEach(console::note);
    if (result.unjudged() > 0 && result.unique() + result.duplicate() == 0) {
      console.note(
          "no page was judged: "
              + unjudged(out + "/")
              + " has those that accept.* leaves out"
              + (format.hasLines()
                  ? ", and 'crawlsieve explain URL --from " + out + "' says why"
                  : ""));
    }
    if (json.wanted()) {
      ObjectNode summary = RecordJson.JSON.valueToTree(result);
      console.json(summary.put("out", out.toString()));
    } else {
      Summary summary = new Summary(result);
      summary.print(console);
      summary.printExamples(console);
      console.line("");
      console.line("written to " + out);
      if (result.unjudged() > 0) {
        console.line(
            "which pages are not judged: "
                + unjudged("")
                + " there; "
                + (format.hasLines()
                    ? "why: crawlsieve explain URL --from " + out
                    : "why: the lines under 'unjudged' in the table above"));
      }
      if (result.duplicate() > 0) {
        console.line(
            "what each dropped page copies: "
                + new SieveFolder(out).verdicts()
                + "; why: crawlsieve explain URL --from "
                + out);
      }
    }
    int exitCode = tellUnread(result);
    if (maxDeadLetters != null && maxDeadLetters.isExceeded(result.deadLetters(), result.pages())) {
      console.error(
          text("%,d of ", result.deadLetters())
              + Figures.count(result.pages(), "record")
              + " became dead letters, more than --max-dead-letters "
              + maxDeadLetters.text()
              + " allows");
      return DeadLetterLimit.EXIT_CODE;
    }
    return exitCode;
  }

  /** Says what could not be read and what is no page; returns the exit code. */
  private int tellUnread(SieveResult result) {
    String deadLetters = new SieveFolder(out).deadLetters().toString();
    Damages damages = result.damages();
    long read = result.pages() + result.corpus().pages() - damages.count();
    if (read == 0 && damages.count() == 1) {
      console.error(damages.first().get(0));
      return ExitCode.SOFTWARE;
    }
    int exitCode = InputReport.tell(damages, console, deadLetters, true);
    long bad = result.deadLetters() - damages.count();
    if (bad > 0 && result.deadInputs().none()) {
      console.note(
          Figures.count(bad, "record")
              + (bad == 1
                  ? " is no page: it is a dead letter"
                  : " are no pages: they are dead letters")
              + ", see "
              + deadLetters);
    }
    return result.deadInputs().none() ? exitCode : tellDead(result, deadLetters);
  }

  /** Sieves into the files; returns null if it was stopped. */
  private @Nullable SieveResult sieved(FileSieve sieve) throws Exception {
    try (SieveFiles files =
            resume ? SieveFiles.resume(out, format) : SieveFiles.in(out, force, format);
        ProgressLine progress = new ProgressLine(console)) {
      stop = () -> stop(sieve, files);
      if (opening.asked()) {
        return null;
      }
      opening.cleared();
      if (resume && !files.resumes()) {
        console.note("nothing is done yet in " + out + ": it begins with the first page");
      }
      try {
        return sieve.sieve(files, progress);
      } catch (SieveException e) {
        if (sieve.stopped()) {
          return null;
        }
        String left = files.left();
        SieveException full = FullDisk.told(folder(), left.isEmpty() ? NOTHING_YET : left, e);
        throw full == null ? new SieveException(e.getMessage() + files.left(), e) : full;
      }
    }
  }

  private String unjudged(String before) {
    SieveFolder folder = new SieveFolder(out);
    return before + folder.name(folder.unjudged(), format);
  }

  /** Refuses settings that have no effect here, instead of letting the user wait for an effect. */
  private void refuseWithoutEffect(SieveConfig config) {
    if (force && resume) {
      throw new SettingsException(
          "--resume goes on with an earlier run, --force begins again: give one of them");
    }
    if (config.uses(MirrorsConfig.WING)) {
      throw new SettingsException(
          "mirrors.enabled is for 'run'; here, 'crawlsieve mirrors DIR' finds them afterwards");
    }
    if (config.uses(PassagesConfig.WING)) {
      throw new SettingsException("passages.enabled is for 'run'; here, give --passages");
    }
    if (!passages) {
      refuseChanged(
          config,
          List.of("passages.pages", "passages.share"),
          "has no effect on 'sieve' without --passages");
    }
    if (!config.clusters().keepPreferred()) {
      refuseChanged(
          config,
          List.of("clusters.enabled", "clusters.policy"),
          "has no effect on 'sieve' without dedup.keep=policy (and clusters.enabled=true): the"
              + " topic clusters is written by 'run' only");
    }
  }

  private static void refuseChanged(SieveConfig config, List<String> names, String why) {
    for (String name : names) {
      if (config.changed().containsKey(name)) {
        throw new SettingsException(name + " " + why);
      }
    }
  }

  private int tellDead(SieveResult result, String deadLetters) {
    List<String> untold = new ArrayList<>(result.deadInputs().first());
    untold.removeAll(result.damages().first());
    if (untold.isEmpty() && result.deadInputs().count() <= Damages.TOLD) {
      return ExitCode.SOFTWARE; // the files could not be opened
    }
    untold.forEach(console::note);
    boolean nothing = result.deadLetters() == result.pages();
    console.error(
        (nothing
                ? "nothing in the input is a page"
                : text("nothing in %,d of the inputs is a page", result.deadInputs().count()))
            + (result.deadLetters() == 0
                ? ""
                : "; all of it is in "
                    + deadLetters
                    + (nothing ? "; to try again into " + out + ", add --force" : "")));
    return ExitCode.SOFTWARE;
  }

  private void stop(FileSieve sieve, SieveFiles files) {
    sieve.close();
    console.fleeting("");
    console.error(files.stopped());
  }
}
