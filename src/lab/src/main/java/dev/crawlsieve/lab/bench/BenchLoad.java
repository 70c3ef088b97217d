package dev.crawlsieve.lab.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.extract.TextExtractor;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.files.input.InputException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.lab.bench.result.BenchSettings;
import dev.crawlsieve.measure.eval.PageFeatureReader;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The pages that benchmarks sieve: real ones, and as many more as needed, generated from them. */
public final class BenchLoad {

  /** Limit on the real pages, which are kept in memory, in characters. */
  private static final long MOST_CHARS = 256L << 20;

  private static final int LEAST_SOURCES = 10;
  private static final int CHUNK = 256;

  private final SieveConfig config;
  private final CrawlGenerator pages;
  private final int sources;
  private final long sourceBytes;

  private BenchLoad(SieveConfig config, CrawlGenerator pages, List<SourcePage> sources) {
    this.config = config;
    this.pages = pages;
    this.sources = sources.size();
    this.sourceBytes = sources.stream().mapToLong(page -> page.html().length()).sum();
  }

  /**
   * Reads the real pages.
   *
   * @throws SieveException if an input is missing, or has too few HTML pages
   */
  static BenchLoad of(SieveConfig config, List<InputGroup> inputs, BenchSettings settings) {
    return of(config, inputs, settings.seed(), settings.nearShare());
  }

  /**
   * Reads the real pages.
   *
   * @param seed determines all choices
   * @param nearShare share of near-copies among the generated pages, in [0, 1)
   * @throws SieveException if an input is missing, or has too few HTML pages
   */
  public static BenchLoad of(
      SieveConfig config, List<InputGroup> inputs, long seed, double nearShare) {
    List<SourcePage> sources = sources(config, inputs, MOST_CHARS);
    if (sources.size() < LEAST_SOURCES) {
      throw new SieveException(
          "there are "
              + sources.size()
              + " HTML pages in the input, but this needs "
              + LEAST_SOURCES
              + " or more to make others from them");
    }
    return new BenchLoad(config, new CrawlGenerator(sources, seed, nearShare), sources);
  }

  /**
   * Reads HTML pages of all inputs in turn until there are enough.
   *
   * @param most length of their markup altogether, in characters
   * @throws SieveException if an input is missing, or has no HTML pages
   */
  public static List<SourcePage> sources(SieveConfig config, List<InputGroup> inputs, long most) {
    List<SourcePage> sources = new ArrayList<>();
    PageFeatureReader reader = new PageFeatureReader(config);
    long chars = 0;
    try (PagesInTurn feed = PagesInTurn.open(inputs, config)) {
      for (InputPage next = feed.next(); next != null && chars < most; next = feed.next()) {
        Optional<SourcePage> source = source(reader, next);
        if (source.isPresent()) {
          sources.add(source.get());
          chars += source.get().html().length();
        }
      }
    } catch (InputException e) {
      throw new SieveException(e.getMessage(), e);
    }
    if (sources.isEmpty()) {
      throw new SieveException("there is no HTML page in the input");
    }
    return sources;
  }

  /**
   * A page as a JSON page event with its HTML; always the same for the same number.
   *
   * @param number 0 or more; the real pages come first
   */
  public byte[] html(int number) {
    return event(number, BenchSettings.Kind.HTML);
  }

  private static Optional<SourcePage> source(PageFeatureReader reader, InputPage next) {
    try {
      Page page = reader.page(next);
      reader.steps().normalized(page.url());
      return TextExtractor.markup(page).map(html -> new SourcePage(page.url(), html));
    } catch (BadPageException e) {
      // Not a page in the stream either.
      return Optional.empty();
    }
  }

  /** Number of real pages. */
  int sources() {
    return sources;
  }

  /** Mean size of the real pages' markup, approximately in bytes. */
  long meanBytes() {
    return sourceBytes / sources;
  }

  /**
   * Writes pages as JSON lines of page events.
   *
   * @param from number of the first
   * @param to number after the last
   * @param progress called from time to time with the number written; may throw to stop the work
   */
  void write(Path file, BenchSettings.Kind kind, int from, int to, Consumer<Integer> progress) {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      for (int chunk = from; chunk < to; chunk += CHUNK) {
        List<byte[]> events = events(kind, chunk, Math.min(to, chunk + CHUNK));
        for (byte[] event : events) {
          out.write(event);
          out.write('\n');
        }
        progress.accept(chunk - from + events.size());
      }
    } catch (IOException e) {
      throw new SieveException("the pages to sieve cannot be written to " + file + ": " + e, e);
    }
  }

  /** A range of pages, generated on all cores. */
  List<byte[]> events(BenchSettings.Kind kind, int from, int to) {
    return IntStream.range(from, to).parallel().mapToObj(number -> event(number, kind)).toList();
  }

  private byte[] event(int number, BenchSettings.Kind kind) {
    SourcePage page = pages.page(number);
    ObjectNode event = RecordJson.JSON.createObjectNode();
    event.put("url", page.url());
    event.put("status", 200);
    if (kind == BenchSettings.Kind.HTML) {
      event.put("contentType", "text/html; charset=utf-8");
      event.put("html", page.html());
    } else {
      event.put("contentType", "text/plain; charset=utf-8");
      event.put("text", text(page));
    }
    return event.toString().getBytes(UTF_8);
  }

  private String text(SourcePage page) {
    try {
      Page html = Page.of(page.url(), "text/html; charset=utf-8", "", Body.of(page.html()));
      return new TextExtractor(config.text()).extract(html).text();
    } catch (BadPageException e) {
      throw new SieveException(
          "the page " + page.url() + " cannot be loaded: " + e.getMessage(), e);
    }
  }
}
