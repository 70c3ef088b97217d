package dev.crawlsieve.stream.replay;

import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.eval.Counts;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.sweep.LaneRange;
import dev.crawlsieve.core.sweep.ReplayedLog;
import dev.crawlsieve.core.sweep.SettingsGrid;
import dev.crawlsieve.core.sweep.Sweep;
import dev.crawlsieve.core.sweep.SweepReport;
import dev.crawlsieve.core.sweep.SweptSetting;
import dev.crawlsieve.core.verdict.UnreadableVerdictException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.HeapBound;
import dev.crawlsieve.core.work.ProgressListener;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.run.SettingsInForce;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Replays a generation's log under many settings. */
public final class LogReplay {

  private final ReplaySource source;
  private final SettingsInForce inForce;
  private final ProgressListener listener;
  private long unreadableVerdicts;

  /**
   * A replay of the generation that the settings name.
   *
   * @param given the user's settings
   * @throws dev.crawlsieve.core.config.SettingsException if they contradict those in force
   * @throws SieveException if no broker answers
   */
  public LogReplay(Map<String, String> given, ProgressListener listener) {
    this(new TopicSource(given), listener);
  }

  /** A replay of a source. */
  public LogReplay(ReplaySource source, ProgressListener listener) {
    this.source = source;
    this.inForce = source.inForce();
    this.listener = listener;
  }

  /** The source that everything is read from. */
  public ReplaySource source() {
    return source;
  }

  /**
   * Decides every page of the log under every setting of a grid.
   *
   * @param truthFile labelled pairs, or null
   * @throws SieveException if the log is empty or cannot be read, or the heap is too small
   */
  public SweepReport sweep(SettingsGrid grid, Path truthFile) {
    return sweep(grid, truthFile, inForce.config().rule().overrides());
  }

  /**
   * Decides every page of the log under every setting of a grid.
   *
   * @param truthFile labelled pairs, or null
   * @param overrides to try in place of those in force
   * @throws SettingsException if only the digest of the overrides is known
   * @throws SieveException if the log is empty or cannot be read, or the heap is too small
   */
  public SweepReport sweep(SettingsGrid grid, Path truthFile, Overrides overrides) {
    overrides.ensureKnown();
    SieveConfig config = inForce.config();
    List<SweptSetting> settings = grid.settings(config.detector(), inForce.recorded());
    TruthRecords truth = truthFile == null ? null : new TruthRecords(truthFile);
    FingerprintLog log = source.log();
    List<LaneRange> ranges = log.ranges();
    ensureFits(settings, ranges);
    Sweep sweep = new Sweep(settings, config.rule().with(overrides), ranges);
    readVerdicts(sweep, ranges);
    log.read(
        (lane, page) -> {
          sweep.page(lane, page);
          if (truth != null) {
            truth.offer(page);
          }
        },
        progress -> listener.accept("pages", progress));
    if (sweep.pages() == 0) {
      throw new SieveException(
          log.unreadable() == 0
              ? "the log '" + log.name() + "' is empty: no page has been fingerprinted"
              : "the log '"
                  + log.name()
                  + "' holds no fingerprints of this version: "
                  + log.notes());
    }
    List<Counts> agreement = truth == null ? List.of() : truth.agreement(settings, listener::note);
    return sweep.report(replayed(log, sweep), verdicts(sweep.wantedVerdicts()), agreement);
  }

  private void ensureFits(List<SweptSetting> settings, List<LaneRange> ranges) {
    long bytes = Sweep.bytes(settings, ranges);
    String need =
        String.format(
            Locale.ROOT,
            "%d %s over a log of %,d offsets share %d tables and take %s",
            settings.size(),
            settings.size() == 1 ? "setting" : "settings",
            ranges.stream().mapToLong(LaneRange::records).sum(),
            Sweep.tables(settings, ranges.get(0)),
            HeapBound.text(bytes));
    if (!HeapBound.fits(bytes)) {
      throw new SieveException(
          need
              + ", which is too much: try fewer settings, or a larger heap with "
              + HeapBound.remedy(bytes));
    }
    listener.note(need);
  }

  private void readVerdicts(Sweep sweep, List<LaneRange> ranges) {
    source.readVerdicts(
        (at, value) -> {
          try {
            Verdict verdict = VerdictCodec.decode(value);
            if (verdict.lane() < ranges.size()) {
              sweep.verdicts(verdict.lane()).put(verdict, at.offset());
            }
          } catch (UnreadableVerdictException e) {
            unreadableVerdicts++;
          }
        },
        progress -> listener.accept("verdicts", progress));
  }

  private ReplayedLog replayed(FingerprintLog log, Sweep sweep) {
    List<String> notes = new ArrayList<>(log.notes());
    if (!inForce.recorded()) {
      notes.add(
          "this generation has not recorded its settings, so the first setting is the configured"
              + " one");
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
              } catch (UnreadableVerdictException e) {
                throw new SieveException(
                    "a verdict changed while it was being read: " + e.getMessage(), e);
              }
            });
    return verdicts;
  }
}
