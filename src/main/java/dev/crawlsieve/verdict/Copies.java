package dev.crawlsieve.verdict;

import dev.crawlsieve.fingerprint.Fingerprint;
import dev.crawlsieve.index.LeaderRecord;
import dev.crawlsieve.index.Lookup;

/** Says of a dropped page what it copies and how near it is. */
final class Copies {

  private Copies() {}

  static Verdict verdict(
      int lane,
      LeaderRecord page,
      Fingerprint fingerprint,
      Lookup lookup,
      String detector,
      int settings) {
    Fingerprint original = lookup.leader().fingerprint();
    return new Verdict(
        fingerprint.url(),
        fingerprint.source(),
        fingerprint.timestamp(),
        lane,
        page.laneOffset(),
        Verdict.Decision.DUPLICATE,
        kind(fingerprint, original, lookup.match()),
        new Verdict.Original(original.url(), original.source()),
        lookup.match() == Lookup.Match.EXACT ? "exact" : "near",
        lookup.distance(),
        // rounded as it is written, so that a verdict read back equals the one that was made
        Math.round(lookup.nearness().similarity() * 10_000) / 10_000.0,
        lookup.nearness().agreeing(),
        lookup.table(),
        lookup.compared(),
        false,
        detector,
        settings);
  }

  private static Verdict.Kind kind(
      Fingerprint fingerprint, Fingerprint original, Lookup.Match match) {
    if (fingerprint.urlHash() == original.urlHash()) {
      return Verdict.Kind.REVISIT;
    }
    return match == Lookup.Match.EXACT ? Verdict.Kind.EXACT : Verdict.Kind.NEAR;
  }
}
