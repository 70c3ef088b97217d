package dev.crawlsieve.app.chaos;

import dev.crawlsieve.fingerprint.Coordinates;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Compares what came out with what went in: every record once, to the topic that its verdict names,
 * and with the bytes that it had.
 *
 * <p>Knows topics by the roles {@code unique}, {@code duplicate}, {@code unjudged} and {@code
 * dead-letters}. {@link #produced} is thread-safe; all else comes after it, from one thread.
 */
final class RoutedOnce {

  static final String UNIQUE = "unique";
  static final String DUPLICATE = "duplicate";
  static final String UNJUDGED = "unjudged";
  static final String DEAD_LETTERS = "dead-letters";

  private final Map<String, Long> produced = new HashMap<>();
  private final Map<String, Coordinates> standing = new HashMap<>();
  private final Map<Coordinates, Long> pages = new HashMap<>();
  private final Map<Coordinates, String> routed = new HashMap<>();
  private final Map<Coordinates, String> decided = new HashMap<>();
  private final Differences differences;
  private final Map<String, Long> counts = new TreeMap<>();

  RoutedOnce(Differences differences) {
    this.differences = differences;
  }

  /** A hash of a record's key and value, either of which may be null. */
  static long hash(byte[] key, byte[] value) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : new byte[][] {key, value}) {
        digest.update(ByteBuffer.allocate(4).putInt(part == null ? -1 : part.length).flip());
        digest.update(part == null ? new byte[0] : part);
      }
      return ByteBuffer.wrap(digest.digest()).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /**
   * A record that the brokers have acknowledged.
   *
   * @param name its key, which no other one has
   */
  synchronized void produced(String name, long hash) {
    produced.put(name, hash);
  }

  /** A record that stands on the topic of pages. */
  void stands(Coordinates at, String name, long hash) {
    pages.put(at, hash);
    Long expected = produced.get(name);
    Coordinates before = standing.put(name, at);
    if (expected == null || expected != hash) {
      differences.add("pages", "what stands at " + at + " was never acknowledged: " + name);
    } else if (before != null) {
      differences.add("pages", name + " stands on its topic twice, at " + before + " and " + at);
    }
  }

  /** A verdict on a page. */
  void decided(Coordinates at, boolean unique) {
    decided.put(at, unique ? UNIQUE : DUPLICATE);
  }

  /**
   * A record that came out.
   *
   * @param role of the topic that it came out on
   * @param at the page that it says it is
   */
  void routed(String role, Coordinates at, long hash) {
    counts.merge(role, 1L, Long::sum);
    Long expected = pages.get(at);
    if (expected == null) {
      differences.add("unknown", "page " + at + " on " + role + " stands on no topic of pages");
      return;
    }
    String before = routed.put(at, role);
    if (before != null) {
      differences.add("twice", "page " + at + " was routed twice: " + before + " and " + role);
    }
    if (expected != hash) {
      differences.add("altered", "page " + at + " on " + role + " is not as it was produced");
    }
    String verdict = decided.get(at);
    boolean judged = role.equals(UNIQUE) || role.equals(DUPLICATE);
    if (verdict == null ? judged : !verdict.equals(role)) {
      differences.add(
          "misrouted",
          "page "
              + at
              + " is on "
              + role
              + (verdict == null ? ", it has no verdict" : ", its verdict says " + verdict));
    }
  }

  /** After the last record: finds what did not come out. */
  void end() {
    for (String name : new TreeSet<>(produced.keySet())) {
      if (!standing.containsKey(name)) {
        differences.add("pages", name + " was acknowledged, but is not on its topic");
      }
    }
    for (Coordinates at : new TreeSet<>(pages.keySet())) {
      if (!routed.containsKey(at)) {
        String verdict = decided.get(at);
        differences.add(
            "lost",
            "page "
                + at
                + " was routed nowhere; "
                + (verdict == null ? "it has no verdict" : "its verdict is " + verdict));
      }
    }
  }

  /** Records that were produced. */
  synchronized long produced() {
    return produced.size();
  }

  /** Records that came out on a topic. */
  long count(String role) {
    return counts.getOrDefault(role, 0L);
  }
}
