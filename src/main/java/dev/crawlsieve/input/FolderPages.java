package dev.crawlsieve.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** The pages of a folder and all folders in it, in the order of their paths. */
final class FolderPages implements PageSource {

  private final Path folder;
  private final Iterator<String> paths;
  private final String base;
  private final Limits limits;
  private final Progress progress;
  private final EventWriter events;

  /**
   * Pages of a folder.
   *
   * @param paths of all files, relative to the folder, with slashes
   * @param base what their URLs begin with
   */
  FolderPages(Path folder, List<String> paths, String base, Limits limits, Progress progress) {
    this.folder = folder;
    this.paths = paths.iterator();
    this.base = base;
    this.limits = limits;
    this.progress = progress;
    this.events = new EventWriter(limits);
  }

  @Override
  public InputPage next() throws IOException {
    while (paths.hasNext()) {
      String path = paths.next();
      String contentType = PageFiles.contentType(path);
      if (contentType != null) {
        return read(path, contentType);
      }
      progress.skip(PageFiles.skipReason(path));
    }
    return null;
  }

  private InputPage read(String path, String contentType) throws IOException {
    Path file = folder.resolve(path);
    byte[] body;
    try (InputStream in = new CountingStream(Files.newInputStream(file), progress)) {
      body = limits.read(in);
    }
    return events.write(
        new EventWriter.Fetched(PageFiles.url(base, path), null, -1, contentType, Map.of(), body),
        file.toString());
  }

  @Override
  public void close() {
    // Files are closed as soon as they are read.
  }
}
