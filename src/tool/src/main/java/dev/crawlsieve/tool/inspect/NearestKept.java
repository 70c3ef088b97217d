package dev.crawlsieve.tool.inspect;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.config.ShingleSettings;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.FingerprintFileReader;
import dev.crawlsieve.core.fingerprint.FingerprintFileReader.Entry;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.PagePair;
import dev.crawlsieve.core.index.PageRule;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.index.SiteEvidence;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.files.sieve.SieveFolder;
import dev.crawlsieve.measure.replay.ReplaySource;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.TopicSpan;
import dev.crawlsieve.stream.run.SettingsInForce;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * For a kept page: the nearest of the pages kept before it, and why the page is not a copy of that
 * one.
 *
 * @param url URL of the nearest page
 * @param nearness nearness of the two pages
 * @param reason why the page is not a copy, in words
 */
public record NearestKept(String url, Nearness nearness, String reason) {

  /** Maximum number of records of a lane's log that are read from the topic for one page. */
  private static final int MOST_RECORDS = 20_000;

  /** Maximum number of verdicts that are read from their topic for one page. */
  private static final int MOST_VERDICTS = 10 * MOST_RECORDS;

  /** Of two pages that match by the rule. */
  private static final String APART =
      "near enough, but the one is a version of the other that was decided before it"
          + " (dedup.revisit), overrides.file keeps them apart, the nearest had expired"
          + " (index.retention), or the index, which misses a few near copies, did not compare them";

  /** A lane's log up to and including a page. */
  private interface LaneLog {
    void read(Consumer<ComparedPage> each) throws IOException, UnreadableFingerprintException;
  }

  /**
   * Searches the fingerprints next to a file of verdicts. Time is linear in their number.
   *
   * @param verdicts the file of verdicts, as written by {@code sieve}
   * @param kept the verdict of a page that was kept
   * @param given the settings that the user has given
   * @throws SieveException if they cannot be read, or are of another version
   * @return empty if no page of the same scope was kept before it, or there are no fingerprints
   */
  public static Optional<NearestKept> of(Path verdicts, Verdict kept, Map<String, String> given) {
    Path fingerprints = new SieveFolder(verdicts.resolveSibling("")).fingerprints();
    if (!Files.isRegularFile(fingerprints)) {
      return Optional.empty();
    }
    BitSet before = new BitSet();
    FileLines.verdicts(
        verdicts, verdict -> addIfKept(verdict, kept, at -> before.set(Math.toIntExact(at))));
    return nearest(
        each -> read(fingerprints, kept, each),
        kept,
        at -> before.get(Math.toIntExact(at)),
        inForce(verdicts, given).config());
  }

  /**
   * Searches the topics, if the lane's log has at most {@value #MOST_RECORDS} records up to the
   * page, and there are at most {@value #MOST_VERDICTS} verdicts.
   *
   * @param kept the verdict of a page that was kept
   * @param given the settings that the user has given
   * @param note receives a sentence if there are more records
   * @throws SieveException if they cannot be read
   * @throws dev.crawlsieve.core.config.SettingsException if settings that are given contradict
   *     those in force
   * @return empty if no page of the same scope was kept before it, or there are more records
   */
  public static Optional<NearestKept> onTopics(
      Verdict kept, Map<String, String> given, Consumer<String> note) {
    ReplaySource source = ReplaySource.topics(given);
    SieveConfig config = source.inForce().config();
    TopicSpan log =
        TopicSpan.of(config, config.topics().fingerprints())
            .before(kept.lane(), kept.laneOffset() + 1);
    if (log.records() > MOST_RECORDS
        || TopicSpan.of(config, config.topics().verdicts()).records() > MOST_VERDICTS) {
      note.accept(
          String.format(
              Locale.ROOT,
              "the nearest page kept before it is not looked for: the lane's log has more than"
                  + " %,d records before this page, or there are more than %,d verdicts;"
                  + " 'compare URL %s' shows how another page differs from it",
              MOST_RECORDS,
              MOST_VERDICTS,
              kept.url()));
      return Optional.empty();
    }
    Set<Long> before = new HashSet<>();
    source.decodeVerdicts(
        (verdict, stored) -> addIfKept(verdict, kept, before::add), unheard -> {});
    ScopeKeys scopes = new ScopeKeys();
    return nearest(
        each ->
            log.read(
                next -> {
                  if (next.key() != null) {
                    try {
                      each.accept(record(scopes, next.key(), next.offset(), next.value()));
                    } catch (UnreadableFingerprintException e) {
                      return; // the lane has set this record aside, too
                    }
                  }
                }),
        kept,
        before::contains,
        config);
  }

  /**
   * Passes on the lane offset of a verdict's page, if it was kept before another page of the lane.
   * The index does not hold a page that only an override kept.
   */
  private static void addIfKept(Verdict verdict, Verdict page, LongConsumer before) {
    Verdict.Overridden overridden = verdict.overridden();
    if (verdict.lane() == page.lane()
        && verdict.laneOffset() < page.laneOffset()
        && verdict.decision() == Verdict.Decision.UNIQUE
        && (overridden == null || overridden.match() == null)) {
      before.accept(verdict.laneOffset());
    }
  }

