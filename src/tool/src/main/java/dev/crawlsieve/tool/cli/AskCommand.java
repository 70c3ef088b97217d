package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.tool.sieve.FileAsk;
import dev.crawlsieve.tool.sieve.SieveInputs;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Damaged;
import dev.crawlsieve.tool.terminal.InputOptions;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import dev.crawlsieve.tool.terminal.Skipped;
import dev.crawlsieve.tool.terminal.Version;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks about the user's own files; needs no broker. */
@Command(
    name = "ask",
    description =
        "Print the verdict that each page would get after an existing corpus, one JSON object per"
            + " line. Each page is compared with the corpus only, since none of them is kept."
            + " 'run --http' answers the same of the pages of a topic, at /api/ask.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class AskCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private InputOptions inputs;
  @Mixin private SettingsOptions settings;
  @Mixin private JsonOption json;

  @Option(
      names = "--against",
      required = true,
      paramLabel = "INPUT",
      description =
          "The corpus: the folder of an earlier 'sieve', which stands for the pages that it kept,"
              + " or any input. May be repeated.")
  private List<Path> against;

  AskCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    SieveConfig config = settings.config();
    SieveInputs pages = SieveInputs.of(List.of(inputs.group()), against, config);
    FileAsk.Result result;
    try (FileAsk ask = new FileAsk(config, pages)) {
      result = new Interruption(ask::close, console).during(() -> ask.ask(console::line));
    }
    if (json.wanted()) {
      console.json(
          JsonNodeFactory.instance
              .objectNode()
              .put("corpus", result.corpus())
              .put("pages", result.pages())
              .put("damaged", result.damages().count()));
    }
    console.note(
        String.format(
            Locale.ROOT,
            "%,d pages, compared with a corpus of %,d",
            result.pages(),
            result.corpus()));
    new Skipped(result.skipped()).tell(console);
    return new Damaged(result.damages()).tell(console, "", false);
  }
}
