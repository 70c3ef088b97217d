package dev.crawlsieve.core.text;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Collapses the white space in lines of UTF-8, as {@link WhiteSpace#collapsed} does in a string,
 * but eight bytes at a time: most texts are already in this form and need no change.
 */
public final class Utf8Lines {

  private final byte[] in;
  private final byte[] out;
  private int at;
  private int size;

  /**
   * The separator to be written before the next word; 0 if there is none, or if it has been
   * written.
   */
  private byte separator;

  private boolean unsure;

  private Utf8Lines(byte[] in, int from) {
    this.in = in;
    this.at = from;
    // The output is never longer than the input: a separator replaces at least one character.
    this.out = new byte[in.length - from];
  }

  /**
   * Collapses the white space of {@code utf8} from an offset on.
   *
   * @return null if the UTF-8 is malformed
   */
  public static @Nullable Utf8Text collapsed(byte[] utf8, int from) {
    Utf8Lines lines = new Utf8Lines(utf8, from);
    return lines.read() ? lines.text() : null;
  }

  private boolean read() {
    while (at < in.length) {
      copyPlain();
      takeBack();
      int once = Math.min(in.length, at + Long.BYTES);
      while (at < once) {
        if (!one()) {
          return false;
        }
      }
    }
    takeBack();
    return true;
  }

  /**
   * Copies words separated by single blanks or line feeds, including a trailing one, up to the
   * first eight bytes that contain anything else.
   */
  private void copyPlain() {
    if (size == 0) {
      return; // otherwise the output might begin with a blank
    }
    if (separator != 0 && at < in.length && isSeen(in[at])) {
      out[size++] = separator;
      separator = 0;
    }
    int from = at;
    int to = size;
    long parted = separator != 0 || isBlank(out[to - 1]) ? EightAscii.EACH : 0;
    for (; from + Long.BYTES <= in.length; from += Long.BYTES, to += Long.BYTES) {
      long eight = EightAscii.load(in, from);
      long blanks = EightAscii.equal(eight, ' ') | EightAscii.equal(eight, '\n');
      boolean plain =
          (eight & EightAscii.EACH) == 0
              && (EightAscii.seen(eight) | blanks) == EightAscii.EACH
              && (blanks & (blanks << Byte.SIZE | parted >>> (Long.SIZE - Byte.SIZE))) == 0;
      if (!plain) {
        break;
      }
      EightAscii.store(out, to, eight);
      parted = blanks;
    }
    at = from;
    size = to;
  }

  /**
   * Removes a trailing separator from the output and makes it pending again, since the text may end
   * here.
   */
  private void takeBack() {
    if (size > 0 && isBlank(out[size - 1])) {
      separator = out[--size];
    }
  }

  private boolean one() {
    byte c = in[at];
    if (isSeen(c)) {
      seen(1);
    } else if (c >= 0) {
      part(c == '\n' || c == '\r');
      at++;
    } else {
      return character();
    }
    return true;
  }

  /** Handles a multi-byte character. */
  private boolean character() {
    int length = Utf8Chars.wellFormed(in, at, in.length);
    if (length == 0) {
      return false;
    }
    int c = Utf8Chars.codePoint(in, at);
    if (WhiteSpace.isBlank(c)) {
      part(WhiteSpace.breaksLine(c));
      at += length;
    } else if (WhiteSpace.isInvisible(c)) {
      at += length;
    } else {
      unsure |= NormalForm.mayLack(c);
      seen(length);
    }
    return true;
  }

  private void part(boolean line) {
    if (line) {
      separator = '\n';
    } else if (separator == 0) {
      separator = ' ';
    }
  }

  private void seen(int length) {
    if (separator != 0 && size > 0) {
      out[size++] = separator;
    }
    separator = 0;
    for (int i = 0; i < length; i++) {
      out[size++] = in[at++];
    }
  }

  private static boolean isSeen(byte c) {
    return c > ' ' && c < 0x7f;
  }

  private static boolean isBlank(byte c) {
    return c == ' ' || c == '\n';
  }

  private Utf8Text text() {
    if (unsure) {
      return NormalText.of(out, size);
    }
    return Utf8Text.of(size == out.length ? out : Arrays.copyOf(out, size));
  }
}
