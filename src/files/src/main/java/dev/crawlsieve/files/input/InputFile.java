package dev.crawlsieve.files.input;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.Permission;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One input that the user named, checked but not yet opened.
 *
 * @param path its path; {@code -} is standard input
 * @param files if it is a folder, the files in it and in its subfolders, as paths relative to it,
 *     with slashes, in order; otherwise null
 * @param unnamedPages those of the files that are pages by their content, not by their names
 * @param unnamed number of further files, whose names are not in the locale's character set
 * @param bytes its size as stored; for a folder, the total size of its pages
 * @param note a sentence for the user if the folder that the output goes to is in it, or is it;
 *     otherwise null
 */
record InputFile(
    Path path,
    @Nullable List<String> files,
    Set<String> unnamedPages,
    int unnamed,
    long bytes,
    @Nullable String note) {

  private static final String STDIN = "stdin";

  /** Checks an archive in a folder. */
  static InputFile check(Path path) throws InputException {
    return check(path, new InputGroup(List.of(path), null));
  }

  /**
   * Checks that an input exists and is readable.
   *
   * @param path the path; {@code -} for standard input
   * @param group its group
   * @throws InputException if it does not exist or is not readable, or is a folder without pages
   */
  static InputFile check(Path path, InputGroup group) throws InputException {
    InputFile stream = file(path, 0);
    if (stream.isStdin()) {
      return stream;
    }
    if (Permission.denied(path)) {
      throw new InputException(path + " cannot be read: permission denied");
    }
    if (!Files.exists(path)) {
      String missing = FileNames.missing(path.toString(), path);
      throw new InputException(missing, new SettingsException(missing)); // wrong usage
    }
    try {
      return Files.isDirectory(path)
          ? folder(path, group)
          : file(path, Files.isRegularFile(path) ? Files.size(path) : 0);
    } catch (IOException e) {
      throw new InputException(path + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static InputFile file(Path path, long bytes) {
    return new InputFile(path, null, Set.of(), 0, bytes, null);
  }

  private static InputFile folder(Path folder, InputGroup group)
      throws IOException, InputException {
    Path real = folder.toRealPath(); // the folder itself may be a symbolic link
    Path out = group.outIn(real);
    String note = out == null ? null : group.note(out.equals(real));
    List<Path> files = filesIn(real, out);
    List<String> paths = new ArrayList<>();
    int unnamed = 0;
    for (Path file : files) {
      if (FileNames.readable(real.relativize(file))) {
        paths.add(real.relativize(file).toString().replace('\\', '/'));
      } else {
        unnamed++;
      }
    }
    TableFolder.refuse(real, paths);
    Set<String> all = Set.copyOf(paths);
    long bytes = 0;
    boolean pages = false;
    Set<String> unnamedPages = new HashSet<>();
    for (String path : paths) {
      Path file = real.resolve(path);
      if (!Files.isRegularFile(file, NOFOLLOW_LINKS)) {
        continue;
      }
      if (PageFiles.isUnnamedPage(path, () -> Files.newInputStream(file))) {
        unnamedPages.add(path);
      } else if (PageFiles.contentType(path, all) == null
          && !isFileOfPages(path)
          && !isJson(path)) {
        continue;
      }
      pages = true;
      bytes += Files.size(file);
    }
    paths.sort(inOrder(all));
    if (!pages && unnamed == 0) {
      String zips = FolderPages.zips(folder, paths);
      long links = paths.stream().map(real::resolve).filter(Files::isSymbolicLink).count();
      throw new InputException(
          "the folder "
              + folder
              + " holds no pages; it must hold "
              + FileKind.inFolders()
              + ", or HTML in files of other names"
              + (note == null ? "" : ". " + note)
              + (zips.isEmpty() ? "" : ". " + zips)
              + (links == 0 ? "" : ". Symbolic links in it are not followed: " + links));
    }
    return new InputFile(folder, paths, unnamedPages, unnamed, bytes, note);
  }

  /**
   * All that is in a folder and its subfolders, except folders.
   *
   * @param folder the folder, with all links resolved
   * @param out a folder that is not read if it is in it, or null
   */
  static List<Path> filesIn(Path folder, @Nullable Path out) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
            boolean skipped = each.equals(out) && !each.equals(folder);
            return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) {
            files.add(each);
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }

  /**
   * The order of a folder's files: by path; but of what {@code sieve} has written, copies come
   * after the pages that were kept, which they would otherwise replace.
   */
  private static Comparator<String> inOrder(Set<String> paths) {
    return Comparator.comparing(
        path -> {
          int name = path.lastIndexOf('/') + 1;
          if (!path.startsWith("duplicate", name)) {
            return path;
          }
          String folder = path.substring(0, name);
          return paths.contains(folder + "verdicts.jsonl")
              ? folder + "unique~" + path.substring(name)
              : path;
        });
  }

  /** Whether this stands for standard input. */
  boolean isStdin() {
    return path.toString().equals("-");
  }

  /** Its name for messages. */
  String name() {
    return isStdin() ? "standard input" : path.toString();
  }

  /**
   * Opens the input.
   *
   * @throws IOException if its beginning cannot be read
   * @throws InputException if its kind is unknown, or its records cannot be referred to
   */
  PageSource open(Reading how) throws IOException, InputException {
    return open(how, fileName(path));
  }

  /**
   * Opens the input, or an archive in a folder.
   *
   * @param named its name in references: its file name, or its path in the folder
   */
  PageSource open(Reading how, String named) throws IOException, InputException {
    if (files != null) {
      return new FolderPages(this, how);
    }
    if (how.references() != null && !Files.isRegularFile(path)) {
      throw References.refuse(path);
    }
    ReadCounts counts = how.counts();
    InputStream in =
        new CountingStream(isStdin() ? how.stdin() : Files.newInputStream(path), counts::read);
    try {
      return open(in, how, named);
    } catch (IOException | InputException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  private PageSource open(InputStream stored, Reading how, String named)
      throws IOException, InputException {
    ReadCounts counts = how.counts();
    long before = counts.bytesRead();
    Inflation inflation = new Inflation(() -> counts.bytesRead() - before, how.limits());
    Uncompressed in = Uncompressed.of(stored, name(), inflation);
    String file = isStdin() ? STDIN : withoutCompression(fileName(path));
    String origin = isStdin() ? STDIN : path.toString();
    FileKind kind = FileKind.of(file, in.stream().first());
    boolean alone = kind == FileKind.WARC && (!in.compressed() || in.members() != null);
    if (how.references() != null && !alone) {
      throw References.refuse(path);
    }
    return switch (kind) {
      case WARC -> {
        String uri = how.references() == null ? null : how.references().uri(path, named);
        long size = bytes > 0 ? bytes : Long.MAX_VALUE;
        yield new WarcPages(in, size, origin, how.limits(), counts, uri);
      }
      case TABLE -> {
        if (isStdin() || in.compressed()) {
          throw new InputException(
              name()
                  + " is Parquet in a stream, which cannot be read: name the file, uncompressed");
        }
        stored.close();
        EventKeyReader keys = how.keys(fileName(path), true);
        TablePages rows = new TablePages(path, keys, how);
        yield NamedFieldSearch.of(
            OwnRecords.of(rows, keys, name(), how), rows.columns(), name(), how);
      }
      case ZIP, WACZ -> {
        if (isStdin()) {
          throw new InputException(
              "standard input is a zip or WACZ, which cannot be read as a stream: write it to a"
                  + " file and name the file");
        }
        stored.close();
        long unread = Math.max(0, bytes - (counts.bytesRead() - before));
        String base = kind == FileKind.WACZ ? null : how.base(fileName(path));
        yield ZipPages.open(path, bytes, unread, base, how.limits(), counts);
      }
      case PAGE, TEXT, MARKDOWN -> {
        String declared = PageFiles.contentType(file);
        String type = declared == null ? "text/html" : declared;
        String url = PageFiles.url(PageFiles.base(how.baseUrl(), ""), how.nameOr(file));
        byte[] body = how.limits().read(in.stream());
        stored.close();
        byte[] packed = isStdin() || in.compressed() ? null : PackedPage.of(path, how.limits());
        body = packed == null ? body : packed;
        noteOdd(counts, origin, type, body);
        yield PageSource.of(new EventWriter(how.limits()).write(url, type, body, origin));
      }
      case JSON, JSON_LINES, UNKNOWN -> {
        boolean any = kind == FileKind.JSON && how.inFolder(); // perhaps none of pages
        String unread = UnreadFormat.sentence(fileName(path), in.stream().first());
        if (unread != null && !any) {
          throw new InputException(name() + " is " + unread);
        }
        if (kind == FileKind.UNKNOWN && !isStdin()) {
          if (in.stream().first().length == 0) {
            throw new InputException(path + " is empty: there is no page in it");
          }
          if (FileKind.named(file) == FileKind.TABLE) {
            throw new InputException(
                path + " is called Parquet, but does not begin as Parquet files do: is it whole?");
          }
          throw new InputException(
              path
                  + " is of no known kind"
                  + (UrlList.is(in.stream().first()) ? ", and looks like a list of URLs" : "")
                  + "; it must be "
                  + FileKind.names(known -> true)
                  + " or a folder");
        }
        EventKeyReader keys = how.keys(file, !any || !how.fields().isOwn());
        PageSource events = JsonPages.open(in, name(), origin, how, keys);
        yield any
            ? new EventFile(events, how)
            : NamedFieldSearch.of(OwnRecords.of(events, keys, name(), how), List.of(), name(), how);
      }
    };
  }

  /** Adds a note if a page is empty, or is a list of URLs; it is read as a page nevertheless. */
  static void noteOdd(ReadCounts counts, String origin, String type, byte[] body) {
    if (body.length == 0) {
      counts.note(origin + " is empty: nothing can be compared, so it is kept");
    }
    if (type.equals("text/plain") && UrlList.is(body)) {
      counts.note(
          origin
              + " looks like a list of URLs, and is read as one page of text: crawlsieve fetches no"
              + " pages. 'wget --input-file=LIST --warc-file=NAME' makes a WARC of them");
    }
  }

  /** Whether a file in a folder holds pages rather than being one, judged by its name. */
  static boolean isFileOfPages(String file) {
    FileKind kind = FileKind.named(withoutCompression(file));
    return kind.ofPages() && (kind != FileKind.WACZ || FileKind.named(file) == kind);
  }

  /**
   * Whether a file in a folder is JSON, judged by its name; only its content tells whether it holds
   * pages.
   */
  static boolean isJson(String file) {
    return FileKind.named(withoutCompression(file)) == FileKind.JSON;
  }

  static String withoutCompression(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(".gz")) {
      return name.substring(0, name.length() - 3);
    }
    return lower.endsWith(".zst") ? name.substring(0, name.length() - 4) : name;
  }

  static String fileName(Path path) {
    Path name = path.getFileName();
    return name == null ? "" : name.toString();
  }
}
