package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.crawlsieve.core.encoding.GzipMembers;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;

/** Opens JSON that holds page events, and says what to do with other JSON. */
final class JsonPages {

  private static final String MARK = "\u00ef\u00bb\u00bf";

  /** An array of objects, one object over several lines, or a text sequence (RFC 7464). */
  private static final Pattern ITEMS =
      Pattern.compile("\\s*(\\x1e.*|\\[[\\[\\s]*([{\\]].*)?|\\{\\s*\n.*)", Pattern.DOTALL);

  private static final Pattern UTF_16 =
      Pattern.compile("(\u00fe\u00ff|\u00ff\u00fe|\0[{\\[]|[{\\[]\0).*", Pattern.DOTALL);

  /** The description of a crawl in several WACZ files. */
  private static final Pattern WACZ_LIST =
      Pattern.compile(
          "\\s*\\{.*\"(profile\"\\s*:\\s*\"multi-wacz-package|path\"\\s*:\\s*\"[^\"]*\\.wacz)\".*",
          Pattern.DOTALL);

  private JsonPages() {}

  /**
   * Opens lines of events, or an array of them.
   *
   * @param input its name for messages
   * @param origin its name in the origins of pages
   * @throws InputException if it is in UTF-16, or no events
   */
  static PageSource open(
      Uncompressed from, String input, String origin, Reading how, EventKeyReader keys)
      throws IOException, InputException {
    PeekStream in = from.stream();
    String first = new String(in.first(), ISO_8859_1);
    refuse(
        UTF_16.matcher(first).matches(),
        input + " is in UTF-16, must be UTF-8: convert it with 'iconv -f UTF-16 -t UTF-8'");
    refuse(
        first.startsWith("PK\u0003\u0004"),
        input + " is a zip or WACZ, not JSON: give it as a file whose name says so");
    GzipMembers members = from.members();
    InputStream contents = members == null ? in : new VerifiedMembers(in, members);
    String text = first.startsWith(MARK) ? first.substring(MARK.length()) : first;
    refuse(
        WACZ_LIST.matcher(text).matches(),
        input + " only lists WACZ files (multi-WACZ): give those files in its place");
    if (!ITEMS.matcher(text).matches()) {
      return new JsonLines(contents, members, origin, how.limits(), keys, how.counts());
    }
    contents.skipNBytes(first.length() - text.length());
    return new JsonItems(contents, origin, how.limits(), keys);
  }

  private static void refuse(boolean other, String why) throws InputException {
    if (other) {
      throw new InputException(why);
    }
  }
}
