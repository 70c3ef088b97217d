package dev.crawlsieve.files.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads a page that unpacks itself in a browser, the compressed form in which SingleFile 2.0 saves
 * pages: HTML that says "Please wait", and a zip with the page as {@code index.html} and its
 * images. The zip is followed by tags that close the HTML, and by up to 64 KiB of SingleFile's own
 * data.
 */
final class PackedPage {

  /**
   * The page's name in the zip: at the top, or in the one folder that SingleFile makes if so
   * configured.
   */
  private static final Pattern PAGE = Pattern.compile("([^/]+/)?index\\.html");

  /** Signatures of an entry in a zip's directory, and of the directory's end, little-endian. */
  private static final int ENTRY = 0x02014b50;

  private static final int END = 0x06054b50;

  private static final int END_BYTES = 22;
  private static final int FLAGS_AT = 8;
  private static final int MOST_AFTER = END_BYTES + 0xffff + (64 << 10);

  private PackedPage() {}

  /**
   * The page in a file.
   *
   * @return null if the file is a page like any other
   * @throws InputException if the page has a password
   */
  static byte @Nullable [] of(Path file, Limits limits) throws IOException, InputException {
    try (FileChannel bytes = FileChannel.open(file)) {
      ByteBuffer tail = read(bytes, Math.max(0, bytes.size() - MOST_AFTER), MOST_AFTER);
      int at = tail.limit() - END_BYTES;
      while (at >= 0 && tail.getInt(at) != END) {
        at--;
      }
      if (at < 0) {
        return null;
      }
      long end = Math.max(0, bytes.size() - MOST_AFTER) + at;
      long directory = end - Integer.toUnsignedLong(tail.getInt(at + 12));
      ByteBuffer first = read(bytes, Math.max(0, directory), FLAGS_AT + 2);
      if (directory < 0 || first.limit() < FLAGS_AT + 2 || first.getInt(0) != ENTRY) {
        return null; // a page that happens to contain the signature of a zip's end
      }
      if ((first.getShort(FLAGS_AT) & 1) != 0) {
        throw new InputException(
            file + " is a page that was saved with a password: save it without");
      }
      long zip = end + END_BYTES + Short.toUnsignedInt(tail.getShort(at + 20));
      return zip >= bytes.size() ? page(file, limits) : beginning(bytes, zip, limits);
    }
  }

  /** The page of a file that goes on after its zip; Java's reader does not recognise such a zip. */
  private static byte @Nullable [] beginning(FileChannel bytes, long length, Limits limits)
      throws IOException {
    Path copy = Files.createTempFile("crawlsieve", ".zip");
    try {
      try (FileChannel out = FileChannel.open(copy, StandardOpenOption.WRITE)) {
        long copied = 0;
        long more = 1;
        while (copied < length && more > 0) {
          more = bytes.transferTo(copied, length - copied, out);
          copied += more;
        }
      }
      return page(copy, limits);
    } finally {
      Files.delete(copy);
    }
  }

  private static byte @Nullable [] page(Path file, Limits limits) throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      ZipEntry page =
          zip.stream().filter(e -> PAGE.matcher(e.getName()).matches()).findFirst().orElse(null);
      if (page == null) {
        return null;
      }
      try (InputStream in = zip.getInputStream(page)) {
        return limits.read(in);
      }
    } catch (ZipException e) {
      return null; // a page that happens to contain signatures of a zip
    }
  }

  /** The bytes of a file from an offset on, little-endian; fewer where it ends. */
  static ByteBuffer read(FileChannel bytes, long from, int most) throws IOException {
    ByteBuffer read = ByteBuffer.allocate((int) Math.max(0, Math.min(most, bytes.size() - from)));
    while (read.hasRemaining() && bytes.read(read, from + read.position()) >= 0) {
      // until it is full, or the file has become shorter
    }
    return read.flip().order(ByteOrder.LITTLE_ENDIAN);
  }
}
