package dev.crawlsieve.sites.mirror;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Two roots that may be mirrors. Mutable; stored after each change. */
final class Pair {

  /** The root that sorts first. */
  final Root one;

  final Root two;

  /** Number of copies that were evidence for this pair until it was counted. */
  int hits;

  /**
   * Whether the sampled paths of both roots have been counted; from then on, the counts are
   * maintained.
   */
  boolean counted;

  /** Number of sampled paths that both roots have. */
  int common;

  /** Number of common paths with the same content. */
  int agreeing;

  boolean declared;

  /** The support at which the pair is evaluated or reported next. */
  int nextAt;

  private Pair(Root one, Root two) {
    this.one = one;
    this.two = two;
  }

  /** The pair of two roots, given in any order. */
  static Pair of(Root a, Root b) {
    return a.compareTo(b) <= 0 ? new Pair(a, b) : new Pair(b, a);
  }

  String key() {
    return one + "|" + two;
  }

  Mirror mirror() {
    return new Mirror(one, two, declared, agreeing, common);
  }

  /** The other root of the pair. */
  Root other(Root side) {
    return side.equals(one) ? two : one;
  }

  /** The URL under the other root that corresponds to a path under one root. */
  SiteUrl across(Root near, String path) {
    Root far = other(near);
    return new SiteUrl(far.site(), far.prefix() + near.rest(path));
  }

  /** Whether one root is inside the other; paths would then be copies of themselves. */
  boolean nested() {
    return one.site().equals(two.site())
        && (one.prefix().startsWith(two.prefix()) || two.prefix().startsWith(one.prefix()));
  }

  /**
   * Whether the roots are the same folder under both roots of another pair, or those roots
   * themselves.
   */
  boolean within(Pair other) {
    return other.one.site().equals(one.site())
        && other.two.site().equals(two.site())
        && other.one.covers(one.prefix())
        && other.two.covers(two.prefix())
        && other.one.rest(one.prefix()).equals(other.two.rest(two.prefix()));
  }

  /** Whether this pair was never declared, and has less evidence than another such pair. */
  boolean weakerThan(Pair other) {
    return !declared
        && (other.declared
            || agreeing < other.agreeing
            || (agreeing == other.agreeing && hits < other.hits));
  }

  byte[] stored() {
    byte[] first = Fields.bytes(one.toString());
    byte[] second = Fields.bytes(two.toString());
    ByteBuffer out = ByteBuffer.allocate(1 + 8 + first.length + second.length + 1 + 4 * 4);
    out.put(Fields.VERSION);
    Fields.put(out, first);
    Fields.put(out, second);
    out.put((byte) ((counted ? 1 : 0) | (declared ? 2 : 0)));
    out.putInt(hits).putInt(common).putInt(agreeing).putInt(nextAt);
    return out.array();
  }

  /** The entry that is stored under the pair's second site; it refers to the pair by its key. */
  static byte[] reference(byte[] key) {
    return ByteBuffer.allocate(1 + key.length).put((byte) 0).put(key).array();
  }

  static boolean isReference(byte[] stored) {
    return stored[0] == 0;
  }

  /** The key in a reference. */
  static byte[] referred(byte[] reference) {
    return Arrays.copyOfRange(reference, 1, reference.length);
  }

  static Pair of(byte[] stored) {
    ByteBuffer in = Fields.open(stored);
    Pair pair = new Pair(Root.of(Fields.text(in)), Root.of(Fields.text(in)));
    byte flags = in.get();
    pair.counted = (flags & 1) != 0;
    pair.declared = (flags & 2) != 0;
    pair.hits = in.getInt();
    pair.common = in.getInt();
    pair.agreeing = in.getInt();
    pair.nextAt = in.getInt();
    return pair;
  }
}
