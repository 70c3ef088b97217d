package dev.crawlsieve.files.sieve;

/** The format in which pages are written. */
public enum PageFormat {
  /** The page events, a line each, byte for byte. */
  JSONL,
  /**
   * Web archives (WARC 1.1, ISO 28500:2017): pages as records, copies as {@code revisit} records.
   */
  WARC,
  /** The same archives in one file with an index and a list of pages (WACZ 1.1.1). */
  WACZ,
  /** The rows of Parquet files, with all their columns (Parquet). */
  PARQUET,
  /** The visible text of kept and dropped pages, a line of JSON each. */
  TEXT;

  /** Whether pages that are not judged are written as lines, which {@code explain} can read. */
  public boolean hasLines() {
    return this == JSONL || this == TEXT;
  }

  /** Whether pages become records of web archives. */
  boolean isArchive() {
    return this == WARC || this == WACZ;
  }
}
