package dev.crawlsieve.core.page;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.util.Map;
import java.util.Set;

/**
 * Decodes charsets whose characters take one or several bytes. If a character is incomplete, an
 * ASCII byte after its beginning is kept (WHATWG Encoding, sections 10 to 13): it may be the
 * less-than sign of a tag or the quotation mark that ends an attribute. Some decoders of the JDK
 * drop it with the incomplete character.
 *
 * <p>A few bytes stand for other characters in the Standard than in the JDK's charset of the same
 * name: the Standard's KOI8-U has the Belarusian letter of KOI8-RU.
 */
final class LegacyText {

  private static final char REPLACEMENT = '\ufffd';

  private static final Set<String> CHARSETS =
      Set.of(
          "GB18030",
          "GBK",
          "GB2312",
          "Big5",
          "Big5-HKSCS",
          "EUC-JP",
          "x-eucJP-Open",
          "EUC-KR",
          "x-windows-949",
          "x-EUC-TW",
          "Shift_JIS",
          "windows-31j",
          "ISO-2022-JP",
          "x-windows-iso2022jp");

  /** Charsets in which two bytes beyond ASCII that form no character are replaced together. */
  private static final Set<String> PAIRED =
      Set.of("Big5", "Big5-HKSCS", "EUC-KR", "x-windows-949", "Shift_JIS", "windows-31j");

  /** The charset with characters of four bytes, of which the second and fourth are digits. */
  private static final String WITH_DIGITS = "GB18030";

  /**
   * Corrections for charsets of one byte per character: bytes, each followed by its character in
   * the Standard.
   */
  private static final Map<String, String> STANDARD =
      Map.of("KOI8-U", "\u00ae\u045e\u00be\u040e", "windows-1255", "\u00ca\u05ba");

  private LegacyText() {}

  /** The characters of bytes in any charset; U+FFFD for malformed bytes. */
  static String decode(byte[] bytes, int start, Charset charset) {
    String text = new String(bytes, start, bytes.length - start, charset);
    String standard = STANDARD.get(charset.name());
    if (standard != null) {
      return corrected(text, bytes, start, standard);
    }
    return text.indexOf(REPLACEMENT) >= 0 && CHARSETS.contains(charset.name())
        ? damaged(ByteBuffer.wrap(bytes, start, bytes.length - start).slice(), charset)
        : text;
  }

  private static String corrected(String text, byte[] bytes, int start, String standard) {
    char[] corrected = text.toCharArray();
    for (int i = 0; i < corrected.length; i++) {
      for (int k = 0; k < standard.length(); k += 2) {
        if ((bytes[start + i] & 0xff) == standard.charAt(k)) {
          corrected[i] = standard.charAt(k + 1);
        }
      }
    }
    return new String(corrected);
  }

  private static String damaged(ByteBuffer in, Charset charset) {
    CharsetDecoder decoder = charset.newDecoder();
    StringBuilder text = new StringBuilder(in.remaining());
    CharBuffer out = CharBuffer.allocate(1 << 13);
    boolean more = true;
    while (more) {
      CoderResult result = decoder.decode(in, out, true);
      text.append(out.flip());
      out.clear();
      if (result.isError()) {
        text.append(REPLACEMENT);
        in.position(in.position() + length(in, result, charset));
      }
      more = !result.isUnderflow();
    }
    decoder.flush(out);
    return text.append(out.flip()).toString();
  }

  private static boolean isLead(ByteBuffer in, int at, int last) {
    int b = in.get(in.position() + at) & 0xff;
    return b > 0x80 && b <= last;
  }

  /** Number of malformed bytes to replace: those before the first ASCII byte among them. */
  private static int length(ByteBuffer in, CoderResult error, Charset charset) {
    int length = error.length();
    if (length == 1
        && in.remaining() > 1
        && isLead(in, 0, 0xfc)
        && PAIRED.contains(charset.name())) {
      return in.get(in.position() + 1) < 0 ? 2 : 1;
    }
    if (charset.name().equals(WITH_DIGITS) && isLead(in, 0, 0xfe) && isDigit(in, 1)) {
      return lengthWithDigits(in);
    }
    for (int i = 1; i < length; i++) {
      if (in.get(in.position() + i) >= 0) {
        return i;
      }
    }
    return length;
  }

  private static int lengthWithDigits(ByteBuffer in) {
    boolean third = in.remaining() == 2 || isLead(in, 2, 0xfe);
    boolean fourth = in.remaining() < 4 || isDigit(in, 3);
    return third && fourth ? Math.min(in.remaining(), 4) : 1;
  }

  private static boolean isDigit(ByteBuffer in, int at) {
    return at < in.remaining()
        && in.get(in.position() + at) >= '0'
        && in.get(in.position() + at) <= '9';
  }
}
