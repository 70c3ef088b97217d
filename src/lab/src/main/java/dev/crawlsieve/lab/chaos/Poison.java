package dev.crawlsieve.lab.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * A record that is not a page, or an odd one, and its required fate.
 *
 * @param name its kind, in human-readable form
 * @param key may be null
 * @param value may be null
 * @param timestamp in milliseconds; null for the time when it is sent
 * @param fate its required fate
 * @param stage the step that makes it a dead letter; null unless that is its fate
 * @param reason a part of the reason; null unless that is its fate
 */
public record Poison(
    String name,
    byte @Nullable [] key,
    byte @Nullable [] value,
    List<Header> headers,
    @Nullable Long timestamp,
    Fate fate,
    @Nullable String stage,
    @Nullable String reason) {

  /** The fate of a record. */
  public enum Fate {
    /** It is a page, and is routed. */
    ROUTED,
    /** It is a dead letter. */
    SET_ASIDE,
    /** Either of these, but the same for every such record. */
    EITHER
  }

  public Poison {
    headers = List.copyOf(headers);
  }

  /** A record that the step {@code fingerprint} makes a dead letter. */
  static Poison bad(String name, byte @Nullable [] value, String reason) {
    return new Poison(name, null, value, List.of(), null, Fate.SET_ASIDE, "fingerprint", reason);
  }

  /** A record that is odd, but a page. */
  static Poison odd(String name, byte[] value) {
    return new Poison(name, null, value, List.of(), null, Fate.ROUTED, null, null);
  }

  /** A record that may or may not be too costly to read. */
  static Poison either(String name, byte[] value) {
    return new Poison(name, null, value, List.of(), null, Fate.EITHER, null, null);
  }

  /** Whether it must be routed. */
  public boolean routed() {
    return fate == Fate.ROUTED;
  }

  Poison key(byte[] other) {
    return new Poison(name, other, value, headers, timestamp, fate, stage, reason);
  }

  Poison value(byte[] other) {
    return new Poison(name, key, other, headers, timestamp, fate, stage, reason);
  }

  Poison headers(List<Header> other) {
    return new Poison(name, key, value, other, timestamp, fate, stage, reason);
  }

  Poison headers(Map<String, byte[]> other) {
    List<Header> all = new ArrayList<>();
    other.forEach((header, bytes) -> all.add(new RecordHeader(header, bytes)));
    return headers(all);
  }

  Poison at(long other) {
    return new Poison(name, key, value, headers, other, fate, stage, reason);
  }

  @Override
  public String toString() {
    return name;
  }
}
