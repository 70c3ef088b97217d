package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Undoes the chunked transfer coding (RFC 9112, section 7.1) of a body that is in it.
 *
 * <p>A body that was archived decoded may begin as chunks do: with a year, a code, or a word such
 * as {@code add}. So text without markup must be chunks to its end, as the grammar has them. What
 * else has chunks may break off, go on after the last one, or have bare line feeds.
 */
final class ChunkedBody {

  /** A chunk's size, which old servers pad with blanks, and extensions. */
  private static final Pattern SIZE =
      Pattern.compile("(?=[0-9A-Fa-f])0*+([0-9A-Fa-f]{0,7}+)[ \\t]*+(;.*+)?+", Pattern.DOTALL);

  /** What follows the last chunk: fields, and an empty line. */
  private static final Pattern TRAILER = Pattern.compile("([^\\s:]++:[^\\r\\n]*+\\r\\n)*+\\r\\n");

  /** A longer line holds no chunk's size. */
  private static final int LINE_BYTES = 8 << 10;

  private static final int MALFORMED = -1;
  private static final int CUT = Integer.MAX_VALUE;

  private final byte[] body;
  private final ByteArrayOutputStream content;
  private int at;
  private boolean strict = true; // all lines so far end with CR LF

  private ChunkedBody(byte[] body) {
    this.body = body;
    this.content = new ByteArrayOutputStream(body.length);
  }

  /**
   * The content of the chunks, or the body itself if it is not in chunks.
   *
   * @param cut whether the archive says that the body was cut: it is read as far as it goes
   * @throws IOException if it breaks off within its chunks, and the archive does not say so
   */
  static byte[] undo(byte[] body, boolean cut) throws IOException {
    return new ChunkedBody(body).undo(cut);
  }

  private byte[] undo(boolean cut) throws IOException {
    int length = size();
    int first = at;
    while (length > 0 && length <= body.length - at) {
      content.write(body, at, length);
      at += length;
      length = skipLineEnd() ? size() : MALFORMED;
    }
    boolean broken = length != 0;
    boolean sure = strict && (broken ? cut : isTrailer());
    boolean none = broken ? !strict : content.size() == 0;
    if (length == MALFORMED || (!sure && (none || isPlainText(first)))) {
      return body;
    }
    if (broken && !cut) {
      throw new IOException("chunked body truncated after " + content.size() + " bytes");
    }
    content.write(body, at, broken ? body.length - at : 0);
    return content.toByteArray();
  }

  /** Reads the line with a chunk's size. */
  private int size() {
    int end = at;
    while (end < body.length && body[end] != '\n' && end - at < LINE_BYTES) {
      end++;
    }
    boolean crlf = end > at && body[end - 1] == '\r';
    String line = new String(body, at, end - at - (crlf ? 1 : 0), ISO_8859_1);
    Matcher size = SIZE.matcher(line);
    boolean known = size.matches();
    if (end == body.length && content.size() > 0 && (known || line.isEmpty())) {
      at = end;
      return CUT;
    }
    if (!known || end == body.length || body[end] != '\n') {
      return MALFORMED;
    }
    strict &= crlf;
    at = end + 1;
    return size.group(1).isEmpty() ? 0 : Integer.parseInt(size.group(1), 16);
  }

  /** Skips the end of line after a chunk; returns whether there is one, or the body ends. */
  private boolean skipLineEnd() {
    boolean crlf = at < body.length && body[at] == '\r';
    at += crlf ? 1 : 0;
    boolean ended = at == body.length || body[at] == '\n';
    at += ended && at < body.length ? 1 : 0;
    return ended;
  }

  private boolean isTrailer() {
    String rest = new String(body, at, Math.min(LINE_BYTES, body.length - at), ISO_8859_1);
    return TRAILER.matcher(rest).matches();
  }

  /** Whether the body is text, and what follows the first line does not begin with a tag. */
  private boolean isPlainText(int first) {
    int from = first;
    while (from < body.length && body[from] <= ' ' && body[from] >= 0) {
      from++;
    }
    return (from == body.length || body[from] != '<') && ContentEncoding.isText(body, 0);
  }
}
