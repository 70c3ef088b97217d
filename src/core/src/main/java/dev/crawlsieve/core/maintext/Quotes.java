package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.text.Letters;
import dev.crawlsieve.core.text.Utf8Chars;
import java.util.Arrays;
import java.util.Set;

/**
 * Finds the text that a mail quotes from another mail. In an archive of mails, the quoted one is a
 * page of its own, so two mails of a thread may share most of their text.
 *
 * <p>A quote is a group of lines that begin with {@code >}. Prompts, diffs and code have such
 * lines, too. So a text is a mail only if it has an attribution: a line that says who wrote what is
 * quoted, such as {@code On Monday, Ann wrote:}. It stands before a group, at the beginning of one,
 * or within one before lines that are quoted once more. All groups of a mail are then quotes,
 * together with their attributions, except Python's prompts.
 *
 * <p>An attribution is one in any language if it ends with an address and has a date, else in those
 * of the list: English, German, Dutch, French, Spanish, Italian, Portuguese, Scandinavian
 * languages, Finnish, Czech, Polish, Russian, Ukrainian, Turkish and Hungarian. In others, quotes
 * stay.
 *
 * <p>Each line is read a fixed number of times, and only the end of an attribution is read.
 */
final class Quotes {

  private static final int MOST_OF_ATTRIBUTION = 300;
  private static final int LINES_OF_ATTRIBUTION = 2;
  private static final int DIGITS_OF_DATE = 2;

  /** Words at the end of an attribution, which say what the author did. */
  private static final Set<String> LAST =
      Set.of(
          ("wrote writes said says écrit schrieb schreef escribió scritto scrisse escreveu skrev"
                  + " napsal napsala napisał napisała pisze написал написала пишет kirjoitti yazdı"
                  + " írta")
              .split(" "));

  /** Such words that the author's name follows. */
  private static final Set<String> WITHIN =
      Set.of("quoting", "schrieb", "schreef", "skrev", "napsal", "napsala", "kirjoitti");

  private final byte[] utf8;
  private final int[] starts;

  private int first;
  private int last;
  private int end;
  private boolean mail;
  private boolean saysMore;

  private int[] ranges = new int[16];
  private int count;

  /**
   * @param starts the offsets at which lines begin, ascending; an empty line has the same offset as
   *     the next one
   */
  Quotes(byte[] utf8, int[] starts) {
    this.utf8 = utf8;
    this.starts = starts;
  }

  /** The begin and end offsets of the quotes found, one pair after the other. */
  int[] ranges() {
    return Arrays.copyOf(ranges, count);
  }

  /**
   * Finds the quotes of a text. There are none if it is not a mail, or says nothing else.
   *
   * @param from the text's first line, after those of earlier texts
   * @param to the line after its last line
   * @param textEnd offset of the text's end
   */
  void find(int from, int to, int textEnd) {
    first = from;
    last = to;
    end = textEnd;
    mail = false;
    saysMore = false;
    int before = count;
    find();
    count = mail && saysMore ? count : before;
  }

  private void find() {
    int before = -1; // the last line with text before this one, unless it is quoted
    int unread = first; // all text before this line is in a quote, or known to say something
    int line = first;
    while (line < last) {
      if (!isQuoted(line)) {
        before = isEmpty(line) ? before : line;
        line++;
        continue;
      }
      boolean attributed = before >= 0 && isAttribution(starts[before], end(before));
      int from = attributed ? attribution(before, unread) : line;
      int next = group(line);
      boolean within = hasAttribution(line, next);
      mail |= attributed || within;
      if (attributed || within || !isPrompts(line, next)) {
        say(unread, from);
        add(starts[from], end(next - 1));
        unread = next;
      }
      before = -1;
      line = next;
    }
    say(unread, last);
  }

  /**
   * The line where the attribution that ends with a line begins: the date may be in the line
   * before.
   */
  private int attribution(int line, int least) {
    boolean broken = line > least && !isEmpty(line - 1) && digits(line) == 0;
    return broken && digits(line - 1) >= DIGITS_OF_DATE ? line - 1 : line;
  }

  /** The line after a group that begins with a line, not counting empty ones at its end. */
  private int group(int line) {
    int next = line + 1;
    for (int i = next; i < last && (isEmpty(i) || isQuoted(i)); i++) {
      next = isEmpty(i) ? next : i + 1;
    }
    return next;
  }

