package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.cluster.Features;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.ScopeKeys;
import java.util.List;

/**
 * A page's fingerprint and the scope that it is compared in.
 *
 * @param scope the scope's name
 * @param features what the page says of itself beside its text; null if nobody asked
 * @param outlinks what it says it links to; empty if nobody asked
 */
public record ScopedFingerprint(
    byte[] scope, Fingerprint fingerprint, Features features, List<String> outlinks) {

  /** The lane that decides on it, of so many. */
  public int lane(int lanes) {
    return ScopeHash.lane(scope, lanes);
  }

  /** The page as an index is asked for it, which it was not given to: it has no place in a lane. */
  public LeaderRecord asked() {
    return LeaderRecord.of(new ScopeKeys().of(scope), -1, FingerprintCodec.encode(fingerprint));
  }
}
