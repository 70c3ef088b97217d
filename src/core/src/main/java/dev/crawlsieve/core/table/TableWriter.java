package dev.crawlsieve.core.table;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.schema.MessageType;

/** Writes rows as a Parquet file, compressed with zstd. Not thread-safe. */
public final class TableWriter implements AutoCloseable {

  /** Size at which a row group ends, in bytes, of which as many are in memory. */
  private static final long ROW_GROUP_BYTES = 64 << 20;

  private final ParquetWriter<Group> rows;

  /**
   * Begins a file.
   *
   * @param out where it is written, closed at the end
   * @param schema its columns
   * @param notes what else it says of itself, such as what another library needs to read the types
   */
  public TableWriter(OutputStream out, MessageType schema, Map<String, String> notes)
      throws IOException {
    rows =
        ExampleParquetWriter.builder(new Stream(out))
            .withType(schema)
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new Codecs())
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .withRowGroupSize(ROW_GROUP_BYTES)
            .withExtraMetaData(notes)
            .build();
  }

  /** Adds a row. */
  public void add(Group row) throws IOException {
    rows.write(row);
  }

  /** Bytes so far, with those that are still in memory. */
  public long bytes() {
    return rows.getDataSize();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }

  /** A stream that is written from its beginning. */
  private record Stream(OutputStream out) implements OutputFile {

    @Override
    public PositionOutputStream create(long block) {
      return new PositionOutputStream() {

        private long at;

        @Override
        public long getPos() {
          return at;
        }

        @Override
        public void write(int b) throws IOException {
          out.write(b);
          at++;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
          out.write(bytes, from, length);
          at += length;
        }

        @Override
        public void flush() throws IOException {
          out.flush();
        }

        @Override
        public void close() throws IOException {
          out.close();
        }
      };
    }

    @Override
    public PositionOutputStream createOrOverwrite(long block) {
      return create(block);
    }

    @Override
    public boolean supportsBlockSize() {
      return false;
    }

    @Override
    public long defaultBlockSize() {
      return 0;
    }
  }
}
