package dev.crawlsieve.measure.replay;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.ProgressListener;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.measure.sweep.Audit;
import dev.crawlsieve.measure.sweep.LanePage;
import dev.crawlsieve.measure.sweep.LaneRange;
import dev.crawlsieve.measure.sweep.ReplayRoom;
import dev.crawlsieve.measure.sweep.SweptSetting;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.run.SettingsInForce;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Recomputes all verdicts of a generation with its recorded settings, and compares them with the
 * published ones.
 */
public final class VerdictAudit {

  /**
   * The findings of an audit.
   *
   * @param setting the setting in words
   * @param settings hash of all settings that decide verdicts, as it is stated in verdicts
   * @param pages number of pages decided again
   * @param equal number of verdicts that are as expected
   * @param undecided number of pages at the ends of lanes that have no verdict yet
   * @param differences number of all other verdicts
   * @param stopped whether the audit was stopped before the end of the log
   * @param shown the first differences
   */
  public record Result(
      String setting,
      String settings,
      long pages,
      long equal,
      long undecided,
      long differences,
      boolean stopped,
      List<Shown> shown) {

    public Result {
      shown = List.copyOf(shown);
    }
  }

  /**
   * A difference between the published and the expected verdict.
   *
   * @param fault what is wrong, in words
   * @param out the published verdict; JSON null if there is none
   * @param expected the expected verdict; JSON null if there should be none
   */
  public record Shown(String fault, JsonNode out, JsonNode expected) {}

  private final ReplaySource source;
  private final SettingsInForce inForce;
  private final Stoppable stops = LogReplay.stoppable();
  private final ProgressListener listener;
  private final List<Audit> lanes = new ArrayList<>();
  private final List<Shown> odd = new ArrayList<>();
  private long oddities;
  private int settingsOut;
  private boolean settingsSeen;

  /** An audit of a source. */
  public VerdictAudit(ReplaySource source, ProgressListener listener) {
    this.source = source;
    this.inForce = source.inForce();
    this.listener = listener;
  }

  /** Stops the audit; its result is then about the pages read so far. */
  public Stoppable stops() {
    return stops;
  }

  /**
   * Runs the audit.
   *
   * @throws SieveException if the log is empty, has lost its beginning, or cannot be read, or the
   *     settings are unknown
   */
  public Result run() {
    inForce.config().rule().overrides().ensureKnown();
    FingerprintLog log = source.log();
    if (log.cut()) {
      throw new SieveException(
          "the verdicts cannot be audited, because the basis of the first decisions is gone: "
              + String.join("; ", log.notes()));
    }
    return ReplayRooms.with(source, room -> run(log, room));
  }

  private Result run(FingerprintLog log, ReplayRoom room) {
    SieveConfig config = inForce.config();
    DetectorSettings detector = config.detector();
    for (LaneRange range : log.ranges()) {
      lanes.add(new Audit(range, detector, config.rule(), inForce.verdictHash(), room));
    }
    PublishedVerdict.read(source, listener, stops, this::out);
    ensureSettingsKnown();
    log.read(this::decide, stops, progress -> listener.accept("pages", progress));
    if (!stops.asked()) {
      lanes.forEach(Audit::end);
    }
    log.notes().forEach(listener::note);
    return new Result(
        new SweptSetting(detector, true).text(),
        HexFormat.of().toHexDigits(inForce.verdictHash()),
        lanes.stream().mapToLong(Audit::decided).sum(),
        lanes.stream().mapToLong(Audit::equal).sum(),
        lanes.stream().mapToLong(Audit::undecided).sum(),
        oddities + lanes.stream().mapToLong(Audit::differences).sum(),
        stops.asked(),
        shown());
  }

  private void decide(List<LanePage> some) {
    some.stream()
        .collect(groupingBy(LanePage::lane, mapping(LanePage::page, toList())))
        .forEach((lane, its) -> lanes.get(lane).pages(its));
  }

  private void out(PublishedVerdict published) {
    Verdict verdict = published.verdict();
    if (verdict == null || verdict.lane() >= lanes.size()) {
      odd(
          verdict == null ? published.fault() : "a verdict of a lane that does not exist",
          published);
      return;
    }
    if (!settingsSeen) {
      settingsSeen = true;
      settingsOut = verdict.basis().settings();
    }
    lanes.get(verdict.lane()).out(verdict, published.at());
  }

  private void odd(@Nullable String fault, PublishedVerdict published) {
    oddities++;
    if (odd.size() < 5) {
      odd.add(
          new Shown(
              source.verdictPlace(published.at().partition(), published.at().offset())
                  + ": "
                  + fault,
              json(published.value()),
              NullNode.instance));
    }
  }

  private void ensureSettingsKnown() {
    if (!inForce.recorded() && settingsSeen && settingsOut != inForce.verdictHash()) {
      throw new SieveException(
          "the verdicts were made with settings "
              + HexFormat.of().toHexDigits(settingsOut)
              + ", which are no longer recorded anywhere, and the given ones are "
              + HexFormat.of().toHexDigits(inForce.verdictHash())
              + ": pass the settings of that time with --config or --set");
    }
  }

  private List<Shown> shown() {
    List<Shown> shown = new ArrayList<>(odd);
    Set<Coordinates> places = new TreeSet<>();
    List<Audit.Difference> differences =
        lanes.stream().flatMap(lane -> lane.shown().stream()).toList();
    differences.stream()
        .filter(difference -> difference.out() != null)
        .forEach(difference -> places.add(difference.out()));
    Map<Coordinates, byte[]> out = source.verdicts(places);
    for (Audit.Difference difference : differences) {
      byte[] stored = difference.out() == null ? null : out.get(difference.out());
      shown.add(
          new Shown(
              words(difference),
              stored == null ? NullNode.instance : json(stored),
              difference.expected() == null
                  ? NullNode.instance
                  : VerdictCodec.tree(difference.expected())));
    }
    return shown;
  }

  private String words(Audit.Difference difference) {
    String page =
        "lane " + difference.place().partition() + " offset " + difference.place().offset();
    return switch (difference.fault()) {
      case DIFFERENT -> where(difference) + ": not the verdict that the log yields";
      case MISSING -> "the page of " + page + " has no verdict, although later pages have one";
      case UNFOUNDED -> where(difference) + ": a verdict on " + page + ", where there is no page";
      case REPEATED -> where(difference) + ": a second verdict on the page of " + page;
      case MISPLACED -> where(difference) + ": not in the partition of its page";
    };
  }

  private String where(Audit.Difference difference) {
    Coordinates out = Objects.requireNonNull(difference.out());
    return source.verdictPlace(out.partition(), out.offset());
  }

  private static JsonNode json(byte[] value) {
    try {
      JsonNode tree = value == null ? null : RecordJson.JSON.readTree(value);
      return tree == null ? NullNode.instance : tree;
    } catch (IOException e) {
      return RecordJson.JSON.getNodeFactory().textNode("(no JSON: " + e.getMessage() + ")");
    }
  }
}
