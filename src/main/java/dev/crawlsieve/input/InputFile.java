package dev.crawlsieve.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * One input that the user named, checked but not yet opened.
 *
 * @param path where it is
 * @param files the files of a folder, relative to it, with slashes, in order; null if it is none
 * @param bytes its size as stored, of a folder that of its pages
 */
record InputFile(Path path, List<String> files, long bytes) {

  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int SNIFFED_BYTES = 64;
  private static final String GZIP = "\u001f\u008b";
  private static final String ZSTD = "(\u00b5/\u00fd";

  /**
   * Checks that an input is there and can be read.
   *
   * @throws InputException if not, or if it is a folder without pages
   */
  static InputFile check(Path path) throws InputException {
    if (!Files.exists(path)) {
      throw new InputException(path + " does not exist");
    }
    if (!Files.isReadable(path)) {
      throw new InputException(path + " cannot be read: permission denied");
    }
    try {
      return Files.isDirectory(path)
          ? folder(path)
          : new InputFile(path, null, Files.isRegularFile(path) ? Files.size(path) : 0);
    } catch (IOException e) {
      throw new InputException(path + " cannot be read: " + e.getMessage(), e);
    } catch (UncheckedIOException e) {
      throw new InputException(path + " cannot be read: " + e.getCause().getMessage(), e);
    }
  }

  private static InputFile folder(Path folder) throws IOException, InputException {
    List<String> files;
    try (Stream<Path> walk = Files.walk(folder)) {
      files =
          walk.filter(Files::isRegularFile)
              .map(file -> folder.relativize(file).toString().replace('\\', '/'))
              .sorted()
              .toList();
    }
    long bytes = 0;
    boolean pages = false;
    for (String file : files) {
      if (PageFiles.contentType(file) != null) {
        pages = true;
        bytes += Files.size(folder.resolve(file));
      }
    }
    if (!pages) {
      throw new InputException(
          "the folder " + folder + " holds no page, must hold .html, .htm, .xhtml or .txt files");
    }
    return new InputFile(folder, files, bytes);
  }

  /**
   * Opens the input.
   *
   * @throws IOException if its beginning cannot be read
   * @throws InputException if it is of no known kind
   */
  PageSource open(String baseUrl, Limits limits, Progress progress)
      throws IOException, InputException {
    if (files != null) {
      String base = PageFiles.base(baseUrl, fileName(path.toAbsolutePath().normalize()));
      return new FolderPages(path, files, base, limits, progress);
    }
    InputStream in = new CountingStream(Files.newInputStream(path), progress);
    try {
      return open(in, baseUrl, limits, progress);
    } catch (IOException | InputException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  private PageSource open(InputStream stored, String baseUrl, Limits limits, Progress progress)
      throws IOException, InputException {
    long before = progress.bytesRead();
    PeekStream in = uncompressed(stored, () -> progress.bytesRead() - before, limits);
    String name = withoutCompression(fileName(path));
    switch (Kind.of(name, in.first())) {
      case JSON_LINES:
        return new JsonLines(in, path.toString(), limits);
      case WARC:
        return new WarcPages(in, path.toString(), limits, progress);
      case ZIP:
        stored.close();
        long unread = Math.max(0, bytes - (progress.bytesRead() - before));
        String base = PageFiles.base(baseUrl, fileName(path));
        return new ZipPages(path, bytes, unread, base, limits, progress);
      case PAGE:
        String declared = PageFiles.contentType(name);
        return new SinglePage(
            in,
            PageFiles.url(PageFiles.base(baseUrl, ""), name),
            declared == null ? "text/html" : declared,
            path.toString(),
            limits);
      default:
        throw new InputException(
            path + " is of no known kind, must be JSONL, HTML, zip, jar, WARC, WET or a folder");
    }
  }

  /**
   * The stream behind the compression that its first bytes tell of, if any.
   *
   * @param read how many bytes of it have been read
   */
  static PeekStream uncompressed(InputStream stored, LongSupplier read, Limits limits)
      throws IOException {
    PeekStream in = new PeekStream(new BufferedInputStream(stored, BUFFER_BYTES), SNIFFED_BYTES);
    String first = new String(in.first(), ISO_8859_1);
    if (first.startsWith(GZIP)) {
      InputStream plain = new GZIPInputStream(new MemberStream(in), BUFFER_BYTES);
      return new PeekStream(new InflationGuard(plain, read, limits), SNIFFED_BYTES);
    }
    if (first.startsWith(ZSTD)) {
      InputStream plain = new ZstdInputStream(in);
      return new PeekStream(new InflationGuard(plain, read, limits), SNIFFED_BYTES);
    }
    return in;
  }

  private static String withoutCompression(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(".gz")) {
      return name.substring(0, name.length() - 3);
    }
    return lower.endsWith(".zst") ? name.substring(0, name.length() - 4) : name;
  }

  private static String fileName(Path path) {
    Path name = path.getFileName();
    return name == null ? "" : name.toString();
  }
}
