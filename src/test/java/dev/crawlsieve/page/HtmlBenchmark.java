package dev.crawlsieve.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.config.SieveConfig;
import dev.crawlsieve.config.TextSettings;
import dev.crawlsieve.config.TextSettings.HtmlParser;
import dev.crawlsieve.fingerprint.Coordinates;
import dev.crawlsieve.fingerprint.Fingerprinter;
import dev.crawlsieve.html.AttributeName;
import dev.crawlsieve.html.ElementName;
import dev.crawlsieve.html.HtmlAttributes;
import dev.crawlsieve.html.HtmlScanner;
import dev.crawlsieve.html.HtmlSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jsoup.parser.Parser;
import org.openjdk.jmh.annotations.AuxCounters;
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
 * The way from the bytes of HTML to a fingerprint by either parser, and jsoup's parse alone beside
 * it, in megabytes a second on one thread; {@code -Dcrawlsieve.extraction.samples=FOLDER} names the
 * pages, all {@code .html} files below it, taken as UTF-8.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class HtmlBenchmark {

  private static final String TYPE = "text/html; charset=utf-8";

  /** Counts what was worked through. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Work {
    /** Megabytes of pages. */
    public double megabytes;
  }

  private final HtmlScanner scanner = new HtmlScanner();
  private final HtmlReader fastReader = new FastHtmlReader(TextSettings.MAIN);
  private final TextExtractor fast = extractor(HtmlParser.FAST);
  private final TextExtractor jsoup = extractor(HtmlParser.JSOUP);
  private final Fingerprinter fingerprinter =
      new Fingerprinter(SieveConfig.of(Map.of()).shingles(), 0);
  private List<byte[]> pages;
  private List<String> decoded;
  private double megabytes;

  private static TextExtractor extractor(HtmlParser parser) {
    return TextExtractor.of(new TextSettings(true, false, false, parser));
  }

  @Setup
  public void read() throws IOException {
    try (Stream<Path> files =
        Files.walk(Path.of(System.getProperty("crawlsieve.extraction.samples")))) {
      pages =
          files
              .filter(file -> file.toString().endsWith(".html"))
              .sorted()
              .map(HtmlBenchmark::read)
              .toList();
    }
    decoded = pages.stream().map(page -> new String(page, UTF_8)).toList();
    megabytes = pages.stream().mapToInt(page -> page.length).sum() / 1e6;
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** jsoup's tree alone, of characters that are decoded already. */
  @Benchmark
  public void jsoupParse(Blackhole blackhole, Work work) {
    for (String page : decoded) {
      blackhole.consume(Parser.htmlParser().parseInput(page, ""));
    }
    work.megabytes += megabytes;
  }

  /** Tags and text told to a sink that does nothing with them. */
  @Benchmark
  public void scan(Blackhole blackhole, Work work) {
    for (byte[] page : pages) {
      blackhole.consume(scanner.scan(page, 0, page.length, new Deaf()));
    }
    work.megabytes += megabytes;
  }

  /** As far as the outline of blocks. */
  @Benchmark
  public void fastOutline(Blackhole blackhole, Work work) {
    for (byte[] page : pages) {
      blackhole.consume(fastReader.read(Markup.of(page, 0, UTF_8)));
    }
    work.megabytes += megabytes;
  }

  /** As far as the main text. */
  @Benchmark
  public void fastText(Blackhole blackhole, Work work) {
    for (byte[] page : pages) {
      blackhole.consume(fast.extract(page(page)));
    }
    work.megabytes += megabytes;
  }

  @Benchmark
  public void fastFingerprint(Blackhole blackhole, Work work) {
    fingerprint(fast, blackhole, work);
  }

  @Benchmark
  public void jsoupFingerprint(Blackhole blackhole, Work work) {
    fingerprint(jsoup, blackhole, work);
  }

  private void fingerprint(TextExtractor extractor, Blackhole blackhole, Work work) {
    for (byte[] body : pages) {
      Page page = page(body);
      blackhole.consume(
          fingerprinter.fingerprint(
              page, extractor.extract(page), page.url(), new Coordinates(0, 0), 0));
    }
    work.megabytes += megabytes;
  }

  private static Page page(byte[] body) {
    return new Page("https://example.org/", TYPE, "", null, body);
  }

  private static final class Deaf implements HtmlSink {

    @Override
    public Reading open(ElementName name, HtmlAttributes attributes) {
      return attributes.has(AttributeName.CLASS) ? Reading.ENCLOSING : Reading.TRANSPARENT;
    }

    @Override
    public void close() {}

    @Override
    public void text(byte[] utf8, int from, int to) {}

    @Override
    public boolean moveInto(int elementsIn, int elementsInBlock) {
      return true;
    }

    @Override
    public boolean merge(ElementName name, HtmlAttributes attributes) {
      return true;
    }

    @Override
    public void title(String text, boolean inHead) {}
  }
}
