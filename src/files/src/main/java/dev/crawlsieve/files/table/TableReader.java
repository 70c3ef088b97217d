package dev.crawlsieve.files.table;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.LongConsumer;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a Parquet file, one after the other. One page of each column is in memory at a time,
 * so row groups may be of any size; the size of a page is bounded by {@link PageMemory}. Not
 * thread-safe.
 */
public final class TableReader implements AutoCloseable {

  private static final String MAGIC = "PAR1";
  private static final int TAIL_BYTES = 8;

  /** Largest footer of a file, in bytes; real ones have a few megabytes. */
  private static final int MOST_FOOTER = 64 << 20;

  private static final int MOST_COLUMNS = 10_000;

  private final FileChannel file;
  private final LongConsumer read;
  private final PageMemory memory = new PageMemory();
  private final MessageType schema;
  private final Map<String, String> notes;
  private final MessageColumnIO columns;
  private final Iterator<BlockMetaData> groups;

  @SuppressWarnings("NullAway.Init") // by next, with left
  private RecordReader<Group> rows;

  private long left; // rows of the present row group

  private TableReader(FileChannel file, LongConsumer read) throws IOException {
    this.file = file;
    this.read = read;
    ParquetMetadata footer = footer();
    schema = footer.getFileMetaData().getSchema();
    notes = new HashMap<>(footer.getFileMetaData().getKeyValueMetaData());
    notes.remove(ParquetWriter.OBJECT_MODEL_NAME_PROP); // each library writes its own
    if (schema.getColumns().size() > MOST_COLUMNS) {
      throw new IOException("it has more than " + MOST_COLUMNS + " columns");
    }
    columns = new ColumnIOFactory().getColumnIO(schema);
    groups = footer.getBlocks().iterator();
  }

  /**
   * Opens a file.
   *
   * @param read receives the number of bytes read
   * @throws IOException if it is not Parquet, encrypted or damaged
   */
  public static TableReader open(Path path, LongConsumer read) throws IOException {
    FileChannel file = FileChannel.open(path);
    try {
      return new TableReader(file, read);
    } catch (RuntimeException e) {
      file.close();
      throw damaged(e);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** Whether a file begins like Parquet. */
  public static boolean isTable(String beginning) {
    return beginning.startsWith(MAGIC);
  }

  private ParquetMetadata footer() throws IOException {
    long size = file.size();
    ByteBuffer tail = ByteBuffer.wrap(bytes(Math.max(0, size - TAIL_BYTES), TAIL_BYTES));
    int length = Integer.reverseBytes(tail.getInt());
    String magic = new String(tail.array(), Integer.BYTES, MAGIC.length(), US_ASCII);
    if (magic.equals("PARE")) {
      throw new IOException("it is encrypted, which is not supported");
    }
    if (!magic.equals(MAGIC)) {
      throw new IOException("it does not end as Parquet does: it may be truncated");
    }
    if (length < 0 || length > Math.min(size - TAIL_BYTES, MOST_FOOTER)) {
      throw new IOException("its description is " + length + " bytes long, which cannot be");
    }
    byte[] footer = bytes(size - TAIL_BYTES - length, length);
    FileMetaData data =
        Thrift.read(new FileMetaData(), new ByteArrayInputStream(footer), Math.max(1, length));
    return new ParquetMetadataConverter().fromParquetMetadata(data);
  }

  private byte[] bytes(long from, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      int n = file.read(bytes, from + bytes.position());
      if (n < 0) {
        throw new IOException("it is truncated");
      }
      read.accept(n);
    }
    return bytes.array();
  }

  /** The columns and their types. */
  public MessageType schema() {
    return schema;
  }

  /** The file's metadata other than the columns, for {@link TableWriter}. */
  public Map<String, String> notes() {
    return Map.copyOf(notes);
  }

  /**
   * The next row, or null at the end.
   *
   * @throws IOException if the file is damaged, or too large for the memory
   */
  public @Nullable Group next() throws IOException {
    try {
      while (left == 0) {
        if (!groups.hasNext()) {
          return null;
        }
        BlockMetaData group = groups.next();
        left = group.getRowCount();
        if (left > 0) {
          rows = columns.getRecordReader(pages(group), new GroupRecordConverter(schema));
        }
      }
      left--;
      return rows.read();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (RuntimeException e) {
      throw damaged(e);
    } catch (OutOfMemoryError e) {
      // Decoders allocate what a damaged page declares, which may be more than there is.
      throw new IOException("it is damaged, or its pages need more memory than there is", e);
    }
  }

  private static IOException damaged(RuntimeException e) {
    return new IOException("it is damaged: " + e.getMessage(), e);
  }

  private PageReadStore pages(BlockMetaData group) {
    memory.clear();
    Map<ColumnPath, ColumnChunkMetaData> chunks = new HashMap<>();
    group.getColumns().forEach(chunk -> chunks.put(chunk.getPath(), chunk));
    return new PageReadStore() {

      @Override
      public PageReader getPageReader(ColumnDescriptor column) {
        ColumnChunkMetaData chunk = chunks.get(ColumnPath.get(column.getPath()));
        if (chunk == null) {
          throw new IllegalArgumentException("a column is missing in a row group");
        }
        return new ColumnPages(file, chunk, memory, read);
      }

      @Override
      public long getRowCount() {
        return group.getRowCount();
      }
    };
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
