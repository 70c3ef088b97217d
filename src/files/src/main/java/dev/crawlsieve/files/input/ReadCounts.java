package dev.crawlsieve.files.input;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts what was read and skipped; shared by the sources of one run. */
final class ReadCounts {

  static final String ONE_SITE =
      "pages without URLs, of several folders or archives, are read as one site, http://localhost/;"
          + " if these have nothing to do with each other, read each with a --base-url of its own"
          + " (docs/faq.md)";

  static final String NUMBERED =
      "pages without 'url' or 'id' are named by the number of their line or row; if another field"
          + " has the URL, name it: --fields url=NAME (page.fields)";

  private static final int MOST_NOTES = 10;

  private final Map<String, Long> skipped = new TreeMap<>();
  private final List<String> notes = new ArrayList<>();
  private @Nullable String base; // of the first folder or zip
  private long bytesRead;
  private long damaged;

  void read(long bytes) {
    bytesRead += bytes;
  }

  void skip(String reason) {
    skipped.merge(reason, 1L, Long::sum);
  }

  /** Adds a note for the user, unless it was added before; only the first notes are kept. */
  void note(String sentence) {
    if (notes.size() < MOST_NOTES && !notes.contains(sentence)) {
      notes.add(sentence);
    }
  }

  /**
   * Records the base URL of a page in a folder or zip. With --base-url it is the same for all
   * inputs.
   */
  void based(String url) {
    base = base == null ? url : base;
    if (!url.equals(base)) {
      note(ONE_SITE);
    }
  }

  List<String> notes() {
    return Collections.unmodifiableList(notes);
  }

  /** Counts a stretch of an input that could not be read. */
  void damage() {
    damaged++;
  }

  long damaged() {
    return damaged;
  }

  long bytesRead() {
    return bytesRead;
  }

  Map<String, Long> skipped() {
    return Collections.unmodifiableMap(skipped);
  }
}
