package dev.crawlsieve.stream.feed;

import java.nio.file.Path;
import java.util.List;

/**
 * Inputs whose pages share a base URL.
 *
 * @param paths files and folders, read in this order
 * @param baseUrl prefix for the path of a page that has no URL of its own, or null
 */
public record InputGroup(List<Path> paths, String baseUrl) {

  public InputGroup {
    paths = List.copyOf(paths);
  }
}
