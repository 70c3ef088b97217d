package dev.crawlsieve.files.input;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One record to be produced, read from one of the user's files.
 *
 * @param key the page's URL in UTF-8, or null if the value contains it
 * @param value the record's value: a JSON page event; events from JSONL files are copied byte for
 *     byte. Only its beginning if there is a defect
 * @param origin where it came from, for example {@code crawl.jsonl.gz:17} or {@code
 *     site.jar!/index.html}
 * @param defect why it cannot be produced; null if it can
 * @param record the record of a web archive from which it was read; null if there is none, or it is
 *     not kept
 * @param row the row of a Parquet file from which it was read; null if it was read from another
 *     input
 */
public record InputPage(
    byte @Nullable [] key,
    byte[] value,
    String origin,
    @Nullable String defect,
    @Nullable StoredRecord record,
    @Nullable Row row) {

  /**
   * A row of a Parquet file.
   *
   * @param number from 1
   */
  public record Row(String file, long number) {}

  /** Bytes that {@link #beginning} keeps of a value. */
  public static final int BEGINNING_BYTES = 64 << 10;

  public InputPage {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(origin, "origin");
  }

  /** A page that was read neither from a web archive nor from a table, or cannot be produced. */
  public InputPage(byte @Nullable [] key, byte[] value, String origin, @Nullable String defect) {
    this(key, value, origin, defect, null, null);
  }

  /** The same page with only the beginning of its value, as dead letters hold it. */
  public InputPage beginning() {
    return value.length <= BEGINNING_BYTES
        ? this
        : new InputPage(key, Arrays.copyOf(value, BEGINNING_BYTES), origin, defect);
  }

  /** The same page, read from this record. */
  InputPage from(StoredRecord stored) {
    return defect == null ? new InputPage(key, value, origin, null, stored, null) : this;
  }

  /** The same page, read from this row. */
  InputPage from(Row read) {
    return new InputPage(key, value, origin, defect, null, read);
  }

  /** The same page without the record from which it was read, which takes as much memory again. */
  public InputPage withoutRecord() {
    return record == null ? this : new InputPage(key, value, origin, defect, null, row);
  }
}
