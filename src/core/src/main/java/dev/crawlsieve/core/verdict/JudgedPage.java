package dev.crawlsieve.core.verdict;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.ComparedPage;
import java.util.Objects;

/**
 * The page that a verdict is about.
 *
 * @param url its URL as produced
 * @param source its position
 * @param timestamp its record's timestamp, milliseconds since 1970-01-01T00:00Z
 * @param lane the lane that decided, from 0
 * @param laneOffset offset of its fingerprint in the lane, which orders the verdicts of a lane
 * @param reference whether it is a reference page: one of a corpus that is only compared with
 * @param bytes whether only the bytes of its body were compared
 */
public record JudgedPage(
    String url,
    Coordinates source,
    long timestamp,
    int lane,
    long laneOffset,
    boolean reference,
    boolean bytes) {

  public JudgedPage {
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(source, "source");
  }

  /**
   * A page that was judged by its text.
   *
   * @param url its URL as produced
   * @param source its position
   * @param timestamp its record's timestamp, milliseconds since 1970-01-01T00:00Z
   * @param lane the lane that decided, from 0
   * @param laneOffset offset of its fingerprint in the lane
   * @param reference whether it is a reference page: one of a corpus that is only compared with
   */
  public JudgedPage(
      String url,
      Coordinates source,
      long timestamp,
      int lane,
      long laneOffset,
      boolean reference) {
    this(url, source, timestamp, lane, laneOffset, reference, false);
  }

  static JudgedPage of(int lane, ComparedPage page) {
    return new JudgedPage(
        page.url(),
        page.source(),
        page.timestamp(),
        lane,
        page.laneOffset(),
        page.reference(),
        page.bytes());
  }
}
