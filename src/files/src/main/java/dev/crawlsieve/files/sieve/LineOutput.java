package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.verdict.Verdict;
import java.io.IOException;
import java.io.OutputStream;

/** Writes page events as they were read, a line each. */
final class LineOutput implements PageOutput {

  private final OutputStream unique;
  private final OutputStream duplicate;
  private final OutputStream unjudged;

  LineOutput(SieveFolder folder, UnfinishedFiles files) throws IOException {
    unique = files.open(folder.unique());
    duplicate = files.open(folder.duplicate());
    unjudged = files.open(folder.unjudged());
  }

  /** Writes a line. */
  static void line(OutputStream out, byte[] value) throws IOException {
    out.write(value);
    out.write('\n');
  }

  @Override
  public void judged(PreparedPage page, Verdict verdict) throws IOException {
    OutputStream out = verdict.route() == Verdict.Route.UNIQUE ? unique : duplicate;
    line(out, page.event());
  }

  @Override
  public void unjudged(PreparedPage page) throws IOException {
    line(unjudged, page.event());
  }
}
