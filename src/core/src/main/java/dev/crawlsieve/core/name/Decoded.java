package dev.crawlsieve.core.name;

import dev.crawlsieve.core.text.NormalForm;
import dev.crawlsieve.core.text.Utf8Chars;
import java.util.Arrays;
import java.util.HexFormat;

/** Decodes parts of addresses: their percent-encoding, and the UTF-8 that it stands for. */
final class Decoded {

  // Bytes that are no UTF-8, as those of addresses in older character sets, become these: neither
  // letters nor digits, but different ones.
  private static final int FIRST_BYTE = 0xdc00;

  private Decoded() {}

  /** A part of an address in normal form C. */
  static String of(String part) {
    if (part.indexOf('%') < 0) {
      return part;
    }
    byte[] bytes = bytes(Utf8Chars.encode(part));
    StringBuilder text = new StringBuilder(bytes.length);
    for (int i = 0; i < bytes.length; ) {
      int length = bytes[i] >= 0 ? 1 : Utf8Chars.wellFormed(bytes, i, bytes.length);
      if (length == 0) {
        text.append((char) (FIRST_BYTE | (bytes[i++] & 0xff)));
      } else {
        text.appendCodePoint(Utf8Chars.character(bytes, i));
        i += length;
      }
    }
    return NormalForm.of(text.toString());
  }

  private static byte[] bytes(byte[] part) {
    int length = 0;
    for (int i = 0; i < part.length; i++) {
      boolean coded =
          part[i] == '%'
              && i + 2 < part.length
              && HexFormat.isHexDigit(part[i + 1])
              && HexFormat.isHexDigit(part[i + 2]);
      if (coded) {
        int high = HexFormat.fromHexDigit(part[i + 1]);
        part[length++] = (byte) (high << 4 | HexFormat.fromHexDigit(part[i + 2]));
        i += 2;
      } else {
        part[length++] = part[i];
      }
    }
    return Arrays.copyOf(part, length);
  }
}
