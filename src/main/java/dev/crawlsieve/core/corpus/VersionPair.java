package dev.crawlsieve.core.corpus;

import java.util.Objects;

/**
 * One page in two versions, such as a class of an API in two releases.
 *
 * @param older the page in the one version
 * @param newer the page in the other
 */
public record VersionPair(SourcePage older, SourcePage newer) {

  public VersionPair {
    Objects.requireNonNull(older, "older");
    Objects.requireNonNull(newer, "newer");
  }
}
