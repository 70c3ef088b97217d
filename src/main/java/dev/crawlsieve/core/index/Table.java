package dev.crawlsieve.core.index;

/**
 * One table of a layout: which records stand in it, under which key, and when two that share a key
 * are candidates.
 *
 * <p>A record stands in the bucket of its key as an entry (payload, ordinal). Two records of one
 * bucket are candidates if their payloads differ in at most {@link #within} bits; the record itself
 * has the last word.
 */
public interface Table {

  /** Name in verdicts, for example {@code content} or {@code simhash-3}. */
  String name();

  /** How many bits of the feature a key holds. */
  int keyBits();

  /** Whether the record stands in this table. */
  boolean holds(LeaderRecord record);

  /**
   * The record's bucket, never 0. Mixed with the scope, so that small scopes that share a lane do
   * not fill each other's buckets; a collision of two scopes is possible and must be expected.
   */
  long key(LeaderRecord record);

  /** What an entry carries. */
  Feature payload();

  /** Greatest Hamming distance of two candidates' payloads, in bits. */
  int within();
}
