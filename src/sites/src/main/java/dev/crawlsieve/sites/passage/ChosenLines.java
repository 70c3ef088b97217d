package dev.crawlsieve.sites.passage;

import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.page.PageBlocks;
import java.util.HashSet;
import java.util.Set;

/**
 * The lines of a page that count, each text once: all, or the first and the last of them. Code does
 * not count, of which many a line is on many pages.
 */
final class ChosenLines {

  /** The most lines: half of them are the page's first, half its last ones. */
  static final int MOST = 512;

  private final PageLines all;
  private final int[] chosen;

  private ChosenLines(PageLines all, int[] chosen) {
    this.all = all;
    this.chosen = chosen;
  }

  static ChosenLines of(PageBlocks blocks) {
    PageLines lines = PageLines.of(blocks);
    Set<Long> seen = new HashSet<>(2 * lines.size());
    int[] first = new int[lines.size()];
    int size = 0;
    for (int line = 0; line < lines.size(); line++) {
      if (lines.kind(line) != BlockKind.CODE.code() && seen.add(lines.hash(line))) {
        first[size++] = line;
      }
    }
    int[] chosen = new int[Math.min(size, MOST)];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = first[i < MOST / 2 ? i : size - chosen.length + i];
    }
    return new ChosenLines(lines, chosen);
  }

  /** The lines of the page, those that do not count among them. */
  PageLines all() {
    return all;
  }

  int size() {
    return chosen.length;
  }

  byte[] utf8() {
    return all.utf8();
  }

  int start(int i) {
    return all.start(chosen[i]);
  }

  int bytes(int i) {
    return all.end(chosen[i]) - all.start(chosen[i]);
  }

  byte kind(int i) {
    return all.kind(chosen[i]);
  }

  boolean isInMainPart(int i) {
    return all.isInMainPart(chosen[i]);
  }

  long hash(int i) {
    return all.hash(chosen[i]);
  }
}
