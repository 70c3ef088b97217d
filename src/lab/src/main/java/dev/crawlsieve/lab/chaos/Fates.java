package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares the actual fate of bad and odd records with the required one: each must be a dead letter
 * of the right step with the right reason, or be routed; for those that may be either, the fate
 * must be the same every time. A page that is neither bad nor odd must not be a dead letter.
 *
 * <p>{@link #due} and {@link #refused} are thread-safe; everything else comes after them, from one
 * thread.
 */
final class Fates {

  private static final String REFUSED = "refused by the brokers";

  /** The required fate of a record, without its bytes. */
  private record Due(
      String kind, Poison.Fate fate, @Nullable String stage, @Nullable String reason) {}

  private final Map<String, Due> due = new HashMap<>();
  private final Map<String, String> became = new TreeMap<>();
  private final Differences differences;
  private long refused;

  Fates(Differences differences) {
    this.differences = differences;
  }

  /** Records that the brokers have accepted a bad or odd record. */
  synchronized void due(String name, Poison poison) {
    due.put(name, new Due(poison.name(), poison.fate(), poison.stage(), poison.reason()));
  }

  /** Records that the brokers have rejected a bad or odd record. */
  synchronized void refused(Poison poison) {
    refused++;
    became.putIfAbsent(poison.name(), REFUSED);
  }

  /** Checks a record that was routed. */
  void routed(@Nullable String name, Coordinates at, String role) {
    Due expected = due.get(name);
    if (expected == null) {
      return;
    }
    if (expected.fate() == Poison.Fate.SET_ASIDE) {
      differences.add(
          "poison",
          at(expected, at) + " is on " + role + ", should be a dead letter: " + expected.reason());
    }
    same(expected, at, role.equals(RoutedOnce.UNJUDGED) ? "unjudged" : "judged");
  }

  /** Checks a record that is a dead letter. */
  void setAside(@Nullable String name, Coordinates at, String stage, String reason) {
    Due expected = due.get(name);
    if (expected == null) {
      differences.add("poison", "the good page " + at + " is a dead letter: " + reason);
      return;
    }
    boolean meant =
        switch (expected.fate()) {
          case ROUTED -> false;
          case SET_ASIDE -> stage.equals(expected.stage()) && reason.contains(expected.reason());
          case EITHER -> true;
        };
    if (!meant) {
      differences.add(
          "poison",
          at(expected, at)
              + " is a dead letter of "
              + stage
              + " ("
              + reason
              + "), should be "
              + (expected.reason() == null
                  ? "routed"
                  : "one of " + expected.stage() + ": " + expected.reason()));
    }
    same(expected, at, stage + ": " + reason.replaceAll("\\d+", "#"));
  }

  /** Numbers in reasons may be offsets; everything else is determined by the record's content. */
  private void same(Due expected, Coordinates at, String fate) {
    String before = became.putIfAbsent(expected.kind(), fate);
    if (before != null && !before.equals(fate) && !before.equals(REFUSED)) {
      differences.add("poison", at(expected, at) + ": " + fate + "; an earlier one: " + before);
    }
  }

  private static String at(Due expected, Coordinates at) {
    return expected.kind() + ", at " + at;
  }

  /** Number of bad and odd records that the brokers have accepted. */
  synchronized long taken() {
    return due.size();
  }

  /** Number of bad and odd records that the brokers have rejected. */
  synchronized long refused() {
    return refused;
  }

  /** The fate of each kind. */
  Map<String, String> became() {
    return new TreeMap<>(became);
  }
}
