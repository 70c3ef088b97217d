package dev.crawlsieve.core.input;

import dev.crawlsieve.core.input.PageSequence.Part;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The pages of a WACZ, in the order of the archives in it (<a
 * href="https://specs.webrecorder.net/wacz/1.1.1/">WACZ 1.1.1</a>), which belong under {@code
 * archive/}, but are read wherever they are. Its indexes and page lists are skipped: everything
 * they refer to is in the archives.
 *
 * <p>A WACZ in it is unpacked to a temporary file, one at a time, since its directory is at its
 * end; it may hold no others.
 */
final class WaczPages implements PageSource {

  private final ZipFile zip;
  private final PageSequence archives;
  private final String name;
  private final Limits limits;
  private final Progress progress;
  private final Inflation inflation;
  private final boolean nested;
  private long unread;

  private WaczPages(
      ZipFile zip,
      String name,
      boolean nested,
      long unread,
      Limits limits,
      Progress progress,
      Inflation inflation) {
    this.zip = zip;
    this.name = name;
    this.nested = nested;
    this.unread = unread;
    this.limits = limits;
    this.progress = progress;
    this.inflation = inflation;
    this.archives =
        new PageSequence(zip.stream().map(this::part).filter(Objects::nonNull).iterator());
  }

  /**
   * Opens a WACZ.
   *
   * @param stored its size in bytes
   * @param unread number of its bytes that were not counted yet
   */
  static WaczPages open(Path file, long stored, long unread, Limits limits, Progress progress)
      throws IOException {
    // Shared by all entries and layers: entries may overlap.
    Inflation inflation = new Inflation(() -> stored, limits);
    ZipFile zip = new ZipFile(file.toFile());
    return new WaczPages(zip, file.toString(), false, unread, limits, progress, inflation);
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
    String file = path.substring(path.lastIndexOf('/') + 1);
    Kind kind = Kind.of(InputFile.withoutCompression(file), new byte[0]);
    String origin = name + "!/" + path;
    boolean hidden = file.startsWith("."); // macOS adds one for each file
    if (kind == Kind.WARC && !hidden) {
      return new Part(origin, () -> open(entry, origin));
    }
    if (kind == Kind.WACZ && !hidden && !nested) {
      return new Part(origin, () -> unpack(entry, origin));
    }
    if (!entry.isDirectory()) {
      boolean inner = kind == Kind.WACZ && !hidden;
      progress.skip(
          inner ? "WACZ in a WACZ that is itself in one" : "WACZ file that is not an archive");
    }
    return null;
  }

  private PageSource open(ZipEntry entry, String origin) throws IOException, InputException {
    Uncompressed in = Uncompressed.of(content(entry), origin, inflation);
    return new WarcPages(in, Long.MAX_VALUE, origin, limits, progress, null);
  }

  private InputStream content(ZipEntry entry) throws IOException {
    InputStream stored = new CountingStream(zip.getInputStream(entry), this::count);
    return new CountingStream(stored, inflation);
  }

  private PageSource unpack(ZipEntry entry, String origin) throws IOException {
    Path file = Files.createTempFile("crawlsieve", ".wacz");
    try {
      try (InputStream in = content(entry);
          OutputStream out = Files.newOutputStream(file)) {
        in.transferTo(out);
      }
      ZipFile unpacked = new ZipFile(file.toFile(), ZipFile.OPEN_READ | ZipFile.OPEN_DELETE);
      return new WaczPages(unpacked, origin, true, 0, limits, progress, inflation);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(file);
      throw e;
    }
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
