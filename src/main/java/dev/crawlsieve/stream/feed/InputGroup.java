package dev.crawlsieve.stream.feed;

import dev.crawlsieve.core.input.References;
import java.nio.file.Path;
import java.util.List;

/**
 * Inputs whose pages share a base URL.
 *
 * @param paths files and folders, read in this order
 * @param baseUrl prefix for the path of a page that has no URL of its own, or null
 * @param references how events refer to the records of archives, or null if they hold the bodies
 */
public record InputGroup(List<Path> paths, String baseUrl, References references) {

  public InputGroup {
    paths = List.copyOf(paths);
  }

  /** Inputs whose events hold the bodies. */
  public InputGroup(List<Path> paths, String baseUrl) {
    this(paths, baseUrl, null);
  }
}
