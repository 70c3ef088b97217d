package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.References;
import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.FolderWatch;
import dev.crawlsieve.stream.feed.PageProducer;
import dev.crawlsieve.tool.terminal.InputOptions;
import dev.crawlsieve.tool.terminal.InputReport;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.ProgressLine;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Produces pages from files. */
@Command(
    name = "produce",
    description =
        "Produce pages from files onto the pages topic. Input that is not a page becomes a"
            + " dead letter; 'produce' warns of it if it is among the first 1,000 records. If part"
            + " of an input cannot be read, everything else is produced and the exit code is 1. It"
            + " is also 1 if an input has no page. If 'produce' is interrupted, it says how many"
            + " pages are committed. With --watch, it produces the"
            + " files of pages that appear in folders, until it is stopped.")
final class ProduceCommand extends ResultCommand {

  @Mixin private InputOptions inputs;

  @Option(
      names = "--by-reference",
      description =
          "Produce events that say where in a WARC or ARC file the body is, instead of holding it."
              + " 'run' reads it there if body.ref.roots lists the place. The files must be"
              + " uncompressed, or have each record in a gzip member of its own.")
  private boolean byReference;

  @Option(
      names = "--uri-prefix",
      paramLabel = "URL",
      description =
          "With --by-reference: what the name of each archive is appended to, for example"
              + " https://store.example/crawl/. For archives in a folder, the name includes the"
              + " path in that folder. Default: the file's own URI.")
  private @Nullable String uriPrefix;

  @Spec private CommandSpec spec;

  @Option(
      names = "--reference",
      description =
          "The pages are a corpus: others are compared with them, and they themselves go to neither"
              + " unique nor duplicate. Produce them before the crawl.")
  private boolean reference;

  @Option(
      names = "--resume",
      description =
          "Continue after the pages that an earlier run with the same inputs committed; each"
              + " is produced once. Refused if nothing is recorded of these inputs, or they have"
              + " changed.")
  private boolean resume;

  @Option(
      names = "--watch",
      description =
          "Each INPUT is a folder in which a crawler writes: produce each file of pages in it"
              + " or its subfolders (${bundle:input.kinds.of.pages}) once, the oldest first, as"
              + " soon as it has its final name and has not changed for 5 seconds. Continues where"
              + " it was when started again.")
  private boolean watch;

  @Override
  public Integer call() throws Exception {
    InputGroup group = group();
    SieveConfig config = settings.config();
    config.page().requireEvents();
    config.unknownToKafka().forEach(console::note);
    if (!config.page().fields().isOwn()) {
      console.note("'run' must have the same --fields (page.fields): pages go out unchanged");
    }
    if (watch) {
      return watch(config, group);
    }
    try (PageProducer producer = new PageProducer(config)) {
      Interruption interruption = new Interruption(() -> stop(producer));
      interruption.during(() -> produce(producer, group));
      if (producer.stopped()) {
        return ExitCode.SOFTWARE;
      }
      InputReport.tellSkipped(producer.skipped(), console);
      producer.notes().forEach(console::note);
      tell(producer);
      int exitCode =
          InputReport.tell(
              producer.damages(), console, "the topic " + config.topics().deadLetters(), true);
      return InputReport.tellEmpty(producer.empty(), console, exitCode);
    }
  }

  private int watch(SieveConfig config, InputGroup folders) throws Exception {
    if (resume || uriPrefix != null) {
      throw refused(
          "--watch always goes on where it was, and cannot be combined with "
              + (resume ? "--resume" : "--uri-prefix"));
    }
    FolderWatch watching = new FolderWatch(config, folders);
    try (ProgressLine progress = new ProgressLine(console)) {
      Interruption interruption =
          new Interruption(
              () -> {
                watching.stop();
                console.fleeting("");
                console.error(
                    "stopped; what is not committed will be produced by the same command");
              });
      return interruption.during(
          () -> {
            watching.watch(new WatchedFiles(progress));
            return ExitCode.SOFTWARE;
          });
    }
  }

  /**
   * The result as {@code --json} prints it.
   *
   * @param file the file that was produced, if folders are watched
   * @param committedBefore number of pages that the resumed run had committed
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Produced(
      @Nullable String file,
      @Nullable Long committedBefore,
      long pages,
      long deadLetters,
      long damaged,
      long bytes,
      @Nullable Double seconds,
      @Nullable Double pagesPerSecond,
      @Nullable Double megabytesPerSecond) {}

  /** Reports each file that was produced. */
  private final class WatchedFiles implements FolderWatch.Listener {

