package dev.crawlsieve.core.verdict;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;

/** Says of a dropped page what it copies and how near it is. */
final class Copies {

  private Copies() {}

  static Verdict verdict(
      int lane, LeaderRecord page, Lookup lookup, String detector, int settings) {
    LeaderRecord original = lookup.leader();
    return new Verdict(
        page.url(),
        page.source(),
        page.timestamp(),
        lane,
        page.laneOffset(),
        Verdict.Decision.DUPLICATE,
        kind(page, original, lookup.match()),
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

  private static Verdict.Kind kind(LeaderRecord page, LeaderRecord original, Lookup.Match match) {
    if (page.urlHash() == original.urlHash()) {
      return Verdict.Kind.REVISIT;
    }
    return match == Lookup.Match.EXACT ? Verdict.Kind.EXACT : Verdict.Kind.NEAR;
  }
}
