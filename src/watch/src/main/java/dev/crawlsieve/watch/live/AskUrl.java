package dev.crawlsieve.watch.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.HttpUrl;
import dev.crawlsieve.core.page.UrlNormalizer;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.MirrorsConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.watch.ask.AskedGroup;
import dev.crawlsieve.watch.http.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Tells what is known of a URL before its page is fetched: the newest verdict on it, and other URLs
 * under which the page should be the same.
 */
final class AskUrl {

  /** Maximum number of other URLs in an answer, each with its newest verdict. */
  private static final int MOST_OTHERS = 10;

  /** How web servers show the folders of a machine's users. */
  private static final Pattern USER = Pattern.compile("/(?:~|%7[Ee])([^/]*)");

  private final SieveConfig config;
  private final Explainer explainer;
  private final DeclaredRules rules;

  AskUrl(SieveConfig config, Explainer explainer, DeclaredRules rules) {
    this.config = config;
    this.explainer = explainer;
    this.rules = rules;
  }

  /**
   * The answer about a URL.
   *
   * @throws RefusedException if the URL is not one, or the verdicts cannot be searched now
   */
  ObjectNode of(String url, AskedGroup lanes) throws RefusedException {
    ObjectNode json = RecordJson.JSON.createObjectNode().put("url", url);
    String normal;
    try {
      normal = UrlNormalizer.of(config.page()).normalize(url);
    } catch (BadPageException e) {
      throw new RefusedException(400, e.getMessage());
    }
    json.put("normalizedUrl", normal);
    List<JsonNode> others = new ArrayList<>();
    String unknown = null;
    boolean ruled = true;
    if (config.uses(MirrorsConfig.WING)) {
      try {
        JsonNode known = lanes.mirrors().of(url, true, false);
        known.path(AskedGroup.SAME_AS).forEach(others::add);
        ruled = !known.path(AskedGroup.CONTRADICTED).asBoolean();
      } catch (RefusedException e) {
        unknown = e.getMessage();
      }
    }
    List<JsonNode> named = others.subList(0, Math.min(others.size(), MOST_OTHERS));
    List<String> urls = new ArrayList<>(List.of(normal));
    named.forEach(other -> urls.add(other.path("url").asText()));
    Map<String, Explainer.Known> newest = explainer.newest(urls, rules.rules());
    Explainer.Known known = Objects.requireNonNull(newest.get(normal));
    json.set("verdict", tree(known.own()));
    json.put("behind", explainer.behind());
    explainer.putOverrides(json, url);
    if (unknown != null) {
      return json.putNull(AskedGroup.SAME_AS).put("sameAsUnknown", unknown);
    }
    ArrayNode same = json.putArray(AskedGroup.SAME_AS);
    for (JsonNode other : named) {
      ObjectNode node = other.deepCopy();
      Explainer.Known there = Objects.requireNonNull(newest.get(other.path("url").asText()));
      Verdict alike = ruled ? there.alike() : there.own();
      boolean counts = known.own() != null || (alike != null && speaksFor(normal, alike));
      node.set("verdict", tree(counts ? alike : null));
      same.add(node);
    }
    if (ruled
        && known.own() == null
        && known.alike() != null
        && speaksFor(normal, known.alike())
        && !decided(same)) {
      same.insert(0, byRules(known.alike()));
    }
    return json;
  }

  /**
   * Whether a verdict on another URL tells what is at a URL that was never fetched. It does only if
   * both are of the same site. Another site might publish a page, even a copy of one of this site's
   * pages, to keep this site's own page from being fetched; and a page that is not fetched can
   * never become evidence against a mirror.
   */
  static boolean speaksFor(String url, Verdict verdict) {
    return site(url).equals(site(verdict.url()));
  }

  /** Host without {@code www.} and port, and the user if the URL is in a user's folder. */
  private static String site(String url) {
    try {
      HttpUrl parts = HttpUrl.parse(url);
      Matcher user = USER.matcher(parts.path());
      return parts.site() + ':' + parts.port() + (user.lookingAt() ? user.group(1) : "");
    } catch (BadPageException e) {
      return url;
    }
  }

  private static boolean decided(ArrayNode same) {
    return StreamSupport.stream(same.spliterator(), false)
        .anyMatch(one -> one.get("verdict").isObject());
  }

  /** The entry for another URL that the rules reduce to the URL in question. */
  private ObjectNode byRules(Verdict alike) {
    ObjectNode node = RecordJson.JSON.createObjectNode().put("url", alike.url());
    ArrayNode by = node.putArray("by");
    rules.changing(alike.url()).forEach(finding -> by.add(finding.json()));
    node.set("verdict", tree(alike));
    return node;
  }

  private static @Nullable ObjectNode tree(@Nullable Verdict verdict) {
    return verdict == null ? null : VerdictCodec.tree(verdict);
  }
}
