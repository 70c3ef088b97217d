package dev.crawlsieve.core.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/**
 * The pages of a folder and its subfolders, in path order: files that are pages, and the pages of
 * archives.
 */
final class FolderPages implements PageSource {

  private final Path folder;
  private final Iterator<String> paths;
  private final String base;
  private final Limits limits;
  private final Progress progress;
  private final References references;
  private PageSource current;

  /**
   * Opens the pages of a folder.
   *
   * @param paths of all files, relative to the folder, with slashes
   * @param base prefix of their URLs
   * @param references how events refer to archives, or null if they hold the bodies
   */
  FolderPages(
      Path folder,
      List<String> paths,
      String base,
      Limits limits,
      Progress progress,
      References references) {
    this.references = references;
    this.folder = folder;
    this.paths = paths.iterator();
    this.base = base;
    this.limits = limits;
    this.progress = progress;
  }

  @Override
  public InputPage next() throws IOException {
    while (true) {
      InputPage page = current == null ? null : current.next();
      if (page != null) {
        return page;
      }
      close();
      if (!paths.hasNext()) {
        return null;
      }
      current = open(paths.next());
    }
  }

  private PageSource open(String path) {
    Path file = folder.resolve(path);
    if (Files.isDirectory(file)) {
      progress.skip("symbolic link to a folder");
      return null;
    }
    String contentType = PageFiles.contentType(path);
    if (contentType != null && references != null) {
      progress.skip("file that is not an archive");
      return null;
    }
    if (contentType != null) {
      return new Salvaged(
          () ->
              new SinglePage(
                  new CountingStream(Files.newInputStream(file), progress::read),
                  PageFiles.url(base, path),
                  contentType,
                  file.toString(),
                  limits),
          file.toString(),
          progress);
    }
    if (InputFile.isArchive(path)) {
      return new Salvaged(() -> archive(file, path), file.toString(), progress);
    }
    progress.skip(PageFiles.skipReason(path));
    return null;
  }

  private PageSource archive(Path file, String path) throws IOException, InputException {
    InputFile archive = InputFile.check(file);
    return references == null
        ? archive.open(null, limits, progress)
        : archive.openByReference(references, path, limits, progress);
  }

  @Override
  public void close() throws IOException {
    if (current != null) {
      current.close();
      current = null;
    }
  }
}
