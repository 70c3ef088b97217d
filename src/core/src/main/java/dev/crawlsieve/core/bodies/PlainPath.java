package dev.crawlsieve.core.bodies;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.ibm.icu.lang.UCharacterEnums.ECharacterCategory;
import dev.crawlsieve.core.text.Letters;
import dev.crawlsieve.core.text.NormalForm;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
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
  private static final int SKIPPED =
      1 << ECharacterCategory.SPACE_SEPARATOR
          | 1 << ECharacterCategory.LINE_SEPARATOR
          | 1 << ECharacterCategory.PARAGRAPH_SEPARATOR
          | 1 << ECharacterCategory.CONTROL
          | 1 << ECharacterCategory.FORMAT
          | 1 << ECharacterCategory.SURROGATE
          | 1 << ECharacterCategory.PRIVATE_USE
          | 1 << ECharacterCategory.UNASSIGNED;

  private static final int NUMBERS =
      1 << ECharacterCategory.DECIMAL_DIGIT_NUMBER
          | 1 << ECharacterCategory.LETTER_NUMBER
          | 1 << ECharacterCategory.OTHER_NUMBER;

  private PlainPath() {}

  /**
   * Whether a path has no {@code .} or {@code ..}, and nothing that a server may read as one.
   *
   * @param raw the path as written, percent-encoded
   */
  static boolean isPlain(String raw) {
    String path = NormalForm.compatible(raw);
    long slashes = slashes(raw);
    try {
      for (int times = 0; times <= MOST_DECODED; times++) {
        if (CONTROL.matcher(path).find() || slashes(path) != slashes || hasDots(path)) {
          return false;
        }
        String before = path;
        path = NormalForm.compatible(decoded(path));
        if (path.equals(before)) {
          return true;
        }
      }
      return false;
    } catch (CharacterCodingException e) {
      return false; // an overlong form, for example
    }
  }

  /** Whether a segment is dots up to its end or the first character that is unusual in a name. */
  private static boolean hasDots(String path) {
    int segment = 0;
    do {
      int dot = afterSkipped(path, segment, false);
      if (dot < path.length() && path.charAt(dot) == '.') {
        int next = afterSkipped(path, dot, true);
        if (next == path.length() || !isUsual(path.codePointAt(next))) {
          return true;
        }
      }
      segment = path.indexOf('/', segment) + 1;
    } while (segment > 0);
    return false;
  }

  private static int afterSkipped(String path, int from, boolean dots) {
    int at = from;
    while (at < path.length()) {
      int c = path.codePointAt(at);
      if ((SKIPPED >>> Letters.type(c) & 1) == 0 && (!dots || c != '.')) {
        break;
      }
      at += Character.charCount(c);
    }
    return at;
  }

  private static boolean isUsual(int c) {
    return Letters.isLetter(c) || (NUMBERS >>> Letters.type(c) & 1) != 0 || c == '_' || c == '-';
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
