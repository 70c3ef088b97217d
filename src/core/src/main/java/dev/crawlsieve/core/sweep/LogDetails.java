package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.Map;

/**
 * What a report names, in addition to the features: read from the topics in a second pass.
 *
 * @param fingerprints by position in the log
 * @param verdicts by position on the topic of verdicts
 */
public record LogDetails(Map<Place, Fingerprint> fingerprints, Map<Coordinates, Verdict> verdicts) {

  public LogDetails {
    fingerprints = Map.copyOf(fingerprints);
    verdicts = Map.copyOf(verdicts);
  }

  /** The URL of a page, or the position of its fingerprint if that has been removed meanwhile. */
  String url(Place place) {
    Fingerprint fingerprint = fingerprints.get(place);
    return fingerprint == null
        ? "(lane " + place.lane() + " offset " + place.offset() + ", no longer in the log)"
        : fingerprint.url();
  }
}
