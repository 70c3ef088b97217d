package dev.crawlsieve.files.sieve;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.files.input.Damages;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of the pages of a local run, as {@code --json} prints them. {@code pages = unique +
 * duplicate + unjudged + deadLetters} always holds.
 *
 * @param pages pages of the crawl that were read
 * @param unique pages kept
 * @param duplicate pages dropped
 * @param kinds the dropped pages by {@link Verdict.Kind}; without {@code override} if there is none
 * @param unjudgedBy pages that are not judged, by the trait that was not accepted
 * @param deadLetters records that are not pages
 * @param corpus the outcomes of the reference pages, which are not among {@code pages}
 * @param bytes bytes of the pages' values
 * @param seconds from the first page produced to the last one routed, to the millisecond
 * @param skipped what was skipped because it is not a page, by reason
 * @param damages parts of the inputs that could not be read
 * @param deadInputs inputs that were read but hold no page, or are empty
 * @param notes what else there is to say about the inputs
 * @param reasons the commonest reasons of dead letters, in descending order of their counts
 * @param mostCopied the kept pages with the most copies, if they have many
 * @param examples a few duplicates of different kinds and distances
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record SieveResult(
    long pages,
    long unique,
    long duplicate,
    @JsonAnyGetter Map<String, Long> kinds,
    @JsonInclude SortedMap<String, Long> unjudgedBy,
    long deadLetters,
    @JsonIgnore Corpus corpus,
    long bytes,
    double seconds,
    @JsonIgnore Map<String, Long> skipped,
    @JsonIgnore Damages damages,
    @JsonIgnore Damages deadInputs,
    @JsonIgnore List<String> notes,
    @JsonProperty("deadLetterReasons") Map<String, Long> reasons,
    List<Copied> mostCopied,
    List<Example> examples) {

  /**
   * The outcomes of the reference pages, none of which is routed.
   *
   * @param pages reference pages read
   * @param compared reference pages that match no earlier page, so that pages are compared with
   *     them
   * @param unjudged reference pages that are not judged
   * @param bytes bytes of the values that were read; none for pages whose fingerprints were known
   * @param copied pages of the crawl that were dropped as copies of a reference page
   */
  public record Corpus(long pages, long compared, long unjudged, long bytes, long copied) {}

  /**
   * A kept page with many copies.
   *
   * @param otherNames how many of the copies have another name
   */
  public record Copied(String url, long copies, long otherNames) {}

  /**
   * A page that was dropped.
   *
   * @param distance in bits
   * @param similarity estimated Jaccard similarity; null if there is none
   * @param detector name of the detector
   * @param bytes whether only the bytes of its body were compared
   */
  public record Example(
      String url,
      String kind,
      String duplicateOf,
      int distance,
      @Nullable Double similarity,
      @JsonIgnore String detector,
      @JsonIgnore boolean bytes) {

    static Example of(Verdict verdict) {
      Evidence evidence = Objects.requireNonNull(verdict.evidence());
      return new Example(
          verdict.url(),
          evidence.kind().text(),
          evidence.duplicateOf().url(),
          evidence.distance(),
          evidence.similarity() < 0 ? null : evidence.similarity(),
          verdict.basis().detector(),
          verdict.bytes());
    }
  }

  public SieveResult {
    Map<String, Long> ofAllKinds = new LinkedHashMap<>();
    for (Verdict.Kind kind : Verdict.Kind.values()) {
      long dropped = kinds.getOrDefault(kind.text(), 0L);
      if (dropped > 0 || kind != Verdict.Kind.OVERRIDE) {
        ofAllKinds.put(kind.text(), dropped);
      }
    }
    kinds = Collections.unmodifiableMap(ofAllKinds);
    unjudgedBy = Collections.unmodifiableSortedMap(new TreeMap<>(unjudgedBy));
    skipped = Map.copyOf(skipped);
    reasons = Collections.unmodifiableMap(new LinkedHashMap<>(reasons));
    mostCopied = List.copyOf(mostCopied);
    examples = List.copyOf(examples);
    seconds = rounded(seconds, 1000);
  }

  /** Pages that are not judged. */
  @JsonProperty
  public long unjudged() {
    return unjudgedBy.values().stream().mapToLong(Long::longValue).sum();
  }

  @JsonProperty
  private long damaged() {
    return damages.count();
  }

  @JsonProperty
  private @Nullable Corpus reference() {
    return corpus.pages() == 0 ? null : corpus;
  }

  /** Pages read per second, including reference pages. */
  @JsonProperty
  public double pagesPerSecond() {
    return seconds == 0 ? 0 : rounded((pages + corpus.pages()) / seconds, 10);
  }

  /** Millions of bytes of page values read per second, including those of reference pages. */
  @JsonProperty
  public double megabytesPerSecond() {
    return seconds == 0 ? 0 : rounded((bytes + corpus.bytes()) / 1e6 / seconds, 100);
  }

  private static double rounded(double value, int unit) {
    return Math.round(value * unit) / (double) unit;
  }
}
