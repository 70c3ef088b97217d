package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.tool.sieve.LocalSieve;
import dev.crawlsieve.tool.sieve.SieveFiles;
import dev.crawlsieve.tool.sieve.SieveResult;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Damaged;
import dev.crawlsieve.tool.terminal.InputOptions;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.ProgressLine;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import dev.crawlsieve.tool.terminal.Skipped;
import dev.crawlsieve.tool.terminal.Version;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Sieves the user's own files. */
@Command(
    name = "sieve",
    description =
        "Sieve pages from files, with an embedded broker: writes unique.jsonl, duplicate.jsonl,"
            + " verdicts.jsonl and dead-letters.jsonl. What cannot be read of an input becomes a"
            + " dead letter, all else is sieved, and the exit code is 1.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class SieveCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private InputOptions inputs;
  @Mixin private SettingsOptions settings;
  @Mixin private JsonOption json;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Folder for the four files; made if need be.")
  private Path out;

  @Option(
      names = "--force",
      description = "Replace an earlier run's files in the folder. Default: refuse.")
  private boolean force;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Partitions of the pages. With 1, pages are decided in input order, so that the earlier"
              + " of two copies is kept; more are faster. Default: ${DEFAULT-VALUE}.")
  private int partitions;

  SieveCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    SieveResult result;
    try (LocalSieve sieve =
            new LocalSieve(settings.settings(), List.of(inputs.group()), partitions, null);
        SieveFiles files = SieveFiles.in(out, force);
        ProgressLine progress = new ProgressLine(console)) {
      result = new Interruption(sieve::close, console).during(() -> sieve.sieve(files, progress));
    }
    if (result.pages() == 0) {
      console.note("there are no pages in the input");
    }
    new Skipped(result.skipped()).tell(console);
    if (json.wanted()) {
      ObjectNode summary = new Summary(result).json();
      console.json(summary.put("out", out.toString()));
    } else {
      new Summary(result).print(console);
      console.line("");
      console.line("written to " + out);
    }
    return new Damaged(result.damages())
        .tell(console, out.resolve("dead-letters.jsonl").toString(), true);
  }
}
