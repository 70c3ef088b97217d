package dev.crawlsieve.core.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The names of page events' fields, where they differ from the standard form.
 *
 * @param fields where each target is read from; of several places for the same target, the first
 *     with a value counts, and so does the first of the bodies
 */
public record PageFields(List<Field> fields) {

  /** What is read from a field. */
  public enum Target {
    URL("url"),
    /** The identifier of a text without a URL: it becomes the last segment of a URL made for it. */
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

    /** Whether the target is a body. */
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
   * A field and the target that is read from it.
   *
   * @param path the names that lead to the field, from the outermost object
   */
  public record Field(Target target, List<String> path) {
    public Field {
      path = List.copyOf(path);
    }
  }

  /** The setting's value for {@link #KNOWN}. */
  private static final String KNOWN_NAME = "known";

  /** The standard form. An event that is no page in this form is read as {@link #KNOWN}. */
  public static final PageFields OWN = new PageFields(List.of());

  /**
   * The fields that well-known crawlers and text corpora write: crawl4ai, Firecrawl, Apify, Dolma.
   * FineWeb and C4 have the standard form.
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
   *     known}; or the empty string
   * @throws SettingsException if it is none of these
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

  /** Whether no field is named. */
  public boolean isOwn() {
    return fields.isEmpty();
  }

  /** Only the fields that identify the page. */
  public PageFields addresses() {
    List<Field> addresses = new ArrayList<>();
    fields.stream().filter(field -> field.target() == Target.URL).forEach(addresses::add);
    if (addresses.isEmpty()) {
      addresses.add(new Field(Target.URL, List.of(Target.URL.key)));
    }
    fields.stream().filter(field -> field.target() == Target.ID).forEach(addresses::add);
    return new PageFields(addresses);
  }

  /** Whether a field is named for a target. */
  public boolean names(Target target) {
    return fields.stream().anyMatch(field -> field.target() == target);
  }

  /** Whether a field is named for a body. */
  public boolean namesBody() {
    return fields.stream().anyMatch(field -> field.target().isBody());
  }
}
