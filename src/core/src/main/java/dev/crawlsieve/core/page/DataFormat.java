package dev.crawlsieve.core.page;

import dev.crawlsieve.core.text.Ascii;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Recognises bodies that a server declares as HTML or text although they are neither: feeds,
 * sitemaps, oEmbed and any other XML that is not XHTML; JSON; images, archives and other bytes that
 * are not text.
 */
public final class DataFormat {

  private static final String XML = "application/xml";
  private static final String JSON = "application/json";

  private static final Pattern HTML =
      Pattern.compile("\\s*+<(?:!doctype\\s++)?html(?=[\\s>])", Pattern.CASE_INSENSITIVE);

  /** First bytes that are enough to judge a body. */
  public static final int SNIFFED_BYTES = 4096;

  private static final Pattern DOCTYPE =
      Pattern.compile("<!doctype\\s++html(?=[\\s>])", Pattern.CASE_INSENSITIVE);

  private static final Pattern PROLOG =
      Pattern.compile(
          "(?:[\\s\\u0000]|<\\?(?:[^?]|\\?(?!>))*+\\?>|<!--(?:[^-]|-(?!->))*+-->"
              + "|<![Dd][^>\\[]*+(?:\\[[^\\]]*+\\])?+[^>\\[]*+>)*+");

  /** The start tag of an element with a complete name, and its attributes. */
  private static final Pattern ROOT = Pattern.compile("<([A-Za-z][\\w:.-]*+)(?=[\\s/>])([^>]*+)");

  private static final Pattern NAMESPACE = Pattern.compile("\\sxmlns(?::\\w++)?+\\s*+=");

  private static final Pattern OBJECT =
      Pattern.compile("\\s*+(?:\\[\\s*+)?\\{\\s*+\"[^\"\\n]*+\"\\s*+:");

  /** Elements with which a page may begin even after an XML declaration. */
  static final Set<String> OF_HTML =
      Set.of(
          ("html head body title meta link base style script noscript template h1 h2 h3 h4 h5 h6"
                  + " div p a b i br hr img span table form font center iframe frameset section"
                  + " article main header footer nav aside ul ol dl pre blockquote input button"
                  + " figure")
              .split(" "));

  private static final Map<String, String> TYPES =
      Map.of(
          "rss", "application/rss+xml",
          "feed", "application/atom+xml",
          "rdf:rdf", "application/rdf+xml",
          "svg", "image/svg+xml",
          "opml", XML,
          "oembed", XML);

  private DataFormat() {}

  /**
   * The media type of a page's body, judged by its first bytes.
   *
   * @return the media type if the page is read as HTML or text but its body is something else;
   *     otherwise the empty string
   */
  public static String of(Page page) {
    if (!page.type().isHtml() && !page.type().isText()) {
      return "";
    }
    byte[] body = page.body().bytes();
    String binary =
        isWide(CharsetLabels.get(page.type().charset())) ? "" : HtmlSniffer.binary(body);
    if (!binary.isEmpty()) {
      return binary;
    }
    String beginning = HtmlSniffer.beginning(body, SNIFFED_BYTES);
    if (HTML.matcher(beginning).lookingAt()) {
      return "";
    }
    Matcher prolog = PROLOG.matcher(beginning);
    int start = prolog.lookingAt() ? prolog.end() : 0;
    if (start == beginning.length() || beginning.charAt(start) != '<') {
      return OBJECT.matcher(beginning).lookingAt() && endsData(body) ? JSON : "";
    }
    Matcher root = ROOT.matcher(beginning).region(start, beginning.length());
    if (!root.lookingAt()) {
      return "";
    }
    String name = Ascii.lower(root.group(1));
    String local = name.substring(name.indexOf(':') + 1);
    if (OF_HTML.contains(name) || local.equals("html")) {
      return "";
    }
    boolean declared = Ascii.begins(beginning, beginning.indexOf('<'), "<?xml");
    boolean data =
        declared
            || (!local.equals("svg")
                && (TYPES.containsKey(name) || NAMESPACE.matcher(root.group(2)).find()));
    return data ? TYPES.getOrDefault(name, XML) : "";
  }

  /**
   * Whether a file whose name does not say what it is is an HTML page: by its doctype, or else by
   * its first tag.
   *
   * @param start its first bytes, at most {@link #SNIFFED_BYTES} of which are examined
   */
  public static boolean isHtml(byte[] start) {
    String beginning = HtmlSniffer.beginning(start, SNIFFED_BYTES);
    Matcher prolog = PROLOG.matcher(beginning);
    int end = prolog.lookingAt() ? prolog.end() : 0;
    Matcher root = ROOT.matcher(beginning).region(end, beginning.length());
    return DOCTYPE.matcher(beginning).region(0, end).find()
        || (root.lookingAt()
            && OF_HTML.contains(Ascii.lower(root.group(1)))
            && !Ascii.lower(root.group(1)).equals("template")); // with which sources begin
  }

  /** Whether ASCII characters have NULs in a charset. */
  private static boolean isWide(@Nullable Charset charset) {
    return charset != null
        && (charset.name().startsWith("UTF-16") || charset.name().startsWith("UTF-32"));
  }

  /** Whether the last character ends an object or array, so no page follows it. */
  private static boolean endsData(byte[] body) {
    int end = body.length;
    while (end > 0 && body[end - 1] >= 0 && body[end - 1] <= ' ') {
      end--;
    }
    return end > 0 && (body[end - 1] == '}' || body[end - 1] == ']');
  }
}
