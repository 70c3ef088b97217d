package dev.crawlsieve.tool.terminal;

import dev.crawlsieve.core.input.FileNames;
import dev.crawlsieve.stream.feed.InputGroup;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options for the inputs. */
public final class InputOptions {

  @Parameters(
      paramLabel = "INPUT",
      arity = "1..*",
      description =
          "JSONL of page events, WARC, WET or ARC (each also as .gz or .zst), WACZ, Parquet, an HTML"
              + " file, a zip or jar of HTML or archives, a folder of these, a pattern such as"
              + " 'crawl/*.warc.gz', or - for standard input. Read in the order given.")
  private List<Path> inputs;

  @Option(
      names = "--base-url",
      paramLabel = "URL",
      description =
          "Prefix for the path of a page that has no URL of its own, as in folders and zips."
              + " Default: the file's own URL.")
  private String baseUrl;

  public InputGroup group() {
    return new InputGroup(FileNames.named(inputs), baseUrl);
  }
}
