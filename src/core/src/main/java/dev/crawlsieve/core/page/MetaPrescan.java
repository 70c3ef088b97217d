package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.html.AttributeName;
import dev.crawlsieve.core.html.ElementName;
import dev.crawlsieve.core.html.HtmlScanner;
import dev.crawlsieve.core.html.HtmlSink;
import dev.crawlsieve.core.html.StartTag;
import dev.crawlsieve.core.html.Work;
import dev.crawlsieve.core.text.Ascii;
import dev.crawlsieve.core.text.EightAscii;
import java.nio.charset.Charset;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the charset that an HTML page declares at its beginning: in its XML declaration or a meta
 * element (WHATWG HTML, 12.2.3.2, "prescan a byte stream to determine its encoding"). Unlike the
 * Standard's prescan, it ignores what looks like markup in a script, a style sheet or a title.
 */
final class MetaPrescan implements HtmlSink {

  /** The number of bytes it looks at; the Standard requires 1024. */
  private static final int BYTES = 4096;

  private static final Pattern XML_ENCODING =
      Pattern.compile("\\s*<\\?xml[^>]*?encoding\\s*=\\s*[\"']([^\"'>]+)[\"']");

  /** Elements whose content the scanner skips and the Standard's prescan does not. */
  private static final List<String> UNREAD =
      List.of("<noscript", "<NOSCRIPT", "<template", "<TEMPLATE");

  private static final String CHARSET = "charset";

  private @Nullable Charset found;

  private MetaPrescan() {}

  /** The first declared charset that is known; null if there is none. */
  static @Nullable Charset of(byte[] body) {
    int length = Math.min(body.length, BYTES);
    int last = lastCharset(body, length); // in most pages it occurs once, early
    MetaPrescan scan = new MetaPrescan();
    if (last < 0 && !mayBeXml(body, length)) {
      return null;
    }
    String beginning = new String(body, 0, length, ISO_8859_1);
    Matcher xml = XML_ENCODING.matcher(beginning);
    scan.found = xml.lookingAt() ? CharsetLabels.get(xml.group(1)) : null;
    if (scan.found == null && last >= 0) {
      int end = beginning.indexOf('>', last) + 1;
      String markup = beginning.substring(0, end == 0 ? beginning.length() : end);
      markup = markup.replace('\0', '\ufffd');
      for (String unread : UNREAD) {
        markup = markup.replace(unread, "<p");
      }
      byte[] clean = markup.getBytes(UTF_8);
      new HtmlScanner().scanBeginning(clean, scan, new Work(clean.length));
    }
    return scan.found;
  }

  /** Whether the first visible character begins a declaration. */
  private static boolean mayBeXml(byte[] body, int length) {
    int at = 0;
    while (at < length && body[at] <= ' ') {
      at++;
    }
    return at + 1 < length && body[at] == '<' && body[at + 1] == '?';
  }

  /** Index of the last occurrence of the word in {@code body[0, length)}, in any case, or -1. */
  private static int lastCharset(byte[] body, int length) {
    int at = length - CHARSET.length();
    while (at >= Long.BYTES) {
      // seven places at once: "c" in one byte and "h" in the next
      long small = EightAscii.load(body, at - Long.BYTES + 2) | 0x20 * EightAscii.ONES;
      long sevens = small & ~EightAscii.EACH;
      if ((EightAscii.equal(sevens, 'c') & EightAscii.equal(sevens, 'h') >>> Byte.SIZE) == 0) {
        at -= Long.BYTES - 1;
      } else if (isCharset(body, at)) {
        return at;
      } else {
        at--;
      }
    }
    while (at >= 0 && !isCharset(body, at)) {
      at--;
    }
    return Math.max(-1, at);
  }

  private static boolean isCharset(byte[] body, int at) {
    for (int i = 0; i < CHARSET.length(); i++) {
      if ((body[at + i] | 0x20) != CHARSET.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Reading open(ElementName name, StartTag tag) {
    return Reading.TRANSPARENT;
  }

  @Override
  public void meta(StartTag tag) {
    String label = tag.value(AttributeName.CHARSET);
    if (label == null && Ascii.same("content-type", tag.value(AttributeName.HTTP_EQUIV))) {
      String content = tag.value(AttributeName.CONTENT);
      label = content == null ? null : ContentType.parse(content).charset();
    }
    found = found == null && label != null ? CharsetLabels.get(label) : found;
  }
}
