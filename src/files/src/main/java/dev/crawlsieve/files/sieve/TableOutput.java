package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.verdict.Verdict;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.regex.Pattern;

/**
 * Notes which row of which Parquet file goes to which output. {@link TableFiles} reads the rows
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

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

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
    String origin = page.page().page().origin();
    int colon = origin.lastIndexOf(':');
    boolean numbered =
        colon >= 0 && NUMBER.matcher(origin).region(colon + 1, origin.length()).matches();
    String read = numbered ? origin.substring(0, colon) : origin;
    if (!numbered || !read.equals(file)) {
      TableFiles.ensureTable(read);
    }
    long number = Long.parseLong(origin.substring(colon + 1));
    if (!read.equals(file) || number <= row) {
      notes.writeByte(FILE);
      notes.writeUTF(read);
      file = read;
      row = 0;
    }
    notes.writeByte(where);
    long more = number - row;
    row = number;
    while (more >= 0x80) {
      notes.writeByte((int) (more & 0x7f) | 0x80);
      more >>>= 7;
    }
    notes.writeByte((int) more);
  }
}
