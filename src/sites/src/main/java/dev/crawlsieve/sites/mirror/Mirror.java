package dev.crawlsieve.sites.mirror;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Two roots that have the same content, or nearly the same, under the same paths.
 *
 * @param one the root that sorts first
 * @param two the other
 * @param declared whether it is declared; otherwise it is withdrawn
 * @param support number of sampled paths that both have with the same content
 * @param common number of sampled paths that both have
 */
public record Mirror(Root one, Root two, boolean declared, int support, int common)
    implements Finding {

  private static final String TYPE = "mirror";

  @Override
  public String key() {
    return TYPE + "|" + one + "|" + two;
  }

  @Override
  public double confidence() {
    return Finding.share(support, common);
  }

  /** Whether both are whole sites, and their names differ only in the scheme or a leading www. */
  public boolean alias() {
    return one.prefix().equals("/")
        && two.prefix().equals("/")
        && one.bareHost().equals(two.bareHost());
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("type", TYPE)
        .put("state", declared ? "declared" : "withdrawn")
        .put("one", one.toString())
        .put("two", two.toString())
        .put("alias", alias())
        .put("support", support)
        .put("common", common)
        .put("confidence", confidence());
    return json;
  }
}
