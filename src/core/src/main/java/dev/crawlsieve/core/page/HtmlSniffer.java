package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.crawlsieve.core.text.Ascii;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Determines the type of a body from its first bytes, following WHATWG MIME Sniffing: that of a
 * body that declares none (section 7.1), and that of a body that is not text.
 */
final class HtmlSniffer {

  private static final String BYTES = "application/octet-stream";
  private static final int SNIFFED_BYTES = 1445;

  private static final Pattern HTML =
      Pattern.compile(
          "^[\\s\\u0000\\ufeff]*(<\\?xml[^>]*>\\s*)?<(!doctype\\s+html|html|head|script|iframe|h1|div|font|table|a"
              + "|style|title|b|body|br|p|meta|link|!--)(?=[\\s>/]|(?<=--)).*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern HTML_ELEMENT =
      Pattern.compile("<html[\\s>]", Pattern.CASE_INSENSITIVE);

  /**
   * An HTML tag anywhere. Tags of other names occur by chance in one of thirty compressed files.
   */
  private static final Pattern TAG =
      Pattern.compile(
          "<(?:!doctype\\s|/?(?:" + String.join("|", DataFormat.OF_HTML) + ")[\\s/>])",
          Pattern.CASE_INSENSITIVE);

  /**
   * Controls other than NUL that text never has: not overstrikes, as in manuals for terminals, and
   * not the shifts of ISO-2022.
   */
  private static final Pattern CONTROL =
      Pattern.compile("[\\u0001-\\u0007\\u0010-\\u0019\\u001c-\\u001f\\u007f]");

  /** Signatures of what browsers do not render as text: WHATWG MIME Sniffing, section 6. */
  private static final Map<String, Pattern> SIGNATURES =
      Map.ofEntries(
          signature("image/png", "\u0089PNG\r\n\u001a\n"),
          signature("image/gif", "GIF8[79]a"),
          signature("image/jpeg", "\u00ff\u00d8\u00ff"),
          signature("image/webp", "RIFF....WEBPVP"),
          signature("image/x-icon", "\0\0[\1\2]\0"),
          signature("audio/wave", "RIFF....WAVE"),
          signature("video/avi", "RIFF....AVI "),
          signature("audio/aiff", "FORM....AIFF"),
          signature("audio/mpeg", "ID3"),
          signature("audio/midi", "MThd\0\0\0\6"),
          signature("application/ogg", "OggS\0"),
          signature("video/mp4", "\0\0..ftyp"),
          signature("video/webm", "\u001aE\u00df\u00a3"),
          signature("font/ttf", "\0\1\0\0"),
          signature("font/otf", "OTTO"),
          signature("font/collection", "ttcf"),
          signature("font/woff", "wOFF"),
          signature("font/woff2", "wOF2"),
          signature("application/gzip", "\u001f\u008b\b"),
          signature("application/zip", "PK\3\4"),
          signature("application/x-rar-compressed", "Rar!\u001a\7\0"),
          signature("application/java-vm", "\u00ca\u00fe\u00ba\u00be"));

  private static final Pattern PDF = Pattern.compile("%PDF-[0-9]\\.[0-9]\\s");

  private HtmlSniffer() {}

  private static Map.Entry<String, Pattern> signature(String type, String beginning) {
    return Map.entry(type, Pattern.compile(beginning, Pattern.DOTALL));
  }

  /**
   * The type of a body that is declared as text but is not. If it has a signature and a byte that
   * no text has, the type is that of the signature. If it has NULs and other control characters but
   * no HTML tag, it is unknown bytes.
   *
   * @return the type, or the empty string if the body may be text
   */
  static String binary(byte[] body) {
    int end = Math.min(body.length, SNIFFED_BYTES);
    boolean pdf = end > 0 && body[0] == '%';
    if (isWide(body) || !(pdf || hasBinary(body))) {
      return "";
    }
    String beginning = new String(body, 0, end, ISO_8859_1);
    if (pdf && PDF.matcher(beginning).lookingAt()) {
      return "application/pdf";
    }
    for (Map.Entry<String, Pattern> one : SIGNATURES.entrySet()) {
      if (one.getValue().matcher(beginning).lookingAt()) {
        return one.getKey();
      }
    }
    String rest = beginning.replace("\u0000", ""); // UTF-16 and UTF-32 have NULs
    boolean text =
        rest.length() == end || !CONTROL.matcher(rest).find() || TAG.matcher(rest).find();
    return text ? "" : BYTES;
  }

  /**
   * Whether a binary data byte (section 3), a control that no text has, is among the first bytes.
   */
  private static boolean hasBinary(byte[] body) {
    for (int i = 0; i < Math.min(body.length, SNIFFED_BYTES); i++) {
      if (body[i] >= 0 && body[i] < ' ' && "\t\n\f\r\u001b".indexOf(body[i]) < 0) {
        return true;
      }
    }
    return false;
  }

  /** The content type of a body that declares none: HTML, plain text, or unknown bytes. */
  static ContentType sniff(byte[] body, String charset) {
    String beginning = beginning(body, SNIFFED_BYTES);
    boolean html = HTML.matcher(beginning).matches() || HTML_ELEMENT.matcher(beginning).find();
    boolean binary = !isWide(body) && hasBinary(body);
    return new ContentType("", html ? "text/html" : binary ? BYTES : "text/plain", charset);
  }

  /** Whether neither {@code body} nor {@code html} is closed in a page. */
  static boolean isOpen(byte[] html) {
    for (int i = html.length - 6; i >= 0; i--) {
      if (html[i] == '<' && html[i + 1] == '/') {
        String name = Ascii.lower(new String(html, i + 2, 4, ISO_8859_1));
        if (name.equals("html") || name.equals("body")) {
          return false;
        }
      }
    }
    return true;
  }

  /** The first bytes of a body as ASCII, without a byte order mark. */
  static String beginning(byte[] body, int bytes) {
    String beginning = new String(body, 0, Math.min(body.length, bytes), ISO_8859_1);
    if (isWide(body)) {
      // UTF-16: a page's first characters are ASCII.
      return beginning.substring(2).replace("\u0000", "");
    }
    return beginning.startsWith("\u00ef\u00bb\u00bf") ? beginning.substring(3) : beginning;
  }

  private static boolean isWide(byte[] body) {
    return body.length > 1
        && ((body[0] == (byte) 0xfe && body[1] == (byte) 0xff)
            || (body[0] == (byte) 0xff && body[1] == (byte) 0xfe));
  }
}