  /**
   * Whether a group has an attribution before lines that are quoted once more, or begins with one
   * that has a date, as in Apple Mail.
   */
  private boolean hasAttribution(int from, int to) {
    int depth = Integer.MAX_VALUE;
    int digits = 0;
    int texts = 0;
    for (int line = from; line < to; line++) {
      int text = text(line);
      if (text < end(line)) {
        int marks = marks(line, text);
        if (marks > depth) {
          return true;
        }
        boolean attribution = isAttribution(text, end(line));
        digits += texts < LINES_OF_ATTRIBUTION ? digits(line) : 0;
        if (attribution && texts < LINES_OF_ATTRIBUTION && digits >= DIGITS_OF_DATE) {
          return true;
        }
        texts++;
        depth = attribution ? marks : Integer.MAX_VALUE;
      }
    }
    return false;
  }

  private boolean isPrompts(int from, int to) {
    for (int line = from; line < to; line++) {
      boolean prompt = end(line) - starts[line] >= 3 && marks(line, starts[line] + 3) == 3;
      if (!prompt && !isEmpty(line)) {
        return false;
      }
    }
    return true;
  }

  /** Offset at which a line's text begins, after blanks and quote marks. */
  private int text(int line) {
    int at = starts[line];
    int to = end(line);
    while (at < to && (utf8[at] == '>' || utf8[at] == ' ')) {
      at++;
    }
    return at;
  }

  private int marks(int line, int to) {
    int marks = 0;
    for (int i = starts[line]; i < to; i++) {
      marks += utf8[i] == '>' ? 1 : 0;
    }
    return marks;
  }

  private int end(int line) {
    int to = line + 1 < last ? starts[line + 1] : end;
    while (to > starts[line] && (utf8[to - 1] == ' ' || utf8[to - 1] == '\n')) {
      to--;
    }
    return to;
  }

  private boolean isEmpty(int line) {
    return end(line) == starts[line];
  }

  /**
   * Whether a line begins with a quote mark, other than the one that mailboxes put before "From".
   */
  private boolean isQuoted(int line) {
    int at = starts[line];
    return at < end(line) && utf8[at] == '>' && !startsWith(at + 1, "From ");
  }

  private boolean startsWith(int at, String ascii) {
    for (int i = 0; i < ascii.length(); i++) {
      if (at + i >= end || utf8[at + i] != ascii.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private int digits(int line) {
    return digits(starts[line], end(line));
  }

  private int digits(int from, int to) {
    int digits = 0;
    for (int i = from; i < to; i++) {
      digits += utf8[i] >= '0' && utf8[i] <= '9' ? 1 : 0;
    }
    return digits;
  }

  private boolean isAttribution(int from, int to) {
    if (from == to || utf8[to - 1] != ':') {
      return false;
    }
    if (to - from > 2 && utf8[to - 2] == '>' && hasDateAndAddress(from, to)) {
      return true;
    }
    int start = Math.max(from, to - MOST_OF_ATTRIBUTION);
    while (start > from && (utf8[start] & 0xc0) == 0x80) {
      start++;
    }
    String line = Letters.lower(Utf8Chars.decode(utf8, start, to));
    String word = "";
    boolean within = false;
    int begun = -1;
    for (int i = 0; i < line.length(); i++) {
      boolean letter = Letters.isLetter(line.charAt(i));
      if (letter && begun < 0) {
        begun = i;
      } else if (!letter && begun >= 0) {
        word = line.substring(begun, i);
        within |= WITHIN.contains(word);
        begun = -1;
      }
    }
    return within || LAST.contains(word);
  }

  /** Whether a line ends with an address and has a date, as in {@code 2010/11/16 Ann <ann@x>:}. */
  private boolean hasDateAndAddress(int from, int to) {
    int at = from;
    while (at < to && utf8[at] != '<') {
      at++;
    }
    return at < to && digits(from, at) >= DIGITS_OF_DATE;
  }

  private void say(int from, int to) {
    int before = to < last ? starts[to] : end;
    for (int i = from < to ? starts[from] : end; !saysMore && i < before; ) {
      saysMore = RunText.isOfWord(Utf8Chars.character(utf8, i));
      i += Utf8Chars.length(utf8[i]);
    }
  }

  private void add(int from, int to) {
    if (count == ranges.length) {
      ranges = Arrays.copyOf(ranges, 2 * count);
    }
    ranges[count++] = from;
    ranges[count++] = to;
  }
}
