package dev.crawlsieve.tool.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.files.bodies.Bodies;
import dev.crawlsieve.files.input.PageFiles;
import dev.crawlsieve.files.sieve.SieveFolder;
import dev.crawlsieve.stream.config.ClustersConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.DeadPage;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.reading.TopicSpan;
import dev.crawlsieve.stream.kafka.reading.UnjudgedPage;
import dev.crawlsieve.stream.topology.HeaderValues;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds out what became of the pages of a URL, on the topics or in the files of {@code sieve}. */
public final class UrlSearch {

  private static final int NOT_WANTED = Integer.MAX_VALUE;

  /** A line, a record or an entry of a file, as dead letters say where they come from. */
  private static final Pattern PLACE_IN_INPUT = Pattern.compile("(!/.*|[:#]\\d+)$");

  private final SieveConfig config;
  private final @Nullable Path file;
  private final @Nullable SieveFolder folder;
  private final PageFingerprinter reader;
  private final String name;

  /** The ranks of the URLs that the user may mean, and of their normal forms; 0 is the best. */
  private final Map<String, Integer> wanted = new HashMap<>();

  /** A URL that was found, as an example of what URLs look like. */
  private @Nullable String seen;

  /**
   * The results of a search.
   *
   * @param verdicts the verdicts, in the order of decisions
   * @param unjudged the pages that were not judged, with URL and reason (if from a file, the reason
   *     by the settings of this search)
   * @param dead the pages that are dead letters; also inputs, or parts of them, that could not be
   *     read and have no URL
   */
  public record Found(List<Verdict> verdicts, List<ObjectNode> unjudged, List<DeadPage> dead) {

    /** Whether nothing was found. */
    public boolean none() {
      return verdicts.isEmpty() && unjudged.isEmpty() && dead.isEmpty();
    }
  }

  /**
   * @param name the URL as produced, another form of it with the same normal form, or the path of a
   *     file
   * @param file a file of verdicts as written by {@code sieve}, with the other files next to it;
   *     null for the topics
   */
  public UrlSearch(SieveConfig config, String name, @Nullable Path file) {
    this.config = config;
    this.file = file;
    this.folder = file == null ? null : new SieveFolder(file.resolveSibling(""));
    this.reader = Bodies.steps(config.fingerprinting(), config.bodyRefs());
    this.name = name;
    want(name, 0);
    if (isPath()) {
      List<String> urls = PageFiles.urls(name);
      for (int i = 0; i < urls.size(); i++) {
        want(urls.get(i), i + 1);
      }
    }
  }

  private boolean isPath() {
    return !name.contains("://");
  }

  /** Whether a page that was seen has the URL that was sought, but for http:// before it. */
  private boolean isWithoutScheme() {
    return seen != null && seen.endsWith("://" + name);
  }

  private void want(String url, int rank) {
    wanted.putIfAbsent(url, rank);
    String normal = normalized(url);
    if (normal != null) {
      wanted.putIfAbsent(normal, rank);
    }
  }

  /**
   * Finds what became of the pages of the URL, or of the file. If a file may have got one of
   * several URLs, the one with the longest part of its path counts.
   *
   * @throws SieveException if topics or files do not exist or cannot be read, or a record or line
   *     is not a verdict
   */
  public Found find() {
    List<Verdict> verdicts = verdicts();
    List<ObjectNode> unjudged = unjudged();
    List<DeadPage> dead = dead();
    int best =
        Stream.of(
                verdicts.stream().map(Verdict::url),
                unjudged.stream().map(UrlSearch::url),
                dead.stream().map(DeadPage::url))
            .flatMap(urls -> urls)
            .mapToInt(this::rank)
            .min()
            .orElse(NOT_WANTED);
    return new Found(
        verdicts.stream().filter(one -> rank(one.url()) == best).toList(),
        unjudged.stream().filter(one -> rank(url(one)) == best).toList(),
        dead.stream().filter(one -> one.url() == null || rank(one.url()) == best).toList());
  }

