package dev.crawlsieve.lab.corpus;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.InputOptions;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.ProgressLine;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import dev.crawlsieve.tool.terminal.Version;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Makes a labelled evaluation set. */
@Command(
    name = "evaluate-set",
    description =
        "Make a labelled evaluation set from real pages, for 'crawlsieve evaluate': near-copies as"
            + " they occur on the web, and pages that only look alike.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class EvaluateSetCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private InputOptions inputs;
  @Mixin private SettingsOptions settings;
  @Mixin private JsonOption json;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Folder for pages.jsonl, truth.tsv and kinds.tsv; created if missing.")
  private Path out;

  @Option(names = "--force", description = "Replace an earlier set in the folder. Default: refuse.")
  private boolean force;

  @Option(
      names = "--every",
      paramLabel = "N",
      defaultValue = "1",
      description = "Use only every Nth page. Default: ${DEFAULT-VALUE}.")
  private int every;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Random seed: the same seed and pages give the same set.")
  private long seed;

  EvaluateSetCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (every < 1) {
      throw new ParameterException(
          spec.commandLine(), "--every is " + every + ", must be 1 or more");
    }
    SieveConfig config = settings.config();
    config.page().requireEvents();
    Path events = out.resolve("pages.jsonl");
    if (!force && Files.exists(events)) {
      throw new SieveException(out + " holds an evaluation set; --force replaces it");
    }
    EvaluationSetWriter written;
    long read;
    try (ProgressLine progress = new ProgressLine(console);
        SourcePages pages = new SourcePages(config, inputs.group(), every, progress)) {
      Files.createDirectories(out);
      try (Writer to = Files.newBufferedWriter(events);
          Writer truth = Files.newBufferedWriter(out.resolve("truth.tsv"));
          Writer kinds = Files.newBufferedWriter(out.resolve("kinds.tsv"))) {
        written = new EvaluationSetWriter(to, truth, kinds);
        EvaluationSetGenerator.generate(seed, pages, written);
      }
      read = pages.pages();
    } catch (IOException e) {
      throw new SieveException("the evaluation set in " + out + " cannot be written: " + e, e);
    }
    if (json.wanted()) {
      console.json(
          JsonNodeFactory.instance
              .objectNode()
              .put("read", read)
              .put("pages", written.pages())
              .put("pairs", written.pairs())
              .put("out", out.toString()));
    } else {
      console.line(
          String.format(
              Locale.ROOT,
              "%,d labelled pairs of %,d pages, made from %,d, written to %s",
              written.pairs(),
              written.pages(),
              read,
              out));
    }
    return ExitCode.OK;
  }
}
