package dev.crawlsieve.measure.sweep;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A page whose verdict under a setting differs from the one in force.
 *
 * @param change how it differs
 * @param url the page's URL
 * @param source the page's position
 * @param before what it copies by the verdict in force; empty if that verdict keeps it
 * @param now what it copies under the setting; empty if the setting keeps it
 */
public record ChangedPage(
    Change change,
    String url,
    @JsonUnwrapped Coordinates source,
    Optional<Copy> before,
    Optional<Copy> now) {

  /** How a verdict changes. */
  public enum Change {
    /** Kept in force, dropped now. */
    @JsonProperty("nowDropped")
    NOW_DROPPED,
    /** Dropped in force, kept now. */
    @JsonProperty("nowKept")
    NOW_KEPT,
    /** Dropped both times, as copies of different pages. */
    @JsonProperty("otherOriginal")
    OTHER_ORIGINAL
  }

  /**
   * What a page is a copy of, and how near.
   *
   * @param url the kept page's URL
   * @param source the kept page's position
   * @param exact whether both have the same content
   * @param distance of the SimHashes, in bits
   * @param similarity estimated Jaccard similarity, 0 to 1; negative if there is no sketch
   */
  @JsonPropertyOrder({"url", "source", "exact", "distance", "similarity"})
  public record Copy(
      String url,
      @JsonUnwrapped Coordinates source,
      boolean exact,
      int distance,
      @JsonIgnore double similarity) {

    /** The similarity; null if there is no sketch. */
    @JsonProperty("similarity")
    @Nullable Double knownSimilarity() {
      return similarity < 0 ? null : similarity;
    }
  }

  /** The same page, with what it copied by the verdict in force. */
  ChangedPage from(Optional<Copy> copied) {
    return new ChangedPage(change, url, source, copied, now);
  }
}
