package dev.crawlsieve.page;

import dev.crawlsieve.config.SieveConfig;
import dev.crawlsieve.config.TextSettings;
import dev.crawlsieve.fingerprint.Coordinates;
import dev.crawlsieve.fingerprint.Fingerprinter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jsoup.parser.Parser;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What the main text costs beside parsing; {@code -Dcrawlsieve.extraction.samples=FOLDER} names the
 * pages, all {@code .html} files below it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class MainTextBenchmark {

  private final MainText mainText = new MainText(TextSettings.MAIN);
  private final MainText visibleText = new MainText(TextSettings.VISIBLE);
  private final TextExtractor extractor = TextExtractor.of(TextSettings.MAIN);
  private final Fingerprinter fingerprinter =
      new Fingerprinter(SieveConfig.of(Map.of()).shingles(), 0);
  private List<String> pages;

  @Setup
  public void read() throws IOException {
    try (Stream<Path> files =
        Files.walk(Path.of(System.getProperty("crawlsieve.extraction.samples")))) {
      pages =
          files
              .filter(file -> file.toString().endsWith(".html"))
              .sorted()
              .map(MainTextBenchmark::read)
              .toList();
    }
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Benchmark
  public void parse(Blackhole sink) {
    for (String page : pages) {
      sink.consume(Parser.htmlParser().parseInput(page, ""));
    }
  }

  @Benchmark
  public void parseAndMainText(Blackhole sink) {
    for (String page : pages) {
      sink.consume(mainText.extract(Parser.htmlParser().parseInput(page, "")));
    }
  }

  @Benchmark
  public void parseAndVisibleText(Blackhole sink) {
    for (String page : pages) {
      sink.consume(visibleText.extract(Parser.htmlParser().parseInput(page, "")));
    }
  }

  /** The whole way from markup to fingerprint. */
  @Benchmark
  public void parseMainTextAndFingerprint(Blackhole sink) {
    for (String page : pages) {
      Page read = new Page("https://example.org/", "text/html", "", page, null);
      sink.consume(
          fingerprinter.fingerprint(
              read, extractor.extract(read), read.url(), new Coordinates(0, 0), 0));
    }
  }
}
