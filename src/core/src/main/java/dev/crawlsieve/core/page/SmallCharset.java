package dev.crawlsieve.core.page;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;

/**
 * Charsets of one byte per character that are used on the web and missing in the JDK. They equal
 * ISO-8859-1 up to U+00A0. They can only decode.
 */
final class SmallCharset extends Charset {

  /** The first byte that stands for another character than in ISO-8859-1. */
  private static final int FIRST = 0xa1;

  /** The charset for Nordic languages. */
  static final Charset ISO_8859_10 =
      new SmallCharset(
          "ISO-8859-10",
          "ĄĒĢĪĨĶ§ĻĐŠŦŽ\u00adŪŊ°ąēģīĩķ·ļđšŧž―ūŋĀÁÂÃÄÅÆĮČÉĘË"
              + "ĖÍÎÏÐŅŌÓÔÕÖŨØŲÚÛÜÝÞßāáâãäåæįčéęëėíîïðņōóôõöũøųúûüýþĸ");

  /** The charset for Celtic languages. */
  static final Charset ISO_8859_14 =
      new SmallCharset(
          "ISO-8859-14",
          "Ḃḃ£ĊċḊ§Ẁ©ẂḋỲ\u00ad®ŸḞḟĠġṀṁ¶ṖẁṗẃṠỳẄẅṡÀÁÂÃÄÅÆÇÈÉÊË"
              + "ÌÍÎÏŴÑÒÓÔÕÖṪØÙÚÛÜÝŶßàáâãäåæçèéêëìíîïŵñòóôõöṫøùúûüýŷÿ");

  private final String characters;

  private SmallCharset(String name, String characters) {
    super(name, new String[0]);
    this.characters = characters;
  }

  @Override
  public boolean contains(Charset other) {
    return other.name().equals("US-ASCII");
  }

  @Override
  public CharsetDecoder newDecoder() {
    return new CharsetDecoder(this, 1, 1) {
      @Override
      protected CoderResult decodeLoop(ByteBuffer in, CharBuffer out) {
        while (in.hasRemaining()) {
          if (!out.hasRemaining()) {
            return CoderResult.OVERFLOW;
          }
          int b = in.get() & 0xff;
          out.put(b < FIRST ? (char) b : characters.charAt(b - FIRST));
        }
        return CoderResult.UNDERFLOW;
      }
    };
  }

  @Override
  public boolean canEncode() {
    return false;
  }

  @Override
  public CharsetEncoder newEncoder() {
    throw new UnsupportedOperationException(name() + " is only read");
  }
}
