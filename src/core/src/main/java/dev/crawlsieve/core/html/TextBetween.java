package dev.crawlsieve.core.html;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.text.EightAscii;
import dev.crawlsieve.core.text.Utf8Chars;

/** Reports the text between tags to a sink, with its character references resolved. */
final class TextBetween {

  private static final String CDATA = "<![cdata[";

  private final HtmlSink sink;
  private final byte[] utf8;
  private final boolean xml;
  private final CharacterReferences references = new CharacterReferences();
  private final byte[] characters = new byte[256];

  /**
   * @param xml whether the markup is in XML syntax
   */
  TextBetween(HtmlSink sink, byte[] utf8, boolean xml) {
    this.sink = sink;
    this.utf8 = utf8;
    this.xml = xml;
  }

  /** Reports {@code utf8[from, to)}. */
  void emit(int from, int to, boolean hasReferences) {
    int i = from;
    while (hasReferences && i < to) {
      int ampersand = EightAscii.find(utf8, i, to, '&');
      if (ampersand > i) {
        sink.text(utf8, i, ampersand);
      }
      i = ampersand;
      if (i < to) {
        i = emitReferences(i, to);
      }
    }
    if (i < to) {
      sink.text(utf8, i, to);
    }
  }

  /**
   * Reports the reference that begins here. While one stands for an ideograph, kana or a syllable,
   * the next one directly after it joins the same piece of text: some pages write all text this
   * way.
   *
   * @return offset at which the text continues
   */
  private int emitReferences(int from, int to) {
    int i = from;
    int n = 0;
    int c;
    do {
      i = references.read(utf8, i, to, false);
      c = references.codePoint();
      n += Utf8Chars.encode(c, characters, n);
    } while (c > 0x3000 && c < 0xd800 && i < to && utf8[i] == '&' && n + 4 <= characters.length);
    sink.text(characters, 0, n);
    return i;
  }

  /** {@return the text of an element without markup, such as a title} */
  String decoded(int from, int to) {
    return xml ? ofXml(from, to) : CharacterReferences.decoded(utf8, from, to, false);
  }

  /** Text under the rules of XML: CDATA as written, references resolved elsewhere. */
  private String ofXml(int from, int to) {
    StringBuilder text = new StringBuilder();
    int done = from;
    for (int i = from; i < to; i++) {
      if (utf8[i] == '<' && Bytes.standsAt(utf8, i, to, CDATA)) {
        int start = i + CDATA.length();
        int end = start;
        while (end < to && !Bytes.standsAt(utf8, end, to, "]]>")) {
          end++;
        }
        text.append(CharacterReferences.decoded(utf8, done, i, false));
        text.append(new String(utf8, start, end - start, UTF_8));
        done = Math.min(to, end + 3);
        i = done - 1;
      }
    }
    return text.append(CharacterReferences.decoded(utf8, done, to, false)).toString();
  }
}
