package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.text.NormalForm;
import dev.crawlsieve.core.text.NormalText;
import dev.crawlsieve.core.text.Utf8Chars;
import dev.crawlsieve.core.text.Utf8Text;
import java.util.Arrays;
import java.util.List;

/** The texts of a page's runs: of each by itself, and joined, in normal form C. */
final class RunTexts {

  private final Outline outline;
  private final Classification classification;
  private final byte[] utf8;
  private final int[] starts;
  private final int[] ends;
  private final boolean[] named;

  /**
   * @param named the runs that say the page's name, which are joined to no text
   */
  RunTexts(Outline outline, Classification classification, boolean[] named) {
    this.outline = outline;
    this.named = named;
    this.classification = classification;
    List<TextRun> runs = classification.runs();
    starts = new int[runs.size()];
    ends = new int[runs.size()];
    if (outline.normalized()) {
      utf8 = outline.utf8();
      for (int i = 0; i < starts.length; i++) {
        starts[i] = runs.get(i).start;
        ends[i] = runs.get(i).end;
      }
      return;
    }
    NormalText normal = new NormalText(outline.length());
    for (int i = 0; i < starts.length; i++) {
      TextRun run = runs.get(i);
      starts[i] = normal.length();
      if (run.marked) {
        normal.add(outline.utf8(), run.start, run.end);
      } else {
        normal.addNormal(outline.utf8(), run.start, run.end);
      }
      ends[i] = normal.length();
    }
    utf8 = normal.utf8();
  }

  /** The buffer that holds the texts; must not be modified. */
  byte[] utf8() {
    return utf8;
  }

  int start(int run) {
    return starts[run];
  }

  int end(int run) {
    return ends[run];
  }

  /** The text of the runs that are kept, or of those that are dropped, in normal form C. */
  Utf8Text joined(boolean kept) {
    int most = 0;
    for (int i = 0; i < starts.length; i++) {
      TextRun run = classification.runs().get(i);
      if (isOf(kept, i)) {
        most += 1 + Math.max(run.end - run.start, ends[i] - starts[i]);
      }
    }
    byte[] text = new byte[most];
    int length = join(text, kept, false);
    return length < 0
        ? NormalText.of(text, join(text, kept, true))
        : Utf8Text.of(Arrays.copyOf(text, length));
  }

  private boolean isOf(boolean kept, int run) {
    return classification.reasons()[run].keeps() == kept && !named[run];
  }

  /**
   * Joins runs.
   *
   * @param read whether to join the texts as they were read, rather than in normal form
   * @return the number of bytes; negative if a text may change the one before it when normalised
   */
  private int join(byte[] text, boolean kept, boolean read) {
    byte[] from = read ? outline.utf8() : utf8;
    int length = 0;
    TextRun.Separator separator = TextRun.Separator.NONE;
    for (int i = 0; i < starts.length; i++) {
      TextRun run = classification.runs().get(i);
      // Separators of runs that are left out also apply between the runs around them.
      separator = run.separator.compareTo(separator) > 0 ? run.separator : separator;
      if (!isOf(kept, i)) {
        continue;
      }
      if (length > 0 && separator != TextRun.Separator.NONE) {
        text[length++] = (byte) (separator == TextRun.Separator.LINE ? '\n' : ' ');
      } else if (length > 0 && !read && mayChangeWhatIsBefore(run)) {
        return -1;
      }
      int start = read ? run.start : starts[i];
      int bytes = read ? run.end - run.start : ends[i] - starts[i];
      System.arraycopy(from, start, text, length, bytes);
      length += bytes;
      separator = TextRun.Separator.NONE;
    }
    return length;
  }

  private boolean mayChangeWhatIsBefore(TextRun run) {
    byte[] read = outline.utf8();
    return run.marked
        && !outline.normalized()
        && run.start < run.end
        && read[run.start] < 0
        && !NormalForm.starts(Utf8Chars.codePoint(read, run.start));
  }
}
