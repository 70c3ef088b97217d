package dev.crawlsieve.tool.cli;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.tool.inspect.PageLines;
import dev.crawlsieve.tool.terminal.Damaged;
import dev.crawlsieve.tool.terminal.InputOptions;
import dev.crawlsieve.tool.terminal.Skipped;
import picocli.CommandLine.Mixin;

/** A command that prints a line for each page of the inputs. */
abstract class ShownPages extends ResultCommand {

  @Mixin private InputOptions inputs;

  private record Counts(long pages, long bad, long damaged) {}

  final int show(PageLines.Show what) {
    SieveConfig config = settings.config();
    config.page().requireEvents();
    PageLines.Shown pages =
        new PageLines(config)
            .show(
                what,
                inputs.group(),
                console::line,
                (origin, reason) -> note("%s: %s", origin, reason));
    if (json.wanted()) {
      result(new Counts(pages.pages(), pages.bad(), pages.damages().count()));
    }
    note("%,d pages, %,d of them bad and left out", pages.pages(), pages.bad());
    new Skipped(pages.skipped()).tell(console);
    int exitCode = new Damaged(pages.damages()).tell(console, "", false);
    return Damaged.tellEmpty(pages.empty(), console, exitCode);
  }
}
