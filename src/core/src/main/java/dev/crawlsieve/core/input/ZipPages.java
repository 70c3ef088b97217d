package dev.crawlsieve.core.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The pages of a zip or jar, in the order of its directory; an entry that is damaged does not
 * affect the others. Entry names become only URLs, never file names, so {@code ..} in them is
 * harmless.
 */
final class ZipPages implements PageSource {

  private final ZipFile zip;
  private final Enumeration<? extends ZipEntry> entries;
  private final String name;
  private final String base;
  private final Limits limits;
  private final Progress progress;
  private final EventWriter events;
  private final Inflation inflation;
  private long unread;

  /**
   * Opens an archive.
   *
   * @param stored its size in bytes
   * @param unread number of its bytes that were not counted yet
   */
  ZipPages(Path file, long stored, long unread, String base, Limits limits, Progress progress)
      throws IOException {
    this.zip = new ZipFile(file.toFile());
    this.entries = zip.entries();
    this.name = file.toString();
    this.base = base;
    this.limits = limits;
    this.progress = progress;
    this.events = new EventWriter(limits);
    this.inflation = new Inflation(() -> stored, limits);
    this.unread = unread;
  }

  @Override
  public InputPage next() throws IOException {
    while (entries.hasMoreElements()) {
      ZipEntry entry = entries.nextElement();
      count(Math.max(0, entry.getCompressedSize()));
      if (entry.isDirectory()) {
        continue;
      }
      String path = entry.getName().replace('\\', '/');
      String contentType = PageFiles.contentType(path);
      if (contentType != null) {
        return read(entry, path, contentType);
      }
      progress.skip(PageFiles.skipReason(path));
    }
    count(unread);
    return null;
  }

  private InputPage read(ZipEntry entry, String path, String contentType) throws IOException {
    String url = PageFiles.url(base, path);
    String origin = name + "!/" + path;
    byte[] body = null;
    String damage = null;
    AtomicLong unpacked = new AtomicLong();
    try (InputStream in = new CountingStream(zip.getInputStream(entry), unpacked::addAndGet)) {
      // Limited by the actual output, not by the size that the entry claims.
      body = limits.read(in);
      damage = limits.exceeds(body.length) || isSound(entry, body) ? null : "its checksum is wrong";
    } catch (IOException e) {
      // The other entries are found through the directory.
      damage = e.getMessage();
    }
    // Entries may overlap, so a limit per entry does not bound their total.
    inflation.add(unpacked.get() + Math.max(0, entry.getCompressedSize()));
    if (damage != null) {
      progress.damage();
      return new InputPage(null, new byte[0], origin, "the entry cannot be unpacked: " + damage);
    }
    return events.write(url, contentType, body, origin);
  }

  /** Whether the content is what the directory says; {@code ZipFile} does not check. */
  private static boolean isSound(ZipEntry entry, byte[] body) {
    CRC32 crc = new CRC32();
    crc.update(body);
    return crc.getValue() == entry.getCrc();
  }

  /** Counts the stored bytes of entries towards the file's size; the rest is its directory. */
  private void count(long bytes) {
    long counted = Math.min(bytes, unread);
    unread -= counted;
    progress.read(counted);
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
