package dev.crawlsieve.stream.config;

import dev.crawlsieve.core.config.SettingsException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The names of one generation's topics. They are a contract with everyone who scripts against them.
 *
 * @param start prefix of every name, except those of {@code borrowed} topics
 * @param pages the topic of incoming pages
 * @param fingerprints the log of pages to decide on; its partitions are the lanes
 * @param wings the wings that are in use
 * @param shared whether several tasks share a lane, with topics between them
 * @param borrowed the topics among {@code pages} and {@code fingerprints} that belong to another
 *     generation or to the crawler; they are only read
 */
public record TopicNames(
    String start,
    String pages,
    String fingerprints,
    List<Wing> wings,
    boolean shared,
    Set<String> borrowed) {

  private static final String PAGES = "pages";
  private static final String FINGERPRINTS = "fingerprints";
  private static final String PRODUCED = "pages-produced";

  /** All names without a prefix. */
  public static final List<String> PLAIN =
      withWings(
          PAGES,
          FINGERPRINTS,
          "verdicts",
          "unique",
          "duplicate",
          "unjudged",
          "dead-letters",
          "dead-letters-resent",
          PRODUCED,
          "lookups",
          "leaders",
          "found");

  private static List<String> withWings(String... plain) {
    List<String> all = new ArrayList<>(List.of(plain));
    Wing.all().forEach(wing -> all.addAll(wing.topics()));
    return List.copyOf(all);
  }

  public TopicNames {
    wings = List.copyOf(wings);
    borrowed = Set.copyOf(borrowed);
  }

  /**
   * The names under a prefix, except for topics of another owner that are read instead of this
   * generation's own.
   *
   * @param prefix prefix of all other names; with the empty prefix, names are plain
   * @param otherPages replaces {@code pages}; empty for the generation's own
   * @param otherFingerprints replaces {@code fingerprints}; empty for the generation's own
   * @throws SettingsException if two names are the same topic
   */
  static TopicNames of(
      String prefix,
      String otherPages,
      String otherFingerprints,
      List<Wing> wings,
      boolean shared) {
    String start = prefix.isEmpty() ? "" : prefix + ".";
    String pages = otherPages.isEmpty() ? start + PAGES : otherPages;
    String fingerprints = otherFingerprints.isEmpty() ? start + FINGERPRINTS : otherFingerprints;
    Set<String> borrowed = new HashSet<>(List.of(pages, fingerprints));
    borrowed.removeAll(Set.of(start + PAGES, start + FINGERPRINTS));
    TopicNames names = new TopicNames(start, pages, fingerprints, wings, shared, borrowed);
    if (new HashSet<>(names.all()).size() < names.all().size()) {
      throw new SettingsException(
          "pages.topic and fingerprints.topic must not name a topic that this generation writes to:"
              + " its topics are "
              + String.join(", ", names.all()));
    }
    return names;
  }

  /** Decisions with their evidence. */
  public String verdicts() {
    return start + "verdicts";
  }

  /** Outgoing pages that are kept. */
  public String unique() {
    return start + "unique";
  }

  /** Outgoing pages that are dropped. */
  public String duplicate() {
    return start + "duplicate";
  }

  /** Pages that are passed on unjudged; in use if this generation makes its own log. */
  public String unjudged() {
    return start + "unjudged";
  }

  /** Records that are not pages, with the reasons. */
  public String deadLetters() {
    return start + "dead-letters";
  }

  /** The log of what a wing gets from pages and verdicts, by the wing's own keys. */
  public String log(Wing wing) {
    return start + wing.log();
  }

  /** The findings of a wing, compacted. */
  public String found(Wing wing) {
    return start + wing.found();
  }

  /** All topics of a wing. */
  public List<String> of(Wing wing) {
    return wing.topics().stream().map(topic -> start + topic).toList();
  }

  /** The wings in use that read a log. */
  public List<Wing> readers() {
    return wings.stream().filter(wing -> !wing.log().isEmpty()).toList();
  }

  /** The logs of the wings that are in use. */
  public List<String> logs() {
    return readers().stream().map(this::log).toList();
  }

  /** The topics of wings that have as many partitions as {@code pages}. */
  public List<String> spread() {
    return wings.stream().map(Wing::spread).filter(s -> !s.isEmpty()).map(this::named).toList();
  }

  /** Pages on their way through the tasks that share a lane; a partition for each of them. */
  public String lookups() {
    return start + "lookups";
  }

  /** Kept pages on their way to the tasks that hold them; the same partitions as lookups. */
  public String leaders() {
    return start + "leaders";
  }

  /** Pages that have passed all tasks that share a lane; a partition for each lane. */
  public String found() {
    return start + "found";
  }

  /** The topics between the tasks that share a lane; empty if each lane has one task. */
  public List<String> withinLanes() {
    return shared ? List.of(lookups(), leaders(), found()) : List.of();
  }

  /** The topic whose pages are looked up in the index; a partition for each of its tasks. */
  public String lookedUp() {
    return shared ? lookups() : fingerprints;
  }

  /** The topic whose pages are decided on; a partition for each lane. */
  public String decidedOn() {
    return shared ? found() : fingerprints;
  }

  /** Whether this generation makes its own fingerprints, rather than deciding on another's log. */
  public boolean ownLog() {
    return !borrowed.contains(fingerprints);
  }

  /** The topics that belong to this generation: all that it writes to. */
  public List<String> own() {
    return all().stream().filter(topic -> !borrowed.contains(topic)).toList();
  }

  /** Which dead letters have been sent again, compacted; created by the first command to do so. */
  public String resentLetters() {
    return deadLetters() + "-resent";
  }

  /** Transactional id of every run that sends dead letters again, so that one excludes another. */
  public String resendTransactions() {
    return deadLetters() + "-resend";
  }

  /**
   * How many pages of each input were produced, compacted; created by the first command that
   * produces.
   */
  public String producedPages() {
    return pages + "-produced";
  }

  /** Prefix of the transactional ids of runs that produce pages; an id of their inputs follows. */
  public String produceTransactions() {
    return pages + "-produce-";
  }

  /** Topics that have as many partitions as {@code pages}. */
  public List<String> copartitioned() {
    return ownLog()
        ? List.of(pages, verdicts(), unique(), duplicate(), unjudged())
        : List.of(pages, verdicts(), unique(), duplicate());
  }

  /**
   * The full name of one of these topics.
   *
   * @param plain its name without a prefix, for example {@code dead-letters}; any other is returned
   *     as it is
   */
  public String named(String plain) {
    return switch (plain) {
      case PAGES -> pages;
      case FINGERPRINTS -> fingerprints;
      case PRODUCED -> producedPages();
      default -> PLAIN.contains(plain) ? start + plain : plain;
    };
  }

  /** The name without a prefix of one of these topics; any other name is returned as it is. */
  public String plain(String name) {
    return PLAIN.stream().filter(plain -> named(plain).equals(name)).findFirst().orElse(name);
  }

  /** A question that suggests the plain name that was probably meant, or the empty string. */
  public static String nearest(String plain) {
    return NearestName.hint(plain, PLAIN);
  }

  /** The topics to which records are routed, good or bad. */
  public List<String> routed() {
    return ownLog()
        ? List.of(unique(), duplicate(), unjudged(), deadLetters())
        : List.of(unique(), duplicate(), deadLetters());
  }

  /**
   * The topics that {@code run} reads besides {@code pages}: what goes from one step to another.
   */
  public List<String> betweenSteps() {
    List<String> between = new ArrayList<>(List.of(fingerprints, verdicts()));
    between.addAll(withinLanes());
    between.addAll(logs());
    return between;
  }

  /** All topics that are in use. */
  public List<String> all() {
    List<String> all = new ArrayList<>(List.of(pages, fingerprints, verdicts()));
    all.addAll(routed());
    wings.forEach(wing -> all.addAll(of(wing)));
    all.addAll(withinLanes());
    return List.copyOf(all);
  }
}
