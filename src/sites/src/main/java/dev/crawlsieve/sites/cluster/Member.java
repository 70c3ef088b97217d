package dev.crawlsieve.sites.cluster;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A page of a cluster.
 *
 * @param url its URL as produced
 * @param source its coordinates
 * @param timestamp the page record's timestamp, milliseconds since 1970-01-01T00:00Z
 * @param laneOffset its offset in the lane
 * @param kind the kind of copy; null for the leader
 * @param features what the policy compares in addition to the URL
 */
public record Member(
    String url,
    Coordinates source,
    long timestamp,
    long laneOffset,
    Verdict.@Nullable Kind kind,
    Features features) {

  public Member {
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(features, "features");
  }

  /** The page that a verdict is about. */
  public static Member of(Verdict verdict, Features features) {
    return new Member(
        verdict.url(),
        verdict.source(),
        verdict.timestamp(),
        verdict.laneOffset(),
        verdict.kind(),
        features);
  }

  /** Whether two members come from the same record on the topic of pages. */
  public boolean samePage(Member other) {
    return source.equals(other.source) && timestamp == other.timestamp && url.equals(other.url);
  }

  /** Whether its URL is https, as browsers parse it. */
  boolean isHttps() {
    return url.strip().regionMatches(true, 0, "https:", 0, 6);
  }

  /** Length of its URL, in characters. */
  int urlLength() {
    return url.codePointCount(0, url.length());
  }
}
