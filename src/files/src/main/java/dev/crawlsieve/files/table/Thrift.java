package dev.crawlsieve.files.table;

import java.io.IOException;
import java.io.InputStream;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TConfiguration;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;

/** Reads the headers of a file. No list or string in them may be longer than a header. */
final class Thrift {

  /** The largest header of a page, in bytes. */
  private static final int MOST = 1 << 20;

  private static final int MOST_NESTED = 64;

  private Thrift() {}

  static <T extends TBase<?, ?>> T read(T header, InputStream in) throws IOException {
    return read(header, in, MOST);
  }

  /**
   * Reads a header.
   *
   * @param most its largest size in bytes, which also bounds the declared sizes of lists and
   *     strings
   * @throws IOException if there is no header, or it is larger
   */
  static <T extends TBase<?, ?>> T read(T header, InputStream in, int most) throws IOException {
    try {
      TConfiguration limits = new TConfiguration(most, most, MOST_NESTED);
      header.read(new TCompactProtocol(new TIOStreamTransport(limits, in), most, most));
      return header;
    } catch (TException e) {
      throw new IOException("a header is damaged: " + e.getMessage(), e);
    }
  }
}
