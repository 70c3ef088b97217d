package dev.crawlsieve.core.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The pages of a WACZ, in the order of the archives under {@code archive/} (<a
 * href="https://specs.webrecorder.net/wacz/1.1.1/">WACZ 1.1.1</a>). Its indexes and page lists are
 * skipped: everything they refer to is in the archives.
 */
final class WaczPages implements PageSource {

  private final ZipFile zip;
  private final Enumeration<? extends ZipEntry> entries;
  private final String name;
  private final Limits limits;
  private final Progress progress;
  private final Inflation inflation;
  private long unread;
  private PageSource current;

  /**
   * @param stored its size in bytes
   * @param unread number of its bytes that were not counted yet
   */
  WaczPages(Path file, long stored, long unread, Limits limits, Progress progress)
      throws IOException {
    this.zip = new ZipFile(file.toFile());
    this.entries = zip.entries();
    this.name = file.toString();
    this.limits = limits;
    this.progress = progress;
    // Shared by all entries and layers: entries may overlap.
    this.inflation = new Inflation(() -> stored, limits);
    this.unread = unread;
  }

  @Override
  public InputPage next() throws IOException {
    while (true) {
      InputPage page = current == null ? null : current.next();
      if (page != null) {
        return page;
      }
      closeCurrent();
      if (!entries.hasMoreElements()) {
        count(unread);
        return null;
      }
      current = open(entries.nextElement());
    }
  }

  private PageSource open(ZipEntry entry) {
    String path = entry.getName();
    if (path.startsWith("archive/") && isWarc(path)) {
      String origin = name + "!/" + path;
      return new Salvaged(() -> open(entry, origin), origin, progress);
    }
    if (!entry.isDirectory()) {
      progress.skip("WACZ file that is not an archive");
    }
    return null;
  }

  private static boolean isWarc(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    return lower.endsWith(".warc") || lower.endsWith(".warc.gz") || lower.endsWith(".warc.zst");
  }

  private PageSource open(ZipEntry entry, String origin) throws IOException, InputException {
    InputStream unpacked = new CountingStream(zip.getInputStream(entry), this::count);
    Uncompressed in = Uncompressed.of(new CountingStream(unpacked, inflation), origin, inflation);
    return new WarcPages(in, in.compressed() ? -1 : Long.MAX_VALUE, origin, limits, progress);
  }

  /** Counts the bytes of entries towards the file's size; the rest is its directory. */
  private void count(long bytes) {
    long counted = Math.min(bytes, unread);
    unread -= counted;
    progress.read(counted);
  }

  private void closeCurrent() throws IOException {
    if (current != null) {
      current.close();
      current = null;
    }
  }

  @Override
  public void close() throws IOException {
    closeCurrent();
    zip.close();
  }
}
