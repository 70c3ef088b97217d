package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * Reads the headers of responses from the cache of HTTrack 3.49, which is a zip. HTTrack writes
 * them as the extra fields of an entry, before the entry's content but not in the zip's directory;
 * {@code ZipFile} shows only the latter. They hold the status and {@code Content-Type}, with the
 * character set in a separate {@code X-Charset}.
 */
final class CachedHeaders implements Closeable {

  /** Bytes before an entry's name (APPNOTE.TXT, section 4.3.7). */
  private static final int FIXED = 30;

  private static final int SIGNATURE = 0x04034b50;
  private static final int NAME_LENGTH = 26;
  private static final int EXTRA_LENGTH = 28;

  private final FileChannel zip;
  private long at;

  CachedHeaders(Path zip) throws IOException {
    this.zip = FileChannel.open(zip);
  }

  /**
   * The header of the next entry.
   *
   * @param entry the next entry of the directory, in order
   * @return null if there is no header, for example because entries are not stored in the
   *     directory's order
   */
  @Nullable ResponseHeader next(ZipEntry entry) throws IOException {
    ByteBuffer fixed = PackedPage.read(zip, at, FIXED);
    if (fixed.remaining() < FIXED || fixed.getInt(0) != SIGNATURE) {
      return null;
    }
    int length = fixed.getShort(NAME_LENGTH) & 0xffff;
    int extra = fixed.getShort(EXTRA_LENGTH) & 0xffff;
    ByteBuffer rest = PackedPage.read(zip, at + FIXED, length + extra);
    if (rest.remaining() < length + extra) {
      return null;
    }
    byte[] written = new byte[length];
    byte[] header = new byte[extra];
    rest.get(written).get(header);
    String name = entry.getName();
    if (!name.equals(new String(written, UTF_8))
        && !name.equals(new String(written, ZipPages.CODE_PAGE))) {
      return null;
    }
    at += FIXED + length + extra + Math.max(0, entry.getCompressedSize());
    return ResponseHeader.of(header);
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
