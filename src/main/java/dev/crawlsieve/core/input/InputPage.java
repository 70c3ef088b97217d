package dev.crawlsieve.core.input;

import java.util.Objects;

/**
 * One record to be produced, read from one of the user's files.
 *
 * @param key the page's URL in UTF-8, or null if the value contains it
 * @param value the record's value: a JSON page event, copied byte for byte from a JSONL file; only
 *     its beginning if there is a defect
 * @param origin where it came from, for example {@code crawl.jsonl.gz:17} or {@code
 *     site.jar!/index.html}
 * @param defect why it cannot be produced, or null
 */
public record InputPage(byte[] key, byte[] value, String origin, String defect) {

  public InputPage {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(origin, "origin");
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
