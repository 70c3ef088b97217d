package dev.crawlsieve.core.index;

/**
 * One table of a layout: which records it holds, under which key, and when two records that share a
 * key are candidates.
 *
 * <p>A record is stored in the bucket of its key as an entry (payload, ordinal). Two records of one
 * bucket are candidates if their payloads differ in at most {@link #within} bits. Then the full
 * records decide.
 *
 * <p>Sealed, since {@link TableLayout#any} puts the tables of several detectors together kind by
 * kind.
 */
public sealed interface Table permits ContentTable, SimHashTable, BandTable {

  /** Name in verdicts, for example {@code content} or {@code simhash-3}. */
  String name();

  /** The number of feature bits that a key holds. */
  int keyBits();

  /** Whether the record belongs in this table. */
  boolean holds(ComparedPage record);

  /**
   * The record's key, never 0. The scope is mixed into it, so small scopes that share a lane do not
   * fill each other's buckets. Keys of two scopes can collide, and callers must allow for that.
   */
  long key(ComparedPage record);

  /** The feature that an entry holds as its payload. */
  Feature payload();

  /** Greatest Hamming distance of two candidates' payloads, in bits. */
  int within();
}
