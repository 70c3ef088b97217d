package dev.crawlsieve.tool.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.UnreadableVerdictException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.files.bodies.Bodies;
import dev.crawlsieve.files.sieve.SieveFolder;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.DeadPage;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.kafka.TopicSpan;
import dev.crawlsieve.stream.kafka.UnjudgedPage;
import dev.crawlsieve.stream.topology.HeaderValues;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds what became of the pages of a URL: on the topics, or in the files of {@code sieve}. */
public final class UrlSearch {

  private final SieveConfig config;
  private final @Nullable Path file;
  private final @Nullable SieveFolder folder;
  private final PageFingerprinter reader;
  private final String url;
  private final @Nullable String normalizedUrl;

  /**
   * @param url the URL as produced, or another form of it that means the same page
   * @param file verdicts as written by {@code sieve}, with its other files next to it; null for the
   *     topics
   */
  public UrlSearch(SieveConfig config, String url, @Nullable Path file) {
    this.config = config;
    this.file = file;
    this.folder = file == null ? null : new SieveFolder(file.resolveSibling(""));
    this.reader = Bodies.steps(config.fingerprinting(), config.bodyRefs());
    this.url = url;
    this.normalizedUrl = normalized(url);
  }

  /**
   * The verdicts on the URL, in the order of decisions.
   *
   * @throws SieveException if they cannot be read, there is no such topic or file, or something in
   *     it is not a verdict
   */
  public List<Verdict> verdicts() {
    List<Verdict> found = new ArrayList<>();
    if (file != null) {
      FileLines.verdicts(file, verdict -> offer(verdict, found));
    } else {
      String topic = config.topics().verdicts();
      TopicSpan.required(config, topic)
          .read(
              next -> {
                try {
                  offer(VerdictCodec.decode(next.value()), found);
                } catch (UnreadableVerdictException e) {
                  throw new SieveException(
                      topic + " " + next.partition() + "@" + next.offset() + ": " + e.getMessage(),
                      e);
                }
              });
    }
    found.sort(Comparator.comparingInt(Verdict::lane).thenComparingLong(Verdict::laneOffset));
    return found;
  }

  private void offer(Verdict verdict, List<Verdict> found) {
    if (isWanted(verdict.url())) {
      found.add(verdict);
    }
  }

  /**
   * The pages that were not judged, each with its URL and the reason (in a file, that of the
   * current settings); none if this generation decides on another's log.
   *
   * @throws SieveException if they cannot be read, or there is no such topic
   */
  public List<ObjectNode> unjudged() {
    List<ObjectNode> found = new ArrayList<>();
    if (folder != null) {
      FileLines.each(folder.unjudged(), line -> offerUnjudged(line.getBytes(UTF_8), found));
    } else if (config.topics().ownLog()) {
      TopicSpan.required(config, config.topics().unjudged())
          .read(
              next -> {
                try {
                  UnjudgedPage page =
                      UnjudgedPage.of(
                          reader, next.key(), next.value(), HeaderValues.of(next.headers()));
                  if (isWanted(page.url())) {
                    found.add(RecordJson.JSON.valueToTree(page));
                  }
                } catch (BadPageException e) {
                  return; // made under another generation's settings
                }
              });
    }
    return found;
  }

  private void offerUnjudged(byte[] event, List<ObjectNode> found) {
    try {
      String about = reader.url(null, event, name -> null);
      if (isWanted(about)) {
        ObjectNode page = RecordJson.JSON.createObjectNode().put("url", about);
        found.add(page);
        putReason(page, event);
      }
    } catch (BadPageException e) {
      return; // made under another generation's settings
    }
  }

  private void putReason(ObjectNode page, byte[] event) {
    try {
      FingerprintedPage unused =
          reader.fingerprint(null, event, name -> null, new Coordinates(0, 0), 0);
      page.put("reason", "the settings of that run did not accept it; the current ones would");
    } catch (UnjudgedPageException e) {
      page.put("trait", e.trait().toString()).put("reason", e.getMessage());
    } catch (BadPageException e) {
      page.put("reason", "under the current settings it is not a page: " + e.getMessage());
    }
  }

  /**
   * The pages that are dead letters.
   *
   * @throws SieveException if they cannot be read, or there is no such topic
   */
  public List<DeadPage> dead() {
    List<DeadPage> found = new ArrayList<>();
    if (folder != null) {
      FileLines.each(
          folder.deadLetters(), line -> offer(dead(RecordJson.JSON.readTree(line)), found));
    } else {
      TopicSpan.required(config, config.topics().deadLetters())
          .read(
              next ->
                  offer(
                      DeadPage.of(
                          reader, next.key(), next.value(), HeaderValues.of(next.headers())),
                      found));
    }
    return found;
  }

  private void offer(DeadPage page, List<DeadPage> found) {
    if (page.url() != null && isWanted(page.url())) {
      found.add(page);
    }
  }

  private DeadPage dead(JsonNode letter) {
    return new DeadPage(
        DeadPage.of(reader, bytes(letter, "url"), bytes(letter, "value"), name -> null).url(),
        letter.path("origin").asText(),
        letter.path("stage").asText(),
        letter.path("reason").asText());
  }

  private static byte @Nullable [] bytes(JsonNode letter, String name) {
    String text = letter.path(name).textValue();
    return text == null ? null : text.getBytes(UTF_8);
  }

  /**
   * The clusters on the topic that the pages of verdicts belong to, by their {@link #leader}s;
   * without those that have no copies, or are not published yet.
   *
   * @throws SieveException if they cannot be read, or there is no such topic
   */
  public Map<String, JsonNode> clusters(List<Verdict> verdicts) {
    Set<String> wanted = verdicts.stream().map(UrlSearch::leader).collect(Collectors.toSet());
    Map<String, JsonNode> found = new HashMap<>();
    TopicSpan.required(config, config.topics().clusters())
        .read(
            next -> {
              String leader = next.key() == null ? "" : new String(next.key(), UTF_8);
              if (wanted.contains(leader)) {
                found.put(leader, tree(next.value()));
              }
            });
    return found;
  }

  /** The position of the kept page that a verdict is about. */
  public static String leader(Verdict verdict) {
    return verdict.leader().source().toString();
  }

  /** A cluster as a tree; null for a tombstone. */
  private static @Nullable JsonNode tree(byte[] cluster) {
    try {
      return cluster == null ? null : RecordJson.JSON.readTree(cluster);
    } catch (IOException e) {
      throw new SieveException("a cluster is not JSON: " + e.getMessage(), e);
    }
  }

  private boolean isWanted(String about) {
    return about.equals(url) || (normalizedUrl != null && normalizedUrl.equals(normalized(about)));
  }

  /** The normal form, or null if there is none; such a URL is then found only verbatim. */
  private @Nullable String normalized(String any) {
    try {
      return reader.normalized(any);
    } catch (BadPageException e) {
      return null;
    }
  }
}
