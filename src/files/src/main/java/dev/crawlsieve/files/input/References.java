package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How events refer to the records of archives instead of carrying their bodies.
 *
 * @param uriPrefix prefix to which the archive's name is appended, or null for the file's own URI
 */
public record References(@Nullable String uriPrefix) {

  /**
   * The URI of an archive.
   *
   * @param name its file name; for an archive in a folder, its path in that folder, with slashes
   */
  String uri(Path file, String name) {
    if (uriPrefix == null) {
      return file.toAbsolutePath().normalize().toUri().toString();
    }
    StringBuilder uri = new StringBuilder(uriPrefix);
    for (String segment : name.split("/")) {
      uri.append(uri.charAt(uri.length() - 1) == '/' ? "" : "/")
          .append(URLEncoder.encode(segment, UTF_8).replace("+", "%20"));
    }
    return uri.toString();
  }

  /** Says that an input has no records that can be referred to. */
  static InputException refuse(Object input) {
    return new InputException(
        input
            + " cannot be produced by reference: it must be a WARC or ARC file, uncompressed or with"
            + " each record in a gzip member of its own");
  }
}
