package dev.crawlsieve.files.input;

import dev.crawlsieve.core.config.PageFields;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * How inputs are read.
 *
 * @param baseUrl prefix of the URLs of files, or null for {@code http://localhost/NAME/}
 * @param references how events refer to the records of archives, or null if they hold the bodies
 * @param progress counts what is read and skipped
 * @param stdin standard input
 * @param fields the names of the fields of page events
 */
record Reading(
    @Nullable String baseUrl,
    @Nullable References references,
    Limits limits,
    Progress progress,
    InputStream stdin,
    PageFields fields) {

  /**
   * Reads the addresses of events in a file.
   *
   * @param file its name
   * @param numbered whether an event without an address is addressed by its number
   */
  EventKeyReader keys(String file, boolean numbered) {
    return new EventKeyReader(limits, fields, numbered, PageFiles.base(baseUrl, file));
  }
}
