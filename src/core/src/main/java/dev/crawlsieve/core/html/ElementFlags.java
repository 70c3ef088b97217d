package dev.crawlsieve.core.html;

import java.util.HashMap;
import java.util.Map;

/**
 * The flags of elements, from the lists of element names in the standard's section on tree
 * construction.
 */
final class ElementFlags {

  private ElementFlags() {}

  static Map<String, Integer> byName() {
    Map<String, Integer> flags = new HashMap<>();
    add(flags, ElementName.SCOPE, "applet caption html marquee object select table td template th");
    add(flags, ElementName.LIST_SCOPE, "ol ul");
    add(flags, ElementName.BUTTON_SCOPE, "button");
    add(flags, ElementName.TABLE_SCOPE, "html table template");
    add(flags, ElementName.IMPLIED_END, "dd dt li optgroup option p rb rp rt rtc");
    add(flags, ElementName.DEFINITION, "dd dt");
    String holding =
        "applet area article aside base basefont bgsound blockquote body br button"
            + " caption center col colgroup dd details dir dl dt embed fieldset figcaption"
            + " figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html"
            + " iframe img input keygen li link listing main marquee menu meta nav noembed"
            + " noframes noscript object ol param plaintext pre script search section select"
            + " source style summary table tbody td template textarea tfoot th thead title tr"
            + " track ul wbr xmp";
    add(flags, ElementName.HOLDS_ITEMS, holding);
    add(flags, ElementName.SPECIAL, holding + " address div p");
    add(flags, ElementName.PARTS, "table");
    add(flags, ElementName.ROWS, "table tbody tfoot thead");
    add(flags, ElementName.CELLS, "table tbody tfoot thead tr");
    add(flags, ElementName.HEADING, "h1 h2 h3 h4 h5 h6");
    add(
        flags,
        ElementName.BREAKS_OUT,
        "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img"
            + " li listing menu meta nobr ol p pre ruby s small span strike strong sub sup table tt"
            + " u ul var");
    add(
        flags,
        ElementName.HTML_IN_FOREIGN,
        "annotation-xml desc foreignobject mi mn mo ms mtext title");
    return flags;
  }

  private static void add(Map<String, Integer> flags, int flag, String names) {
    for (String name : names.split(" ")) {
      flags.merge(name, flag, (a, b) -> a | b);
    }
  }
}
