package dev.crawlsieve.sites.passage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.page.PageText;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What one page tells of its site: its blocks, each once however often the page says it, as hashes
 * with the beginnings of their texts, or without where others have them. At most {@value
 * #MOST_BYTES} bytes, for any page.
 *
 * <p>Stored as: u8 version, i64 key, i64 text, i64 time, i32 others, u16 length of the site's name,
 * u16 length of the URL, u16 number of blocks; of each block u8 kind, with 64 if it is in the main
 * part, with 128 if its text is not whole, and u16 length of what is here of its text; then site,
 * URL and these texts in UTF-8, each that is not whole after i64 hash and i32 length in bytes.
 * Big-endian.
 */
final class SitePage {

  static final byte VERSION = 3;

  /** Its blocks do not say whether they are in the main part. */
  private static final byte WITHOUT_MAIN = 2;

  /** The most bytes of a block's text. */
  static final int MOST_TEXT = 1_000;

  /** The most bytes of all its blocks' texts; long ones have none here if they do not fit. */
  static final int MOST_TEXTS = 32_768;

  private static final int SHORT_TEXT = MOST_TEXTS / ChosenLines.MOST;

  /** More than any page takes: with a URL of 16,384 characters. */
  static final int MOST_BYTES = 90_000;

  private static final int HEAD = 1 + 3 * 8 + 4 + 3 * 2;
  private static final int AT_OTHERS = 25;
  private static final int AT_BLOCKS = HEAD - 2;
  private static final int BLOCK = 1 + 2;
  private static final int CUT = 0x80;
  private static final int MAIN = 0x40;
  private static final int CUT_BYTES = 8 + 4;
  private static final Hasher64 TEXTS = Hashing.xxh3_64();

  /** So much main text is one page's, under any title. */
  private static final int OWN_TEXT = 1_000;

  private static final BlockKind[] KINDS = BlockKind.values();
  private static final Set<BlockKind> NAMES =
      EnumSet.of(BlockKind.TOP_HEADING, BlockKind.HEADING, BlockKind.LINKS);

  private final ByteBuffer stored;
  private final int siteBytes;
  private final int urlBytes;
  private final int blocks;
  private final int[] starts; // of each text in what is stored, and the end
  private long @Nullable [] hashes; // once they are asked for

  private SitePage(ByteBuffer stored) {
    this.stored = stored;
    this.siteBytes = stored.getShort(29) & 0xffff;
    this.urlBytes = stored.getShort(31) & 0xffff;
    this.blocks = stored.getShort(AT_BLOCKS) & 0xffff;
    this.starts = new int[blocks + 1];
    int at = HEAD + blocks * BLOCK + siteBytes + urlBytes;
    for (int i = 0; i < blocks; i++) {
      at += isCut(i) ? CUT_BYTES : 0;
      starts[i] = at;
      at += textBytes(i);
    }
    starts[blocks] = at;
  }

  /**
   * The stored form of what a page tells.
   *
   * @param key see {@link #key}
   * @param time see {@link #time}
   * @param others see {@link #others}
   * @param lines the lines that count
   * @param texts whether a line's text is needed, by its hash; not asked for short ones, which are
   *     stored in any case
   */
  static byte[] encode(
      String siteName,
      String address,
      long key,
      long time,
      int others,
      PageText text,
      ChosenLines lines,
      LongPredicate texts) {
    byte[] site = siteName.getBytes(UTF_8);
    byte[] url = address.getBytes(UTF_8);
    int blocks = lines.size();
    int[] here = here(lines);
    int bytes = HEAD + blocks * BLOCK + site.length + url.length;
    for (int i = 0; i < blocks; i++) {
      if (here[i] > CUT_BYTES && !texts.test(lines.hash(i))) {
        here[i] = 0;
      }
      bytes += here[i] + (here[i] < lines.bytes(i) ? CUT_BYTES : 0);
    }
    ByteBuffer out = ByteBuffer.allocate(bytes);
    out.put(VERSION).putLong(key).putLong(ownText(text, lines.all())).putLong(time).putInt(others);
    out.putShort((short) site.length).putShort((short) url.length).putShort((short) blocks);
    for (int i = 0; i < blocks; i++) {
      boolean main = lines.isInMainPart(i) && !text.mainFallback();
      out.put((byte) (lines.kind(i) | (main ? MAIN : 0) | (here[i] < lines.bytes(i) ? CUT : 0)));
      out.putShort((short) here[i]);
    }
    out.put(site).put(url);
    for (int i = 0; i < blocks; i++) {
      if (here[i] < lines.bytes(i)) {
        out.putLong(lines.hash(i)).putInt(lines.bytes(i));
      }
      out.put(lines.utf8(), lines.start(i), here[i]);
    }
    return out.array();
  }

  /**
   * A stored page.
   *
   * @throws UnreadableRecordException if it is not one of this version
   */
  static SitePage decode(byte[] stored, int from) throws UnreadableRecordException {
    ByteBuffer bytes = ByteBuffer.wrap(stored).position(from).slice();
    if (bytes.remaining() < HEAD || (bytes.get(0) != VERSION && bytes.get(0) != WITHOUT_MAIN)) {
      throw new UnreadableRecordException("a page's blocks are not of version " + VERSION);
    }
    if (bytes.limit() >= HEAD + BLOCK * (bytes.getShort(AT_BLOCKS) & 0xffff)) {
      SitePage page = new SitePage(bytes);
      if (page.siteBytes > 0 && page.starts[page.blocks] == bytes.limit()) {
        return page;
      }
    }
    throw new UnreadableRecordException("a page's blocks are cut or too long");
  }

  /** Its stored form, after a number. */
  byte[] encode(long number) {
    byte[] all = new byte[8 + stored.limit()];
    ByteBuffer.wrap(all).putLong(number);
    stored.get(0, all, 8, stored.limit());
    return all;
  }

  /**
   * How many bytes of the lines' texts are stored: of all short ones, and of others if they fit.
   */
  private static int[] here(ChosenLines lines) {
    int[] here = new int[lines.size()];
    int texts = 0;
    for (int i = 0; i < here.length; i++) {
      here[i] = lines.bytes(i) <= SHORT_TEXT ? lines.bytes(i) : 0;
      texts += here[i];
    }
    for (int i = 0; i < here.length; i++) {
      int bytes = Math.min(lines.bytes(i), MOST_TEXT);
      if (bytes > SHORT_TEXT && texts + bytes <= MOST_TEXTS) {
        here[i] = cut(lines.utf8(), lines.start(i), bytes);
        texts += here[i];
      }
    }
    return here;
  }

  /** The length up to which no character is cut. */
  private static int cut(byte[] utf8, int start, int bytes) {
    int end = bytes;
    while (end > 0 && start + end < utf8.length && (utf8[start + end] & 0xc0) == 0x80) {
      end--;
    }
    return end;
  }

  /**
   * The hash of what makes a page another one than its site's other pages: its main text or, where
   * that is short, also what names it, without numbers, times and what is beside them, which change
   * from fetch to fetch.
   */
  private static long ownText(PageText text, PageLines lines) {
    byte[] title = text.title().getBytes(UTF_8);
    byte[] heading = text.heading().getBytes(UTF_8);
    byte[] own = new byte[title.length + heading.length + 2 + lines.bytes()];
    int length = addMain(own, 0, lines, false);
    if (length < OWN_TEXT) {
      length = addWithoutNumbers(own, length, title, 0, title.length);
      length = addWithoutNumbers(own, length, heading, 0, heading.length);
      length = addMain(own, length, lines, true);
    }
    return TEXTS.hashBytesToLong(own, 0, length);
  }

  /** Adds the lines of the main text that are names: headings and links; or those that are not. */
  private static int addMain(byte[] to, int at, PageLines lines, boolean names) {
    int length = at;
    for (int line = 0; line < lines.size(); line++) {
      BlockKind kind = KINDS[lines.kind(line)];
      if (lines.isMain(line) && kind != BlockKind.TIME && NAMES.contains(kind) == names) {
        length = addWithoutNumbers(to, length, lines.utf8(), lines.start(line), lines.end(line));
      }
    }
    return length;
  }

  private static int addWithoutNumbers(byte[] to, int at, byte[] from, int start, int end) {
    int length = at;
    int i = start;
    while (i < end) {
      int run = i;
      while (i < end && !isDigit(from[i])) {
        i++;
      }
      System.arraycopy(from, run, to, length, i - run);
      length += i - run;
      if (i < end) {
        to[length++] = '0';
      }
      while (i < end && isDigit(from[i])) {
        i++;
      }
    }
    to[length++] = '\n';
    return length;
  }

  private static boolean isDigit(byte of) {
    return of >= '0' && of <= '9';
  }

  /** The hash of its normalised URL, with the seed: pages of a site are chosen by it. */
  long key() {
    return stored.getLong(1);
  }

  /** The hash of its own text: pages that share it count once. */
  long text() {
    return stored.getLong(9);
  }

  /** Milliseconds since 1970-01-01T00:00Z. */
  long time() {
    return stored.getLong(17);
  }

  /** How many pages of its site were left out before it, since they cannot be counted. */
  int others() {
    return stored.getInt(AT_OTHERS);
  }

  String site() {
    return string(HEAD + blocks * BLOCK, siteBytes);
  }

  String url() {
    return string(HEAD + blocks * BLOCK + siteBytes, urlBytes);
  }

  int blocks() {
    return blocks;
  }

  long hash(int block) {
    if (hashes == null) {
      hashes = new long[blocks];
      for (int i = 0; i < blocks; i++) {
        hashes[i] =
            isCut(i)
                ? stored.getLong(starts[i] - CUT_BYTES)
                : PageLines.hash(stored.array(), stored.arrayOffset() + starts[i], textBytes(i));
      }
    }
    return hashes[block];
  }

  byte kind(int block) {
    return (byte) (stored.get(HEAD + block * BLOCK) & ~CUT & ~MAIN);
  }

  /** Whether it is in the main part; false if the page has none that can be trusted. */
  boolean isInMainPart(int block) {
    return (stored.get(HEAD + block * BLOCK) & MAIN) != 0;
  }

  private boolean isCut(int block) {
    return (stored.get(HEAD + block * BLOCK) & CUT) != 0;
  }

  int bytes(int block) {
    return isCut(block) ? stored.getInt(starts[block] - 4) : textBytes(block);
  }

  int textBytes(int block) {
    return stored.getShort(HEAD + block * BLOCK + 1) & 0xffff;
  }

  String text(int block) {
    return string(starts[block], textBytes(block));
  }

  private String string(int at, int bytes) {
    return new String(stored.array(), stored.arrayOffset() + at, bytes, UTF_8);
  }
}
