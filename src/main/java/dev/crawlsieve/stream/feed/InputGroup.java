package dev.crawlsieve.stream.feed;

import java.nio.file.Path;
import java.util.List;

/**
 * Inputs whose pages share a base URL.
 *
 * @param paths files and folders, read in this order
 * @param baseUrl prefix for the path of a page that has no URL of its own, or null
 * @param reference whether its pages are a corpus that others are compared with
 */
public record InputGroup(List<Path> paths, String baseUrl, boolean reference) {

  public InputGroup {
    paths = List.copyOf(paths);
  }

  /**
   * Pages of a crawl.
   *
   * @param paths files and folders, read in this order
   * @param baseUrl prefix for the path of a page that has no URL of its own, or null
   */
  public InputGroup(List<Path> paths, String baseUrl) {
    this(paths, baseUrl, false);
  }

  /** The same inputs, as a corpus that others are compared with. */
  public InputGroup asReference() {
    return new InputGroup(paths, baseUrl, true);
  }
}
