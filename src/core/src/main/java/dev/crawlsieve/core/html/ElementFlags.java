package dev.crawlsieve.core.html;

import java.util.HashMap;
import java.util.Map;

/** The lists of element names in the standard's chapter on tree construction. */
final class ElementFlags {

  private ElementFlags() {}

  static Map<String, Integer> byName() {
    Map<String, Integer> flags = new HashMap<>();
    add(flags, ElementName.SCOPE, "applet caption html marquee object select table td template th");
    add(flags, ElementName.LIST_SCOPE, "ol ul");
    add(flags, ElementName.BUTTON_SCOPE, "button");
    add(flags, ElementName.TABLE_SCOPE, "html table template");
    String implied = "dd dt li optgroup option p rb rp rt rtc";
    add(flags, ElementName.IMPLIED_END, implied);
    add(flags, ElementName.THOROUGH_END, implied + " caption colgroup tbody td tfoot th thead tr");
    add(
        flags,
        ElementName.SPECIAL,
        "address applet area article aside base basefont bgsound blockquote body br button caption"
            + " center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer"
            + " form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input"
            + " keygen li link listing main marquee menu meta nav noembed noframes noscript object"
            + " ol p param plaintext pre script search section select source style summary table"
            + " tbody td template textarea tfoot th thead title tr track ul wbr xmp");
    add(flags, ElementName.FOSTERS, "table tbody tfoot thead tr");
    add(flags, ElementName.HEADING, "h1 h2 h3 h4 h5 h6");
    add(
        flags,
        ElementName.BREAKS_OUT,
        "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img"
            + " li listing menu meta nobr ol p pre ruby s small span strike strong sub sup table tt"
            + " u ul var");
    return flags;
  }

  private static void add(Map<String, Integer> flags, int flag, String names) {
    for (String name : names.split(" ")) {
      flags.merge(name, flag, (a, b) -> a | b);
    }
  }
}
