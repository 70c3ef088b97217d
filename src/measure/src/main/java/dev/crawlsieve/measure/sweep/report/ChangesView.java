package dev.crawlsieve.measure.sweep.report;

import static dev.crawlsieve.measure.report.Figures.count;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.measure.eval.report.PairDiff;
import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.measure.sweep.ChangedPage;
import dev.crawlsieve.measure.sweep.ChangedPage.Copy;
import dev.crawlsieve.measure.sweep.DecisionDiff;
import dev.crawlsieve.measure.sweep.SettingResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Pages whose verdict changes under some setting, with the figures that decide it, for {@code
 * changes.mustache}.
 *
 * @param compared whether there are verdicts to compare with
 * @param settings the settings with changes; those with the fewest changes come first
 */
record ChangesView(boolean compared, List<Setting> settings) {

  /** Number of settings whose pages are shown without a click. */
  private static final int OPEN = 2;

  /** A setting with examples of changed pages. */
  record Setting(boolean open, String setting, String counts, List<Page> pages) {}

  /**
   * A page with its verdicts in force and under the setting, and its text next to those of its
   * originals.
   */
  record Page(
      String kind,
      String change,
      String url,
      String place,
      List<Verdict> verdicts,
      List<Pair> pairs) {}

  /** A verdict on a page; the page is kept if it is not a copy. */
  record Verdict(String when, Optional<Copied> copy) {}

  /** The page that another page copies. */
  record Copied(String copied, String url, String place) {}

  /**
   * The comparison of two texts.
   *
   * @param which of two pairs this is; empty if there is only one
   * @param id id of the pair on the HTML page
   * @param again whether the pair is already compared further up
   * @param gone why the texts cannot be compared; empty if they are
   */
  record Pair(String which, String id, boolean again, String gone, Optional<PairDiff> diff) {}

  /**
   * The view of all settings with changes.
   *
   * @param names returns a setting in words
   * @param texts returns the main text of the page at a position; empty if the page is gone
   */
  static ChangesView of(
      List<SettingResult> results,
      Function<SettingResult, String> names,
      Function<Coordinates, Optional<String>> texts) {
    List<SettingResult> changed =
        results.stream()
            .filter(ChangesView::changes)
            .sorted(Comparator.comparingLong(r -> r.diff().map(DecisionDiff::flips).orElse(0L)))
            .toList();
    Pairs pairs = new Pairs(texts, new HashSet<>());
    String inForce =
        results.stream()
            .filter(result -> result.setting().inForce())
            .map(ChangesView::detector)
            .findFirst()
            .orElse("");
    List<Setting> settings = new ArrayList<>();
    for (SettingResult result : changed) {
      settings.add(
          new Setting(
              settings.size() < OPEN,
              names.apply(result),
              result.diff().map(ChangesView::counts).orElse(""),
              result.examples().stream()
                  .map(page -> page(page, inForce, detector(result), pairs))
                  .toList()));
    }
    return new ChangesView(results.stream().anyMatch(r -> r.diff().isPresent()), settings);
  }

  boolean hasChanges() {
    return !settings.isEmpty();
  }

  private static boolean changes(SettingResult result) {
    return !result.examples().isEmpty()
        || result.diff().filter(d -> d.flips() + d.otherOriginal() > 0).isPresent();
  }

  private static String counts(DecisionDiff d) {
    return "%s newly dropped, %s newly kept, %s copies of another page"
        .formatted(count(d.nowDropped()), count(d.nowKept()), count(d.otherOriginal()));
  }

  private static String detector(SettingResult result) {
    return result.setting().detector().name();
  }

  private static Page page(ChangedPage page, String inForce, String detector, Pairs pairs) {
    String kind =
        switch (page.change()) {
          case NOW_DROPPED -> "dropped";
          case NOW_KEPT -> "kept";
          case OTHER_ORIGINAL -> "other";
        };
    return new Page(
        kind,
        kind.equals("other") ? "copy of another page" : "newly " + kind,
        page.url(),
        page.source().toString(),
        List.of(
            new Verdict("in force", page.before().map(copy -> copied(copy, inForce))),
            new Verdict("this setting", page.now().map(copy -> copied(copy, detector)))),
        pairs.of(page));
  }

  private static Copied copied(Copy copy, String detector) {
    String kind =
        copy.exact()
            ? "exact copy"
            : "near copy, " + Figures.nearness(copy.distance(), copy.similarity(), detector);
    return new Copied(kind, copy.url(), copy.source().toString());
  }

  /** Compares each pair of texts where it first occurs; later occurrences refer to that place. */
  private record Pairs(Function<Coordinates, Optional<String>> texts, Set<String> compared) {

    List<Pair> of(ChangedPage page) {
      if (page.before().isPresent() && page.now().isPresent()) {
        return List.of(
            pair(page, page.before().get(), "Beside the original in force:"),
            pair(page, page.now().get(), "Beside the original under this setting:"));
      }
      return page.before().or(page::now).map(copy -> pair(page, copy, "")).stream().toList();
    }

    private Pair pair(ChangedPage page, Copy copy, String which) {
      Coordinates a = copy.source();
      Coordinates b = page.source();
      String id =
          "pair-%d-%d-of-%d-%d".formatted(b.partition(), b.offset(), a.partition(), a.offset());
      if (!compared.add(id)) {
        return new Pair(which, id, true, "", Optional.empty());
      }
      Optional<String> original = texts.apply(a);
      Optional<String> text = texts.apply(b);
      return new Pair(
          which,
          id,
          false,
          gone(original.isEmpty(), text.isEmpty()),
          original.flatMap(o -> text.map(t -> PairDiff.of(o, t, PairDiff.Room.EXAMPLE))));
    }

    private static String gone(boolean original, boolean page) {
      if (original && page) {
        return "The texts of both pages are no longer on the pages topic.";
      }
      return original || page
          ? "The text of the %s is no longer on the pages topic."
              .formatted(original ? "original" : "page")
          : "";
    }
  }
}
