package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.kafka.topics.GroupProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Follows a group until it has processed everything that was on {@code pages} at one moment: all
 * pages fingerprinted, all fingerprints decided on (where several tasks share a lane, after all of
 * them), all verdicts routed, each in a committed transaction.
 */
final class CatchUp {

  private final GroupProgress group;
  private final List<String> way = new ArrayList<>();
  private Map<TopicPartition, Long> ends;
  private int step;

  /** Starts with the current end of {@code pages}. */
  CatchUp(SieveConfig config, GroupProgress group) {
    this.group = group;
    TopicNames topics = config.topics();
    way.add(topics.pages());
    way.add(topics.fingerprints());
    for (int task = 0; task < config.indexTasks().ofEachLane(); task++) {
      way.addAll(topics.withinLanes()); // a page passes one task after the other
    }
    way.add(topics.verdicts());
    this.ends = group.ends(way.get(0), IsolationLevel.READ_COMMITTED);
  }

  /** Whether everything is done. Once true it remains true. */
  boolean reached() {
    while (step < way.size() && group.passed(ends)) {
      step++;
      if (step < way.size()) {
        // Everything written before is committed and must be counted, even if a slightly later
        // transaction is still open.
        ends = group.ends(way.get(step), IsolationLevel.READ_UNCOMMITTED);
      }
    }
    return step == way.size();
  }
}
