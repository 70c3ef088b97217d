package dev.crawlsieve.lab.bench.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.extract.PageReader;
import dev.crawlsieve.core.extract.TextExtractor;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.Fingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.page.UrlNormalizer;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.lab.bench.result.PageClasses;
import java.lang.Character.UnicodeScript;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;

/**
 * Measures pages one by one, from event to fingerprint record and in jsoup's parse, in turns on one
 * thread, and adds up by class. Each page is measured with its body as it came, in base64 or as a
 * JSON string, and with an event made for the other of the two.
 */
final class PageClassBench {

  private static final String BASE64 = "base64";
  private static final String STRING = "JSON string";

  private static final Map<UnicodeScript, String> SCRIPTS =
      Map.ofEntries(
          Map.entry(UnicodeScript.LATIN, "Latin"),
          Map.entry(UnicodeScript.CYRILLIC, "Cyrillic"),
          Map.entry(UnicodeScript.GREEK, "Greek"),
          Map.entry(UnicodeScript.ARABIC, "Arabic"),
          Map.entry(UnicodeScript.HEBREW, "Hebrew"),
          Map.entry(UnicodeScript.DEVANAGARI, "Devanagari"),
          Map.entry(UnicodeScript.THAI, "Thai"),
          Map.entry(UnicodeScript.HAN, "Chinese"),
          Map.entry(UnicodeScript.HIRAGANA, "Japanese"),
          Map.entry(UnicodeScript.KATAKANA, "Japanese"),
          Map.entry(UnicodeScript.HANGUL, "Korean"));

  private final PageReader reader;
  private final UrlNormalizer urls;
  private final TextExtractor extractor;
  private final Fingerprinter fingerprinter;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final List<Sample> samples = new ArrayList<>();

  PageClassBench(FingerprintSettings settings) {
    this.reader = PageReader.of(settings.page());
    this.urls = UrlNormalizer.of(settings.page());
    this.extractor = new TextExtractor(settings.text());
    this.fingerprinter = new Fingerprinter(settings.seed(), settings.hash());
  }

  /** An event, and the nanoseconds that it took. */
  private static final class Event {
    private final String form;
    private final byte @Nullable [] key;
    private final byte[] value;
    private long nanos;
    private long htmlNanos;

    Event(String form, byte @Nullable [] key, byte[] value) {
      this.form = form;
      this.key = key;
      this.value = value;
    }
  }

  private static final class Sample {
    private final Event came;
    private final Event made;
    private final String markup;
    private final long bytes;
    private String charset = "";
    private String text = "";
    private long jsoupNanos;

    Sample(Event came, Event made, String markup, long bytes) {
      this.came = came;
      this.made = made;
      this.markup = markup;
      this.bytes = bytes;
    }
  }

  /**
   * Adds a page of HTML to those that are measured.
   *
   * @param page the input's
   * @return whether it is a page in both forms; if not, it is left out
   */
  boolean add(InputPage input, Page page) {
    boolean string = page.body().isText();
    String markup = TextExtractor.markup(page).orElseThrow();
    byte[] utf8 = markup.getBytes(UTF_8);
    ObjectNode made =
        JsonNodeFactory.instance
            .objectNode()
            .put("url", page.url())
            .put("contentType", "text/html; charset=utf-8");
    if (string) {
      made.put("bodyBase64", utf8);
    } else {
      made.put("html", markup);
    }
    Sample sample =
        new Sample(
            new Event(string ? STRING : BASE64, input.key(), input.value()),
            new Event(string ? BASE64 : STRING, null, made.toString().getBytes(UTF_8)),
            markup,
            string ? utf8.length : page.body().bytes().length);
    PageText text;
    try {
      measure(sample.made);
      text = measure(sample.came);
    } catch (BadPageException e) {
      return false; // for example, longer than a record may be
    }
    sample.charset = charset(text);
    sample.text = script(text.text());
    samples.add(sample);
    return true;
  }

  /**
   * Measures.
   *
   * @param seconds how long, in addition to 3/5 of that for warming up, and to the end of a round
   * @param stopCheck may throw to stop the work
   */
  PageClasses run(double seconds, Runnable stopCheck) {
    warmUp(0.6 * seconds, stopCheck);
    for (Sample sample : samples) {
      sample.jsoupNanos = 0;
      for (Event event : List.of(sample.came, sample.made)) {
        event.nanos = 0;
        event.htmlNanos = 0;
      }
    }
    int rounds = rounds(seconds, stopCheck);
    List<PageClasses.Cost> classes = new ArrayList<>();
    classes.addAll(by("character set", sample -> sample.charset, true));
    classes.addAll(by("body", sample -> sample.came.form, true));
    classes.addAll(by("body", sample -> sample.made.form, false));
    classes.addAll(by("text", sample -> sample.text, true));
    return new PageClasses(rounds, cost("", "all pages", samples, true), classes);
  }

