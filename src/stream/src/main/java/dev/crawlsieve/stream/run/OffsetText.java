package dev.crawlsieve.stream.run;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.topology.Changelogs;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * Sentences about what is wrong with an offset of the group: which topic, what is missing, what to
 * do.
 */
final class OffsetText {

  /** Where a user has no right to see the topic in which brokers keep a group's offsets. */
  static final String HIDDEN =
      "With Describe on topic '__consumer_offsets', 'run' tells whether a transaction holds the"
          + " group's offsets, and the command that ends it";

  private static final int SHOWN = 3;

  private final SieveConfig config;
  private final TopicNames topics;
  private final String group;

  OffsetText(SieveConfig config) {
    this.config = config;
    this.topics = config.topics();
    this.group = config.applicationId();
  }

  /** Several sentences in one message. */
  static String joined(Collection<String> sentences) {
    String shown = sentences.stream().limit(SHOWN).collect(Collectors.joining(". "));
    int more = sentences.size() - SHOWN;
    return more > 0 ? shown + ". More partitions of that kind: " + more : shown;
  }

  String foreign(TopicPartition at) {
    return ("there are results of %s already, but the group '%s' has neither an index nor offsets:"
            + " another application.id made them, and every page would be routed again to the same"
            + " topics. Set that application.id, or give this one topics of its own with another"
            + " topic.prefix")
        .formatted(at, group);
  }

  String gone(TopicPartition at) {
    return ("there are results of records of %s, but the group '%s' has no offset there, so they"
            + " would be decided or routed again: brokers forget the offsets of a group that is"
            + " away for longer than offsets.retention.minutes, or of a deleted topic. See"
            + " docs/operations.md, \"After a long time away\", for how to set them; if it had not"
            + " caught up, 'replay --into PREFIX' decides all pages again")
        .formatted(at, group);
  }

  String back(TopicPartition at, long offset, long next) {
    return ("%s: the group '%s' stands at offset %s, but there are results of records up to %s, so"
            + " pages would be %s twice. %s")
        .formatted(
            at,
            group,
            offset,
            next - 1,
            topics.withinLanes().contains(at.topic()) ? "decided" : "routed",
            setTo(at, next));
  }

  String forward(TopicPartition at, long offset, long first) {
    return ("%s: the group '%s' was set to offset %s, but records from %s on have no result, so"
            + " their pages would never come out. %s; records that are not wanted can be deleted"
            + " with kafka-delete-records.sh")
        .formatted(at, group, offset, first, setTo(at, first));
  }

  private String setTo(TopicPartition at, long offset) {
    return "Set it with " + command(at, offset);
  }

  private String command(TopicPartition at, long offset) {
    return ("kafka-consumer-groups.sh --bootstrap-server %s --group %s --execute --reset-offsets"
            + " --to-offset %s --topic %s:%s")
        .formatted(config.bootstrapServers(), group, offset, at.topic(), at.partition());
  }

  /** A topic that was replaced by another one of the same name, or has lost its end. */
  String anew(TopicPartition at, long reached, long end) {
    return "%s: this group has reached offset %s, but the topic ends at %s: it was recreated or truncated. %s"
        .formatted(at, reached, end, remedy(at.topic()));
  }

  private String remedy(String topic) {
    if (topic.equals(topics.verdicts())) {
      return verdictsRemedy();
    }
    return Set.of(topics.pages(), topics.fingerprints()).contains(topic)
        ? "Start a new generation with another topic.prefix"
        : "'replay --into PREFIX' decides all pages again";
  }

  /** A topic that was replaced by another one of the same name while the group was running. */
  String recreated(String topic) {
    String lost =
        Changelogs.names(config).contains(topic)
            ? "what the group '%s' has decided is not known when a store is restored"
            : "what the group '%s' had not read of it is lost";
    return "topic '%s' was recreated, so %s%s. %s"
        .formatted(
            topic,
            lost.formatted(group),
            topic.equals(topics.verdicts()) ? neverOut() : "",
            remedy(topic));
  }

  private static String neverOut() {
    return ": pages whose verdicts were not routed yet would never come out";
  }

  String verdictsAnew(TopicPartition lane) {
    return ("topic '%s' is empty, but the group '%s' has decided on pages of %s: it was recreated,"
            + " so pages whose verdicts were not routed yet would never come out. %s")
        .formatted(topics.verdicts(), group, lane, verdictsRemedy());
  }

  private String verdictsRemedy() {
    return "'replay --into PREFIX' decides and routes all pages again; to go on without those"
        + " verdicts, see docs/operations.md, \"Records that are gone\"";
  }

  /** Records that were removed before they were read. */
  String removed(TopicPartition at, long place, long begin) {
    boolean passable = Set.of(topics.verdicts(), topics.fingerprints()).contains(at.topic());
    return removedBetween(at, place, begin)
        + lost(at.topic())
        + (passable ? ". To go on without them, run " + command(at, begin) : "")
        + ". See docs/operations.md, \"Records that are gone\"";
  }

  String removedBetween(TopicPartition at, long place, long begin) {
    return "%s: this group has reached offset %s, but the topic begins at %s: retention, or a person, has removed the records in between"
        .formatted(at, place, begin);
  }

  private String lost(String topic) {
    if (topic.equals(topics.verdicts())) {
      return ", so the pages of these verdicts would never come out";
    }
    if (List.of(topics.fingerprints(), topics.lookedUp(), topics.decidedOn()).contains(topic)) {
      return ", so nothing would be decided on these pages";
    }
    return topics.withinLanes().contains(topic)
        ? ", so no page would be compared with these kept pages"
        : "";
  }

  /** Offsets that a person has set may be wrong. */
  String unchecked(Collection<String> unreadable) {
    return ("offsets of the group '%s' that were set by hand are not checked completely: that needs"
            + " Read on the topics %s")
        .formatted(group, String.join(", ", unreadable));
  }

  /**
   * An offset in a transaction that does not end.
   *
   * @param begins where the topic of the group's offsets has the open transaction, if known
   */
  String pending(TopicPartition at, Duration open, Map<TopicPartition, Long> begins) {
    String end =
        begins.entrySet().stream()
            .map(
                one ->
                    "'abort --topic %s --partition %s --start-offset %s' in place of 'list' ends it"
                        .formatted(one.getKey().topic(), one.getKey().partition(), one.getValue()))
            .findFirst()
            .orElse(HIDDEN);
    return ("the offset of the group '%s' in %s is in a transaction that has been open for %s s:"
            + " start again when it has ended; 'kafka-transactions.sh --bootstrap-server %s list'"
            + " shows it as Ongoing. If not, the brokers have lost the state of transactions. %s")
        .formatted(group, at, open.toSeconds(), config.bootstrapServers(), end);
  }
}
