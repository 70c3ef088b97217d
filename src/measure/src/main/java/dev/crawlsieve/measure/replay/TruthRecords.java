package dev.crawlsieve.measure.replay;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.measure.eval.Counts;
import dev.crawlsieve.measure.eval.StreamAgreement;
import dev.crawlsieve.measure.eval.TruthFile;
import dev.crawlsieve.measure.eval.TruthPair;
import dev.crawlsieve.measure.sweep.SweptSetting;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Labelled pairs, with the features of their pages, which are collected while the log is read. */
final class TruthRecords {

  private final TruthFile truth;
  private final Set<String> wanted;
  private final Map<String, ComparedPage> records = new HashMap<>();
  private final Map<String, Long> places = new HashMap<>(); // of the first page of each URL

  /**
   * Reads labels.
   *
   * @throws SieveException if the file cannot be read or is not a truth file
   */
  TruthRecords(Path file) {
    truth = TruthFile.read(file);
    wanted = Set.copyOf(truth.urls());
  }

  /**
   * Keeps the features of a page if a pair names it. A later page of the same URL replaces an
   * earlier one, but keeps its place in the log, where a page that was not changed was decided.
   */
  void offer(ComparedPage page) {
    String url = page.url();
    if (wanted.contains(url)) {
      records.put(url, page);
      places.putIfAbsent(url, page.laneOffset()); // pages of two lanes have no order
    }
  }

  /**
   * The agreement of each of these settings with the pairs of which both pages are in the log.
   *
   * @throws SieveException if there is no such pair
   */
  List<Counts> agreement(List<SweptSetting> settings, Consumer<String> note) {
    List<TruthPair> pairs =
        TruthPair.inOrder(
            truth.knownPairs(url -> Optional.of(url).filter(records::containsKey)), places);
    if (pairs.isEmpty()) {
      throw new SieveException("no labelled pair has both of its pages in the log");
    }
    int unknown = wanted.size() - records.size();
    if (unknown > 0) {
      note.accept(
          "skipped the pairs of "
              + unknown
              + (unknown == 1 ? " labelled page that is" : " labelled pages that are")
              + " not in the log");
    }
    return settings.stream()
        .map(setting -> StreamAgreement.of(setting.detector(), pairs, records))
        .toList();
  }
}
