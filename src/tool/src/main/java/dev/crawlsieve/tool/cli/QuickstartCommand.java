package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.failure.FullDisk;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.sieve.SieveResult;
import dev.crawlsieve.stream.feed.SamplePages;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import dev.crawlsieve.tool.quickstart.LocalSieve;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.ProgressLine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** Shows on real pages what the sieve does. */
@Command(
    name = "quickstart",
    description =
        "Sieve about 3,600 real pages with an embedded broker, and show what was dropped and"
            + " why. The pages are the javadoc of three libraries, two versions each. The first"
            + " time, they are fetched from Maven Central (16 MB). The pages of one library are"
            + " left in crawl.jsonl.gz, unless there is one, for the commands in the documents.")
final class QuickstartCommand extends ResultCommand {

  private static final Path SAMPLE = Path.of("crawl.jsonl.gz");

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description =
          "Keep the broker's data in this folder; 'crawlsieve broker --dir DIR' opens it. Default:"
              + " a temporary folder, deleted at the end.")
  private Path keep;

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      description =
          "Folder for the sample pages. Default: $$CRAWLSIEVE_QUICKSTART_DIR, or"
              + " crawlsieve/quickstart in $$XDG_CACHE_HOME or ~/.cache.")
  private @Nullable Path cache;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Partitions of the pages topic. With 1, the older version's pages are decided first and"
              + " every run gives the same result; more are faster. Default: ${DEFAULT-VALUE}.")
  private int partitions;

  @Override
  public Integer call() throws Exception {
    EmbeddedBroker.ensureInstalled();
    Path folder = cache == null ? SamplePages.usualCache(System.getenv()) : cache;
    List<InputGroup> pages = new SamplePages(folder).get(console::note);
    console.note("sieving the pages in " + folder);
    try (LocalSieve sieve = new LocalSieve(settings.settings(), pages, partitions, keep);
        ProgressLine progress = new ProgressLine(console)) {
      SieveResult result =
          FullDisk.naming(
              folder(),
              "",
              () -> new Interruption(sieve::close, console).during(() -> sieve.sieve(progress)));
      Summary summary = new Summary(result);
      show(
          () -> result,
          () -> {
            summary.print(console);
            summary.printExamples(console);
          });
    }
    if (Files.notExists(SAMPLE)) {
      note("%s has %,d of these pages", SAMPLE, SamplePages.write(pages, SAMPLE));
    }
    return ExitCode.OK;
  }

  private String folder() {
    String temporary =
        "the temporary folder '"
            + System.getProperty("java.io.tmpdir")
            + "' (JAVA_OPTS=-Djava.io.tmpdir=DIR)";
    return keep == null
        ? temporary
        : "the folder '" + keep + "' (--keep), or of " + temporary + ",";
  }
}
