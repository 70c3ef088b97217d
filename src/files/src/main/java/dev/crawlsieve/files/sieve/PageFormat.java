package dev.crawlsieve.files.sieve;

/** The format in which pages are written. */
public enum PageFormat {
  /** The page events, a line each, byte for byte. */
  JSONL("*.jsonl"),
  /**
   * Web archives (WARC 1.1, ISO 28500:2017): pages as records, copies as {@code revisit} records.
   */
  WARC("*-%05d.warc.gz"),
  /** The same archives in one file with an index and a list of pages (WACZ 1.1.1). */
  WACZ("pages.wacz"),
  /** The rows of Parquet files, with all their columns (Parquet). */
  PARQUET("*-%05d.parquet"),
  /** The visible text of kept and dropped pages, a line of JSON each. */
  TEXT("*.jsonl");

  /** The names of its files, with a {@code *} for which pages, and the format of a number. */
  private final String names;

  PageFormat(String names) {
    this.names = names;
  }

  /**
   * The name of a file.
   *
   * @param pages {@code unique}, {@code duplicate} or {@code unjudged}
   * @param number number of the file, from 0, if there may be several
   */
  String file(String pages, int number) {
    return names.replace("*", pages).formatted(number);
  }

  /** The names of all its files, as a regular expression. */
  String files() {
    return names
        .replace(".", "\\.")
        .replace("*", "(unique|duplicate|unjudged)")
        .replace("%05d", "\\d+");
  }

  /** Whether pages that are not judged are written as lines, which {@code explain} can read. */
  public boolean hasLines() {
    return this == JSONL || this == TEXT;
  }

  /** Whether pages become records of web archives. */
  boolean isArchive() {
    return this == WARC || this == WACZ;
  }
}
