package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.verdict.Verdict;
import java.io.IOException;

/** Writes pages in one format, in the order of the verdicts. */
interface PageOutput extends AutoCloseable {

  /** Writes a page that is kept or dropped. */
  void judged(PreparedPage page, Verdict verdict) throws IOException;

  /** Writes a page that is not judged. */
  void unjudged(PreparedPage page) throws IOException;

  /** Writes to the disk everything in addition to the files that is needed to continue them. */
  default void flush() {}

  /** Releases all resources except the files, which belong to {@link UnfinishedFiles}. */
  @Override
  default void close() {}
}
