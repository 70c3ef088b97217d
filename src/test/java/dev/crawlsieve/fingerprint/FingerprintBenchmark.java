package dev.crawlsieve.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.page.Page;
import dev.crawlsieve.page.PageText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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

/**
 * Text to fingerprint, and its stages, in megabytes of UTF-8 text per second on one thread.
 *
 * <p>On generated text, or with {@code -Dcrawlsieve.text=FOLDER} on all files of a folder.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FingerprintBenchmark {

  /** Counts what was worked through. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Work {
    /** Megabytes of text. */
    public double megabytes;
  }

  private final Fingerprinter fingerprinter = new Fingerprinter(TestSettings.DEFAULT, 0);
  private final Tokenizer tokenizer = Tokenizer.of(TestSettings.DEFAULT);
  private final Elements elements = new Elements(TestSettings.DEFAULT);
  private final Shingler shingler = new Shingler(TestSettings.DEFAULT.width(), elements);
  private final Tokenizer characters = Tokenizer.of(TestSettings.characters(true, false, true));
  private final Shingler characterShingler = new Shingler(25, elements);
  private final ContentHasher hasher = new ContentHasher();
  private final long[] hashes = new long[HashSink.BLOCK];
  private String[] texts;
  private double[] sizes;
  private int next;
  private long sum;

  /** Reads or makes the texts. */
  @Setup
  public void texts() throws IOException {
    String folder = System.getProperty("crawlsieve.text");
    texts = folder == null ? new GeneratedText(1).pages(2000) : read(Path.of(folder));
    sizes = new double[texts.length];
    for (int i = 0; i < texts.length; i++) {
      sizes[i] = texts[i].getBytes(UTF_8).length / 1e6;
    }
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = TokenHash.mix(i);
    }
  }

  private static String[] read(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> paths = files.filter(Files::isRegularFile).sorted().toList();
      return paths.stream().map(FingerprintBenchmark::readString).toArray(String[]::new);
    }
  }

  private static String readString(Path file) {
    try {
      return new String(Files.readAllBytes(file), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String next(Work work) {
    next = next + 1 == texts.length ? 0 : next + 1;
    work.megabytes += sizes[next];
    return texts[next];
  }

  /** Everything, as the stream does it; the body is the text. */
  @Benchmark
  public Fingerprint fingerprint(Work work) {
    String text = next(work);
    Page page = new Page("http://example.org/a/page.html", "text/plain", "", text, null);
    return fingerprinter.fingerprint(
        page, new PageText("", text, "en", false, false), page.url(), new Coordinates(0, 1), 2);
  }

  /** Tokens, shingles, SimHash and sketch. */
  @Benchmark
  public long features(Work work) {
    elements.reset();
    int tokens = tokenizer.tokenize(next(work), shingler);
    int shingles = shingler.finish();
    return tokens + shingles + elements.simhash().value() + elements.sketch().value()[0];
  }

  /** Shingles of 25 characters, SimHash and sketch. */
  @Benchmark
  public long characterFeatures(Work work) {
    elements.reset();
    int tokens = characters.tokenize(next(work), characterShingler);
    int shingles = characterShingler.finish();
    return tokens + shingles + elements.simhash().value() + elements.sketch().value()[0];
  }

  /** Tokens and their hashes alone. */
  @Benchmark
  public long tokens(Work work) {
    return tokenizer.tokenize(next(work), (block, count) -> sum += block[count - 1]) + sum;
  }

  /** Content hash alone. */
  @Benchmark
  public ContentHash contentHash(Work work) {
    return hasher.ofText(next(work));
  }

  /** A thousand shingles into a SimHash: times 1,024 for shingles per second. */
  @Benchmark
  public long simhash1024() {
    elements.simhash().reset();
    elements.simhash().addAll(hashes, hashes.length);
    return elements.simhash().value();
  }

  /** A thousand shingles into a sketch: times 1,024 for shingles per second. */
  @Benchmark
  public short[] sketch1024() {
    elements.sketch().reset();
    elements.sketch().addAll(hashes, hashes.length);
    return elements.sketch().value();
  }

  /** Forty shingles into a sketch, which needs several rounds. */
  @Benchmark
  public short[] sketch40() {
    elements.sketch().reset();
    elements.sketch().addAll(hashes, 40);
    return elements.sketch().value();
  }
}
