package dev.crawlsieve.lab.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.crawlsieve.core.config.FingerprintSeed;
import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.extract.PageReader;
import dev.crawlsieve.core.extract.TextExtractor;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.Fingerprinter;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageCharset;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.page.UrlNormalizer;
import dev.crawlsieve.stream.config.SieveConfig;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jsoup.nodes.Document;
import org.jsoup.parser.Parser;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The way from a page event to a fingerprint record, and its stages; one page per operation. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PageKernels {

  private static final String URL = "http://www.Example.org:80/a/./b.html?utm_source=x&id=%7e7#top";

  private final SieveConfig config = SieveConfig.of(Map.of());
  private final PageReader reader = PageReader.of(config.page());
  private final UrlNormalizer urls = UrlNormalizer.of(config.page());
  private final TextExtractor main = new TextExtractor(TextSettings.MAIN);
  private final TextExtractor visible = new TextExtractor(TextSettings.VISIBLE);
  private final Fingerprinter fingerprinter = new Fingerprinter(FingerprintSeed.NONE, 0);
  private byte[][] events;
  private byte[][] textEvents;
  private Page[] pages;
  private Page[] bodies;
  private Page[] textPages;
  private Fingerprint[] fingerprints;
  private byte[][] records;
  private int next;

  /** Reads the pages. */
  @Setup
  public void pages() throws BadPageException {
    String[] html = Samples.html();
    String[] texts = Samples.text();
    events = new byte[html.length][];
    textEvents = new byte[html.length][];
    pages = new Page[html.length];
    bodies = new Page[html.length];
    textPages = new Page[html.length];
    fingerprints = new Fingerprint[html.length];
    records = new byte[html.length][];
    for (int i = 0; i < html.length; i++) {
      events[i] = event("text/html; charset=utf-8", "html", html[i]);
      textEvents[i] = event("text/plain", "text", texts[i]);
      pages[i] = Page.of(URL, "text/html; charset=utf-8", "", Body.of(html[i]));
      bodies[i] =
          Page.of(URL, "text/html; charset=utf-8", "", new Body(html[i].getBytes(UTF_8), false));
      textPages[i] = Page.of(URL, "text/plain", "", Body.of(texts[i]));
      fingerprints[i] = fingerprint(textPages[i], textOf(texts[i]), URL);
      records[i] = FingerprintCodec.encode(fingerprints[i]);
    }
  }

  private static byte[] event(String type, String field, String body) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("url", URL)
        .put("contentType", type)
        .put(field, body)
        .toString()
        .getBytes(UTF_8);
  }

  private int next() {
    next = next + 1 == pages.length ? 0 : next + 1;
    return next;
  }

  private static PageText textOf(String text) {
    return new PageText("", text, "en", PageCharset.NONE, false);
  }

  private Fingerprint fingerprint(Page page, PageText text, String url) {
    return fingerprinter.fingerprint(page, text, url, new Coordinates(0, 1), 2);
  }

  /** The whole way: event, page, main text, normalised URL, fingerprint, record. */
  @Benchmark
  public byte[] eventToRecord() throws BadPageException {
    return record(events[next()]);
  }

  /** The whole way of a page that is text. */
  @Benchmark
  public byte[] textEventToRecord() throws BadPageException {
    return record(textEvents[next()]);
  }

  private byte[] record(byte[] event) throws BadPageException {
    Page page = reader.read(null, event, name -> null);
    return FingerprintCodec.encode(
        fingerprint(page, main.extract(page), urls.normalize(page.url())));
  }

  /** A page event read. */
  @Benchmark
  public Page event() throws BadPageException {
    return reader.read(null, events[next()], name -> null);
  }

  /** Main text of HTML. */
  @Benchmark
  public PageText mainText() throws BadPageException {
    return main.extract(pages[next()]);
  }

  /** The bytes of HTML to a fingerprint. */
  @Benchmark
  public Fingerprint htmlToFingerprint() throws BadPageException {
    Page page = bodies[next()];
    return fingerprint(page, main.extract(page), URL);
  }

  /** All visible text of HTML. */
  @Benchmark
  public PageText visibleText() throws BadPageException {
    return visible.extract(pages[next()]);
  }

  /** What the extraction is measured against: jsoup's document alone. */
  @Benchmark
  public Document jsoupParse() {
    return Parser.htmlParser().parseInput(new String(pages[next()].body().bytes(), UTF_8), "");
  }

  /** Text to fingerprint. */
  @Benchmark
  public Fingerprint fingerprint() {
    Page page = textPages[next()];
    return fingerprint(page, textOf(new String(page.body().bytes(), UTF_8)), URL);
  }

  /** A URL normalised. */
  @Benchmark
  public String url() throws BadPageException {
    return urls.normalize(URL);
  }

  /** A fingerprint written. */
  @Benchmark
  public byte[] encode() {
    return FingerprintCodec.encode(fingerprints[next()]);
  }

  /** A fingerprint read. */
  @Benchmark
  public Fingerprint decode() throws UnreadableFingerprintException {
    return FingerprintCodec.decode(records[next()]);
  }
}
