package dev.crawlsieve.lab.detectors;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.text.Sha256;
import dev.crawlsieve.measure.eval.PageFeatures;
import dev.crawlsieve.measure.eval.ShingleSet;
import java.util.HexFormat;
import java.util.Map;

/**
 * What the detectors compare of a page. Shingles and term frequencies are computed on demand, so
 * that tens of thousands of pages fit into memory.
 *
 * @param body the SHA-256 of the body, in hex digits
 */
record DetectorPage(String body, PageFeatures features) {

  static DetectorPage of(byte[] body, PageFeatures features) {
    return new DetectorPage(HexFormat.of().formatHex(Sha256.digest().digest(body)), features);
  }

  Nearness nearness(DetectorPage other) {
    return Nearness.of(features.record(), other.features.record());
  }

  ShingleSet shingles() {
    return ShingleSet.of(features.tokens());
  }

  /** The cosine of the angle between the term frequencies (Salton, Wong, Yang 1975). */
  double cosine(DetectorPage other) {
    Map<String, Long> one = frequencies();
    Map<String, Long> two = other.frequencies();
    double dot =
        one.entrySet().stream()
            .mapToLong(e -> e.getValue() * two.getOrDefault(e.getKey(), 0L))
            .sum();
    return Math.min(1, dot / Math.sqrt((double) squares(one) * squares(two)));
  }

  private Map<String, Long> frequencies() {
    return features.tokens().stream().collect(groupingBy(token -> token, counting()));
  }

  private static long squares(Map<String, Long> frequencies) {
    return frequencies.values().stream().mapToLong(count -> count * count).sum();
  }
}
