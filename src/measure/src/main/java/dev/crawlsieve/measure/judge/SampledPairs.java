package dev.crawlsieve.measure.judge;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.maintext.Block;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.measure.eval.report.DropSample;
import dev.crawlsieve.measure.eval.report.PairDiff;
import dev.crawlsieve.measure.replay.ReplaySource;
import dev.crawlsieve.measure.replay.ReplaySource.StoredPage;
import dev.crawlsieve.measure.report.CrawledText;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the pages of drops and of the pages kept in their place, and compares their texts. Not
 * thread-safe.
 */
final class SampledPairs {

  private static final PairDiff.Room ROOM = new PairDiff.Room(60, 12_000, 1_500);
  private static final int MOST_OF_TITLE = 300;
  private static final int MOST_OF_BEGINNING = 400;

  /** Characters that a column of a truth file cannot contain. */
  private static final Pattern UNWRITABLE = Pattern.compile("[\t\r\n]");

  /** Fields of a verdict that are not evidence of how a pair matches. */
  private static final Set<String> NO_EVIDENCE =
      Set.of(
          "url",
          "decision",
          "duplicateOf",
          "match",
          "compared",
          "detector",
          "settings",
          "partition",
          "offset",
          "timestamp",
          "lane",
          "laneOffset");

  private final ReplaySource source;
  private final PageFingerprinter reader;

  SampledPairs(ReplaySource source) {
    this.source = source;
    this.reader = source.reader();
  }

  /** A page's title and texts. */
  private record Texts(String title, String main, String compared) {}

  /** The drops with the pages that were kept, in order, if both can still be read. */
  List<DropSample.Pair> read(List<DropStratum.Drop> drops) {
    Set<Coordinates> places = new TreeSet<>();
    for (DropStratum.Drop drop : drops) {
      places.add(drop.verdict().source());
      places.add(drop.verdict().leader().source());
    }
    Map<Coordinates, StoredPage> pages = source.pages(places);
    return drops.stream().flatMap(drop -> pair(drop, pages).stream()).toList();
  }

  private Optional<DropSample.Pair> pair(
      DropStratum.Drop drop, Map<Coordinates, StoredPage> pages) {
    Verdict verdict = drop.verdict();
    StoredPage dropped = pages.get(verdict.source());
    StoredPage kept = pages.get(verdict.leader().source());
    if (dropped == null || kept == null) {
      return Optional.empty();
    }
    try {
      boolean exact = Objects.requireNonNull(verdict.evidence()).match() == Evidence.Match.EXACT;
      Texts a = texts(kept, verdict.leader().url(), exact);
      Texts b = texts(dropped, verdict.url(), exact);
      return Optional.of(
          new DropSample.Pair(
              drop.stratum(),
              side(verdict.leader().url(), a),
              side(verdict.url(), b),
              evidence(drop.stored()),
              PairDiff.of(a.compared(), b.compared(), ROOM)));
    } catch (BadPageException e) {
      return Optional.empty(); // another page is there now, or the body that it refers to is gone
    }
  }

  /**
   * @param url URL of the page that was decided on
   * @param whole whether to compare all visible text. Exact copies have the same main text, and
   *     what would be lost is outside it
   */
  private Texts texts(StoredPage stored, String url, boolean whole) throws BadPageException {
    Page page = stored.read(url, reader);
    PageText text = reader.text(page);
    List<Block> blocks = whole ? reader.blocks(page) : List.of();
    String visible = blocks.stream().map(Block::text).collect(Collectors.joining("\n"));
    return new Texts(text.title(), text.text(), blocks.isEmpty() ? text.text() : visible);
  }

  private DropSample.Side side(String url, Texts texts) {
    return new DropSample.Side(
        url,
        label(url),
        cut(texts.title(), MOST_OF_TITLE),
        cut(texts.main(), MOST_OF_BEGINNING),
        texts.main().length());
  }

  /**
   * The URL in a form that a truth file can contain, and by which {@code evaluate} finds the page.
   */
  private String label(String url) {
    String clean = UNWRITABLE.matcher(url).replaceAll("").trim();
    if (CrawledText.printable(clean).equals(clean)) {
      return clean;
    }
    try {
      return reader.normalized(url);
    } catch (BadPageException e) {
      throw new IllegalStateException("the URL of a page that was decided is one", e);
    }
  }

  /**
   * The fields of a verdict that say how the two pages match, including fields of later versions.
   */
  private static List<String> evidence(byte[] stored) {
    try {
      JsonNode verdict = RecordJson.JSON.readTree(stored);
      List<String> evidence = new ArrayList<>();
      verdict
          .properties()
          .forEach(
              field -> {
                JsonNode value = field.getValue();
                if (!NO_EVIDENCE.contains(field.getKey()) && !value.isNull()) {
                  String text = value.isValueNode() ? value.asText() : value.toString();
                  evidence.add(field.getKey() + " " + cut(text, MOST_OF_BEGINNING));
                }
              });
      return evidence;
    } catch (IOException e) {
      throw new UncheckedIOException("a verdict is always a JSON object", e);
    }
  }

  private static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int length = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, length) + "…";
  }
}
