package dev.crawlsieve.stream.config;

import dev.crawlsieve.core.config.SettingsException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The names of one generation's topics: a contract with everyone who scripts against them.
 *
 * @param pages pages in
 * @param fingerprints the log of pages to decide on; its partitions are the lanes
 * @param verdicts decisions with their evidence
 * @param unique kept pages out
 * @param duplicate dropped pages out
 * @param unjudged pages out that are not judged; in use if this generation makes its own log
 * @param deadLetters records that are not pages, and why
 * @param observations what verdicts say about URLs, on their way to the task that learns mirrors
 * @param mirrors mirrors and URL rules, compacted
 * @param mirrored whether {@code observations} and {@code mirrors} are in use
 * @param clusters kept pages with their copies
 * @param clustered whether there is a topic of clusters
 * @param shards what travels between the shards of a lane; in use if there are shards
 * @param sharded whether there are
 * @param borrowed those among {@code pages} and {@code fingerprints} that belong to another
 *     generation or to the crawler: they are only read
 */
public record TopicNames(
    String pages,
    String fingerprints,
    String verdicts,
    String unique,
    String duplicate,
    String unjudged,
    String deadLetters,
    String observations,
    String mirrors,
    boolean mirrored,
    String clusters,
    boolean clustered,
    ShardTopics shards,
    boolean sharded,
    Set<String> borrowed) {

  /**
   * @throws SettingsException if two of them are the same topic
   */
  public TopicNames {
    borrowed = Set.copyOf(borrowed);
    List<String> all = new ArrayList<>();
    all.addAll(List.of(pages, fingerprints, verdicts, unique, duplicate, unjudged, deadLetters));
    all.addAll(mirrored ? List.of(observations, mirrors) : List.of());
    all.addAll(clustered ? List.of(clusters) : List.of());
    all.addAll(sharded ? shards.all() : List.of());
    if (new HashSet<>(all).size() < all.size()) {
      throw new SettingsException(
          "pages.topic and fingerprints.topic must not name a topic that this generation writes to:"
              + " its topics are "
              + String.join(", ", all));
    }
  }

  /**
   * The names under a prefix, except for topics of others that are read instead of this
   * generation's own.
   *
   * @param prefix of every other name; the empty prefix gives the plain names
   * @param otherPages replaces {@code pages}; empty for its own
   * @param otherFingerprints replaces {@code fingerprints}; empty for its own
   */
  static TopicNames of(
      String prefix,
      String otherPages,
      String otherFingerprints,
      boolean mirrored,
      boolean clustered,
      boolean sharded) {
    String start = prefix.isEmpty() ? "" : prefix + ".";
    String pages = otherPages.isEmpty() ? start + "pages" : otherPages;
    String fingerprints = otherFingerprints.isEmpty() ? start + "fingerprints" : otherFingerprints;
    Set<String> borrowed = new HashSet<>(List.of(pages, fingerprints));
    borrowed.removeAll(Set.of(start + "pages", start + "fingerprints"));
    return new TopicNames(
        pages,
        fingerprints,
        start + "verdicts",
        start + "unique",
        start + "duplicate",
        start + "unjudged",
        start + "dead-letters",
        start + "observations",
        start + "mirrors",
        mirrored,
        start + "clusters",
        clustered,
        ShardTopics.withPrefix(start),
        sharded,
        borrowed);
  }

  /** Whether this generation makes its own fingerprints, or decides on another's log. */
  public boolean ownLog() {
    return !borrowed.contains(fingerprints);
  }

  /** The topics that belong to this generation: all those it writes to. */
  public List<String> own() {
    return all().stream().filter(topic -> !borrowed.contains(topic)).toList();
  }

  /**
   * Which dead letters have been sent again, compacted; made by the first command that sends some.
   */
  public String resentLetters() {
    return deadLetters + "-resent";
  }

  /** Transactional id of every run that sends dead letters again, so that one excludes another. */
  public String resendTransactions() {
    return deadLetters + "-resend";
  }

  /** How far which inputs have been produced, compacted; made by the first command that does so. */
  public String producedPages() {
    return pages + "-produced";
  }

  /** What the transactional ids of runs that produce pages begin with; then come their inputs. */
  public String produceTransactions() {
    return pages + "-produce-";
  }

  /** Topics that have as many partitions as {@code pages}. */
  public List<String> copartitioned() {
    return ownLog()
        ? List.of(pages, verdicts, unique, duplicate, unjudged)
        : List.of(pages, verdicts, unique, duplicate);
  }

  /**
   * The full name of one of these topics.
   *
   * @param plain its name without a prefix, for example {@code dead-letters}; any other is returned
   *     as it is
   */
  public String named(String plain) {
    return switch (plain) {
      case "pages" -> pages;
      case "fingerprints" -> fingerprints;
      case "verdicts" -> verdicts;
      case "unique" -> unique;
      case "duplicate" -> duplicate;
      case "unjudged" -> unjudged;
      case "dead-letters" -> deadLetters;
      case "dead-letters-resent" -> resentLetters();
      case "pages-produced" -> producedPages();
      case "observations" -> observations;
      case "mirrors" -> mirrors;
      case "clusters" -> clusters;
      case ShardTopics.LOOKUPS -> shards.lookups();
      case ShardTopics.LEADERS -> shards.leaders();
      case ShardTopics.FOUND -> shards.found();
      default -> plain;
    };
  }

  /** A question with the plain name that one was probably meant to be, or the empty string. */
  public static String nearest(String plain) {
    return NearestName.hint(
        plain,
        List.of(
            "pages",
            "fingerprints",
            "verdicts",
            "unique",
            "duplicate",
            "unjudged",
            "dead-letters",
            "clusters",
            "mirrors"));
  }

  /** The topics among which every record is routed, good or bad. */
  public List<String> routed() {
    return ownLog()
        ? List.of(unique, duplicate, unjudged, deadLetters)
        : List.of(unique, duplicate, deadLetters);
  }

  /** Whether a topic is in use between shards. */
  public boolean betweenShards(String topic) {
    return sharded && shards.all().contains(topic);
  }

  /** All topics that are in use. */
  public List<String> all() {
    List<String> all = new ArrayList<>(List.of(pages, fingerprints, verdicts));
    all.addAll(routed());
    if (mirrored) {
      all.addAll(List.of(observations, mirrors));
    }
    if (clustered) {
      all.add(clusters);
    }
    if (sharded) {
      all.addAll(shards.all());
    }
    return List.copyOf(all);
  }
}
