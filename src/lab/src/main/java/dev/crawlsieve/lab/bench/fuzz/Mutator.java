package dev.crawlsieve.lab.bench.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Damages bytes in the ways in which files are damaged, or made by someone who means harm. */
public final class Mutator {

  private static final int MOST_CHANGES = 6;
  private static final int MOST_REPEATED_BYTES = 64 * 1024;

  private final List<byte[]> tokens;

  /**
   * @param tokens what means something to the reader, such as keywords and magic numbers
   */
  public Mutator(List<byte[]> tokens) {
    this.tokens = List.copyOf(tokens);
  }

  /** A copy with one to six changes. */
  public byte[] mutate(byte[] sound, SplittableRandom random) {
    byte[] changed = sound.clone();
    for (int changes = 1 + random.nextInt(MOST_CHANGES); changes > 0; changes--) {
      changed = change(changed, random);
    }
    return changed;
  }

  private byte[] change(byte[] bytes, SplittableRandom random) {
    int at = random.nextInt(bytes.length + 1);
    int to = at + random.nextInt(Math.min(bytes.length - at, 1 + random.nextInt(1000)) + 1);
    byte[] token = tokens.get(random.nextInt(tokens.size()));
    return switch (random.nextInt(8)) {
      case 0 -> replaced(bytes, at, Math.min(bytes.length, at + 1), noise(1, random));
      case 1 -> flipped(bytes, at, random);
      case 2 -> replaced(bytes, at, to, new byte[0]);
      case 3 -> Arrays.copyOf(bytes, at);
      case 4 -> replaced(bytes, at, at, token);
      case 5 -> replaced(bytes, at, Math.min(bytes.length, at + token.length), token);
      case 6 -> replaced(bytes, at, to, noise(to - at, random));
      default -> repeated(bytes, at, random.nextBoolean() ? to : at, token, random);
    };
  }

  private static byte[] flipped(byte[] bytes, int at, SplittableRandom random) {
    byte[] changed = bytes.clone();
    if (at < bytes.length) {
      changed[at] ^= (byte) (1 << random.nextInt(8));
    }
    return changed;
  }

  /** A stretch, or a token if the stretch is empty, many times. */
  private static byte[] repeated(
      byte[] bytes, int from, int to, byte[] token, SplittableRandom random) {
    byte[] part = from == to ? token : Arrays.copyOfRange(bytes, from, to);
    int times = random.nextInt(1 + MOST_REPEATED_BYTES / Math.max(1, part.length));
    ByteArrayOutputStream all = new ByteArrayOutputStream(part.length * times);
    for (int i = 0; i < times; i++) {
      all.writeBytes(part);
    }
    return replaced(bytes, to, to, all.toByteArray());
  }

  private static byte[] noise(int length, SplittableRandom random) {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }

  private static byte[] replaced(byte[] bytes, int from, int to, byte[] by) {
    byte[] changed = new byte[bytes.length - (to - from) + by.length];
    System.arraycopy(bytes, 0, changed, 0, from);
    System.arraycopy(by, 0, changed, from, by.length);
    System.arraycopy(bytes, to, changed, from + by.length, bytes.length - to);
    return changed;
  }
}
