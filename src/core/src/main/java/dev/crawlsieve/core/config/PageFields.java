package dev.crawlsieve.core.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The names under which page events hold their fields, where they differ from our own form.
 *
 * @param fields what is read from where; of several places for one target, the first that holds
 *     something counts, and the same goes for the bodies
 */
public record PageFields(List<Field> fields) {

  /** What is read from a field. */
  public enum Target {
    URL("url"),
    /** Stands for the URL of a text that has none: its last segment below a base. */
    ID("id"),
    HTML("html"),
    TEXT("text"),
    MARKDOWN("markdown"),
    TITLE("title"),
    CANONICAL("canonical"),
    STATUS("status"),
    CONTENT_TYPE("contentType"),
    FETCH_TIME("fetchTime");

    private static final Set<Target> BODIES = Set.of(HTML, TEXT, MARKDOWN);

    private final String key;

    Target(String key) {
      this.key = key;
    }

    /** Its name in the setting. */
    public String key() {
      return key;
    }

    /** Whether it is a body. */
    public boolean isBody() {
      return BODIES.contains(this);
    }

    private static Target of(String key) {
      for (Target target : values()) {
        if (target.key.equals(key)) {
          return target;
        }
      }
      throw new SettingsException(
          "page.fields has '"
              + key
              + "', must be one of "
              + Arrays.stream(values()).map(each -> each.key).collect(Collectors.joining(", ")));
    }
  }

  /**
   * One place.
   *
   * @param path the names that lead to it, from the outermost object
   */
  public record Field(Target target, List<String> path) {
    public Field {
      path = List.copyOf(path);
    }
  }

  /** The word for {@link #KNOWN}. */
  private static final String KNOWN_NAME = "known";

  /** Our own form; what holds no page in it is read by {@link #KNOWN}. */
  public static final PageFields OWN = new PageFields(List.of());

  /**
   * What well-known crawlers and text corpora write: crawl4ai, Firecrawl, Apify, Dolma. Those of
   * FineWeb and C4 are our own.
   */
  public static final PageFields KNOWN =
      of(
          "url=url,url=metadata.sourceURL,url=metadata.url,id=id,html=html,html=rawHtml"
              + ",markdown=markdown,markdown=markdown.raw_markdown,text=text"
              + ",title=metadata.title,canonical=metadata.canonicalUrl,status=status"
              + ",status=status_code,status=metadata.statusCode,status=crawl.httpStatusCode"
              + ",fetchTime=fetchTime,fetchTime=crawl.loadedTime");

  public PageFields {
    fields = List.copyOf(fields);
  }

  /**
   * Reads the setting.
   *
   * @param setting pairs like {@code url=metadata.sourceURL}, separated by commas; or {@code
   *     known}; or nothing
   * @throws SettingsException if it is neither
   */
  public static PageFields of(String setting) {
    if (setting.equals(KNOWN_NAME)) {
      return KNOWN;
    }
    List<Field> fields = new ArrayList<>();
    for (String pair : setting.isBlank() ? new String[0] : setting.split(",", -1)) {
      int equals = pair.indexOf('=');
      List<String> path = List.of(pair.substring(equals + 1).trim().split("\\.", -1));
      if (equals < 0 || path.contains("")) {
        throw new SettingsException(
            "page.fields has '"
                + pair
                + "', must be like url=metadata.sourceURL, or 'known' alone");
      }
      Target target = Target.of(pair.substring(0, equals).trim());
      boolean markdown = target == Target.TEXT && String.join(".", path).contains("markdown");
      fields.add(new Field(markdown ? Target.MARKDOWN : target, path));
    }
    return new PageFields(fields);
  }

  /** Whether it names no field. */
  public boolean isOwn() {
    return fields.isEmpty();
  }

  /** Only the fields that say which page it is. */
  public PageFields addresses() {
    List<Field> addresses = new ArrayList<>();
    fields.stream().filter(field -> field.target() == Target.URL).forEach(addresses::add);
    if (addresses.isEmpty()) {
      addresses.add(new Field(Target.URL, List.of(Target.URL.key)));
    }
    fields.stream().filter(field -> field.target() == Target.ID).forEach(addresses::add);
    return new PageFields(addresses);
  }

  /** Whether a target is read from a field that is named here. */
  public boolean names(Target target) {
    return fields.stream().anyMatch(field -> field.target() == target);
  }

  /** Whether the body is read from a field that is named here. */
  public boolean namesBody() {
    return fields.stream().anyMatch(field -> field.target().isBody());
  }
}
