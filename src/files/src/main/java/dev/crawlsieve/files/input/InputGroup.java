package dev.crawlsieve.files.input;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Inputs whose pages share a base URL.
 *
 * @param paths files and folders, read in this order
 * @param baseUrl prefix of the URLs of pages that have none of their own, or null
 * @param references how events refer to the records of archives, or null if they hold the bodies
 * @param reference whether its pages are a corpus that is only compared with
 */
public record InputGroup(
    List<Path> paths,
    @Nullable String baseUrl,
    @Nullable References references,
    boolean reference) {

  public InputGroup {
    paths = List.copyOf(paths);
  }

  /**
   * Pages of a crawl whose events hold the bodies.
   *
   * @param paths files and folders, read in this order
   * @param baseUrl prefix of the URLs of pages that have none of their own, or null
   */
  public InputGroup(List<Path> paths, @Nullable String baseUrl) {
    this(paths, baseUrl, null, false);
  }

  /** The same inputs, as a corpus that is only compared with. */
  public InputGroup asReference() {
    return new InputGroup(paths, baseUrl, references, true);
  }
}
