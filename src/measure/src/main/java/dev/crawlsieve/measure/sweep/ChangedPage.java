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
 * @param change how the verdict differs
 * @param url the page's URL
 * @param source the page's position
 * @param before the page that it copies by the verdict in force; empty if that verdict keeps it
 * @param now the page that it copies under the setting; empty if it is kept under the setting
 */
public record ChangedPage(
    Change change,
    String url,
    @JsonUnwrapped Coordinates source,
    Optional<Copy> before,
    Optional<Copy> now) {

  /** The kind of change. */
  public enum Change {
    /** Kept by the verdict in force, dropped under the setting. */
    @JsonProperty("nowDropped")
    NOW_DROPPED,
    /** Dropped by the verdict in force, kept under the setting. */
    @JsonProperty("nowKept")
    NOW_KEPT,
    /** Dropped by both, as a copy of different pages. */
    @JsonProperty("otherOriginal")
    OTHER_ORIGINAL
  }

  /**
   * The kept page that a page copies, and how near the two are.
   *
   * @param url the kept page's URL
   * @param source the kept page's position
   * @param exact whether both have the same content
   * @param distance distance of the SimHashes, in bits
   * @param similarity estimated Jaccard similarity, in [0, 1]; negative if there is no sketch
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

  /** This change, with the page that it copies by the verdict in force. */
  ChangedPage from(Optional<Copy> copied) {
    return new ChangedPage(change, url, source, copied, now);
  }
}
