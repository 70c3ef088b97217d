package dev.crawlsieve.files.input;

import dev.crawlsieve.core.encoding.GzipMembers;
import dev.crawlsieve.core.page.ReferredBody;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/**
 * One record of a web archive, read from exactly the bytes that hold it.
 *
 * @param url the page's URL
 */
public record ReferredRecord(String url, ReferredBody page) {

  /** Allowance for the record's own header, and for what compression adds, in bytes. */
  private static final int BESIDE_BLOCK_BYTES = 512 << 10;

  /**
   * The most bytes that a stored record may take.
   *
   * @param maxBytes largest body accepted, in bytes
   */
  public static int maxStoredBytes(int maxBytes) {
    return (int)
        Math.min(
            (long) WarcPages.blockLimit(new Limits(maxBytes)) + BESIDE_BLOCK_BYTES,
            Integer.MAX_VALUE - 8);
  }

  /**
   * Reads a response or resource.
   *
   * <p>Work and memory are bounded by {@code maxBytes}, regardless of what the bytes decompress to.
   *
   * @param stored one record, as one gzip member or uncompressed, and nothing else
   * @param maxBytes largest body accepted, in bytes
   * @throws IOException if the bytes are something else, or the body is too large
   */
  public static ReferredRecord read(byte[] stored, int maxBytes) throws IOException {
    Limits limits = new Limits(maxBytes);
    byte[] plain = plain(stored, limits);
    try (WarcRecords records =
        new WarcRecords(
            new ByteArrayInputStream(plain), null, plain.length, WarcPages.blockLimit(limits))) {
      ArchiveRecord record = records.next();
      if (record == null) {
        throw new IOException("there is no record, only empty lines");
      }
      if (record.damage() != null) {
        throw new IOException("the bytes there are not one whole record: " + record.damage());
      }
      if (record.tooLarge()) {
        throw new IOException(limits.tooLarge("the body"));
      }
      if (records.next() != null) {
        throw new IOException("the length does not fit: more follows the record");
      }
      return read(record, limits);
    }
  }

  private static ReferredRecord read(ArchiveRecord record, Limits limits) throws IOException {
    String type = record.header("WARC-Type").toLowerCase(Locale.ROOT);
    if (!type.equals("response") && !type.equals("resource")) {
      throw new IOException(
          "the record is a "
              + (type.length() > 40 ? "record of another type" : type)
              + ", must be a response or a resource");
    }
    EventWriter.Fetched fetched = WarcPages.fetched(record, type, WarcPages.url(record), limits);
    if (limits.exceeds(fetched.body().length)) {
      throw new IOException(limits.tooLarge("the body"));
    }
    return new ReferredRecord(fetched.url(), EventWriter.referred(fetched));
  }

  private static byte[] plain(byte[] stored, Limits limits) throws IOException {
    boolean gzip = stored.length > 1 && stored[0] == 0x1f && stored[1] == (byte) 0x8b;
    if (!gzip) {
      return stored;
    }
    int most = maxStoredBytes(limits.maxBytes());
    try (InputStream members = new GzipMembers(new ByteArrayInputStream(stored))) {
      byte[] plain = new Limits(most).read(members);
      if (plain.length > most) {
        throw new IOException(limits.tooLarge("the body"));
      }
      return plain;
    }
  }
}
