package dev.crawlsieve.files.sieve;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.crawlsieve.core.failure.ReasonCounts;
import dev.crawlsieve.core.verdict.TopCounts;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.files.input.Damages;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts the outcomes of pages. A {@link Checkpoint} holds its fields by name. */
@JsonPropertyOrder({"reasons", "copies"}) // methods, which have no order of their own in a JVM
@JsonAutoDetect(
    fieldVisibility = JsonAutoDetect.Visibility.ANY,
    getterVisibility = JsonAutoDetect.Visibility.NONE,
    setterVisibility = JsonAutoDetect.Visibility.NONE)
public final class Tally {

  /** Number of reasons for dead letters that are reported. */
  private static final int REASONS = 5;

  /** Number of kept pages with many copies that are reported. */
  private static final int MOST_COPIED = 5;

  /** Fewer copies of a page are not reported. */
  private static final int MANY_COPIES = 10;

  private static final int COUNTED_AT_A_TIME = 1_000;

  private SortedMap<String, Long> kinds = new TreeMap<>();
  private SortedMap<String, Long> unjudged = new TreeMap<>();
  private long pages;
  private long bytes;
  private long decided;
  private long unique;
  private long duplicate;
  private long deadLetters;
  private long reference;
  private long compared;
  private long unjudgedReference;
  private long copied;
  private long referenceBytes;
  @JsonIgnore private final ReasonCounts reasons = new ReasonCounts();
  @JsonIgnore private final TopCounts copies = new TopCounts(COUNTED_AT_A_TIME);

  // Not written if 0, so the form is the same as in checkpoints without these fields.
  @JsonInclude(JsonInclude.Include.NON_DEFAULT)
  private long preferred;

  @JsonInclude(JsonInclude.Include.NON_DEFAULT)
  private long silent;

  @JsonInclude(JsonInclude.Include.NON_DEFAULT)
  private @Nullable String firstSilent;

  /** Inputs without a page. */
  private List<String> firstDeadInputs = new ArrayList<>();

  private long deadInputs;
  private @Nullable String input; // the input that is being read
  private long inputRecords;
  private boolean inputAlive;
  @JsonIgnore private @Nullable String inputReason; // of its first record, if that is no page

  @JsonProperty("reasons")
  private Map<String, Long> storedReasons() {
    return reasons.all();
  }

  @JsonProperty("reasons")
  private void restoreReasons(Map<String, Long> stored) {
    stored.forEach(reasons::add);
  }

  @JsonProperty("copies")
  private List<TopCounts.Count> storedCopies() {
    return copies.all();
  }

  @JsonProperty("copies")
  private void restoreCopies(List<TopCounts.Count> stored) {
    stored.forEach(copies::restore);
  }

  /** Counts pages that were read. */
  public void pages(long count, long valueBytes) {
    pages += count;
    bytes += valueBytes;
  }

  /** Counts a page that was decided on. */
  public void decided(Verdict verdict) {
    decided++;
    if (verdict.reference()) {
      reference++;
      compared += verdict.decision() == Verdict.Decision.UNIQUE ? 1 : 0;
      return;
    }
    if (verdict.duplicateOf() != null && verdict.duplicateOf().reference()) {
      copied++;
    }
    if (verdict.route() == Verdict.Route.DUPLICATE) {
      kinds.merge(Objects.requireNonNull(verdict.kind()).text(), 1L, Long::sum);
    }
    if (verdict.replaces() != null) {
      preferred++;
    }
    if (verdict.copy()) {
      copies.add(verdict.leader().url(), verdict.otherName());
    }
  }

  /** Counts a page that was routed as its verdict says. */
  public void routed(Verdict.Route route) {
    unique += route == Verdict.Route.UNIQUE ? 1 : 0;
    duplicate += route == Verdict.Route.DUPLICATE ? 1 : 0;
  }

  /** Counts a page that was decided on and has no text. */
  void silent(String url) {
    silent++;
    firstSilent = firstSilent == null ? url : firstSilent;
  }

