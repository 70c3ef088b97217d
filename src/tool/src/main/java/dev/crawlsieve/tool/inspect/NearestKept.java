package dev.crawlsieve.tool.inspect;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.FingerprintFileReader;
import dev.crawlsieve.core.fingerprint.FingerprintFileReader.Entry;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.files.sieve.SieveFolder;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.run.SettingsInForce;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The page kept before another one that is nearest to it, and why it is not a copy of that one.
 *
 * @param url of the nearest page
 * @param nearness of the page to it
 * @param reason why it is not a copy, in words
 */
public record NearestKept(String url, Nearness nearness, String reason) {

  /**
   * Searches the fingerprints next to a file of verdicts, in time that grows with their number.
   *
   * @param verdicts as written by {@code sieve}
   * @param kept the verdict of a page that was kept
   * @param given settings that the user gave
   * @throws SieveException if they cannot be read, or are of another version
   * @return nothing if no page of its scope was kept before it, or there are no fingerprints
   */
  public static Optional<NearestKept> of(Path verdicts, Verdict kept, Map<String, String> given) {
    Path fingerprints = new SieveFolder(verdicts.resolveSibling("")).fingerprints();
    if (!Files.isRegularFile(fingerprints)) {
      return Optional.empty();
    }
    try {
      LeaderRecord page = record(fingerprints, kept.lane(), kept.laneOffset());
      return page == null
          ? Optional.empty()
          : nearest(fingerprints, page, kept.lane(), keptBefore(verdicts, kept), given);
    } catch (IOException | UnreadableFingerprintException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }

  private static Optional<NearestKept> nearest(
      Path fingerprints, LeaderRecord page, int lane, BitSet before, Map<String, String> given)
      throws IOException, UnreadableFingerprintException {
    DetectorSettings detector;
    LeaderRecord nearest = null;
    Nearness best = null;
    ScopeKeys scopes = new ScopeKeys();
    try (FingerprintFileReader reader = FingerprintFileReader.open(fingerprints)) {
      detector =
          SettingsInForce.of(given, SieveConfig.of(given), Optional.of(reader.settings()))
              .config()
              .detector();
      for (Entry next = reader.next(); next != null; next = reader.next()) {
        if (next.lane() == lane && before.get((int) next.laneOffset())) {
          LeaderRecord leader = record(scopes, next);
          Nearness nearness = Nearness.of(page, leader);
          if (leader.sameScope(page)
              && (best == null || Nearness.NEAREST_FIRST.compare(nearness, best) < 0)) {
            nearest = leader;
            best = nearness;
          }
        }
      }
    }
    return nearest == null || best == null
        ? Optional.empty()
        : Optional.of(new NearestKept(nearest.url(), best, why(page, nearest, best, detector)));
  }

  private static String why(
      LeaderRecord page, LeaderRecord nearest, Nearness nearness, DetectorSettings detector) {
    boolean eligible = page.nearEligible() && nearest.nearEligible();
    Detector similar = Detector.of(detector.with(NameThresholds.IGNORED));
    if (!page.sameContent(nearest)) {
      if (!eligible) {
        return "too short for near matches";
      }
      if (similar.rank(nearness) == Detector.NO_MATCH) {
        return difference(nearness, similar);
      }
    }
    List<String> differences = page.nameDifferences(nearest);
    String by = differences.isEmpty() ? "" : ", by " + String.join(" and ", differences);
    return switch (nearness.identity()) {
      case OTHER -> "another item" + by;
      case ALIKE ->
          "perhaps another item%s, and less similar than %s %s"
              .formatted(by, NameThresholds.ALIKE, detector.names().alikeSimilarity());
      case NONE, SAME -> "not compared, expired, or kept apart by overrides";
    };
  }

  /**
   * Why pages are not similar.
   *
   * @param similar the detector that says so, without names
   */
  static String difference(Nearness nearness, Detector similar) {
    boolean otherwiseSimilar =
        similar.rank(Nearness.MOST_DISTANCE, nearness.equal(), nearness.agreeing())
            != Detector.NO_MATCH;
    return nearness.distance() > Nearness.MOST_DISTANCE && otherwiseSimilar
        ? "the SimHashes differ in %d of 64 bits, must be at most %d"
            .formatted(nearness.distance(), Nearness.MOST_DISTANCE)
        : "too different";
  }

  private static BitSet keptBefore(Path verdicts, Verdict page) {
    BitSet before = new BitSet();
    FileLines.verdicts(
        verdicts,
        verdict -> {
          if (verdict.lane() == page.lane()
              && verdict.laneOffset() < page.laneOffset()
              && verdict.decision() == Verdict.Decision.UNIQUE) {
            before.set(Math.toIntExact(verdict.laneOffset()));
          }
        });
    return before;
  }

  private static @Nullable LeaderRecord record(Path fingerprints, int lane, long offset)
      throws IOException, UnreadableFingerprintException {
    try (FingerprintFileReader reader = FingerprintFileReader.open(fingerprints)) {
      for (Entry next = reader.next(); next != null; next = reader.next()) {
        if (next.lane() == lane && next.laneOffset() == offset) {
          return record(new ScopeKeys(), next);
        }
      }
    }
    return null;
  }

  private static LeaderRecord record(ScopeKeys scopes, Entry next)
      throws UnreadableFingerprintException {
    FingerprintCodec.ensureReadable(next.fingerprint());
    return LeaderRecord.of(scopes.of(next.scope()), next.laneOffset(), next.fingerprint());
  }
}
