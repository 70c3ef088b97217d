package dev.crawlsieve.tool.sieve;

/** The form in which pages are written. */
public enum PageFormat {
  /** The page events, a line each, byte for byte. */
  JSONL,
  /**
   * Web archives (WARC 1.1, ISO 28500:2017): pages as records, copies as {@code revisit} records.
   */
  WARC
}
