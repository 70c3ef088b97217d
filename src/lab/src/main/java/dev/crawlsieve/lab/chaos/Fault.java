package dev.crawlsieve.lab.chaos;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One fault to inject into a running cluster.
 *
 * @param kind what is done
 * @param target number of the instance or broker, from 1; for a topic odd for unique, even for
 *     duplicate; 0 if it is all instances in turn
 * @param waitMillis delay since the previous fault
 * @param downMillis how long the target is left dead, stopped or paused
 * @param settings settings that instances are restarted with; empty except for a rolling restart
 */
record Fault(
    Kind kind, int target, long waitMillis, long downMillis, Map<String, String> settings) {

  /** What is done. */
  enum Kind {
    KILL_INSTANCE("instance", "kill -9"),
    KILL_INSTANCE_AND_STATE("instance", "kill -9, its state folder deleted"),
    KILL_BROKER("broker", "kill -9"),
    PAUSE_INSTANCE("instance", "paused"),
    PAUSE_BROKER("broker", "paused"),
    STOP_INSTANCE("instance", "stopped cleanly"),
    STOP_BROKER("broker", "stopped cleanly"),
    ROLL("instances", "restarted one by one"),
    DELETE_TOPIC("topic", "deleted and recreated");

    private final String who;
    private final String what;

    Kind(String who, String what) {
      this.who = who;
      this.what = what;
    }

    boolean kills() {
      return this == KILL_INSTANCE || this == KILL_INSTANCE_AND_STATE || this == KILL_BROKER;
    }

    boolean ofBroker() {
      return this == KILL_BROKER || this == PAUSE_BROKER || this == STOP_BROKER;
    }
  }

  Fault {
    settings = Map.copyOf(settings);
  }

  /** In words. */
  @Override
  public String toString() {
    return switch (kind) {
      case ROLL -> "all instances " + kind.what + " with " + new TreeMap<>(settings);
      case DELETE_TOPIC ->
          String.format(
              Locale.ROOT,
              "%s %s: %s after %.1f s",
              kind.who,
              topic(),
              kind.what,
              downMillis / 1e3);
      default ->
          String.format(
              Locale.ROOT,
              "%s %d: %s, back after %.1f s",
              kind.who,
              target,
              kind.what,
              downMillis / 1e3);
    };
  }

  /** The role of the topic that is deleted. */
  String topic() {
    return target % 2 == 1 ? RoutedOnce.UNIQUE : RoutedOnce.DUPLICATE;
  }
}