  private static void read(Path fingerprints, Verdict last, Consumer<ComparedPage> each)
      throws IOException, UnreadableFingerprintException {
    ScopeKeys scopes = new ScopeKeys();
    try (FingerprintFileReader reader = FingerprintFileReader.open(fingerprints)) {
      boolean passed = false;
      for (Entry next = reader.next(); next != null && !passed; next = reader.next()) {
        if (next.lane() == last.lane()) {
          each.accept(record(scopes, next.scope(), next.laneOffset(), next.fingerprint()));
          passed = next.laneOffset() >= last.laneOffset();
        }
      }
    }
  }

  /**
   * The settings of the run that wrote a file of verdicts; the given settings if those are not
   * known.
   *
   * @param given the settings that the user has given
   * @throws SieveException if the fingerprints next to it cannot be read
   */
  public static SettingsInForce inForce(Path verdicts, Map<String, String> given) {
    SieveConfig config = SieveConfig.of(given);
    Path fingerprints = new SieveFolder(verdicts.resolveSibling("")).fingerprints();
    if (!Files.isRegularFile(fingerprints)) {
      return new SettingsInForce(config, false, config.verdictHash());
    }
    try (FingerprintFileReader reader = FingerprintFileReader.open(fingerprints)) {
      return SettingsInForce.of(given, config, Optional.of(reader.settings()));
    } catch (IOException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }

  private static Optional<NearestKept> nearest(
      LaneLog log, Verdict kept, LongPredicate before, SieveConfig config) {
    try {
      ComparedPage page = informed(log, config.rule(), kept.laneOffset());
      if (page == null) {
        return Optional.empty();
      }
      List<ComparedPage> nearest = new ArrayList<>(1);
      log.read(
          leader -> {
            if (before.test(leader.laneOffset())
                && leader.sameScope(page)
                && (nearest.isEmpty() || isNearer(page, leader, nearest.get(0)))) {
              nearest.clear();
              nearest.add(leader);
            }
          });
      return nearest.stream()
          .findFirst()
          .map(
              to -> {
                Nearness nearness = Nearness.of(page, to);
                return new NearestKept(
                    to.url(), nearness, why(page, to, nearness, config.detector()));
              });
    } catch (IOException | UnreadableFingerprintException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }

  private static boolean isNearer(ComparedPage page, ComparedPage one, ComparedPage other) {
    return Nearness.NEAREST_FIRST.compare(Nearness.of(page, one), Nearness.of(page, other)) < 0;
  }

  private static String why(
      ComparedPage page, ComparedPage nearest, Nearness nearness, DetectorSettings detector) {
    boolean eligible = page.nearEligible() && nearest.nearEligible();
    Detector similar = Detector.of(detector.with(NameThresholds.IGNORED));
    if (!page.sameContent(nearest)) {
      if (detector.kind() == DetectorSettings.Kind.EXACT) {
        return "not the same main text, and detector=exact drops no near copies";
      }
      if (!eligible) {
        return ("one of the two is too short for near matches: fewer than %,d sequences of %d"
                + " words")
            .formatted(ShingleSettings.LEAST, ShingleSettings.WIDTH);
      }
      if (similar.rank(PagePair.of(page, nearest)) == Detector.NO_MATCH) {
        return "too different: "
            + ReasonText.measured(
                nearness.distance(), nearness.similarity(), detector.name(), Optional.of(detector));
      }
    }
    if (PageRule.of(page, Detector.of(detector), Overrides.NONE).rank(page, nearest)
        != Detector.NO_MATCH) {
      return APART;
    }
    PagePair pair = PagePair.of(page, nearest);
    return ReasonText.of(Detector.of(detector).reason(pair), pair.lost())
        + "; with near.names=ignore, the "
        + (page.sameContent(nearest) ? "main text" : "similarity")
        + " alone would decide";
  }

  /** The page, informed by what earlier pages of its lane have shown about its site. */
  private static @Nullable ComparedPage informed(LaneLog log, RuleSettings rule, long offset)
      throws IOException, UnreadableFingerprintException {
    LaneTime[] time = {LaneTime.start(rule)};
    SiteEvidence sites = new SiteEvidence(SiteEvidence.Store.inMemory(() -> time[0].tick()));
    List<ComparedPage> found = new ArrayList<>(1);
    log.read(
        next -> {
          time[0] = time[0].advance(next.timestamp(), 0);
          ComparedPage page = sites.enter(next);
          if (page.laneOffset() == offset) {
            found.add(page);
          }
        });
    return found.isEmpty() ? null : found.get(0);
  }

  private static ComparedPage record(
      ScopeKeys scopes, byte[] scope, long offset, byte[] fingerprint)
      throws UnreadableFingerprintException {
    FingerprintCodec.ensureReadable(fingerprint);
    return ComparedPage.of(scopes.of(scope), offset, fingerprint);
  }
}
