package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.ZstdInputStream;
import dev.crawlsieve.core.encoding.BoundedRead;
import dev.crawlsieve.core.encoding.GzipBody;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.brotli.dec.BrotliInputStream;

/**
 * Decodes an HTTP body's content encodings (RFC 9110, section 8.4.1): at most {@link #MOST} of
 * them, whose outputs together have at most {@link #MOST_TOTAL} times the size of the largest body.
 * A body that is not encoded as its header says is left unchanged.
 *
 * <p>Uses the decoders of the JDK, zstd-jni and Brotli directly: in jwarc 0.36.0 the zstd stream
 * never ends, deflate does not support the zlib header, and gzip does not verify checksums.
 */
final class ContentEncoding {

  /** A zstd body may require a window of 8 MB (RFC 9659). */
  private static final int ZSTD_WINDOW_LOG = 23;

  /** The same limit as in curl; responses have one encoding, rarely two. */
  private static final int MOST = 5;

  /** The output of an inner encoding is hardly ever longer than the content. */
  private static final int MOST_TOTAL = 2;

  /**
   * A shorter body is not taken for text: a compressed stream of a few bytes may look like text.
   */
  private static final int LEAST_TEXT_BYTES = 16;

  /**
   * Bytes examined to see whether a body is text; hardly any compressed stream has that many bytes
   * without a control character.
   */
  private static final int TEXT_BYTES = 512;

  private static final byte[] ZSTD = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
  private static final byte[] COMPRESS = {0x1f, (byte) 0x9d};

  private ContentEncoding() {}

  /**
   * Removes the encodings from a body.
   *
   * @param encodings their names in lower case, in the order applied
   * @param maxBytes largest content accepted, in bytes
   * @param cut whether the body is known to be truncated: it is decoded as far as it goes
   * @return the content; longer than the limit by one byte if it is too large
   * @throws IOException if an encoding is unknown, the body is truncated or malformed, or there are
   *     too many encodings or too many bytes in all of them together
   */
  static byte[] undo(List<String> encodings, byte[] body, int maxBytes, boolean cut)
      throws IOException {
    if (encodings.size() > MOST) {
      throw new IOException(
          "it has " + encodings.size() + " content encodings, must be at most " + MOST);
    }
    byte[] content = body;
    long total = 0;
    for (int i = encodings.size() - 1; i >= 0 && content.length > 0; i--) {
      byte[] encoded = content;
      content = undo(encodings.get(i), encoded, maxBytes, cut);
      total += content == encoded ? 0 : content.length;
      if (content != encoded && content.length > maxBytes) {
        return content;
      }
      if (total > MOST_TOTAL * (long) maxBytes) {
        throw new IOException(
            "its content encodings together decode to more than %s times %s bytes (page.max.bytes)"
                .formatted(MOST_TOTAL, maxBytes));
      }
    }
    return content;
  }

  /**
   * Removes one encoding from a body.
   *
   * @param encoding its name in lower case
   * @param body not empty
   * @return the content; longer than the limit by one byte if it is too large
   * @throws IOException if the encoding is unknown, or the body is truncated or malformed
   */
  private static byte[] undo(String encoding, byte[] body, int maxBytes, boolean cut)
      throws IOException {
    try {
      return switch (encoding) {
        case "gzip", "x-gzip" ->
            GzipBody.is(body) ? read(GzipBody.open(body), maxBytes, cut) : body;
        case "zstd" ->
            begins(body, ZSTD)
                ? read(new ZstdInputStream(in(body)).setLongMax(ZSTD_WINDOW_LOG), maxBytes, cut)
                : body;
        case "compress", "x-compress" -> begins(body, COMPRESS) ? refuse(encoding) : body;
        case "identity", "none", "utf-8" -> body;
        case "deflate" -> isText(body, LEAST_TEXT_BYTES) ? body : inflate(body, maxBytes, cut);
        case "br" ->
            isText(body, LEAST_TEXT_BYTES)
                ? body
                : read(new BrotliInputStream(in(body)), maxBytes, cut);
        default -> isText(body, LEAST_TEXT_BYTES) ? body : refuse(encoding);
      };
    } catch (EOFException e) {
      throw new IOException(
          "the body is truncated: its encoding '" + encoding + "' has not ended", e);
    }
  }

  private static byte[] refuse(String encoding) throws IOException {
    throw new IOException("content encoding '" + encoding + "' is unknown");
  }

  private static boolean begins(byte[] body, byte[] magic) {
    return body.length >= magic.length
        && Arrays.equals(body, 0, magic.length, magic, 0, magic.length);
  }

  /**
   * Whether a body is plain text rather than encoded. This is for encodings without a magic number.
   * The first bytes must hold no control character, and must be UTF-8 or begin with a tag.
   */
  static boolean isText(byte[] body, int least) {
    int length = Math.min(body.length, TEXT_BYTES);
    for (int i = 0; i < length; i++) {
      if (body[i] == 0x7f || (body[i] >= 0 && body[i] < ' ' && "\t\n\f\r".indexOf(body[i]) < 0)) {
        return false;
      }
    }
    return length >= least
        && (new String(body, 0, length, ISO_8859_1).stripLeading().startsWith("<")
            || isUtf8(ByteBuffer.wrap(body, 0, length), length == body.length));
  }

  private static boolean isUtf8(ByteBuffer text, boolean whole) {
    CharBuffer out = CharBuffer.allocate(text.remaining());
    return !UTF_8.newDecoder().decode(text, out, whole).isError();
  }

  /** Deflate: the standard requires a zlib wrapper (RFC 1950), which many servers omit. */
  private static byte[] inflate(byte[] body, int maxBytes, boolean cut) throws IOException {
    if (!isZlib(body)) {
      return inflate(body, true, maxBytes, cut);
    }
    try {
      return inflate(body, false, maxBytes, cut);
    } catch (IOException wrapped) {
      try {
        // A raw stream may begin like a zlib header.
        return inflate(body, true, maxBytes, cut);
      } catch (IOException raw) {
        wrapped.addSuppressed(raw);
        throw wrapped;
      }
    }
  }

  private static byte[] inflate(byte[] body, boolean raw, int maxBytes, boolean cut)
      throws IOException {
    Inflater inflater = new Inflater(raw);
    try {
      byte[] content = read(new InflaterInputStream(in(body), inflater), maxBytes, cut);
      if (inflater.needsDictionary()) {
        throw new IOException("the deflate stream needs a dictionary");
      }
      return content;
    } finally {
      inflater.end();
    }
  }

  private static byte[] read(InputStream decoder, int maxBytes, boolean cut) throws IOException {
    try (AsFarAsItGoes in = new AsFarAsItGoes(decoder, cut)) {
      return BoundedRead.read(in, maxBytes);
    }
  }

  /** A decoder's output; of a body that is known to be cut, what comes before the decoder fails. */
  private static final class AsFarAsItGoes extends FilterInputStream {

    private final boolean cut;
    private boolean begun;

    AsFarAsItGoes(InputStream decoder, boolean cut) {
      super(decoder);
      this.cut = cut;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      try {
        int n = super.read(target, from, length);
        begun |= n > 0;
        return n;
      } catch (IOException e) {
        if (cut && begun) {
          return -1;
        }
        throw e;
      }
    }
  }

  private static InputStream in(byte[] body) {
    return new ByteArrayInputStream(body);
  }

  private static boolean isZlib(byte[] body) {
    return body.length > 1
        && (body[0] & 0x8f) == 0x08
        && (((body[0] & 0xff) << 8) | (body[1] & 0xff)) % 31 == 0;
  }
}
