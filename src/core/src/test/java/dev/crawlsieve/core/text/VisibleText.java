package dev.crawlsieve.core.text;

import java.util.HashMap;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;

/**
 * Everything visible to a reader of the page, in document order: a plain traversal, as a reference.
 *
 * <p>Omitted: what browsers do not show (scripts, styles, templates, comments, the head, {@code
 * hidden} elements, closed dialogs), fallback content ({@code noscript}, {@code noframes}, the
 * content of frames, audio, video and canvas), and the titles and definitions inside SVG. Style
 * sheets are ignored. A block begins and ends a line, as does a table row; its cells are separated
 * by blanks.
 */
public final class VisibleText {

  private enum Role {
    UNSEEN,
    BLOCK,
    BREAK,
    CELL
  }

  private static final Map<String, Role> ROLES = new HashMap<>();

  static {
    roles(
        Role.UNSEEN,
        "head title script style template noscript noframes noembed iframe frame audio video canvas"
            + " datalist desc metadata defs annotation annotation-xml rp");
    roles(
        Role.BLOCK,
        "address article aside blockquote body caption center dd details dialog dir div dl dt"
            + " fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup html legend"
            + " li listing main menu nav ol optgroup option p plaintext pre search section select"
            + " summary table tbody tfoot thead tr ul xmp");
    roles(Role.BREAK, "br hr");
    roles(Role.CELL, "td th button textarea");
  }

  private static void roles(Role role, String names) {
    for (String name : names.split(" ")) {
      ROLES.put(name, role);
    }
  }

  public String of(Document document) {
    Walk walk = new Walk();
    // Not recursive, at any depth.
    NodeTraversor.filter(walk, document);
    return WhiteSpace.collapsed(walk.text.toString(), true);
  }

  private static final class Walk implements NodeFilter {

    private final StringBuilder text = new StringBuilder();

    @Override
    public FilterResult head(Node node, int depth) {
      if (node instanceof TextNode words) {
        text.append(words.getWholeText().replaceAll("[\n\r\u2028\u2029]", " "));
      } else if (node instanceof Element element) {
        Role role = ROLES.get(element.normalName());
        if (role == Role.UNSEEN || isHidden(element)) {
          return FilterResult.SKIP_ENTIRELY;
        }
        separate(role);
      }
      return FilterResult.CONTINUE;
    }

    @Override
    public FilterResult tail(Node node, int depth) {
      if (node instanceof Element element) {
        separate(ROLES.get(element.normalName()));
      }
      return FilterResult.CONTINUE;
    }

    private void separate(Role role) {
      if (role == Role.CELL) {
        text.append(' ');
      } else if (role != null) {
        text.append('\n');
      }
    }

    private static boolean isHidden(Element element) {
      if (element.attributesSize() == 0) {
        return element.normalName().equals("dialog");
      }
      if (element.hasAttr("hidden")) {
        // A body is hidden only until its scripts have run; found text is there to be read.
        return !element.normalName().equals("body")
            && !element.attr("hidden").equalsIgnoreCase("until-found");
      }
      return element.normalName().equals("dialog") && !element.hasAttr("open");
    }
  }
}