  /** Pages of each class in turn: those of small ones would find code that is not yet compiled. */
  private void warmUp(double seconds, Runnable stopCheck) {
    List<List<Sample>> classes = new ArrayList<>();
    List<Function<Sample, String>> names = List.of(sample -> sample.charset, sample -> sample.text);
    for (Function<Sample, String> name : names) {
      classes.addAll(samples.stream().collect(Collectors.groupingBy(name)).values());
    }
    long end = System.nanoTime() + (long) (seconds * 1e9);
    for (int i = 0; System.nanoTime() < end; i++) {
      for (List<Sample> one : classes) {
        stopCheck.run();
        measure(one.get(i % one.size()), i);
      }
    }
  }

  private int rounds(double seconds, Runnable stopCheck) {
    long end = System.nanoTime() + (long) (seconds * 1e9);
    int rounds = 0;
    do {
      for (int i = 0; i < samples.size(); i++) {
        stopCheck.run();
        measure(samples.get(i), rounds + i);
      }
      rounds++;
    } while (System.nanoTime() < end);
    return rounds;
  }

  private void measure(Sample sample, int turn) {
    boolean jsoupFirst = turn % 2 == 0;
    if (jsoupFirst) {
      jsoup(sample);
    }
    try {
      measure(sample.came);
      measure(sample.made);
    } catch (BadPageException e) {
      throw new IllegalStateException("it was a page before", e);
    }
    if (!jsoupFirst) {
      jsoup(sample);
    }
  }

  private void jsoup(Sample sample) {
    long start = threads.getCurrentThreadCpuTime();
    Parser.htmlParser().parseInput(sample.markup, "");
    sample.jsoupNanos += threads.getCurrentThreadCpuTime() - start;
  }

  private PageText measure(Event event) throws BadPageException {
    long start = threads.getCurrentThreadCpuTime();
    Page page = reader.read(event.key, event.value, name -> null);
    String url = urls.normalize(page.url());
    long read = threads.getCurrentThreadCpuTime();
    PageText text = extractor.extract(page);
    Fingerprint fingerprint = fingerprinter.fingerprint(page, text, url, new Coordinates(0, 1), 1);
    long fingerprinted = threads.getCurrentThreadCpuTime();
    FingerprintCodec.encode(fingerprint);
    event.htmlNanos += fingerprinted - read;
    event.nanos += threads.getCurrentThreadCpuTime() - start;
    return text;
  }

  private List<PageClasses.Cost> by(
      String property, Function<Sample, String> name, boolean asCame) {
    return samples.stream().collect(Collectors.groupingBy(name)).entrySet().stream()
        .map(one -> cost(property, one.getKey(), one.getValue(), asCame))
        .sorted(Comparator.comparingLong(PageClasses.Cost::nanos).reversed())
        .toList();
  }

  private static PageClasses.Cost cost(
      String property, String name, List<Sample> samples, boolean asCame) {
    long bytes = 0;
    long nanos = 0;
    long htmlNanos = 0;
    long jsoupNanos = 0;
    for (Sample sample : samples) {
      Event event = asCame ? sample.came : sample.made;
      bytes += sample.bytes;
      nanos += event.nanos;
      htmlNanos += event.htmlNanos;
      jsoupNanos += sample.jsoupNanos;
    }
    return new PageClasses.Cost(
        property, name, asCame, samples.size(), bytes, nanos, htmlNanos, jsoupNanos);
  }

  private static String charset(PageText text) {
    return switch (text.charset().found()) {
      case MARK, HEADER, MARKUP -> "declared";
      case UTF8 -> "undeclared, is UTF-8";
      case DETECTED, ASSUMED -> "undeclared, another";
      case NONE -> "none: came as characters";
    };
  }

  /** The script of most of its letters. */
  private static String script(String text) {
    if (text.chars().allMatch(c -> c < 0x80)) {
      return "ASCII";
    }
    Map<String, Integer> letters = new HashMap<>();
    text.codePoints()
        .filter(Character::isLetter)
        .forEach(
            c ->
                letters.merge(SCRIPTS.getOrDefault(UnicodeScript.of(c), "other"), 1, Integer::sum));
    return letters.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse("other");
  }
}
