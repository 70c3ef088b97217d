package dev.crawlsieve.stream.generation;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.kafka.GroupProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Follows a generation until it has processed everything its source held at one moment: all pages
 * fingerprinted, if it makes its own fingerprints, all fingerprints decided on (with shards, after
 * all of them), all verdicts routed, each in a committed transaction.
 */
public final class CatchUp {

  private final GroupProgress group;
  private final List<String> way = new ArrayList<>();
  private final String decided;
  private final String verdicts;
  private final Map<TopicPartition, Long> sourceEnds;
  private final long total;
  private final long decidedFrom;
  private Map<TopicPartition, Long> ends;
  private int step;

  /** Starts with the current end of the source. */
  public CatchUp(SieveConfig config, GroupProgress group) {
    this.group = group;
    TopicNames topics = config.topics();
    this.decided = topics.sharded() ? topics.shards().found() : topics.fingerprints();
    this.verdicts = topics.verdicts();
    if (topics.ownLog()) {
      way.add(topics.pages());
    }
    way.add(topics.fingerprints());
    for (int shard = 0; shard < config.shards(); shard++) {
      way.add(topics.shards().lookups()); // a page comes by here once for each shard
    }
    if (topics.sharded()) {
      way.add(topics.shards().found());
    }
    way.add(verdicts);
    this.sourceEnds = group.ends(way.get(0), IsolationLevel.READ_COMMITTED);
    this.total = GroupProgress.sum(sourceEnds) - GroupProgress.sum(group.begins(way.get(0)));
    this.ends = sourceEnds;
    // What was read between shards is deleted meanwhile, so its beginning moves.
    this.decidedFrom = topics.sharded() ? 0 : GroupProgress.sum(group.begins(decided));
  }

  /**
   * Whether everything is done. Once true it remains true.
   *
   * @param atRest whether no work is in progress
   */
  public boolean reached(boolean atRest) {
    while (step < way.size() && group.passed(ends, atRest)) {
      step++;
      if (step < way.size()) {
        // Everything written before is committed and must be counted, even if a slightly later
        // transaction is still open.
        ends = group.ends(way.get(step), IsolationLevel.READ_UNCOMMITTED);
      }
    }
    return step == way.size();
  }

  /** Whether the source has grown in the meantime. */
  boolean movedOn() {
    return !group.ends(way.get(0), IsolationLevel.READ_COMMITTED).equals(sourceEnds);
  }

  /** Number of offsets in the source, approximately the number of pages. */
  long total() {
    return total;
  }

  /** Approximate number of pages decided. */
  long decided() {
    return Math.min(total, group.reached(decided) - decidedFrom);
  }

  /** Approximate number of pages routed. */
  long routed() {
    return Math.min(total, group.taken(verdicts));
  }
}
