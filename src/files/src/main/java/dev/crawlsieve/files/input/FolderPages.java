package dev.crawlsieve.files.input;

import dev.crawlsieve.files.input.PageSequence.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The pages in a folder and its subfolders, in path order: files that are pages, and the pages in
 * archives and other files of pages. As in {@code grep -r}, symbolic links in it are not followed,
 * and only regular files are opened.
 */
final class FolderPages implements PageSource {

  private final Path folder;
  private final Reading how;
  private static final Pattern FRONT_PAGE = Pattern.compile("[^/]+/index\\.html");

  private final String base;
  private final Map<Path, String> names;
  private final Set<String> paths;
  private final Set<String> unnamedPages;
  private final PageSequence files;

  FolderPages(InputFile input, Reading how) {
    this.folder = input.path();
    this.how = how;
    this.base = how.base(InputFile.fileName(folder.toAbsolutePath().normalize()));
    this.unnamedPages = input.unnamedPages();
    this.paths = Set.copyOf(Objects.requireNonNull(input.files()));
    this.names =
        InputNames.of(
            Objects.requireNonNull(input.files()).stream()
                .filter(path -> InputFile.isFileOfPages(path) || InputFile.isJson(path))
                .map(folder::resolve)
                .toList());
    String zips = zips(folder, Objects.requireNonNull(input.files()));
    if (!zips.isEmpty()) {
      how.counts().note(zips);
    }
    if (how.baseUrl() == null && areSeveralSites(paths)) {
      how.counts().note(ReadCounts.ONE_SITE);
    }
    for (int i = 0; i < input.unnamed(); i++) {
      how.counts().skip(FileNames.skipReason());
    }
    this.files =
        new PageSequence(
            Objects.requireNonNull(input.files()).stream()
                .map(this::part)
                .filter(Objects::nonNull)
                .iterator());
  }

  /**
   * Whether a folder seems to hold several sites: it has no page of its own, but two folders in it
   * have a front page each.
   */
  private static boolean areSeveralSites(Set<String> paths) {
    boolean own = paths.stream().anyMatch(path -> path.indexOf('/') < 0 && PageFiles.isPage(path));
    return !own && paths.stream().filter(FRONT_PAGE.asMatchPredicate()).limit(2).count() == 2;
  }

  /** A file to be read; null if it is skipped. */
  private @Nullable Part part(String path) {
    Path file = folder.resolve(path);
    String contentType =
        unnamedPages.contains(path) ? "text/html" : PageFiles.contentType(path, paths);
    if (Files.isSymbolicLink(file)) {
      how.counts().skip("symbolic link");
    } else if (isOther(file)) {
      how.counts().skip("device, FIFO or socket");
    } else if (isOfHttrack(path)) {
      how.counts().skip("log or cache of HTTrack");
    } else if (PageFiles.hasOther(path, paths)) {
      how.counts().skip("compressed form of a page beside it");
    } else if (contentType != null && how.references() != null) {
      how.counts().skip("file that is not an archive");
    } else if (contentType != null) {
      return new Part(file.toString(), () -> page(file, path, contentType));
    } else if (InputFile.isFileOfPages(path)
        || (how.references() == null && InputFile.isJson(path))) {
      Reading inFolder = how.inFolder(names.get(file));
      return new Part(file.toString(), () -> InputFile.check(file).open(inFolder, path));
    } else {
      how.counts().skip(PageFiles.skipReason(path));
    }
    return null;
  }

  /** A sentence on the zip and jar files in a folder; empty if there are none. */
  static String zips(Path folder, List<String> paths) {
    List<String> zips =
        paths.stream()
            .filter(path -> FileKind.named(path) == FileKind.ZIP && !isOfHttrack(path))
            .filter(path -> Files.isRegularFile(folder.resolve(path), LinkOption.NOFOLLOW_LINKS))
            .toList();
    return zips.isEmpty()
        ? ""
        : String.format(
            Locale.ROOT,
            "zip and jar files in a folder are not read: name them as inputs. "
                + (zips.size() == 1 ? "There is one: %2$s" : "There are %1$,d; the first is %2$s"),
            zips.size(),
            folder.resolve(zips.get(0)));
  }

  /** Whether a file is one that HTTrack 3.49 keeps next to the pages it saves. */
  private static boolean isOfHttrack(String path) {
    String below = "/" + path;
    return below.contains("/hts-cache/") || below.endsWith("/hts-log.txt");
  }

  private static boolean isOther(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file);
  }

  private PageSource page(Path file, String path, String contentType)
      throws IOException, InputException {
    String plain = InputFile.withoutCompression(path);
    try (InputStream in = new CountingStream(Files.newInputStream(file), how.counts()::read)) {
      byte[] stored = how.limits().read(plain.equals(path) ? in : uncompressed(in, file));
      InputFile.noteOdd(how.counts(), file.toString(), contentType, stored);
      byte[] packed = plain.equals(path) ? PackedPage.of(file, how.limits()) : null;
      byte[] body = packed == null ? stored : packed;
      how.counts().based(base);
      String url = PageFiles.url(base, plain);
      return PageSource.of(
          new EventWriter(how.limits()).write(url, contentType, body, file.toString()));
    }
  }

  /** The contents of a compressed page; fails on a decompression bomb. */
  private InputStream uncompressed(InputStream in, Path file) throws IOException, InputException {
    ReadCounts counts = how.counts();
    long before = counts.bytesRead();
    Inflation inflation = new Inflation(() -> counts.bytesRead() - before, how.limits());
    return Uncompressed.of(in, file.toString(), inflation).stream();
  }

  @Override
  public @Nullable InputPage next() {
    return files.nextOrDamage(how.counts());
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
