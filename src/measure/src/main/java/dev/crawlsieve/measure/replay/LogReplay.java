package dev.crawlsieve.measure.replay;

import dev.crawlsieve.core.config.AppliedOverrides;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.ProgressListener;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.measure.eval.Counts;
import dev.crawlsieve.measure.sweep.LanePage;
import dev.crawlsieve.measure.sweep.LaneRange;
import dev.crawlsieve.measure.sweep.ReplayedLog;
import dev.crawlsieve.measure.sweep.SettingsGrid;
import dev.crawlsieve.measure.sweep.Sweep;
import dev.crawlsieve.measure.sweep.SweepReport;
import dev.crawlsieve.measure.sweep.SweptSetting;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.run.SettingsInForce;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Replays the log of a generation under many settings. */
public final class LogReplay {

  /** The note on a result that covers only a part of the log. */
  public static final String STOPPED =
      "stopped before the end of the log: all of this is about the part that was read";

  private final ReplaySource source;
  private final SettingsInForce inForce;
  private final Stoppable stops = stoppable();
  private final ProgressListener listener;
  private long unreadableVerdicts;

  /** A replay of a source. */
  public LogReplay(ReplaySource source, ProgressListener listener) {
    this.source = source;
    this.inForce = source.inForce();
    this.listener = listener;
  }

  static Stoppable stoppable() {
    return new Stoppable("the replay did not end", Duration.ofMinutes(2));
  }

  /** Stops the replay; its result is then about the pages decided so far. */
  public Stoppable stops() {
    return stops;
  }

  /** The source of the log, the verdicts and the pages. */
  public ReplaySource source() {
    return source;
  }

  /**
   * Decides every page of the log under every setting of a grid.
   *
   * @param truthFile labelled pairs
   * @param tried overrides to try in place of those in force and those in the log; null for these
   * @throws SettingsException if only the digest of the overrides is known
   * @throws SieveException if the log is empty or cannot be read
   */
  public SweepReport sweep(SettingsGrid grid, @Nullable Path truthFile, @Nullable Overrides tried) {
    Overrides overrides = tried == null ? inForce.config().rule().overrides() : tried;
    overrides.ensureKnown();
    AppliedOverrides applied = new AppliedOverrides(() -> overrides);
    SieveConfig config = inForce.config();
    TruthRecords truth = truthFile == null ? null : new TruthRecords(truthFile);
    FingerprintLog log = source.log();
    return ReplayRooms.with(
        source,
        room -> {
          List<SweptSetting> settings =
              grid.settings(inForce.config().detector(), inForce.recorded());
          Sweep sweep = new Sweep(settings, config.rule().with(overrides), log.ranges(), room);
          readVerdicts(sweep, log.ranges());
          decide(sweep, log, truth, tried, applied);
          ensureNotEmpty(sweep, log);
          List<Counts> agreement =
              truth == null ? List.of() : truth.agreement(settings, listener::note);
          return sweep.report(
              replayed(log, sweep, applied), verdicts(sweep.wantedVerdicts()), agreement);
        });
  }

  private void decide(
      Sweep sweep,
      FingerprintLog log,
      @Nullable TruthRecords truth,
      @Nullable Overrides tried,
      AppliedOverrides applied) {
    log.read(
        logged -> {
          List<LanePage> pages =
              tried == null ? logged : logged.stream().map(one -> one.with(tried)).toList();
          sweep.pages(pages);
          pages.forEach(one -> applied.page(one.page().url(), one.page().override(), false));
          if (truth != null) {
            pages.forEach(one -> truth.offer(one.page()));
          }
        },
        stops,
        progress -> listener.accept("pages", progress));
  }

  private void ensureNotEmpty(Sweep sweep, FingerprintLog log) {
    if (sweep.pages() == 0 && stops.asked()) {
      throw new SieveException("stopped before the first page was decided");
    }
    if (sweep.pages() == 0) {
      throw new SieveException(
          log.unreadable() == 0
              ? "the log '" + log.name() + "' is empty: no page has been fingerprinted"
              : "the log '"
                  + log.name()
                  + "' holds no fingerprints of this version: "
                  + log.notes());
    }
  }

  private void readVerdicts(Sweep sweep, List<LaneRange> ranges) {
    PublishedVerdict.read(
        source,
        listener,
        stops,
        next -> {
          if (next.verdict() == null) {
            unreadableVerdicts++;
          } else if (next.verdict().lane() < ranges.size()) {
            sweep.verdicts(next.verdict().lane()).put(next.verdict(), next.at().offset());
          }
        });
  }

  private ReplayedLog replayed(FingerprintLog log, Sweep sweep, AppliedOverrides applied) {
    List<String> notes = new ArrayList<>(log.notes());
    if (stops.asked()) {
      notes.add(STOPPED);
    }
    if (!inForce.recorded()) {
      notes.add(
          "this generation has not recorded its settings, so the first setting is the configured"
              + " one");
    }
    if (applied.without() > 0) {
      notes.add(applied.textOfWithout());
    }
    if (unreadableVerdicts > 0) {
      notes.add(
          "skipped in "
              + source.verdictsName()
              + " because they are not verdicts: "
              + unreadableVerdicts);
    }
    return new ReplayedLog(
        log.name(),
        log.ranges().size(),
        sweep.pages(),
        log.unreadable(),
        sweep.undecided(),
        source.bytesPerPage(),
        notes);
  }

  private Map<Coordinates, Verdict> verdicts(Set<Coordinates> places) {
    Map<Coordinates, Verdict> verdicts = new HashMap<>();
    source
        .verdicts(places)
        .forEach(
            (place, stored) -> {
              try {
                verdicts.put(place, VerdictCodec.decode(stored));
              } catch (UnreadableRecordException e) {
                throw new SieveException(
                    "a verdict changed while it was being read: " + e.getMessage(), e);
              }
            });
    return verdicts;
  }
}
