package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.files.input.InputPage;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * Notes which row of which Parquet file goes to which output. {@link RowCopies} reads the rows
 * again and writes them at the end, since a Parquet file can neither be written in parts nor
 * continued after a crash.
 *
 * <p>A note is {@link #FILE} and a path; or one of the other letters and the difference between the
 * row's number and that of the row before, as a variable-length integer.
 */
final class TableOutput implements PageOutput {

  static final char FILE = 'f';
  static final char UNIQUE = 'u';
  static final char DUPLICATE = 'd';
  static final char UNJUDGED = 'j';

  private final DataOutputStream notes;
  private String file = "";
  private long row;

  TableOutput(SieveFolder folder, UnfinishedFiles files) throws IOException {
    notes = new DataOutputStream(files.open(folder.rows()));
  }

  @Override
  public void judged(PreparedPage page, Verdict verdict) throws IOException {
    note(page, verdict.route() == Verdict.Route.UNIQUE ? UNIQUE : DUPLICATE);
  }

  @Override
  public void unjudged(PreparedPage page) throws IOException {
    note(page, UNJUDGED);
  }

  private void note(PreparedPage page, char where) throws IOException {
    InputPage.Row read = page.row();
    if (read == null) {
      throw new SettingsException(
          "--format parquet writes the rows of Parquet files, and "
              + page.origin()
              + " is none: leave its file out, or leave --format out and make a table of the JSON"
              + " lines, as DuckDB and Spark do (docs/recipes.md)");
    }
    if (!read.file().equals(file) || read.number() <= row) {
      notes.writeByte(FILE);
      notes.writeUTF(read.file());
      file = read.file();
      row = 0;
    }
    notes.writeByte(where);
    long more = read.number() - row;
    row = read.number();
    while (more >= 0x80) {
      notes.writeByte((int) (more & 0x7f) | 0x80);
      more >>>= 7;
    }
    notes.writeByte((int) more);
  }
}
