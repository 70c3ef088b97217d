package dev.crawlsieve.config;

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
 * @param deadLetters records that are no page, and why
 * @param observations what verdicts say of URLs, on the way to where mirrors are learned
 * @param mirrors mirrors and URL rules, compacted
 * @param mirrored whether {@code observations} and {@code mirrors} are in use
 * @param borrowed those among {@code pages} and {@code fingerprints} that belong to another
 *     generation or to the crawler: they are only read
 */
public record TopicNames(
    String pages,
    String fingerprints,
    String verdicts,
    String unique,
    String duplicate,
    String deadLetters,
    String observations,
    String mirrors,
    boolean mirrored,
    Set<String> borrowed) {

  /**
   * @throws SettingsException if two of them are the same topic
   */
  public TopicNames {
    borrowed = Set.copyOf(borrowed);
    List<String> all = new ArrayList<>();
    all.addAll(List.of(pages, fingerprints, verdicts, unique, duplicate, deadLetters));
    all.addAll(mirrored ? List.of(observations, mirrors) : List.of());
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
        start + "dead-letters",
        start + "observations",
        start + "mirrors",
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
        deadLetters,
        observations,
        mirrors,
        mirrored,
        others);
  }

  /** The same names, with or without those that mirrors need. */
  public TopicNames withMirrors(boolean learned) {
    return new TopicNames(
        pages,
        fingerprints,
        verdicts,
        unique,
        duplicate,
        deadLetters,
        observations,
        mirrors,
        learned,
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
    return List.of(pages, verdicts, unique, duplicate);
  }

  /** All topics that are in use. */
  public List<String> all() {
    List<String> all = new ArrayList<>();
    all.addAll(List.of(pages, fingerprints, verdicts, unique, duplicate, deadLetters));
    if (mirrored) {
      all.addAll(List.of(observations, mirrors));
    }
    return List.copyOf(all);
  }
}
