package dev.crawlsieve.sites.mirror;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A URL rule: a difference between URLs of one site that does not change the content.
 *
 * @param site scheme, host and port
 * @param kind what may be removed
 * @param name name of the parameter or of the default page; empty if the kind needs none. Several
 *     parameters are joined by {@code &}: they make no difference together, and were only seen to
 *     differ together
 * @param declared whether it is declared; otherwise it is withdrawn
 * @param support number of pairs of URLs that differ only in this way and have the same content
 * @param tested number of pairs of URLs that differ only in this way
 */
public record UrlRule(
    String site, Kind kind, String name, boolean declared, int support, int tested)
    implements Finding {

  static final String TYPE = "rule";

  /** The part of a URL that makes no difference. */
  public enum Kind {
    /** Query parameters. */
    PARAMETER,
    /** A parameter in the path, such as {@code ;jsessionid=1}. */
    PATH_PARAMETER,
    /** A default page such as {@code index.html}. */
    DEFAULT_PAGE,
    /** A trailing slash. */
    TRAILING_SLASH,
    /** The case of the path. */
    CASE;

    String lower() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The kind with a {@link #lower name}.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Kind named(String lower) {
      return Stream.of(values())
          .filter(kind -> kind.lower().equals(lower))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("'" + lower + "' is no kind of rule"));
    }
  }

  /** Removes from a path with its query the part that makes no difference by this rule. */
  String apply(String path) {
    return switch (kind) {
      case PARAMETER -> UrlForm.withoutParameters(path, Set.of(name.split("&")));
      case PATH_PARAMETER -> UrlForm.withoutPathParameter(path, name);
      case DEFAULT_PAGE -> UrlForm.withoutDefaultPage(path, name);
      case TRAILING_SLASH -> UrlForm.withoutTrailingSlash(path);
      case CASE -> UrlForm.withPathInLowerCase(path);
    };
  }

  /** This rule with other evidence. */
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
}
