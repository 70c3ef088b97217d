package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.files.input.PageSequence.Part;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The pages in a zip, in the order of its directory: those of web archives, in any folder of the
 * zip, and files that are pages. A damaged entry does not affect the others. Entry names become
 * only URLs, never file names, so {@code ..} in them is harmless.
 *
 * <p>Of a WACZ (<a href="https://specs.webrecorder.net/wacz/1.1.1/">WACZ 1.1.1</a>), only the
 * archives are read: they hold everything that its indexes and page lists refer to. A zip or WACZ
 * within a zip is unpacked to a temporary file, one at a time, since its directory is at its end;
 * zips within that one are not read.
 *
 * <p>The cache of HTTrack ({@code new.zip}) names entries by their URLs, and has only the bodies of
 * HTML, with {@linkplain CachedHeaders headers}.
 */
final class ZipPages implements PageSource {

  /** Beginning of an entry's name in the cache of HTTrack 3.49, which is its URL. */
  private static final Pattern CACHED = Pattern.compile("https?://[^/]");

  /** What every WACZ has beside its archives: it says nothing that these do not say. */
  private static final Pattern OF_WACZ =
      Pattern.compile("(.*/)?(datapackage(-digest)?\\.json|(pages|indexes)/[^/]+)");

  /** Character set of names without the flag for UTF-8 (APPNOTE.TXT, appendix D). */
  static final Charset CODE_PAGE = Charset.forName("IBM437");

  private final ZipFile zip;
  private final PageSequence parts;
  private final String name;
  private final @Nullable String base;
  private final Limits limits;
  private final ReadCounts counts;
  private final Inflation inflation;
  private final boolean inner;
  private final EventWriter events;
  private @Nullable CachedHeaders headers;
  private long unread;

  private ZipPages(
      ZipFile zip,
      String name,
      @Nullable String base,
      boolean inner,
      long unread,
      @Nullable CachedHeaders headers,
      Limits limits,
      ReadCounts counts,
      Inflation inflation) {
    this.zip = zip;
    this.headers = headers;
    this.name = name;
    this.base = base;
    this.inner = inner;
    this.unread = unread;
    this.limits = limits;
    this.counts = counts;
    this.inflation = inflation;
    this.events = new EventWriter(limits);
    this.parts = new PageSequence(zip.stream().map(this::part).filter(Objects::nonNull).iterator());
  }

  /**
   * Opens a zip.
   *
   * @param stored its size in bytes
   * @param unread number of its bytes that were not counted yet
   * @param base prefix of the URLs of files in it, or null if it is a WACZ
   */
  static ZipPages open(
      Path file, long stored, long unread, @Nullable String base, Limits limits, ReadCounts counts)
      throws IOException {
    // Shared by all entries and layers: entries may overlap.
    Inflation inflation = new Inflation(() -> stored, limits);
    ZipFile zip = opened(file, false);
    return new ZipPages(zip, file.toString(), base, false, unread, null, limits, counts, inflation);
  }

  /**
   * Opens a zip whose names are in UTF-8, flagged or not, or in {@link #CODE_PAGE}.
   *
   * @param delete whether the file is deleted; only once its character set is known, since an
   *     opening that fails would delete it, too
   */
  private static ZipFile opened(Path file, boolean delete) throws IOException {
    Charset names = UTF_8;
    ZipFile zip;
    try {
      zip = new ZipFile(file.toFile(), names);
    } catch (ZipException notUtf8) {
      names = CODE_PAGE;
      try {
        zip = new ZipFile(file.toFile(), names);
      } catch (ZipException e) {
        e.addSuppressed(notUtf8);
        String cure = "; if another program can unpack it, name the folder";
        throw new IOException(e.getMessage() + cure, e);
      }
    }
    if (!delete) {
      return zip;
    }
    zip.close();
    return new ZipFile(file.toFile(), ZipFile.OPEN_READ | ZipFile.OPEN_DELETE, names);
  }

  @Override
  public @Nullable InputPage next() throws IOException {
    InputPage page = parts.nextOrDamage(counts);
    if (inflation.exceeded()) {
      parts.close(); // every further entry would have to be unpacked, too
    }
    if (page == null) {
      count(unread);
    }
    return page;
  }