    private final ProgressLine progress;

    WatchedFiles(ProgressLine progress) {
      this.progress = progress;
    }

    @Override
    public void accept(Progress now) {
      progress.accept(now);
    }

    @Override
    public void produced(Path file, PageProducer pages) {
      console.fleeting("");
      if (json.wanted()) {
        result(
            new Produced(
                file.toString(),
                pages.committedBefore(),
                pages.pages(),
                pages.deadLetters(),
                pages.damages().count(),
                pages.bytes(),
                null,
                null,
                null));
      } else {
        console.line(file + ": " + outcome(pages));
      }
      console.flush();
      pages.damages().first().forEach(console::note);
      if (pages.firstUnreadable() != null) {
        console.note(pages.firstUnreadable());
      }
    }

    @Override
    public void passedOver(Path file, String why) {
      console.note(file + " is not produced: " + why);
    }
  }

  private InputGroup group() {
    if (uriPrefix != null && !byReference) {
      throw refused("--uri-prefix needs --by-reference");
    }
    if (uriPrefix != null && !uriPrefix.matches("(?i)(https?://[^\\s/?#@]+|file://)/[^\\s?#]*")) {
      throw refused(
          "--uri-prefix is '" + uriPrefix + "', must be like https://store.example/crawl/");
    }
    InputGroup group = inputs.group();
    References references = byReference ? new References(uriPrefix) : null;
    return new InputGroup(group.paths(), group.baseUrl(), references, reference);
  }

  private ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  private Void produce(PageProducer producer, InputGroup group) {
    try (ProgressLine progress = new ProgressLine(console)) {
      Consumer<Progress> listener =
          new Consumer<>() {
            private boolean told;

            @Override
            public void accept(Progress now) {
              if (!told && producer.firstUnreadable() != null) {
                told = true;
                tellUnreadable(producer);
              }
              progress.accept(now);
            }
          };
      if (resume) {
        producer.resume(List.of(group), listener);
      } else {
        producer.produce(List.of(group), listener);
      }
      return null;
    }
  }

  private void tellUnreadable(PageProducer producer) {
    console.fleeting("");
    console.note(producer.firstUnreadable() + "; 'run' will make it a dead letter");
  }

  /**
   * Stops the work and reports. The work cannot report by itself: it may be waiting for standard
   * input.
   */
  private void stop(PageProducer producer) {
    producer.stop();
    console.fleeting("");
    console.error("stopped; " + producer.committed());
  }

  private void tell(PageProducer producer) {
    Progress end = producer.progress();
    long deadLetters = producer.deadLetters();
    double seconds = Math.max(end.seconds(), 1e-3);
    if (json.wanted()) {
      result(
          new Produced(
              null,
              resume ? producer.committedBefore() : null,
              end.pages(),
              deadLetters,
              producer.damages().count(),
              end.bytes(),
              Math.round(seconds * 1000) / 1000.0,
              Math.round(end.pages() / seconds * 10) / 10.0,
              Math.round(end.bytes() / seconds / 1e4) / 100.0));
    } else {
      console.line(
          text(
                  "produced %s, %,.1f MB in %.1f s",
                  Figures.count(end.pages(), "page"), end.bytes() / 1e6, seconds)
              + ofThem(deadLetters)
              + (producer.unreadable().isEmpty() ? "" : "; " + producer.unreadable())
              + (resume
                  ? text("; %,d had been committed before", producer.committedBefore())
                  : ""));
    }
  }

  /** What became of the records of a file. */
  private static String outcome(PageProducer pages) {
    long good = pages.goodPages();
    return good == pages.pages()
        ? Figures.count(good, "page") + ", 0 of them dead letters"
        : Figures.count(pages.pages(), "record")
            + (pages.looksAtAll() ? ", " : ", at most ")
            + Figures.count(good, "page")
            + ofThem(pages.deadLetters())
            + (pages.unreadable().isEmpty() ? "" : "; " + pages.unreadable());
  }

  /** A clause on those of the pages that are dead letters; empty if there are none. */
  static String ofThem(long deadLetters) {
    return deadLetters == 0
        ? ""
        : deadLetters == 1
            ? "; 1 of them could not be read and is a dead letter"
            : text("; %,d of them could not be read and are dead letters", deadLetters);
  }
}
