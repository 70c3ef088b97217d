package dev.crawlsieve.sites.passage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.page.PageText;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/**
 * What one page tells of its site: its blocks, each once however often the page says it, as hashes
 * with the beginnings of their texts. At most {@value #MOST_BYTES} bytes, for any page.
 *
 * <p>Stored as: u8 version, i64 key, i64 text, i64 time, u16 length of the site's name, u16 length
 * of the URL, u16 number of blocks; of each block i64 hash, u8 kind, i32 length in bytes, u16
 * length of what is here of its text; then site, URL and these texts in UTF-8. Big-endian.
 */
final class SitePage {

  static final byte VERSION = 1;

  /** The most blocks of a page: half of them are its first, half its last ones. */
  static final int MOST_BLOCKS = 512;

  /** The most bytes of a block's text. */
  static final int MOST_TEXT = 1_000;

  /** The most bytes of all its blocks' texts; blocks after these have none here. */
  static final int MOST_TEXTS = 32_768;

  /** More than any page takes: with a URL of 16,384 characters. */
  static final int MOST_BYTES = 90_000;

  private static final int HEAD = 1 + 3 * 8 + 3 * 2;
  private static final int BLOCK = 8 + 1 + 4 + 2;
  private static final Hasher64 TEXTS = Hashing.xxh3_64();

  private final ByteBuffer stored;
  private final int siteBytes;
  private final int urlBytes;
  private final int blocks;

  private SitePage(ByteBuffer stored) {
    this.stored = stored;
    this.siteBytes = stored.getShort(25) & 0xffff;
    this.urlBytes = stored.getShort(27) & 0xffff;
    this.blocks = stored.getShort(29) & 0xffff;
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
    int[] here = new int[chosen.length]; // bytes of each text
    int texts = 0;
    for (int i = 0; i < chosen.length; i++) {
      int start = lines.start(chosen[i]);
      int bytes = cut(lines.utf8(), start, Math.min(lines.end(chosen[i]) - start, MOST_TEXT));
      here[i] = texts + bytes <= MOST_TEXTS ? bytes : 0;
      texts += here[i];
    }
    ByteBuffer out =
        ByteBuffer.allocate(HEAD + chosen.length * BLOCK + site.length + url.length + texts);
    out.put(VERSION).putLong(key).putLong(ownText(text, lines)).putLong(time);
    out.putShort((short) site.length).putShort((short) url.length).putShort((short) chosen.length);
    for (int i = 0; i < chosen.length; i++) {
      int line = chosen[i];
      out.putLong(lines.hash(line)).put(lines.kind(line));
      out.putInt(lines.end(line) - lines.start(line)).putShort((short) here[i]);
    }
    out.put(site).put(url);
    for (int i = 0; i < chosen.length; i++) {
      out.put(lines.utf8(), lines.start(chosen[i]), here[i]);
    }
    return new SitePage(out.rewind());
  }

  /**
   * A stored page.
   *
   * @throws UnreadablePassageException if it is not one of this version
   */
  static SitePage decode(byte[] stored, int from) throws UnreadablePassageException {
    ByteBuffer bytes = ByteBuffer.wrap(stored).position(from).slice();
    if (bytes.remaining() < HEAD || bytes.get(0) != VERSION) {
      throw new UnreadablePassageException("a page's blocks are not of version " + VERSION);
    }
    SitePage page = new SitePage(bytes);
    long end = HEAD + (long) page.blocks * BLOCK + page.siteBytes + page.urlBytes;
    for (int i = 0; i < page.blocks && end <= bytes.limit(); i++) {
      end += page.textBytes(i);
    }
    if (page.siteBytes == 0 || end != bytes.limit()) {
      throw new UnreadablePassageException("a page's blocks are cut or too long");
    }
    return page;
  }

  byte[] encode() {
    byte[] all = new byte[stored.limit()];
    stored.get(0, all);
    return all;
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
    return stored.getLong(HEAD + block * BLOCK);
  }

  byte kind(int block) {
    return stored.get(HEAD + block * BLOCK + 8);
  }

  int bytes(int block) {
    return stored.getInt(HEAD + block * BLOCK + 9);
  }

  int textBytes(int block) {
    return stored.getShort(HEAD + block * BLOCK + 13) & 0xffff;
  }

  String text(int block) {
    int at = HEAD + blocks * BLOCK + siteBytes + urlBytes;
    for (int i = 0; i < block; i++) {
      at += textBytes(i);
    }
    return string(at, textBytes(block));
  }

  private String string(int at, int bytes) {
    return new String(stored.array(), stored.arrayOffset() + at, bytes, UTF_8);
  }
}
