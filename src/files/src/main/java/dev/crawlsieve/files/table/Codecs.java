package dev.crawlsieve.files.table;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/**
 * The compressions of pages that can be read, and the one that is written. Uses libraries that are
 * dependencies anyway, instead of Hadoop's.
 */
final class Codecs implements CompressionCodecFactory {

  private static final int LEVEL = 3;

  /**
   * Decompresses a page.
   *
   * @param length its declared length, which is allocated
   * @throws IOException if the page is damaged, or has another length or compression
   */
  static byte[] decompress(CompressionCodecName codec, byte[] stored, int length)
      throws IOException {
    byte[] plain =
        switch (codec) {
          case UNCOMPRESSED -> stored;
          case ZSTD -> zstd(stored, length);
          case SNAPPY -> snappy(stored, length);
          case GZIP -> {
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(stored))) {
              yield in.readNBytes(length);
            }
          }
          default ->
              throw new IOException(
                  "it is compressed with "
                      + codec
                      + ", which is not read: write it with zstd, Snappy, gzip or no compression");
        };
    if (plain.length != length) {
      throw new IOException("a page has " + plain.length + " bytes in place of " + length);
    }
    return plain;
  }

  private static byte[] zstd(byte[] stored, int length) throws IOException {
    byte[] plain = new byte[length];
    long size = Zstd.decompress(plain, stored);
    if (Zstd.isError(size) || size != length) {
      throw new IOException("a page is damaged: " + Zstd.getErrorName(size));
    }
    return plain;
  }

  private static byte[] snappy(byte[] stored, int length) throws IOException {
    if (Snappy.uncompressedLength(stored) != length) {
      throw new IOException("a page is not as long as is declared");
    }
    byte[] plain = new byte[length];
    Snappy.uncompress(stored, 0, stored.length, plain, 0);
    return plain;
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    return new BytesInputCompressor() {

      @Override
      public BytesInput compress(BytesInput bytes) throws IOException {
        return BytesInput.from(Zstd.compress(bytes.toInputStream().readAllBytes(), LEVEL));
      }

      @Override
      public CompressionCodecName getCodecName() {
        return CompressionCodecName.ZSTD;
      }

      @Override
      public void release() {}
    };
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    throw new UnsupportedOperationException("pages are read by ColumnPages");
  }

  @Override
  public void release() {}
}
