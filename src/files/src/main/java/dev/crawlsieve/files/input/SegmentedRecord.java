package dev.crawlsieve.files.input;

import java.io.ByteArrayOutputStream;

/**
 * A record that was archived in segments (ISO 28500:2017, section 7). It is put together from
 * segments in order. Other records may come between them; a segment in another file is not found.
 */
final class SegmentedRecord {

  private static final String NUMBER = "WARC-Segment-Number";

  private final ArchiveRecord first;
  private final String type;
  private final String url;
  private final long number;
  private final int blockLimit;
  private final ByteArrayOutputStream block = new ByteArrayOutputStream();
  private long bytes;
  private int segments;
  private boolean whole;

  /**
   * @param first the first segment
   * @param type type of the record, in lower case
   * @param number number of the first segment among the records
   * @param blockLimit largest block accepted, in bytes; only the beginning of a larger one is kept
   */
  SegmentedRecord(ArchiveRecord first, String type, String url, long number, int blockLimit) {
    this.first = first;
    this.type = type;
    this.url = url;
    this.number = number;
    this.blockLimit = blockLimit;
    add(first);
  }

  /** Whether a record is the first of several segments. */
  static boolean begins(ArchiveRecord record) {
    return record.header(NUMBER).equals("1") && !record.tooLarge();
  }

  /** Adds a record if it is the next segment of this one; returns whether it was. */
  boolean takes(ArchiveRecord record) {
    boolean next =
        record.header("WARC-Type").equalsIgnoreCase("continuation")
            && !record.tooLarge()
            && record.header("WARC-Segment-Origin-ID").equals(first.header("WARC-Record-ID"))
            && record.header(NUMBER).equals(String.valueOf(segments + 1));
    if (next) {
      add(record);
      whole = !record.header("WARC-Segment-Total-Length").isEmpty();
    }
    return next;
  }

  private void add(ArchiveRecord record) {
    segments++;
    bytes += record.block().length;
    int room = blockLimit + 1 - block.size();
    block.write(record.block(), 0, Math.max(0, Math.min(room, record.block().length)));
  }

  /** Whether the last segment was added. */
  boolean isWhole() {
    return whole;
  }

  /** The record, made of the segments added so far. */
  ArchiveRecord record() {
    boolean tooLarge = bytes > blockLimit;
    byte[] content = tooLarge ? Limits.beginning(block.toByteArray()) : block.toByteArray();
    return new ArchiveRecord(
        first.place(), -1, first.headers(), null, content, tooLarge, null, null);
  }

  String type() {
    return type;
  }

  String url() {
    return url;
  }

  long number() {
    return number;
  }
}