  private static String url(ObjectNode page) {
    return page.path("url").asText();
  }

  /** The message that nothing was found, with what was searched for. */
  public String missing() {
    String where =
        file == null
            ? "topic '"
                + config.topics().verdicts()
                + "' (--from DIR reads what 'sieve' has written)"
            : file.toString();
    String sealed = folder == null ? null : folder.sealedUnjudged();
    return "there is no verdict on "
        + name
        + " in "
        + where
        + (sealed == null ? "" : "; pages not judged are in " + sealed + ", which is not searched")
        + (isWithoutScheme() ? "; there is one on " + seen + ": give it whole" : "")
        + (isPath() && !isWithoutScheme()
            ? "; a file read from the folder NAME has the address http://localhost/NAME/PATH, or"
                + " what --base-url says"
                + (seen == null ? "" : ", for example " + seen)
            : "");
  }

  private List<Verdict> verdicts() {
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
                } catch (UnreadableRecordException e) {
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
    if (seen == null || verdict.url().endsWith("://" + name)) {
      seen = verdict.url();
    }
    if (isWanted(verdict.url())) {
      found.add(verdict);
    }
  }

  /** The pages that were not judged; none if this generation decides on the log of another. */
  private List<ObjectNode> unjudged() {
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
                  return; // produced under another generation's settings
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
      return; // produced under another generation's settings
    }
  }

  private void putReason(ObjectNode page, byte[] event) {
    try {
      reader.fingerprint(null, event, name -> null, new Coordinates(0, 0), 0);
      page.put("reason", "the settings of that run did not accept it; those given here would");
    } catch (UnjudgedPageException e) {
      page.put("trait", e.trait().toString()).put("reason", e.getMessage());
    } catch (BadPageException e) {
      page.put("reason", "under the settings given here it is not a page: " + e.getMessage());
    }
  }

  private List<DeadPage> dead() {
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
    if ((page.url() != null && isWanted(page.url())) || isNamed(page.record())) {
      found.add(page);
    }
  }

  /** Whether the user means the place of a dead letter, or the input that it is in. */
  private boolean isNamed(@Nullable String place) {
    if (place == null || !isPath()) {
      return false;
    }
    Path named = whole(name);
    return named.equals(whole(place))
        || named.equals(whole(PLACE_IN_INPUT.matcher(place).replaceFirst("")));
  }

  private static Path whole(String path) {
    return Path.of(path).toAbsolutePath().normalize();
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
   * The published clusters of the pages of some verdicts, by their {@link #leader}s. Pages without
   * copies, and clusters that are not published yet, are missing.
   *
   * @throws SieveException if the clusters cannot be read, or there is no such topic
   */
  public Map<String, JsonNode> clusters(List<Verdict> verdicts) {
    Set<String> wanted = verdicts.stream().map(UrlSearch::leader).collect(Collectors.toSet());
    Map<String, JsonNode> found = new HashMap<>();
    TopicSpan.required(config, config.topics().found(ClustersConfig.WING))
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

  /** A cluster as JSON; null for a tombstone. */
  private static @Nullable JsonNode tree(byte[] cluster) {
    try {
      return cluster == null ? null : RecordJson.JSON.readTree(cluster);
    } catch (IOException e) {
      throw new SieveException("the topic clusters has a record that is not JSON", e);
    }
  }

  private boolean isWanted(String about) {
    return rank(about) != NOT_WANTED;
  }

  private int rank(@Nullable String about) {
    if (about == null) {
      return NOT_WANTED;
    }
    Integer verbatim = wanted.get(about);
    String normal = verbatim == null ? normalized(about) : null;
    return verbatim != null ? verbatim : wanted.getOrDefault(normal, NOT_WANTED);
  }

  /** The normal form of a URL; null if there is none. Such a URL is found only as written. */
  private @Nullable String normalized(String any) {
    try {
      return reader.normalized(any);
    } catch (BadPageException e) {
      return null;
    }
  }
}
