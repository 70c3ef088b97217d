package dev.crawlsieve.core.input;

import dev.crawlsieve.core.input.PageSequence.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The pages of a WACZ, in the order of the archives under {@code archive/} (<a
 * href="https://specs.webrecorder.net/wacz/1.1.1/">WACZ 1.1.1</a>). Its indexes and page lists are
 * skipped: everything they refer to is in the archives.
 */
final class WaczPages implements PageSource {

  private final ZipFile zip;
  private final PageSequence archives;
  private final String name;
  private final Limits limits;
  private final Progress progress;
  private final Inflation inflation;
  private long unread;

  /**
   * @param stored its size in bytes
   * @param unread number of its bytes that were not counted yet
   */
  WaczPages(Path file, long stored, long unread, Limits limits, Progress progress)
      throws IOException {
    this.zip = new ZipFile(file.toFile());
    this.archives =
        new PageSequence(zip.stream().map(this::part).filter(Objects::nonNull).iterator());
    this.name = file.toString();
    this.limits = limits;
    this.progress = progress;
    // Shared by all entries and layers: entries may overlap.
    this.inflation = new Inflation(() -> stored, limits);
    this.unread = unread;
  }

  @Override
  public InputPage next() {
    InputPage page = archives.nextOrDamage(progress);
    if (page == null) {
      count(unread);
    }
    return page;
  }

  /** An archive to be read; null for another file. */
  private Part part(ZipEntry entry) {
    String path = entry.getName();
    if (path.startsWith("archive/") && isWarc(path)) {
      String origin = name + "!/" + path;
      return new Part(origin, () -> open(entry, origin));
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
    return new WarcPages(in, Long.MAX_VALUE, origin, limits, progress, null);
  }

  /** Counts the bytes of entries towards the file's size; the rest is its directory. */
  private void count(long bytes) {
    long counted = Math.min(bytes, unread);
    unread -= counted;
    progress.read(counted);
  }

  @Override
  public void close() throws IOException {
    archives.close();
    zip.close();
  }
}
