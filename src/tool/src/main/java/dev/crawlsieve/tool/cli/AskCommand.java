package dev.crawlsieve.tool.cli;

import dev.crawlsieve.files.sieve.FileAsk;
import dev.crawlsieve.files.sieve.SieveInputs;
import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.tool.terminal.InputOptions;
import dev.crawlsieve.tool.terminal.InputReport;
import dev.crawlsieve.tool.terminal.Interruption;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks about the user's own files; needs no broker. */
@Command(
    name = "ask",
    description =
        "Print the verdict that each page would get after an existing corpus, one JSON object"
            + " per line. Each page is compared with the corpus only, since none of them is kept."
            + " 'run --http' answers this at /api/ask, for the pages on the topics.")
final class AskCommand extends ResultCommand {

  @Mixin private InputOptions inputs;

  @Option(
      names = "--against",
      required = true,
      paramLabel = "INPUT",
      description =
          "The corpus: the folder of an earlier 'sieve', which stands for the pages that it kept,"
              + " or any input. May be repeated.")
  private List<Path> against;

  private record Asked(long corpus, long pages, long damaged) {}

  @Override
  public Integer call() throws Exception {
    SieveConfig config = settings.config();
    SieveInputs pages = SieveInputs.of(List.of(inputs.group()), against, config.sieve());
    FileAsk.Result result;
    try (FileAsk ask = new FileAsk(config.sieve(), pages)) {
      result = new Interruption(ask::close, console).during(() -> ask.ask(console::line));
    }
    if (json.wanted()) {
      result(new Asked(result.corpus(), result.pages(), result.damages().count()));
    }
    note(
        "%s, compared with a corpus of %,d",
        Figures.count(result.pages(), "page"), result.corpus());
    InputReport.tellSkipped(result.skipped(), console);
    return InputReport.tell(result.damages(), console, "", false);
  }
}
