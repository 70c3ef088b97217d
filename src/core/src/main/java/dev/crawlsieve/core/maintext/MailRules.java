package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.text.Utf8Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Separates the quotes of a mail from its own text, in preformatted text and in text without
 * markup.
 */
final class MailRules {

  private final Outline outline;
  private final Classification all;
  private final int[] quotes;
  private final List<TextRun> runs = new ArrayList<>();
  private final List<Reason> reasons = new ArrayList<>();
  private final List<Container> causes = new ArrayList<>();

  private MailRules(Outline outline, Classification all, int[] quotes) {
    this.outline = outline;
    this.all = all;
    this.quotes = quotes;
  }

  /** Divides kept runs that have quotes into quotes and own text. */
  static Classification apart(Outline outline, Classification all) {
    int[] quotes = quotes(outline);
    return quotes.length == 0 ? all : new MailRules(outline, all, quotes).apart();
  }

  private static int[] quotes(Outline outline) {
    int[] lines = outline.lines();
    Quotes quotes = new Quotes(outline.utf8(), lines);
    int line = 0;
    for (Container container : lines.length > 0 ? outline.containers() : List.<Container>of()) {
      boolean text = container.tag == Tag.PREFORMATTED && container.firstRun < container.endRun;
      if (text && !container.around().is(Container.IN_CODE)) {
        line = firstFrom(outline.runs().get(container.firstRun).start, lines, line);
        int end = outline.runs().get(container.endRun - 1).end;
        int next = firstFrom(end, lines, line);
        quotes.find(line, next, end);
        line = next;
      }
    }
    return quotes.ranges();
  }

  private static int firstFrom(int offset, int[] lines, int from) {
    int line = from;
    while (line < lines.length && lines[line] < offset) {
      line++;
    }
    return line;
  }

  private Classification apart() {
    int quote = 0;
    for (int i = 0; i < all.runs().size(); i++) {
      TextRun run = all.runs().get(i);
      while (quote < quotes.length && quotes[quote + 1] <= run.start) {
        quote += 2;
      }
      if (quote == quotes.length || quotes[quote] >= run.end || !all.reasons()[i].keeps()) {
        add(run, all.reasons()[i], all.causes()[i]);
        continue;
      }
      int at = run.start;
      for (int q = quote; q < quotes.length && quotes[q] < run.end; q += 2) {
        addPart(run, at, quotes[q], all.reasons()[i], all.causes()[i]);
        at = Math.min(quotes[q + 1], run.end);
        addPart(run, Math.max(run.start, quotes[q]), at, Reason.QUOTE, null);
      }
      addPart(run, at, run.end, all.reasons()[i], all.causes()[i]);
    }
    return new Classification(
        runs, reasons.toArray(new Reason[0]), causes.toArray(new Container[0]), all.fallback());
  }

  private void addPart(TextRun run, int from, int to, Reason reason, @Nullable Container cause) {
    int start = afterBlanks(outline.utf8(), from, to);
    int end = beforeBlanks(outline.utf8(), start, to);
    if (start < end) {
      boolean begins = start == run.start;
      TextRun part =
          new TextRun(run.container, begins ? run.separator : TextRun.Separator.LINE, start);
      part.end = end;
      part.marked = run.marked;
      add(part, reason, cause);
    }
  }

  private static int afterBlanks(byte[] utf8, int from, int to) {
    int start = from;
    while (start < to && isBlank(utf8[start])) {
      start++;
    }
    return start;
  }

  private static int beforeBlanks(byte[] utf8, int from, int to) {
    int end = to;
    while (end > from && isBlank(utf8[end - 1])) {
      end--;
    }
    return end;
  }

  private static boolean isBlank(byte c) {
    return c == ' ' || c == '\n';
  }

  private void add(TextRun run, Reason reason, @Nullable Container cause) {
    runs.add(run);
    reasons.add(reason);
    causes.add(cause);
  }

  /** Divides lines without markup: the text without its quotes, then the quotes. */
  static List<Utf8Text> apart(Utf8Text text) {
    byte[] utf8 = text.utf8();
    int[] lines = lines(utf8);
    Quotes found = new Quotes(utf8, lines);
    found.find(0, lines.length, utf8.length);
    int[] quotes = found.ranges();
    return quotes.length == 0
        ? List.of(text, Utf8Text.NONE)
        : List.of(without(quotes, utf8, true), without(quotes, utf8, false));
  }

  private static int[] lines(byte[] utf8) {
    int count = utf8.length > 0 ? 1 : 0;
    for (byte c : utf8) {
      count += c == '\n' ? 1 : 0;
    }
    int[] lines = new int[count];
    int line = 1;
    for (int i = 0; i < utf8.length; i++) {
      if (utf8[i] == '\n') {
        lines[line++] = i + 1;
      }
    }
    return lines;
  }

  /** The lines outside the quotes, or those inside. */
  private static Utf8Text without(int[] quotes, byte[] utf8, boolean own) {
    byte[] kept = new byte[utf8.length];
    int length = 0;
    for (int i = own ? -1 : 0; i < quotes.length; i += 2) {
      int next = i + 1 < quotes.length ? quotes[i + 1] : utf8.length;
      int from = afterBlanks(utf8, i < 0 ? 0 : quotes[i], next);
      int to = beforeBlanks(utf8, from, next);
      if (from < to) {
        length += length > 0 ? 1 : 0;
        kept[Math.max(0, length - 1)] = '\n';
        System.arraycopy(utf8, from, kept, length, to - from);
        length += to - from;
      }
    }
    return Utf8Text.of(Arrays.copyOf(kept, length));
  }
}
