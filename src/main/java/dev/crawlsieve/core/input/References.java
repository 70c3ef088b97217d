package dev.crawlsieve.core.input;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;

/**
 * How events refer to the records of archives instead of carrying their bodies.
 *
 * @param uriPrefix what the archive's name is appended to, or null for the file's own URI
 */
public record References(String uriPrefix) {

  /**
   * The URI of an archive.
   *
   * @param name its file name, or for one in a folder its path in that folder, with slashes
   */
  String uri(Path file, String name) {
    if (uriPrefix == null) {
      return file.toAbsolutePath().normalize().toUri().toString();
    }
    try {
      String path = new URI(null, null, "/" + name, null).getRawPath();
      return uriPrefix + (uriPrefix.endsWith("/") ? path.substring(1) : path);
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a path is always quoted", e);
    }
  }

  /** Says that an input has no records that can be referred to. */
  static InputException refuse(Object input) {
    return new InputException(
        input
            + " cannot be produced by reference: it must be a WARC or ARC file, uncompressed or with"
            + " each record in a gzip member of its own");
  }
}
