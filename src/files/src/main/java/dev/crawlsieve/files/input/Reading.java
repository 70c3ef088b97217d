package dev.crawlsieve.files.input;

import dev.crawlsieve.core.config.PageFields;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * How inputs are read.
 *
 * @param baseUrl prefix of the URLs of files, or null for {@code http://localhost/NAME/}
 * @param references how events refer to the records of archives, or null if they hold the bodies
 * @param counts counts what is read and skipped
 * @param stdin standard input
 * @param fields the names of the fields of page events
 * @param name the input's name in the URLs of its files, or null for its file name
 * @param inFolder whether the input is a file in a folder that is read as a whole
 */
record Reading(
    @Nullable String baseUrl,
    @Nullable References references,
    Limits limits,
    ReadCounts counts,
    InputStream stdin,
    PageFields fields,
    @Nullable String name,
    boolean inFolder) {

  /** The same for an input with this name in the URLs of its files. */
  Reading called(@Nullable String other) {
    return new Reading(baseUrl, references, limits, counts, stdin, fields, other, false);
  }

  /** The same for a file in a folder, with this name. */
  Reading inFolder(@Nullable String other) {
    return new Reading(baseUrl, references, limits, counts, stdin, fields, other, true);
  }

  /** An input's name in the URLs of its files. */
  String nameOr(String file) {
    return name == null ? file : name;
  }

  /**
   * Base URL of the files in a folder or zip.
   *
   * @param file its file name
   */
  String base(String file) {
    return PageFiles.base(baseUrl, nameOr(file));
  }

  /**
   * A reader of the URLs of a file's events.
   *
   * @param file the file's name
   * @param numbered whether an event without an address is addressed by its number
   */
  EventKeyReader keys(String file, boolean numbered) {
    return new EventKeyReader(limits, fields, numbered, base(file));
  }
}
