package dev.crawlsieve.stream.reshard;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.work.SieveException;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * What is to be dealt out, and where to; complete once all leaders are held.
 *
 * @param from number of shards until now, 0 for one task
 * @param to number of shards from now on
 * @param settings that the index was made with, by name, without {@code index.shards}
 * @param lanes what each lane had when it stood still
 */
record ReshardPlan(int from, int to, Map<String, String> settings, List<LanePlan> lanes) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A lane that stands still.
   *
   * @param begun whether it has looked up a page
   * @param leaders how many leaders it has had, expired ones included
   * @param held how many of them are held
   * @param pages pages that had entered and were not decided on
   * @param firstPage offset of the first of them in the lane, -1 if there is none
   * @param times stored times of its shards, or of the lane; empty where nothing expires
   * @param entered stored time where pages enter, or null
   */
  record LanePlan(
      boolean begun,
      long leaders,
      long held,
      long pages,
      long firstPage,
      List<byte[]> times,
      byte[] entered) {}

  long leaders() {
    return lanes.stream().mapToLong(LanePlan::leaders).sum();
  }

  long held() {
    return lanes.stream().mapToLong(LanePlan::held).sum();
  }

  long pages() {
    return lanes.stream().mapToLong(LanePlan::pages).sum();
  }

  byte[] encode() {
    try {
      return JSON.writeValueAsBytes(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a plan without a JSON form", e);
    }
  }

  static ReshardPlan decode(byte[] stored) {
    try {
      return JSON.readValue(stored, ReshardPlan.class);
    } catch (IOException e) {
      throw new SieveException(
          "the plan of an earlier 'reshard' cannot be read: " + e.getMessage(), e);
    }
  }
}
