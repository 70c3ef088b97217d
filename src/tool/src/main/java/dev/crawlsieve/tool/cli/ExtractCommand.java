package dev.crawlsieve.tool.cli;

import dev.crawlsieve.tool.inspect.PageLines;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints the text of pages as the sieve compares it; needs no broker. */
@Command(
    name = "extract",
    description =
        "Print each page's title and text as they are compared, one JSON object per line.")
final class ExtractCommand extends ShownPages {

  @Option(
      names = "--blocks",
      description = "For HTML, also show every block: whether it was kept, and by which rule.")
  private boolean blocks;

  @Override
  public Integer call() {
    return show(blocks ? PageLines.Show.BLOCKS : PageLines.Show.TEXT);
  }
}
