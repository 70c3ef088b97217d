package dev.crawlsieve.core.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One input that the user named, checked but not yet opened.
 *
 * @param path where it is
 * @param files the files and symbolic links of a folder, relative to it, with slashes, in order;
 *     null if it is not a folder
 * @param bytes its size as stored; for a folder, that of its pages
 */
record InputFile(Path path, List<String> files, long bytes) {

  private static final String STDIN = "stdin";
  private static final Set<String> ARCHIVES = Set.of(".warc", ".wet", ".arc", ".jsonl", ".ndjson");

  /**
   * Checks that an input exists and is readable.
   *
   * @throws InputException if not, or if it is a folder without pages
   */
  static InputFile check(Path path) throws InputException {
    if (!Files.exists(path)) {
      throw new InputException(Salvaged.missing(path.toString(), path));
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
          walk.filter(file -> Files.isRegularFile(file) || Files.isSymbolicLink(file))
              .map(file -> folder.relativize(file).toString().replace('\\', '/'))
              .sorted()
              .toList();
    }
    long bytes = 0;
    boolean pages = false;
    for (String file : files) {
      if (PageFiles.contentType(file) != null || isArchive(file)) {
        Path stored = folder.resolve(file);
        pages = true;
        bytes += Files.isRegularFile(stored) ? Files.size(stored) : 0;
      }
    }
    if (!pages) {
      throw new InputException(
          "the folder "
              + folder
              + " holds no pages; it must hold .html, .htm, .xhtml or .txt files, or archives:"
              + " .warc, .wet, .arc, .jsonl, .ndjson (also .gz, .zst) or .wacz");
    }
    return new InputFile(folder, files, bytes);
  }

  /**
   * Opens the input.
   *
   * @throws IOException if its beginning cannot be read
   * @throws InputException if its kind is unknown
   */
  PageSource open(String baseUrl, Limits limits, Progress progress)
      throws IOException, InputException {
    if (files != null) {
      String base = PageFiles.base(baseUrl, fileName(path.toAbsolutePath().normalize()));
      return new FolderPages(path, files, base, limits, progress, null);
    }
    return open(stored -> open(stored, baseUrl, limits, progress), progress);
  }

  /**
   * Opens the input, for events that refer to its records.
   *
   * @param name the archive's name below the references' prefix, or null for its file name
   * @throws IOException if its beginning cannot be read
   * @throws InputException if its records cannot be referred to
   */
  PageSource openByReference(References references, String name, Limits limits, Progress progress)
      throws IOException, InputException {
    if (files != null) {
      return new FolderPages(path, files, "", limits, progress, references);
    }
    if (!Files.isRegularFile(path)) {
      throw References.refuse(path);
    }
    String uri = references.uri(path, name == null ? fileName(path) : name);
    return open(stored -> openByReference(stored, uri, limits, progress), progress);
  }

  private PageSource openByReference(
      InputStream stored, String uri, Limits limits, Progress progress)
      throws IOException, InputException {
    long before = progress.bytesRead();
    Inflation inflation = new Inflation(() -> progress.bytesRead() - before, limits);
    Uncompressed in = Uncompressed.of(stored, path.toString(), inflation);
    boolean archive = Kind.of(withoutCompression(fileName(path)), in.stream().first()) == Kind.WARC;
    if (!archive || (in.compressed() && in.members() == null)) {
      throw References.refuse(path);
    }
    return WarcPages.byReference(in, path, bytes, uri, limits, progress);
  }

  @FunctionalInterface
  private interface Opener {
    PageSource open(InputStream stored) throws IOException, InputException;
  }

  private PageSource open(Opener opener, Progress progress) throws IOException, InputException {
    InputStream in = new CountingStream(Files.newInputStream(path), progress::read);
    try {
      return opener.open(in);
    } catch (IOException | InputException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  private PageSource open(InputStream stored, String baseUrl, Limits limits, Progress progress)
      throws IOException, InputException {
    long before = progress.bytesRead();
    Inflation inflation = new Inflation(() -> progress.bytesRead() - before, limits);
    Uncompressed in = Uncompressed.of(stored, path.toString(), inflation);
    String name = withoutCompression(fileName(path));
    Kind kind = Kind.of(name, in.stream().first());
    switch (kind) {
      case JSON_LINES:
        return new JsonLines(in.stream(), path.toString(), limits);
      case WARC:
        long size = in.compressed() ? -1 : bytes > 0 ? bytes : Long.MAX_VALUE;
        return new WarcPages(in, size, path.toString(), limits, progress);
      case ZIP:
      case WACZ:
        stored.close();
        long unread = Math.max(0, bytes - (progress.bytesRead() - before));
        String base = PageFiles.base(baseUrl, fileName(path));
        return kind == Kind.ZIP
            ? new ZipPages(path, bytes, unread, base, limits, progress)
            : new WaczPages(path, bytes, unread, limits, progress);
      case PAGE:
        String declared = PageFiles.contentType(name);
        return new SinglePage(
            in.stream(),
            PageFiles.url(PageFiles.base(baseUrl, ""), name),
            declared == null ? "text/html" : declared,
            path.toString(),
            limits);
      default:
        throw new InputException(
            path
                + " is of no known kind; it must be JSONL, HTML, WARC, WET, ARC (also .gz, .zst),"
                + " WACZ, zip, jar or a folder");
    }
  }

  /**
   * Opens standard input: JSONL, an archive, or a page, compressed or not.
   *
   * @throws IOException if its beginning cannot be read
   * @throws InputException if it is a zip, or in an unsupported compression format
   */
  static PageSource openStream(InputStream in, String baseUrl, Limits limits, Progress progress)
      throws IOException, InputException {
    long before = progress.bytesRead();
    Inflation inflation = new Inflation(() -> progress.bytesRead() - before, limits);
    Uncompressed plain =
        Uncompressed.of(new CountingStream(in, progress::read), "standard input", inflation);
    return switch (Kind.of("", plain.stream().first())) {
      case WARC ->
          new WarcPages(plain, plain.compressed() ? -1 : Long.MAX_VALUE, STDIN, limits, progress);
      case PAGE ->
          new SinglePage(
              plain.stream(),
              PageFiles.url(PageFiles.base(baseUrl, ""), STDIN),
              "text/html",
              STDIN,
              limits);
      case ZIP, WACZ ->
          throw new InputException(
              "standard input is a zip or WACZ, which cannot be read as a stream: write it to a"
                  + " file and name the file");
      default -> new JsonLines(plain.stream(), STDIN, limits);
    };
  }

  /** Whether a file in a folder is read as an archive of pages, by its name. */
  static boolean isArchive(String file) {
    String name = withoutCompression(file).toLowerCase(Locale.ROOT);
    return (name.equals(file.toLowerCase(Locale.ROOT)) && name.endsWith(".wacz"))
        || ARCHIVES.stream().anyMatch(name::endsWith);
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
