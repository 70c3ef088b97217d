package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.stream.feed.InputGroup;
import dev.crawlsieve.stream.feed.SamplePages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The real pages of a benchmark. */
final class BenchInputs {

  @Parameters(
      paramLabel = "INPUT",
      arity = "0..*",
      description =
          "Any input that 'crawlsieve sieve' reads; its HTML pages are used. Default: the"
              + " quickstart's pages.")
  private List<Path> inputs = new ArrayList<>();

  @Option(
      names = "--base-url",
      paramLabel = "URL",
      description = "Prefix for the path of a page that has no URL of its own.")
  private String baseUrl;

  List<InputGroup> groups(Consumer<String> note) {
    return inputs.isEmpty()
        ? new SamplePages(SamplePages.usualCache(System.getenv())).get(note)
        : List.of(new InputGroup(inputs, baseUrl));
  }
}
