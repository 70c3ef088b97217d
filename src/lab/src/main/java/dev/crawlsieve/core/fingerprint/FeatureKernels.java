package dev.crawlsieve.core.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.ShingleSettings;
import dev.crawlsieve.core.text.Utf8Text;
import dev.crawlsieve.lab.jmh.Samples;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The stages from text to features; one text, or 1,024 shingles, an operation. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FeatureKernels {

  private static final int SHINGLES = 1_024;

  private final Tokenizer tokenizer = new Tokenizer();
  private final Elements elements = new Elements();
  private final Shingler shingler = new Shingler(ShingleSettings.WIDTH, HashKeys.PUBLIC, elements);
  private final ContentHasher hasher = new ContentHasher();
  private final long[] hashes = new long[HashSink.BLOCK];
  private String[] texts;
  private int next;
  private long sum;

  /** Reads the texts. */
  @Setup
  public void texts() {
    texts = Samples.text();
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = TokenHash.mix(i);
    }
  }

  private String next() {
    next = next + 1 == texts.length ? 0 : next + 1;
    return texts[next];
  }

  /** Tokens, shingles, SimHash and sketch. */
  @Benchmark
  public long features() {
    elements.reset();
    String text = next();
    int tokens = tokenizer.tokenize(Utf8Text.of(text), shingler);
    int shingles = shingler.finish();
    return tokens + shingles + elements.simhash().value() + elements.sketch().value()[0];
  }

  /** Tokens and their hashes alone. */
  @Benchmark
  public long tokens() {
    String text = next();
    HashSink last = (block, count) -> sum += block[count - 1];
    return tokenizer.tokenize(Utf8Text.of(text), last) + sum;
  }

  /** Content hash alone. */
  @Benchmark
  public ContentHash contentHash() {
    return hasher.ofText(next().getBytes(UTF_8));
  }

  /** 1,024 shingles into a SimHash. */
  @Benchmark
  public long simhash1024() {
    elements.simhash().reset();
    elements.simhash().addAll(hashes, SHINGLES);
    return elements.simhash().value();
  }

  /** 1,024 shingles into a sketch. */
  @Benchmark
  public short[] sketch1024() {
    elements.sketch().reset();
    elements.sketch().addAll(hashes, SHINGLES);
    return elements.sketch().value();
  }
}
