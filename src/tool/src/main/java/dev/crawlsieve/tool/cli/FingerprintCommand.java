package dev.crawlsieve.tool.cli;

import dev.crawlsieve.tool.inspect.PageLines;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Version;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints the fingerprints of pages; needs no broker. */
@Command(
    name = "fingerprint",
    description =
        "Print each page's fingerprint, the features that detectors compare, one JSON object per"
            + " line.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class FingerprintCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private ShownPages pages;

  FingerprintCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    return pages.show(PageLines.Show.FINGERPRINT, console);
  }
}
