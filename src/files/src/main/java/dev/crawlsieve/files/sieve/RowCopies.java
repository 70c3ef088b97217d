package dev.crawlsieve.files.sieve;

import dev.crawlsieve.files.table.TableReader;
import dev.crawlsieve.files.table.TableWriter;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.parquet.example.data.Group;
import org.jspecify.annotations.Nullable;

/**
 * Copies rows of Parquet files, as {@link TableOutput} noted them, to numbered files, with all
 * their columns and in the same order. A new file is begun when the columns change, and after 1 GB.
 */
final class RowCopies implements AutoCloseable {

  private static final long LARGEST = 1_000_000_000;

  private final SieveFolder folder;
  private final UnfinishedFiles files;
  private final Map<Integer, Part> parts = new HashMap<>(); // by letter
  private @Nullable TableReader rows;
  private long row;

  private RowCopies(SieveFolder folder, UnfinishedFiles files) {
    this.folder = folder;
    this.files = files;
  }

  /** The file that is being written for one of the outputs, and its number. */
  private static final class Part {
    private @Nullable TableWriter writer;
    private @Nullable TableReader like;
    private int number = -1;
  }

  /**
   * Writes all rows and verdicts.
   *
   * @param notes the file that {@link TableOutput} wrote
   * @param verdicts the file of verdicts
   * @param goOn called for each row; may end the work by an exception
   */
  static void write(
      SieveFolder folder, UnfinishedFiles files, Path notes, Path verdicts, Runnable goOn)
      throws IOException {
    try (RowCopies tables = new RowCopies(folder, files);
        DataInputStream in =
            new DataInputStream(new BufferedInputStream(Files.newInputStream(notes), 1 << 16))) {
      for (int kind = in.read(); kind >= 0; kind = in.read()) {
        goOn.run();
        if (kind == TableOutput.FILE) {
          tables.open(Path.of(in.readUTF()));
        } else {
          tables.copy(kind, number(in));
        }
      }
    }
    try (BufferedReader lines = Files.newBufferedReader(verdicts);
        TableWriter table = VerdictTable.writer(files.open(folder.verdictTable()))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        goOn.run();
        table.add(VerdictTable.row(line));
      }
    }
  }

  private static long number(DataInputStream in) throws IOException {
    long number = 0;
    for (int shift = 0; ; shift += 7) {
      int next = in.readUnsignedByte();
      number |= (next & 0x7fL) << shift;
      if (next < 0x80) {
        return number;
      }
    }
  }

  private void open(Path file) throws IOException {
    if (rows != null) {
      rows.close();
    }
    rows = TableReader.open(file, bytes -> {});
    row = 0;
  }

  private void copy(int kind, long ahead) throws IOException {
    Group next = null;
    for (long i = 0; i < ahead; i++) {
      next = Objects.requireNonNull(rows).next();
      row++;
    }
    if (next == null) {
      throw new IOException("the row " + row + " of an input is no longer there");
    }
    writer(kind).add(next);
  }

  private TableWriter writer(int kind) throws IOException {
    Part part = parts.computeIfAbsent(kind, unused -> new Part());
    TableReader from = Objects.requireNonNull(rows);
    TableWriter writer = part.writer;
    if (writer != null && (writer.bytes() >= LARGEST || !sameColumns(part.like, from))) {
      writer.close();
      writer = null;
    }
    if (writer == null) {
      Path pages =
          switch (kind) {
            case TableOutput.UNIQUE -> folder.unique();
            case TableOutput.DUPLICATE -> folder.duplicate();
            default -> folder.unjudged();
          };
      Path file = folder.file(pages, PageFormat.PARQUET, ++part.number);
      part.like = from;
      writer = new TableWriter(files.open(file), from.schema(), from.notes());
      part.writer = writer;
    }
    return writer;
  }

  private static boolean sameColumns(@Nullable TableReader like, TableReader rows) {
    return like == rows
        || (like != null
            && like.schema().equals(rows.schema())
            && like.notes().equals(rows.notes()));
  }

  @Override
  public void close() throws IOException {
    for (Part part : parts.values()) {
      Objects.requireNonNull(part.writer).close();
    }
    if (rows != null) {
      rows.close();
    }
  }
}
