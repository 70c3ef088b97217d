package dev.crawlsieve.tool.sieve;

import dev.crawlsieve.core.verdict.Verdict;
import java.io.IOException;

/** Writes pages in one format, in the order of the verdicts. */
interface PageOutput extends AutoCloseable {

  /** Writes a page that is kept. */
  void unique(PreparedPage page, Verdict verdict) throws IOException;

  /** Writes a page that is dropped. */
  void duplicate(PreparedPage page, Verdict verdict) throws IOException;

  /** Writes a page that is not judged. */
  void unjudged(PreparedPage page) throws IOException;

  /** Writes to the disk what is needed beside the files, to go on with them. */
  void flush();

  /** Releases everything but the files, which belong to {@link UnfinishedFiles}. */
  @Override
  void close();
}
