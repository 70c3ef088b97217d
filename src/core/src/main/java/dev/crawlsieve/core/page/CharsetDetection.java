package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.ibm.icu.text.CharsetDetector;
import com.ibm.icu.text.CharsetMatch;
import dev.crawlsieve.core.page.PageCharset.Found;
import dev.crawlsieve.core.text.Utf8Chars;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mozilla.universalchardet.UniversalDetector;

/**
 * Detects the charset of text that declares none. It is UTF-8 if the bytes are well-formed, except
 * for a few that are damaged or cut off; otherwise, what two detectors find in the first 64 KiB
 * without tags.
 *
 * <p>Each detector has its strengths, measured on 3,441 pages in 18 charsets (docs/rationale.md):
 * juniversalchardet 2.5.2 recognises East Asian scripts, but reports every Latin charset as
 * windows-1252 and much Arabic as Cyrillic; ICU4J 79.1 distinguishes the Latin charsets and Arabic,
 * but reports a third of KOI8-R as Latin. So juniversalchardet is asked first, and ICU only if that
 * answer is weak; its choice is then limited to the charsets that the weak answer may stand for.
 */
final class CharsetDetection {

  private static final int SAMPLE_BYTES = 1 << 16;

  /** The number of bytes that ICU examines. */
  private static final int ICU_BYTES = 8_000;

  /** One in this many multi-byte characters may be damaged. */
  private static final int DAMAGED = 10;

  private static final Set<String> GREEK = Set.of("windows-1253", "ISO-8859-7");

  private static final Set<String> LATIN =
      Set.of(
          "windows-1252",
          "ISO-8859-1",
          "windows-1250",
          "ISO-8859-2",
          "windows-1254",
          "ISO-8859-9",
          "windows-1256");

  /** The charsets that a weak answer of the first detector may stand for. */
  private static final Map<String, Set<String>> MEANT =
      Map.of(
          "WINDOWS-1252",
          LATIN,
          "WINDOWS-1253",
          GREEK,
          "ISO-8859-7",
          GREEK,
          "ISO-8859-5",
          Set.of("ISO-8859-5", "windows-1256"),
          "EUC-TW",
          Set.of("windows-1256"),
          "MACCYRILLIC",
          Set.of("windows-1251", "windows-1256"));

  /** The most likely meaning of a weak answer if the second detector cannot decide. */
  private static final Map<String, String> OFTEN = Map.of("MACCYRILLIC", "windows-1251");

  private CharsetDetection() {}

  /** Detects the charset; never null. */
  static PageCharset of(byte[] body) {
    byte[] sample = sample(body);
    if (isUtf8(body)) {
      String name = sample != null && hasEscapes(sample) ? name(sample) : "";
      Charset escaped = name.startsWith("ISO-2022") ? CharsetLabels.get(name) : null;
      return escaped == null
          ? new PageCharset(Found.UTF8, UTF_8.name())
          : new PageCharset(Found.DETECTED, escaped.name());
    }
    Charset detected = sample == null ? null : CharsetLabels.get(name(sample));
    return detected == null
        ? new PageCharset(Found.ASSUMED, UTF_8.name())
        : new PageCharset(Found.DETECTED, detected.name());
  }

  /** Whether there are escapes to other charsets, as in ISO-2022-JP, which is otherwise ASCII. */
  private static boolean hasEscapes(byte[] sample) {
    String text = new String(sample, ISO_8859_1);
    return text.contains("\u001b$") || text.contains("\u001b(");
  }

  /**
   * Whether the bytes are UTF-8. Characters cut off at the beginning or end are ignored, and one
   * multi-byte character in ten may be damaged.
   */
  static boolean isUtf8(byte[] body) {
    int at = 0;
    while (at < Math.min(3, body.length) && (body[at] & 0xc0) == 0x80) {
      at++;
    }
    long whole = 0;
    long damaged = 0;
    while (at < body.length) {
      if (body[at] >= 0) {
        at++;
        continue;
      }
      int length = Utf8Chars.wellFormed(body, at, body.length);
      if (length > 0) {
        whole++;
        at += length;
      } else if (isCut(body, at)) {
        break;
      } else {
        damaged++;
        at++;
      }
    }
    return damaged * DAMAGED <= whole;
  }

  /** Whether the character that starts here is cut off by the end of the body. */
  private static boolean isCut(byte[] body, int at) {
    int first = body[at] & 0xff;
    int length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (at + length <= body.length) {
      return false;
    }
    for (int i = at + 1; i < body.length; i++) {
      if ((body[i] & 0xc0) != 0x80) {
        return false;
      }
    }
    return true;
  }

  /**
   * The beginning of the body without anything that looks like a tag; null if it contains binary
   * bytes.
   */
  private static byte @Nullable [] sample(byte[] body) {
    int end = Math.min(body.length, SAMPLE_BYTES);
    byte[] text = new byte[end];
    int length = 0;
    boolean tag = false;
    for (int i = 0; i < end; i++) {
      byte b = body[i];
      if (b >= 0 && b < ' ' && "\t\n\f\r\u001a\u001b".indexOf(b) < 0) {
        return null;
      }
      if (tag) {
        tag = b != '>';
      } else if (b == '<' && i + 1 < end && beginsTag(body[i + 1])) {
        tag = true;
        text[length++] = ' ';
      } else {
        text[length++] = b;
      }
    }
    return Arrays.copyOf(text, length);
  }

  private static boolean beginsTag(byte b) {
    return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b == '/' || b == '!' || b == '?';
  }

  private static String name(byte[] sample) {
    UniversalDetector first = new UniversalDetector();
    first.handleData(sample, 0, sample.length);
    first.dataEnd();
    String answer =
        first.getDetectedCharset() == null ? "WINDOWS-1252" : first.getDetectedCharset();
    Set<String> meant = MEANT.get(answer);
    if (meant == null) {
      return answer;
    }
    CharsetDetector second = new CharsetDetector();
    second.setText(sample.length > ICU_BYTES ? Arrays.copyOf(sample, ICU_BYTES) : sample);
    for (CharsetMatch match : second.detectAll()) {
      if (meant.contains(match.getName())) {
        return match.getName();
      }
    }
    return OFTEN.getOrDefault(answer, answer);
  }
}
