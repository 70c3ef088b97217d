package dev.crawlsieve.core.mirror;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Set;

/**
 * A difference between URLs of one site that does not change the content.
 *
 * @param site scheme, host and port
 * @param kind what may be left out
 * @param name of the parameter or the default page; several parameters, which only together were
 *     seen to make no difference, are joined by {@code &}; empty where the kind says all
 * @param declared whether it holds; otherwise it is withdrawn
 * @param support pairs of URLs that differ in this only and have the same content
 * @param tested pairs of URLs that differ in this only
 */
public record UrlRule(
    String site, Kind kind, String name, boolean declared, int support, int tested)
    implements Finding {

  static final String TYPE = "rule";

  /** What of a URL does not matter. */
  public enum Kind {
    /** Parameters of the query. */
    PARAMETER,
    /** A parameter in the path, such as {@code ;jsessionid=1}. */
    PATH_PARAMETER,
    /** A default page such as {@code index.html}. */
    DEFAULT_PAGE,
    /** A slash at the end. */
    TRAILING_SLASH,
    /** The case of the path. */
    CASE;

    String lower() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** A path with its query, without what does not matter by this rule. */
  String apply(String path) {
    return switch (kind) {
      case PARAMETER -> UrlForm.withoutParameters(path, Set.of(name.split("&")));
      case PATH_PARAMETER -> UrlForm.withoutPathParameter(path, name);
      case DEFAULT_PAGE -> UrlForm.withoutDefaultPage(path, name);
      case TRAILING_SLASH -> UrlForm.withoutTrailingSlash(path);
      case CASE -> UrlForm.withPathInLowerCase(path);
    };
  }

  /** The same rule with other evidence. */
  UrlRule with(boolean declares, int agreeing, int pairs) {
    return new UrlRule(site, kind, name, declares, agreeing, pairs);
  }

  boolean isSame(UrlRule other) {
    return kind == other.kind && name.equals(other.name);
  }

  @Override
  public String key() {
    return TYPE + "|" + site + "|" + kind.lower() + "|" + name;
  }

  @Override
  public double confidence() {
    return Finding.share(support, tested);
  }

  @Override
  public ObjectNode json() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("type", TYPE)
        .put("state", declared ? "declared" : "withdrawn")
        .put("site", site)
        .put("rule", kind.lower())
        .put("name", name)
        .put("support", support)
        .put("tested", tested)
        .put("confidence", confidence());
  }

  /**
   * Reads a record of the topic.
   *
   * @throws IllegalArgumentException if it is no rule, or of a kind that is not known
   */
  public static UrlRule of(JsonNode json) {
    if (!json.path("type").asText().equals(TYPE)) {
      throw new IllegalArgumentException("not a rule: " + json);
    }
    return new UrlRule(
        json.path("site").asText(),
        Kind.valueOf(json.path("rule").asText().toUpperCase(Locale.ROOT).replace('-', '_')),
        json.path("name").asText(),
        json.path("state").asText().equals("declared"),
        json.path("support").asInt(),
        json.path("tested").asInt());
  }
}
