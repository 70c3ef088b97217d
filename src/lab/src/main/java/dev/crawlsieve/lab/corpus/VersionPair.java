package dev.crawlsieve.lab.corpus;

import java.util.Objects;

/**
 * Two versions of one page, such as a class of an API in two releases.
 *
 * @param older the page in one version
 * @param newer the page in the other
 */
public record VersionPair(SourcePage older, SourcePage newer) {

  public VersionPair {
    Objects.requireNonNull(older, "older");
    Objects.requireNonNull(newer, "newer");
  }
}
