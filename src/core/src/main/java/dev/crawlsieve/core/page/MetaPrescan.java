package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.crawlsieve.core.text.Ascii;
import java.nio.charset.Charset;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the charset that an HTML page declares at its beginning: in its XML declaration or a meta
 * element, read without parsing the page (WHATWG HTML, 12.2.3.2, "prescan a byte stream to
 * determine its encoding"). Unlike there, what looks like markup in a script, a style sheet or a
 * title is none.
 */
final class MetaPrescan {

  /** How far it looks; the standard requires 1024. */
  private static final int BYTES = 4096;

  private static final Pattern XML_ENCODING =
      Pattern.compile("^\\s*<\\?xml[^>]*?encoding\\s*=\\s*[\"']([^\"'>]+)[\"']");

  private static final Set<String> RAW_TEXT =
      Set.of("script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes");

  private final String text;
  private int at;

  private MetaPrescan(String text) {
    this.text = text;
  }

  /** The first declared charset that is known, or null. */
  static Charset of(byte[] body) {
    String beginning = new String(body, 0, Math.min(body.length, BYTES), ISO_8859_1);
    Matcher xml = XML_ENCODING.matcher(beginning);
    Charset declared = xml.find() ? BodyDecoder.known(xml.group(1)) : null;
    return declared == null ? new MetaPrescan(beginning).first() : declared;
  }

  private Charset first() {
    while ((at = text.indexOf('<', at)) >= 0) {
      at++;
      if (text.startsWith("!--", at)) {
        skipPast("-->", at + 1); // <!--> is a whole comment
      } else if (isLetter(peek()) || (peek() == '/' && isLetter(peek(1)))) {
        Charset declared = tag();
        if (declared != null) {
          return declared;
        }
      } else if (peek() == '!' || peek() == '?' || peek() == '/') {
        skipPast(">", at);
      }
    }
    return null;
  }

  /** Reads a tag from its name to its end; the charset that it declares, or null. */
  private Charset tag() {
    boolean end = peek() == '/';
    at += end ? 1 : 0;
    int from = at;
    while (!isSpace(peek()) && peek() != '/' && peek() != '>' && peek() != 0) {
      at++;
    }
    String name = Ascii.lower(text.substring(from, at));
    boolean meta = !end && name.equals("meta");
    Map<String, String> attributes = meta ? new HashMap<>() : null;
    while (nextAttribute()) {
      readAttribute(attributes);
    }
    if (peek() != '>') {
      at = text.length(); // cut off
      return null;
    }
    if (!end && RAW_TEXT.contains(name)) {
      skipRawText(name);
    }
    return meta ? declared(attributes) : null;
  }

  private static Charset declared(Map<String, String> attributes) {
    String label = attributes.get("charset");
    if (label == null && Ascii.same("content-type", attributes.get("http-equiv"))) {
      label = ContentType.parse(attributes.getOrDefault("content", "")).charset();
    }
    return label == null ? null : BodyDecoder.known(label);
  }

  private boolean nextAttribute() {
    while (isSpace(peek()) || peek() == '/') {
      at++;
    }
    return peek() != '>' && at < text.length();
  }

  /**
   * Reads an attribute; of two with one name the first counts.
   *
   * @param attributes where it goes, or null
   */
  private void readAttribute(Map<String, String> attributes) {
    int from = at++; // a name may begin with =
    while (at < text.length()
        && peek() != '='
        && peek() != '/'
        && peek() != '>'
        && !isSpace(peek())) {
      at++;
    }
    int to = at;
    skipSpace();
    String value = "";
    if (peek() == '=') {
      at++;
      skipSpace();
      value = value();
    }
    if (attributes != null) {
      attributes.putIfAbsent(Ascii.lower(text.substring(from, to)), value.trim());
    }
  }

  private String value() {
    char quote = peek();
    if (quote == '"' || quote == '\'') {
      int from = at + 1;
      int to = text.indexOf(quote, from);
      at = to < 0 ? text.length() : to + 1;
      return to < 0 ? "" : text.substring(from, to);
    }
    int from = at;
    while (at < text.length() && peek() != '>' && !isSpace(peek())) {
      at++;
    }
    return text.substring(from, at);
  }

  private void skipRawText(String name) {
    int end = at;
    do {
      end = text.indexOf("</", end + 1);
    } while (end >= 0 && !Ascii.begins(text, end + 2, name));
    at = end < 0 ? text.length() : end;
  }

  private void skipPast(String what, int from) {
    int found = text.indexOf(what, from);
    at = found < 0 ? text.length() : found + what.length();
  }

  private void skipSpace() {
    while (isSpace(peek())) {
      at++;
    }
  }

  private char peek() {
    return peek(0);
  }

  /** The character some places ahead, or 0 behind the end. */
  private char peek(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : 0;
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
  }
}
