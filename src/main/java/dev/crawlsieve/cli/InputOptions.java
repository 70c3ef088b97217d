package dev.crawlsieve.cli;

import dev.crawlsieve.app.InputGroup;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is read. */
final class InputOptions {

  @Parameters(
      paramLabel = "INPUT",
      arity = "1..*",
      description =
          "JSONL of page events (also .gz, .zst), a folder of HTML, a zip or jar, WARC or WET (also"
              + " .gz). Read in this order.")
  private List<Path> inputs;

  @Option(
      names = "--base-url",
      paramLabel = "URL",
      description =
          "Put before the path of a page that has no URL of its own, as in folders and zips."
              + " Default: the file's own URL.")
  private String baseUrl;

  InputGroup group() {
    return new InputGroup(inputs, baseUrl);
  }
}
