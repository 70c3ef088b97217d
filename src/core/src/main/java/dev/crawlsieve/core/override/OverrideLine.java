package dev.crawlsieve.core.override;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.config.OverrideRule.Subject;
import dev.crawlsieve.core.failure.JsonFault;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UrlNormalizer;
import dev.crawlsieve.core.text.Printable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one line of a file of overrides. */
final class OverrideLine {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final String SHOULD = "must be one of keep, drop, separate and thresholds";
  private static final String EXAMPLE =
      "; a line is one object such as {\"keep\": {\"host\": \"shop.example\"}}";
  private static final String NOTE = "note";
  private static final String HOST = "host";
  private static final String FOLDERS = "folders";
  private static final String FOLDERS_OF =
      "; for a folder, write a line for each page (docs/overrides.md, \"A folder\")";
  private static final int LONGEST_HOST = 253;
  private static final int MOST_MEMBERS = 1_000;

  private final UrlNormalizer urls;
  private final ThresholdFields thresholds;
  private final OverridesBuilder overrides;

  /**
   * @param overrides receives what the lines say
   */
  OverrideLine(UrlNormalizer urls, DetectorSettings detector, OverridesBuilder overrides) {
    this.urls = urls;
    this.thresholds = new ThresholdFields(detector);
    this.overrides = overrides;
  }

  /**
   * Reads a line.
   *
   * @param number of the line in its file, from 1
   * @throws BadOverrideException if the line is not an override, or contradicts an earlier one
   */
  void read(String line, int number) throws BadOverrideException {
    JsonNode json = parse(line);
    String action = null;
    for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!name.equals(NOTE)) {
        if (action != null) {
          throw new BadOverrideException("it has " + action + " and " + name + ", " + SHOULD);
        }
        action = name;
      }
    }
    if (action == null) {
      throw new BadOverrideException("it names no override, " + SHOULD);
    }
    JsonNode what = json.get(action);
    switch (action) {
      case "keep" -> decide(OverrideRule.Action.KEEP, action, what, number);
      case "drop" -> decide(OverrideRule.Action.DROP, action, what, number);
      case "separate" -> separate(action, what, number);
      case "thresholds" -> thresholds(action, what, number);
      default -> throw new BadOverrideException(quoted(action) + " is no override, " + SHOULD);
    }
  }

  private static JsonNode parse(String line) throws BadOverrideException {
    try {
      JsonNode json = JSON.readTree(line);
      if (json.isObject()) {
        return json;
      }
    } catch (JsonProcessingException e) {
      throw new BadOverrideException("it " + JsonFault.of(e) + EXAMPLE, e);
    }
    throw new BadOverrideException("it is not a JSON object" + EXAMPLE);
  }

  private void decide(OverrideRule.Action action, String field, JsonNode what, int number)
      throws BadOverrideException {
    Subject subject = subject(field, what, "");
    String of = field + "." + subject.text();
    String name = name(subject, of, what.get(subject.text()));
    overrides.decide(new OverrideRule(action, subject, name, number));
  }

  private void separate(String field, JsonNode what, int number) throws BadOverrideException {
    boolean folders = what.isObject() && what.size() == 1 && what.has(FOLDERS);
    Subject subject = folders ? null : subject(field, what, "s");
    String named = subject == null ? FOLDERS : subject.text() + "s";
    String of = field + "." + named;
    JsonNode list = what.get(named);
    if (!list.isArray() || list.size() < 2 || list.size() > MOST_MEMBERS) {
      throw new BadOverrideException(of + " must be an array of 2 to " + MOST_MEMBERS);
    }
    List<String> members = new ArrayList<>();
    for (JsonNode member : list) {
      members.add(subject == null ? folder(of, member) : name(subject, of, member));
    }
    overrides.separate(subject, of, members, number);
  }

  private void thresholds(String field, JsonNode what, int number) throws BadOverrideException {
    if (!what.isObject() || !what.has(HOST)) {
      throw new BadOverrideException(field + " must be an object with a host");
    }
    overrides.thresholds(
        host(field + "." + HOST, what.get(HOST)), thresholds.read(field, what), number);
  }

  /** What the only field of an object names: a page or a host, or several of either. */
  private static Subject subject(String field, JsonNode what, String plural)
      throws BadOverrideException {
    for (Subject subject : Subject.values()) {
      if (what.isObject() && what.size() == 1 && what.has(subject.text() + plural)) {
        return subject;
      }
    }
    throw new BadOverrideException(
        field
            + " must be an object with one field, "
            + (plural.isEmpty() ? "url or host" + FOLDERS_OF : "urls, folders or hosts"));
  }

  private String name(Subject subject, String field, JsonNode value) throws BadOverrideException {
    if (subject == Subject.HOST) {
      return host(field, value);
    }
    String given = text(field, value);
    if (given.indexOf('*') >= 0) {
      throw new BadOverrideException(
          ("%s is %s, must be the URL of one page, without '*': 'host' stands for all pages of a"
                      + " host, and %%2A for a '*' that belongs to the URL")
                  .formatted(field, quoted(given))
              + (field.startsWith("separate")
                  ? "; 'folders' takes URLs that end in '/', for all pages below them"
                  : FOLDERS_OF));
    }
    try {
      return urls.normalize(given);
    } catch (BadPageException e) {
      throw new BadOverrideException(field + ": " + e.getMessage(), e);
    }
  }

  /** The folder that a URL names: all pages whose paths begin with its path. */
  private String folder(String field, JsonNode value) throws BadOverrideException {
    String folder = name(Subject.URL, field, value);
    if (!folder.endsWith("/") || folder.indexOf('?') >= 0) {
      throw new BadOverrideException(
          field
              + " is "
              + quoted(text(field, value))
              + ", must be a URL that ends in '/', which stands for all pages below it");
    }
    return folder;
  }

  private String host(String field, JsonNode value) throws BadOverrideException {
    String given = text(field, value).strip();
    if (given.isEmpty() || given.length() > LONGEST_HOST || !isBare(given)) {
      throw noHost(field, given, null);
    }
    String host;
    try {
      host = UrlNormalizer.host(urls.normalize("https://" + given + "/"));
    } catch (BadPageException e) {
      throw noHost(field, given, e);
    }
    if (host.length() > LONGEST_HOST || host.startsWith(".") || host.contains("..")) {
      throw noHost(field, given, null);
    }
    return host;
  }

  private static BadOverrideException noHost(
      String field, String given, @Nullable Exception cause) {
    return new BadOverrideException(
        ("%s is %s, must be a host such as example.org, which stands for its"
                + " subdomains, too, without scheme, port, path and '*'")
            .formatted(field, quoted(given)),
        cause);
  }

  /** Whether a value is a host alone, without other parts of a URL. */
  private static boolean isBare(String host) {
    boolean address = host.startsWith("[") && host.endsWith("]");
    return host.chars().noneMatch(c -> "/\\?#@*".indexOf(c) >= 0 || c <= ' ')
        && (address || host.indexOf(':') < 0);
  }

  private static String text(String field, JsonNode value) throws BadOverrideException {
    if (!value.isTextual()) {
      throw new BadOverrideException(field + " must be a string");
    }
    return value.textValue();
  }

  private static String quoted(String value) {
    return "'" + Printable.cut(value, 100) + "'";
  }
}
