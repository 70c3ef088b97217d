package dev.crawlsieve.stream.generation;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.GroupProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Follows a generation until it has processed everything its source held at one moment: all pages
 * fingerprinted, if it makes its own fingerprints, all fingerprints decided on, all verdicts
 * routed, each in a committed transaction.
 */
public final class CatchUp {

  private final GroupProgress group;
  private final List<String> way = new ArrayList<>();
  private final String log;
  private final String verdicts;
  private final Map<TopicPartition, Long> sourceEnds;
  private final long total;
  private Map<TopicPartition, Long> ends;
  private int step;

  /** Starts with the end of the source as it is now. */
  public CatchUp(SieveConfig config, GroupProgress group) {
    this.group = group;
    this.log = config.topics().fingerprints();
    this.verdicts = config.topics().verdicts();
    if (config.topics().ownLog()) {
      way.add(config.topics().pages());
    }
    way.add(log);
    way.add(verdicts);
    this.sourceEnds = group.ends(way.get(0), IsolationLevel.READ_COMMITTED);
    this.total = GroupProgress.sum(sourceEnds) - GroupProgress.sum(group.begins(way.get(0)));
    this.ends = sourceEnds;
  }

  /**
   * Whether everything is done. What it once was it remains.
   *
   * @param atRest whether nothing is at work
   */
  public boolean reached(boolean atRest) {
    while (step < way.size() && group.passed(ends, atRest)) {
      step++;
      if (step < way.size()) {
        // What was written before is committed, so all of it counts, though a transaction of a
        // moment later may still be open.
        ends = group.ends(way.get(step), IsolationLevel.READ_UNCOMMITTED);
      }
    }
    return step == way.size();
  }

  /** Whether the source has grown meanwhile. */
  boolean movedOn() {
    return !group.ends(way.get(0), IsolationLevel.READ_COMMITTED).equals(sourceEnds);
  }

  /** Offsets that the source held, about as many as pages. */
  long total() {
    return total;
  }

  /** About how many pages are decided. */
  long decided() {
    return Math.min(total, group.taken(log));
  }

  /** About how many pages are routed. */
  long routed() {
    return Math.min(total, group.taken(verdicts));
  }
}
