package dev.crawlsieve.files.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * A page that unpacks itself in a browser, as SingleFile 2.0 saves it compressed: HTML that says
 * "Please wait", and a zip that holds the page as {@code index.html} with its images.
 */
final class PackedPage {

  private static final String PAGE = "index.html";

  /** The end of a zip's directory, which a comment of up to 64 KiB may follow. */
  private static final int END = 0x504b0506;

  private static final int END_BYTES = 22;
  private static final int MOST_AFTER = END_BYTES + 0xffff + (64 << 10);

  private PackedPage() {}

  /**
   * The page in a file.
   *
   * @return null if the file is a page like any other
   */
  static byte @Nullable [] of(Path file, Limits limits) throws IOException {
    if (!endsLikeZip(file)) {
      return null;
    }
    try (ZipFile zip = new ZipFile(file.toFile())) {
      ZipEntry page = zip.getEntry(PAGE);
      if (page == null) {
        return null;
      }
      try (InputStream in = zip.getInputStream(page)) {
        return limits.read(in);
      }
    } catch (ZipException e) {
      return null; // a page with the bytes of a zip's end in it
    }
  }

  private static boolean endsLikeZip(Path file) throws IOException {
    try (FileChannel bytes = FileChannel.open(file)) {
      int length = (int) Math.min(bytes.size(), MOST_AFTER);
      ByteBuffer end = ByteBuffer.allocate(length);
      long from = bytes.size() - length;
      while (end.hasRemaining() && bytes.read(end, from + end.position()) >= 0) {
        // until it is full, or the file has become shorter
      }
      for (int at = end.position() - END_BYTES; at >= 0; at--) {
        if (end.getInt(at) == END) {
          return true;
        }
      }
      return false;
    }
  }
}
