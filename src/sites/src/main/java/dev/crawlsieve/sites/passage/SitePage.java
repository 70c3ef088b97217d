package dev.crawlsieve.sites.passage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.work.UnreadableRecordException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What one page tells of its site: its blocks, each once however often the page says it, as hashes
 * with the beginnings of their texts. At most {@value #MOST_BYTES} bytes, for any page.
 *
 * <p>Stored as: u8 version, i64 key, i64 text, i64 time, i32 others, u16 length of the site's name,
 * u16 length of the URL, u16 number of blocks; of each block u8 kind, with 128 if its text is not
 * whole, and u16 length of what is here of its text; then site, URL and these texts in UTF-8, each
 * that is not whole after i64 hash and i32 length in bytes. Big-endian.
 */
final class SitePage {

  static final byte VERSION = 2;

  /** The most blocks of a page: half of them are its first, half its last ones. */
  static final int MOST_BLOCKS = 512;

  /** The most bytes of a block's text. */
  static final int MOST_TEXT = 1_000;

  /** The most bytes of all its blocks' texts; long ones have none here if they do not fit. */
  static final int MOST_TEXTS = 32_768;

  private static final int SHORT_TEXT = MOST_TEXTS / MOST_BLOCKS;

  /** More than any page takes: with a URL of 16,384 characters. */
  static final int MOST_BYTES = 90_000;

  private static final int HEAD = 1 + 3 * 8 + 4 + 3 * 2;
  private static final int AT_OTHERS = 25;
  private static final int AT_BLOCKS = HEAD - 2;
  private static final int BLOCK = 1 + 2;
  private static final int CUT = 0x80;
  private static final int CUT_BYTES = 8 + 4;
  private static final Hasher64 TEXTS = Hashing.xxh3_64();

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
   * What a page tells.
   *
   * @param key see {@link #key}
   * @param time see {@link #time}
   */
  static SitePage of(String siteName, String address, long key, long time, PageText text) {
    PageLines lines = PageLines.of(text.blocks());
    int[] chosen = chosen(lines);
    byte[] site = siteName.getBytes(UTF_8);
    byte[] url = address.getBytes(UTF_8);
    int[] here = here(lines, chosen);
    int texts = 0;
    int cut = 0;
    for (int i = 0; i < chosen.length; i++) {
      texts += here[i];
      cut += here[i] < lines.end(chosen[i]) - lines.start(chosen[i]) ? 1 : 0;
    }
    int head = HEAD + chosen.length * BLOCK + site.length + url.length;
    ByteBuffer out = ByteBuffer.allocate(head + cut * CUT_BYTES + texts);
    out.put(VERSION).putLong(key).putLong(ownText(text, lines)).putLong(time).putInt(0);
    out.putShort((short) site.length).putShort((short) url.length).putShort((short) chosen.length);
    for (int i = 0; i < chosen.length; i++) {
      int whole = lines.end(chosen[i]) - lines.start(chosen[i]);
      out.put((byte) (lines.kind(chosen[i]) | (here[i] < whole ? CUT : 0)));
      out.putShort((short) here[i]);
    }
    out.put(site).put(url);
    for (int i = 0; i < chosen.length; i++) {
      int line = chosen[i];
      int whole = lines.end(line) - lines.start(line);
      if (here[i] < whole) {
        out.putLong(lines.hash(line)).putInt(whole);
      }
      out.put(lines.utf8(), lines.start(line), here[i]);
    }
    return new SitePage(out.rewind());
  }

  /**
   * A stored page.
   *
   * @throws UnreadableRecordException if it is not one of this version
   */
  static SitePage decode(byte[] stored, int from) throws UnreadableRecordException {
    ByteBuffer bytes = ByteBuffer.wrap(stored).position(from).slice();
    if (bytes.remaining() < HEAD || bytes.get(0) != VERSION) {
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

  /**
   * Its stored form.
   *
   * @param others see {@link #others}
   */
  byte[] encode(int others) {
    byte[] all = new byte[stored.limit()];
    stored.get(0, all);
    ByteBuffer.wrap(all).putInt(AT_OTHERS, others);
    return all;
  }

  /**
   * Its stored form without the texts of some blocks, except short ones.
   *
   * @param room how many bytes are before it
   * @param texts whether a block's text is needed, by its hash; asked once for each
   */
  byte[] encode(int room, LongPredicate texts) {
    boolean[] without = new boolean[blocks];
    int bytes = stored.limit();
    for (int i = 0; i < blocks; i++) {
      without[i] = !texts.test(hash(i)) && textBytes(i) > CUT_BYTES;
      if (without[i]) {
        bytes += (isCut(i) ? 0 : CUT_BYTES) - textBytes(i);
      }
    }
    ByteBuffer out = ByteBuffer.allocate(room + bytes).position(room);
    copy(out, 0, HEAD);
    for (int i = 0; i < blocks; i++) {
      out.put((byte) (stored.get(HEAD + i * BLOCK) | (without[i] ? CUT : 0)));
      out.putShort((short) (without[i] ? 0 : textBytes(i)));
    }
    copy(out, HEAD + blocks * BLOCK, siteBytes + urlBytes);
    for (int i = 0; i < blocks; i++) {
      if (without[i] || isCut(i)) {
        out.putLong(hash(i)).putInt(bytes(i));
      }
      if (!without[i]) {
        copy(out, starts[i], textBytes(i));
      }
    }
    return out.array();
  }

  private void copy(ByteBuffer out, int from, int bytes) {
    out.put(stored.array(), stored.arrayOffset() + from, bytes);
  }

  /**
   * The lines that count, each text once: all, or the first and the last of them. Code does not
   * count, of which many a line is on many pages.
   */
  private static int[] chosen(PageLines lines) {
    Set<Long> seen = new HashSet<>();
    int[] first = new int[lines.size()];
    int size = 0;
    for (int line = 0; line < lines.size(); line++) {
      if (lines.kind(line) != BlockKind.CODE.code() && seen.add(lines.hash(line))) {
        first[size++] = line;
      }
    }
    int[] chosen = new int[Math.min(size, MOST_BLOCKS)];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = first[i < MOST_BLOCKS / 2 ? i : size - chosen.length + i];
    }
    return chosen;
  }

  /**
   * How many bytes of the lines' texts are stored: of all short ones, and of others if they fit.
   */
  private static int[] here(PageLines lines, int[] chosen) {
    int[] here = new int[chosen.length];
    int texts = 0;
    for (int i = 0; i < chosen.length; i++) {
      int whole = lines.end(chosen[i]) - lines.start(chosen[i]);
      here[i] = whole <= SHORT_TEXT ? whole : 0;
      texts += here[i];
    }
    for (int i = 0; i < chosen.length; i++) {
      int start = lines.start(chosen[i]);
      int bytes = Math.min(lines.end(chosen[i]) - start, MOST_TEXT);
      if (bytes > SHORT_TEXT && texts + bytes <= MOST_TEXTS) {
        here[i] = cut(lines.utf8(), start, bytes);
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
   * The hash of what makes a page another one than its site's other pages: title, heading and main
   * text without numbers, times and what is beside them, which change from fetch to fetch.
   */
  private static long ownText(PageText text, PageLines lines) {
    byte[] title = text.title().getBytes(UTF_8);
    byte[] heading = text.heading().getBytes(UTF_8);
    byte[] own = new byte[title.length + heading.length + 2 + lines.utf8().length];
    int length = addWithoutNumbers(own, 0, title, 0, title.length);
    length = addWithoutNumbers(own, length, heading, 0, heading.length);
    for (int line = 0; line < lines.size(); line++) {
      if (lines.isMain(line) && lines.kind(line) != BlockKind.TIME.code()) {
        length = addWithoutNumbers(own, length, lines.utf8(), lines.start(line), lines.end(line));
      }
    }
    return TEXTS.hashBytesToLong(own, 0, length);
  }

  private static int addWithoutNumbers(byte[] to, int at, byte[] from, int start, int end) {
    int length = at;
    for (int i = start; i < end; i++) {
      boolean digit = from[i] >= '0' && from[i] <= '9';
      if (!digit || i == start || to[length - 1] != '0') {
        to[length++] = digit ? (byte) '0' : from[i];
      }
    }
    to[length++] = '\n';
    return length;
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
    return (byte) (stored.get(HEAD + block * BLOCK) & ~CUT);
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
