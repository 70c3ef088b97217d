package dev.crawlsieve.stream.config;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The tasks that hold the index, numbered lane by lane: one for each lane, or several, which share
 * the lane's kept pages. The partitions of the index's changelog are numbered like them.
 *
 * @param lanes number of lanes
 * @param shards number of tasks that share a lane; 0 if each lane has a task of its own
 */
public record IndexTasks(int lanes, int shards) {

  /** Name of the index, as a store; its partitions are the tasks. */
  public static final String INDEX_STORE = "index";

  /** Name of the store of a lane's newest kept pages, if several tasks share the lane. */
  public static final String RECENT_STORE = "recent";

  /** Name of the store of a lane's time where pages enter, if several tasks share the lane. */
  public static final String ENTERED_STORE = "entered";

  /** Names of all stores that lanes can have. */
  public static final List<String> STORES = List.of(INDEX_STORE, RECENT_STORE, ENTERED_STORE);

  /** The most tasks that can share a lane. */
  public static final int MOST_SHARDS = 64;

  /** The settings that say how many tasks there are, in the words of messages. */
  public static final String SETTINGS = "lanes and index.shards";

  /** Whether each lane has a task of its own, so that the numbers of tasks are those of lanes. */
  public boolean areLanes() {
    return shards == 0;
  }

  /** Names of the stores of lanes. */
  public List<String> stores() {
    return areLanes() ? List.of(INDEX_STORE) : STORES;
  }

  /** Name of the store that has the newest kept pages of each lane. */
  public String newestStore() {
    return areLanes() ? INDEX_STORE : RECENT_STORE;
  }

  /** Number of tasks of each lane. */
  public int ofEachLane() {
    return Math.max(1, shards);
  }

  /** Number of all tasks. */
  public int count() {
    return lanes * ofEachLane();
  }

  /** The lane that a task belongs to. */
  public int lane(int task) {
    return task / ofEachLane();
  }

  /** The number of a task within its lane. */
  public int shard(int task) {
    return task % ofEachLane();
  }

  /** The task with a number within its lane. */
  public int task(int lane, int shard) {
    return lane * ofEachLane() + shard;
  }

  /** The tasks of a lane. */
  public IntStream of(int lane) {
    return IntStream.range(task(lane, 0), task(lane + 1, 0));
  }

  /** What part of the index each task holds, after a space; empty if one task holds all of it. */
  public String inEach() {
    return !areLanes() ? " in a shard" : lanes > 1 ? " in a lane" : "";
  }

  /** A task's name. */
  public String name(int task) {
    String lane = "lane " + lane(task);
    return areLanes() ? lane : "shard " + shard(task) + " of " + lane;
  }

  /** A task's place as the tags of its meters: their names, each followed by its value. */
  public String[] tags(int task) {
    String lane = String.valueOf(lane(task));
    return areLanes()
        ? new String[] {"lane", lane}
        : new String[] {"lane", lane, "shard", String.valueOf(shard(task))};
  }
}