  /** The source to read from an entry; null to skip the entry. */
  private @Nullable Part part(ZipEntry entry) {
    String path = entry.getName().replace('\\', '/');
    String file = path.substring(path.lastIndexOf('/') + 1);
    FileKind kind = FileKind.of(InputFile.withoutCompression(file), new byte[0]);
    boolean hidden = file.startsWith("."); // macOS adds one for each file
    boolean unnamed =
        base != null
            && !hidden
            && !entry.isDirectory()
            && PageFiles.isUnnamedPage(file, () -> zip.getInputStream(entry));
    String declared = unnamed ? "text/html" : PageFiles.contentType(path);
    String contentType = base == null ? null : declared;
    String origin = name + "!/" + path;
    if (base != null && CACHED.matcher(path).lookingAt()) {
      ResponseHeader header = cachedHeader(entry);
      if (entry.getSize() != 0) {
        return new Part(origin, () -> PageSource.of(read(entry, path, "", header)));
      }
      counts.skip("URL in the cache of HTTrack without its body");
      return null;
    }
    if (contentType != null) {
      return new Part(origin, () -> PageSource.of(read(entry, path, contentType, null)));
    }
    if (kind == FileKind.WARC && !hidden) {
      return new Part(origin, () -> open(entry, origin));
    }
    boolean nested = (kind == FileKind.WACZ || (kind == FileKind.ZIP && base != null)) && !hidden;
    if (nested && !inner && !entry.isDirectory()) {
      String pages = kind == FileKind.WACZ ? null : PageFiles.url(base, path) + "/";
      return new Part(origin, () -> unpack(entry, origin, pages));
    }
    if (!entry.isDirectory() && (base != null || !OF_WACZ.matcher(path).matches())) {
      counts.skip(
          nested
              ? (base == null ? "WACZ in a WACZ that is itself in one" : "zip in a zip in a zip")
              : base == null
                  ? "WACZ file that is not an archive"
                  : PageFiles.skipReason(path) + (hidden ? "" : unread(file)));
    }
    return null;
  }

  /** A clause on a file of a kind that is read elsewhere, but not in a zip; else empty. */
  private static String unread(String file) {
    return switch (FileKind.named(InputFile.withoutCompression(file))) {
      case JSON_LINES -> " (JSONL in a zip is not read: unpack it)";
      case JSON -> " (JSON in a zip is not read: unpack it)";
      case TABLE -> " (Parquet in a zip is not read: unpack it)";
      case WARC, WACZ, PAGE, TEXT, MARKDOWN, ZIP, UNKNOWN -> "";
    };
  }

  /** The header that the cache of HTTrack has for an entry; null if the zip is not such a cache. */
  private @Nullable ResponseHeader cachedHeader(ZipEntry entry) {
    try {
      if (headers == null) {
        headers = new CachedHeaders(Path.of(zip.getName()));
      }
      return headers.next(entry);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private PageSource open(ZipEntry entry, String origin) throws IOException, InputException {
    Uncompressed in = Uncompressed.of(content(entry), origin, inflation);
    return new WarcPages(in, Long.MAX_VALUE, origin, limits, counts, null);
  }

  private InputStream content(ZipEntry entry) throws IOException {
    InputStream stored = new CountingStream(zip.getInputStream(entry), this::count);
    return new CountingStream(stored, inflation);
  }

  private PageSource unpack(ZipEntry entry, String origin, @Nullable String pages)
      throws IOException {
    Path file = Files.createTempFile("crawlsieve", pages == null ? ".wacz" : ".zip");
    CachedHeaders cached = null;
    try {
      try (InputStream in = content(entry);
          OutputStream out = Files.newOutputStream(file)) {
        in.transferTo(out);
      }
      cached = new CachedHeaders(file); // before the file is deleted
      ZipFile unpacked = opened(file, true);
      return new ZipPages(unpacked, origin, pages, true, 0, cached, limits, counts, inflation);
    } catch (IOException | RuntimeException e) {
      if (cached != null) {
        cached.close();
      }
      Files.deleteIfExists(file);
      throw e;
    }
  }

  private InputPage read(
      ZipEntry entry, String path, String contentType, @Nullable ResponseHeader header)
      throws IOException {
    String origin = name + "!/" + path;
    byte[] body = null;
    String damage = null;
    AtomicLong unpacked = new AtomicLong();
    count(Math.max(0, entry.getCompressedSize()));
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
    if (damage != null || body == null) {
      counts.damage();
      return new InputPage(null, new byte[0], origin, "the entry cannot be unpacked: " + damage);
    }
    boolean cached = CACHED.matcher(path).lookingAt();
    if (!cached) {
      counts.based(Objects.requireNonNull(base));
    }
    String url = cached ? path : PageFiles.url(base, path);
    if (header == null) {
      return events.write(url, contentType, body, origin);
    }
    String charset = header.first("X-Charset");
    String type = header.first("Content-Type") + (charset.isEmpty() ? "" : "; charset=" + charset);
    return events.write(
        new EventWriter.Fetched(url, null, header.status(), type, Map.of(), body), null, origin);
  }

  /** Whether the content matches the directory's checksum; {@code ZipFile} does not check that. */
  private static boolean isSound(ZipEntry entry, byte[] body) {
    CRC32 crc = new CRC32();
    crc.update(body);
    return crc.getValue() == entry.getCrc();
  }

  /** Counts the stored bytes of entries towards the file's size; the rest is its directory. */
  private void count(long bytes) {
    long counted = Math.min(bytes, unread);
    unread -= counted;
    counts.read(counted);
  }

  @Override
  public void close() throws IOException {
    parts.close();
    zip.close();
    if (headers != null) {
      headers.close();
    }
  }
}
