package dev.crawlsieve.tool.cli;

import dev.crawlsieve.tool.inspect.PageLines;
import picocli.CommandLine.Command;

/** Prints the fingerprints of pages; needs no broker. */
@Command(
    name = "fingerprint",
    description =
        "Print each page's fingerprint, the features that detectors compare, one JSON object per"
            + " line.")
final class FingerprintCommand extends ShownPages {

  @Override
  public Integer call() {
    return show(PageLines.Show.FINGERPRINT);
  }
}
