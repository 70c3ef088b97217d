package dev.crawlsieve.files.table;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.GroupWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.ValidatingRecordConsumer;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;

/** Writes rows as a Parquet file, compressed with zstd. Not thread-safe. */
public final class TableWriter implements AutoCloseable {

  /** Size at which a row group ends, in bytes; that many bytes are held in memory. */
  private static final long ROW_GROUP_BYTES = 64 << 20;

  private final ParquetWriter<Group> rows;

  /**
   * Begins a file.
   *
   * @param out receives the file, closed at the end
   * @param schema the columns
   * @param notes further metadata, for example what another library needs to read the types
   */
  public TableWriter(OutputStream out, MessageType schema, Map<String, String> notes)
      throws IOException {
    rows =
        new Builder(new Stream(out), schema, notes)
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new Codecs())
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .withRowGroupSize(ROW_GROUP_BYTES)
            .build();
  }

  /** Adds a row. */
  public void add(Group row) throws IOException {
    rows.write(row);
  }

  /** Bytes so far, including those that are still in memory. */
  public long bytes() {
    return rows.getDataSize();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }

  @SuppressWarnings("deprecation") // what is asked of a subclass has a method for Hadoop, too
  private static final class Builder extends ParquetWriter.Builder<Group, Builder> {

    private final WriteSupport<Group> rows;

    Builder(Stream out, MessageType schema, Map<String, String> notes) {
      super(out);
      rows = new Rows(schema, notes);
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<Group> getWriteSupport(Configuration none) {
      return rows;
    }

    @Override
    protected WriteSupport<Group> getWriteSupport(ParquetConfiguration none) {
      return rows;
    }
  }

  /**
   * Passes rows on, with values that statistics and dictionaries have to copy if they keep them.
   */
  @SuppressWarnings("deprecation") // likewise
  private static final class Rows extends WriteSupport<Group> {

    private final MessageType schema;
    private final Map<String, String> notes;

    @SuppressWarnings("NullAway.Init") // by prepareForWrite
    private GroupWriter writer;

    Rows(MessageType schema, Map<String, String> notes) {
      this.schema = schema;
      this.notes = notes;
    }

    @Override
    public WriteContext init(Configuration none) {
      return new WriteContext(schema, notes);
    }

    @Override
    public WriteContext init(ParquetConfiguration none) {
      return new WriteContext(schema, notes);
    }

    @Override
    public void prepareForWrite(RecordConsumer columns) {
      writer =
          new GroupWriter(
              new ValidatingRecordConsumer(columns, schema) {
                @Override
                public void addBinary(Binary value) {
                  // one that was read is a part of its page, which may have 100 MB
                  super.addBinary(Binary.fromReusedByteBuffer(value.toByteBuffer()));
                }
              },
              schema);
    }

    @Override
    public void write(Group row) {
      writer.write(row);
    }
  }

  /** An output stream at position 0. */
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
