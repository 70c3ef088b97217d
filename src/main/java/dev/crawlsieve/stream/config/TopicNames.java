package dev.crawlsieve.stream.config;

import dev.crawlsieve.core.config.SettingsException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The names of the topics of one generation, as contract with everyone who scripts against them.
 *
 * @param pages pages in
 * @param fingerprints the log of decisions to take; its partitions are the lanes
 * @param verdicts decisions with their evidence
 * @param unique kept pages out
 * @param duplicate dropped pages out
 * @param unjudged pages out that are not judged; in use where this generation makes its own log
 * @param deadLetters records that are no page, and why
 * @param observations what verdicts say of URLs, on the way to where mirrors are learned
 * @param mirrors mirrors and URL rules, compacted
 * @param mirrored whether {@code observations} and {@code mirrors} are in use
 * @param clusters kept pages with their copies
 * @param clustered whether there is a topic of clusters
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
    if (new HashSet<>(all).size() < all.size()) {
      throw new SettingsException(
          "pages.topic and fingerprints.topic must name topics that nothing else of this generation"
              + " goes to: its topics are "
              + String.join(", ", all));
    }
  }

  /** The names under a prefix; the empty prefix gives the plain names. */
  public static TopicNames withPrefix(String prefix) {
    String start = prefix.isEmpty() ? "" : prefix + ".";
    return new TopicNames(
        start + "pages",
        start + "fingerprints",
        start + "verdicts",
        start + "unique",
        start + "duplicate",
        start + "unjudged",
        start + "dead-letters",
        start + "observations",
        start + "mirrors",
        false,
        start + "clusters",
        false,
        Set.of());
  }

  /**
   * The same names, but for topics of others that are read in place of one's own.
   *
   * @param otherPages in place of {@code pages}; empty for one's own
   * @param otherFingerprints in place of {@code fingerprints}; empty for one's own
   */
  TopicNames reading(String otherPages, String otherFingerprints) {
    String readPages = otherPages.isEmpty() ? pages : otherPages;
    String readFingerprints = otherFingerprints.isEmpty() ? fingerprints : otherFingerprints;
    Set<String> others = new HashSet<>(List.of(readPages, readFingerprints));
    others.removeAll(Set.of(pages, fingerprints));
    return new TopicNames(
        readPages,
        readFingerprints,
        verdicts,
        unique,
        duplicate,
        unjudged,
        deadLetters,
        observations,
        mirrors,
        mirrored,
        clusters,
        clustered,
        others);
  }

  /**
   * The same names, of which more are in use.
   *
   * @param withMirrors whether those that mirrors need are
   * @param withClusters whether the topic of clusters is
   */
  TopicNames using(boolean withMirrors, boolean withClusters) {
    return new TopicNames(
        pages,
        fingerprints,
        verdicts,
        unique,
        duplicate,
        unjudged,
        deadLetters,
        observations,
        mirrors,
        withMirrors,
        clusters,
        withClusters,
        borrowed);
  }

  /** Whether this generation makes its own fingerprints, or decides on another's log. */
  public boolean ownLog() {
    return !borrowed.contains(fingerprints);
  }

  /** The topics that belong to this generation: all that it writes to. */
  public List<String> own() {
    return all().stream().filter(topic -> !borrowed.contains(topic)).toList();
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
      case "observations" -> observations;
      case "mirrors" -> mirrors;
      case "clusters" -> clusters;
      default -> plain;
    };
  }

  /** Topics of which one gets each page, or what cannot be one. */
  public List<String> routed() {
    return ownLog()
        ? List.of(unique, duplicate, unjudged, deadLetters)
        : List.of(unique, duplicate, deadLetters);
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
    return List.copyOf(all);
  }
}
