package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.Map;

/**
 * What a report names, beside the features: read once more from the topics.
 *
 * @param fingerprints by place in the log
 * @param verdicts by place on the topic of verdicts
 */
public record LogDetails(Map<Place, Fingerprint> fingerprints, Map<Coordinates, Verdict> verdicts) {

  public LogDetails {
    fingerprints = Map.copyOf(fingerprints);
    verdicts = Map.copyOf(verdicts);
  }

  /** The URL of a page, or where its fingerprint stood if that is gone meanwhile. */
  String url(Place place) {
    Fingerprint fingerprint = fingerprints.get(place);
    return fingerprint == null
        ? "(lane " + place.lane() + " offset " + place.offset() + ", no longer in the log)"
        : fingerprint.url();
  }
}
