package dev.crawlsieve.files.table;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one column in one row group. Each is read from the file when it is needed, so only
 * one of them is in memory.
 */
final class ColumnPages implements PageReader {

  private static final ParquetMetadataConverter CONVERTER = new ParquetMetadataConverter();
  private static final int BUFFER_BYTES = 16 * 1024;

  private final ColumnChunkMetaData column;
  private final Chunk chunk;
  private final InputStream in;
  private final PageMemory memory;
  private final PageMemory.Share share;
  private long values;
  private @Nullable PageHeader header; // of the first data page, if it was already read
  private @Nullable DictionaryPage dictionary;

  /**
   * @param memory bounds the memory of all open pages of the file together
   * @param read receives the number of bytes read
   */
  ColumnPages(FileChannel file, ColumnChunkMetaData column, PageMemory memory, LongConsumer read) {
    this.column = column;
    this.memory = memory;
    this.share = memory.share();
    chunk = new Chunk(file, column.getStartingPos(), column.getTotalSize(), read);
    in = new BufferedInputStream(chunk, BUFFER_BYTES);
  }

  @Override
  public @Nullable DictionaryPage readDictionaryPage() {
    try {
      header = nextHeader();
      if (header != null && header.type == PageType.DICTIONARY_PAGE) {
        byte[] bytes = plain(header, body(header));
        dictionary =
            new DictionaryPage(
                BytesInput.from(bytes),
                header.dictionary_page_header.num_values,
                CONVERTER.getEncoding(header.dictionary_page_header.encoding));
        header = null;
      }
      return dictionary;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long getTotalValueCount() {
    return column.getValueCount();
  }

  @Override
  public @Nullable DataPage readPage() {
    try {
      while (values < column.getValueCount()) {
        PageHeader next = header == null ? nextHeader() : header;
        header = null;
        if (next == null) {
          throw new EOFException("a column ends early");
        }
        byte[] body = body(next);
        if (next.type == PageType.DATA_PAGE) {
          return v1(next, body);
        } else if (next.type == PageType.DATA_PAGE_V2) {
          return v2(next, body);
        } // any other kind is to be passed over
      }
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private DataPage v1(PageHeader page, byte[] body) throws IOException {
    DataPageHeader data = page.data_page_header;
    values += positive(data.num_values);
    byte[] plain = plain(page, body);
    return new DataPageV1(
        BytesInput.from(plain),
        data.num_values,
        plain.length,
        null,
        CONVERTER.getEncoding(data.repetition_level_encoding),
        CONVERTER.getEncoding(data.definition_level_encoding),
        CONVERTER.getEncoding(data.encoding));
  }

  private DataPage v2(PageHeader page, byte[] body) throws IOException {
    DataPageHeaderV2 data = page.data_page_header_v2;
    values += positive(data.num_values);
    int repetition = data.repetition_levels_byte_length;
    int levels = repetition + data.definition_levels_byte_length;
    if (repetition < 0 || levels < repetition || levels > body.length) {
      throw new IOException("a page is shorter than its levels");
    }
    byte[] stored = Arrays.copyOfRange(body, levels, body.length);
    int length = page.uncompressed_page_size - levels;
    boolean packed = !data.isSetIs_compressed() || data.is_compressed;
    byte[] plain =
        packed && stored.length > 0
            ? Codecs.decompress(column.getCodec(), stored, memory.allow(share, length))
            : stored;
    return DataPageV2.uncompressed(
        data.num_rows,
        data.num_nulls,
        data.num_values,
        BytesInput.from(body, 0, repetition),
        BytesInput.from(body, repetition, levels - repetition),
        CONVERTER.getEncoding(data.encoding),
        BytesInput.from(plain),
        null);
  }

  private static int positive(int count) throws IOException {
    if (count < 0) {
      throw new IOException("a page has " + count + " values");
    }
    return count;
  }

  private @Nullable PageHeader nextHeader() throws IOException {
    return chunk.left == 0 && in.available() == 0 ? null : Thrift.read(new PageHeader(), in);
  }

  private byte[] body(PageHeader page) throws IOException {
    int size = memory.allow(share, page.compressed_page_size);
    byte[] body = in.readNBytes(size); // allocates what is there, not what a header declares
    if (body.length < size) {
      throw new EOFException("a page ends early");
    }
    CRC32 sum = new CRC32();
    sum.update(body);
    if (page.isSetCrc() && page.crc != (int) sum.getValue()) {
      String name = String.join(".", column.getPath().toArray());
      throw new IOException("a page of the column '" + name + "' differs from its checksum");
    }
    return body;
  }

  private byte[] plain(PageHeader page, byte[] body) throws IOException {
    return Codecs.decompress(
        column.getCodec(), body, memory.allow(share, page.uncompressed_page_size));
  }

  /** The bytes of one column in one row group. */
  private static final class Chunk extends FilterInputStream {

    private final FileChannel file;
    private final LongConsumer read;
    private long at;
    private long left;

    Chunk(FileChannel file, long from, long length, LongConsumer read) {
      super(InputStream.nullInputStream());
      this.file = file;
      this.at = from;
      this.left = length;
      this.read = read;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      int wanted = (int) Math.min(length, left);
      int n = wanted == 0 ? -1 : file.read(ByteBuffer.wrap(target, from, wanted), at);
      if (n > 0) {
        at += n;
        left -= n;
        read.accept(n);
      }
      return n;
    }
  }
}