  /**
   * A sentence that says how many copies are routed like kept pages; empty if none are.
   *
   * @param unique the name of the file or files of kept pages
   */
  String preference(String unique) {
    return preferred == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "%,d of the pages in %s %s; what %s is there, too",
            preferred,
            unique,
            preferred == 1
                ? "is a copy that dedup.keep prefers"
                : "are copies that dedup.keep prefers",
            preferred == 1 ? "it replaces" : "they replace");
  }

  /** A sentence that says how many pages have no text; empty if none are. */
  String silence() {
    return silent == 0
        ? ""
        : String.format(
            Locale.ROOT,
            silent == 1
                ? "%,d page has no text to compare, so it is kept: %s"
                : "%,d pages have no text to compare, so they are kept; the first is %s",
            silent,
            firstSilent);
  }

  /** Counts a page that was not judged, because the trait with this name is not accepted. */
  public void unjudged(String trait) {
    unjudged.merge(trait, 1L, Long::sum);
  }

  /** Counts a reference page that was not judged, so that no page is compared with it. */
  void unjudgedReference() {
    reference++;
    unjudgedReference++;
  }

  /** Counts the bytes of a reference page's value. */
  void referenceBytes(long valueBytes) {
    referenceBytes += valueBytes;
  }

  /** Counts a record that is not a page. */
  public void deadLetter(String reason) {
    deadLetters++;
    reasons.add(reason);
  }

  /**
   * Counts a record that was read from an input. All records of an input come one after the other.
   *
   * @param name name of the input; null if it is not counted
   * @param dead why the record is not a page; null if it is one
   */
  void input(@Nullable String name, @Nullable String dead) {
    if (!Objects.equals(name, input)) {
      inputEnded();
      input = name;
      inputRecords = 0;
      inputAlive = false;
      inputReason = dead;
    }
    inputRecords++;
    inputAlive |= dead == null;
  }

  private void inputEnded() {
    if (input != null && inputRecords > 0 && !inputAlive) {
      deadInputs++;
      if (firstDeadInputs.size() < Damages.TOLD) {
        firstDeadInputs.add(deadInput(input));
      }
    }
  }

  private String deadInput(String name) {
    if (inputReason != null && inputReason.startsWith(name)) {
      return inputReason; // it could not be opened
    }
    return String.format(
            Locale.ROOT,
            inputRecords == 1
                ? "%2$s: its only record is not a page"
                : "%2$s: none of its %1$,d records is a page",
            inputRecords,
            name)
        + (inputReason == null
            ? ""
            : (inputRecords == 1 ? ": " : "; of the first one, ") + inputReason);
  }

  /** Pages read. */
  public long pages() {
    return pages;
  }

  /** Pages that were decided on. */
  long decided() {
    return decided;
  }

  /** Pages that have been routed. */
  public long routed() {
    return unique
        + duplicate
        + reference
        + deadLetters
        + unjudged.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Whether each page that was kept or dropped has its verdict. */
  public boolean allDecided() {
    return decided >= unique + duplicate + reference - unjudgedReference;
  }

  /**
   * The totals.
   *
   * @param seconds how long the run took
   * @param skipped what was skipped because it is not a page, by reason
   * @param damages parts of the inputs that could not be read
   * @param empty inputs that had no page
   * @param notes further notes about the inputs
   * @param examples examples of duplicates
   */
  public SieveResult result(
      double seconds,
      Map<String, Long> skipped,
      Damages damages,
      Damages empty,
      List<String> notes,
      List<Verdict> examples) {
    inputEnded();
    return new SieveResult(
        pages - reference,
        unique,
        duplicate,
        kinds,
        unjudged,
        deadLetters,
        new SieveResult.Corpus(reference, compared, unjudgedReference, referenceBytes, copied),
        bytes - referenceBytes,
        seconds,
        skipped,
        damages,
        new Damages(
            deadInputs + empty.count(),
            Stream.concat(firstDeadInputs.stream(), empty.first().stream())
                .limit(Damages.TOLD)
                .toList()),
        notes,
        reasons.commonest(REASONS),
        copies.top(MOST_COPIED).stream()
            .filter(kept -> kept.certain() >= MANY_COPIES)
            .map(kept -> new SieveResult.Copied(kept.name(), kept.certain(), kept.marked()))
            .toList(),
        examples.stream().map(SieveResult.Example::of).toList());
  }
}
