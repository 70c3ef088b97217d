package dev.crawlsieve.core.bodies;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.text.Normalizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recognises the paths that mean the same to every server.
 *
 * <p>Servers differ in how often they decode a path, whether they take overlong UTF-8 for the
 * character it would be, or a full-width dot for a dot, and in what they cut off a segment: from a
 * semicolon or a colon on, or blanks at its end. So a path is decoded until nothing is left to
 * decode, must be well-formed and without control characters at each step, and no segment may
 * consist of dots up to the first character that is not usual in a name.
 */
final class PlainPath {

  private static final Pattern ENCODED = Pattern.compile("(?:%[0-9A-Fa-f]{2})++|%u[0-9A-Fa-f]{4}");

  /** More than anyone decodes, and than a name needs. */
  private static final int MOST_DECODED = 4;

  private static final Pattern CONTROL = Pattern.compile("[\\\\\\p{Cntrl}]");

  /** What a server may skip before or within dots: blanks and format characters. */
  private static final String SKIPPED = "[\\s\\p{Z}\\p{C}]*";

  private static final Pattern DOTS =
      Pattern.compile("(?:^|/)" + SKIPPED + "\\.[.\\s\\p{Z}\\p{C}]*+(?![\\p{L}\\p{N}_-])");

  private PlainPath() {}

  /**
   * Whether a path has no {@code .} or {@code ..}, and nothing that a server may read as one.
   *
   * @param raw the path as written, percent-encoded
   */
  static boolean isPlain(String raw) {
    String path = Normalizer.normalize(raw, Normalizer.Form.NFKC);
    long slashes = slashes(raw);
    try {
      for (int times = 0; times <= MOST_DECODED; times++) {
        if (CONTROL.matcher(path).find() || slashes(path) != slashes || DOTS.matcher(path).find()) {
          return false;
        }
        String before = path;
        path = Normalizer.normalize(decoded(path), Normalizer.Form.NFKC);
        if (path.equals(before)) {
          return true;
        }
      }
      return false;
    } catch (CharacterCodingException e) {
      return false; // an overlong form, for example
    }
  }

  private static long slashes(String path) {
    return path.chars().filter(c -> c == '/').count();
  }

  private static String decoded(String path) throws CharacterCodingException {
    StringBuilder decoded = new StringBuilder(path.length());
    Matcher encoded = ENCODED.matcher(path);
    int from = 0;
    while (encoded.find()) {
      decoded.append(path, from, encoded.start());
      from = encoded.end();
      String run = encoded.group();
      if (run.charAt(1) == 'u') {
        decoded.append((char) Integer.parseInt(run.substring(2), 16));
        continue;
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      for (int i = 1; i < run.length(); i += 3) {
        bytes.write(Integer.parseInt(run.substring(i, i + 2), 16));
      }
      decoded.append(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())));
    }
    return decoded.append(path, from, path.length()).toString();
  }
}
