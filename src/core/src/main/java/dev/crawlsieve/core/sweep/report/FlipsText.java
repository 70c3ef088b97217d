package dev.crawlsieve.core.sweep.report;

import static dev.crawlsieve.core.sweep.report.TextLines.WIDTH;

import dev.crawlsieve.core.sweep.ChangedPage;
import dev.crawlsieve.core.sweep.ChangedPage.Copy;
import dev.crawlsieve.core.sweep.DecisionDiff;
import dev.crawlsieve.core.sweep.SettingResult;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A few pages whose verdict changes, as text. */
final class FlipsText {

  /** Settings that examples are shown of. */
  private static final int MOST_SETTINGS = 6;

  /** Examples of a setting. */
  private static final int MOST_EXAMPLES = 3;

  private final StringBuilder text = new StringBuilder();

  private FlipsText() {}

  /** Examples of each setting, the settings with the fewest changes first; empty if none has. */
  static String of(List<SettingResult> results) {
    FlipsText flips = new FlipsText();
    flips.examples(results);
    return flips.text.toString();
  }

  private void examples(List<SettingResult> results) {
    List<SettingResult> changed =
        results.stream()
            .filter(r -> !r.examples().isEmpty())
            .sorted(Comparator.comparingLong(r -> r.diff().map(DecisionDiff::flips).orElse(0L)))
            .toList();
    if (changed.isEmpty()) {
      return;
    }
    text.append("\nSome pages whose verdict changes, the settings with the fewest first\n");
    Set<ChangedPage> seen = new HashSet<>();
    for (SettingResult result : changed.subList(0, Math.min(MOST_SETTINGS, changed.size()))) {
      text.append('\n').append(result.setting().text()).append('\n');
      List<ChangedPage> unseen = result.examples().stream().filter(seen::add).toList();
      if (unseen.isEmpty()) {
        text.append("  the same pages as above\n");
      }
      unseen.stream().limit(MOST_EXAMPLES).forEach(this::example);
    }
    if (changed.size() > MOST_SETTINGS) {
      text.append("\nand ").append(changed.size() - MOST_SETTINGS).append(" more\n");
    }
  }

  private void example(ChangedPage page) {
    text.append(
        switch (page.change()) {
          case NOW_DROPPED -> "  now dropped: ";
          case NOW_KEPT -> "  now kept: was ";
          case OTHER_ORIGINAL -> "  copy of another page: ";
        });
    text.append(page.now().or(page::before).map(ChangesView::apart).orElseThrow()).append('\n');
    text.append("    ").append(TextLines.end(page.url(), WIDTH - 4)).append('\n');
    page.before().ifPresent(copy -> original("copied", copy));
    page.now().ifPresent(copy -> original("copies", copy));
  }

  private void original(String verb, Copy copy) {
    text.append("    ").append(verb).append(' ');
    text.append(TextLines.end(copy.url(), WIDTH - 5 - verb.length())).append('\n');
  }
}
