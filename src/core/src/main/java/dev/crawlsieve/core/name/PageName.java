package dev.crawlsieve.core.name;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * What a page calls itself: the words of its title and of its first heading, its host and site, its
 * address and its declared language, all as hashes.
 *
 * <p>A value over its stored form, which may lie within a larger record and is read in place. It is
 * big-endian, at most {@value #MOST_BYTES} bytes:
 *
 * <pre>
 *  0 u8  bytes that follow      12 u8  parameters, at most 4   25 u16 forms
 *  1 u64 {@link NameSummary}    13 u32 host                    27 u16 page of a list
 *  9 u8  words of the title     17 u32 site, 0 if unknown      29 u32 × folders, u64 × parameters,
 * 10 u8  words of the heading   21 u32 last segment               u16 × words of both,
 * 11 u8  folders, at most 8                                       u32 own address, if it is another
 * </pre>
 *
 * <p>Words are in their order. The lowest bit of a word says that it is a number. {@link Address}
 * describes the address.
 *
 * <p>Anyone can find names with equal hashes, and it gains them nothing: an author who wants
 * another page's name can copy its title and heading. So there is no seed in them.
 */
public final class PageName {

  /** The most words that are kept of a title or a heading; what follows becomes one more. */
  static final int MOST_WORDS = 24;

  /** Paths that end in as many folders and one file do so not by chance. */
  static final int ENDING = 2;

  private static final int AT_SUMMARY = 1;
  private static final int AT_TITLE_WORDS = 9;
  private static final int AT_HEADING_WORDS = 10;
  private static final int AT_FOLDER_COUNT = 11;
  private static final int AT_PARAMETER_COUNT = 12;
  private static final int AT_HOST = 13;
  private static final int AT_SITE = 17;
  private static final int AT_LAST = 21;
  private static final int AT_FORMS = 25;
  private static final int AT_PAGE = 27;
  private static final int AT_FOLDERS = 29;

  /** The most bytes of the stored form. */
  static final int MOST_BYTES =
      AT_FOLDERS
          + 4 * Address.MOST_FOLDERS
          + 8 * Address.MOST_PARAMETERS
          + 4 * (MOST_WORDS + 1)
          + Integer.BYTES;

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** The name of a page about which nothing is known. */
  public static final PageName NONE = untitled(0, 0, Address.NOWHERE);

  private final byte[] record;
  private final int at;

  private PageName(byte[] record, int at) {
    this.record = record;
    this.at = at;
  }

  /**
   * A name.
   *
   * @param own the page's own address
   * @param address that of its canonical link, if it is believed, else its own
   * @param site 0 if it is not known
   * @param words hash of the words of both, 0 if all are numbers
   * @param language hash of the declared language, 0 if none is
   * @param title words in their order, at most 25
   * @param heading likewise
   */
  static PageName of(
      int host,
      int site,
      Address own,
      Address address,
      int words,
      int language,
      short[] title,
      short[] heading) {
    boolean moved = own.all() != address.all();
    long summary = NameSummary.of(site, address.hash(), words, language, own.order(), moved);
    return of(summary, host, site, own, address, title, heading);
  }

  /**
   * The name of a page that is no markup, and so says not what it is called. It is not known
   * whether it is the same item as another one; but its address may choose another item.
   *
   * @param site 0 if it is not known
   */
  static PageName untitled(int host, int site, Address address) {
    return of(0, host, site, address, address, new short[0], new short[0]);
  }

  private static PageName of(
      long summary,
      int host,
      int site,
      Address own,
      Address address,
      short[] title,
      short[] heading) {
    boolean moved = own.all() != address.all();
    int folders = address.folders().length;
    int parameters = address.parameters().length;
    byte[] stored = new byte[bytes(moved, folders, parameters, title.length + heading.length)];
    stored[0] = (byte) (stored.length - 1);
    LONG.set(stored, AT_SUMMARY, summary);
    stored[AT_TITLE_WORDS] = (byte) title.length;
    stored[AT_HEADING_WORDS] = (byte) heading.length;
    INT.set(stored, AT_HOST, host);
    INT.set(stored, AT_SITE, site);
    INT.set(stored, AT_LAST, address.last());
    stored[AT_FOLDER_COUNT] = (byte) folders;
    stored[AT_PARAMETER_COUNT] = (byte) parameters;
    SHORT.set(stored, AT_FORMS, (short) (address.forms() >>> 16));
    SHORT.set(stored, AT_PAGE, (short) address.page());
    int to = AT_FOLDERS;
    for (int folder : address.folders()) {
      INT.set(stored, to, folder);
      to += Integer.BYTES;
    }
    for (long parameter : address.parameters()) {
      LONG.set(stored, to, parameter);
      to += 8;
    }
    for (short[] each : new short[][] {title, heading}) {
      for (short word : each) {
        SHORT.set(stored, to, word);
        to += 2;
      }
    }
    if (moved) {
      boolean away = own.last() != 0 && own.last() != address.last();
      INT.set(stored, to, (own.all() & ~1) | (away ? 1 : 0));
    }
    return new PageName(stored, 0);
  }

  /**
   * {@return the name that begins at an index of a larger record, read in place}
   *
   * @param record holds the name, as {@link #bytes} has found
   * @param at index of the name's first byte
   */
  public static PageName in(byte[] record, int at) {
    return new PageName(record, at);
  }

  /**
   * {@return the name at an index of a larger record, where there is one, copied}
   *
   * @param record holds the name
   * @param at index of the name's first byte
   * @throws IllegalArgumentException if there is none
   */
  public static PageName read(byte[] record, int at) {
    int bytes = bytes(record, at, record.length);
    if (bytes == 0) {
      throw new IllegalArgumentException("no name at byte " + at);
    }
    return new PageName(Arrays.copyOfRange(record, at, at + bytes), 0);
  }

  /**
   * {@return number of bytes of the name that begins at an index of a larger record, 0 if there is
   * none: if the record ends before it, or it is malformed}
   *
   * @param record holds the name
   * @param at index of the name's first byte
   * @param end index after the last byte that may belong to it
   */
  public static int bytes(byte[] record, int at, int end) {
    if (at + AT_FOLDERS > end) {
      return 0;
    }
    int bytes = 1 + (record[at] & 0xff);
    int title = record[at + AT_TITLE_WORDS];
    int heading = record[at + AT_HEADING_WORDS];
    int folders = record[at + AT_FOLDER_COUNT];
    int parameters = record[at + AT_PARAMETER_COUNT];
    boolean moved = NameSummary.isMoved(in(record, at).summary());
    boolean holds =
        at + bytes <= end
            && title >= 0
            && title <= MOST_WORDS + 1
            && heading >= 0
            && heading <= MOST_WORDS + 1
            && folders >= 0
            && folders <= Address.MOST_FOLDERS
            && parameters >= 0
            && parameters <= Address.MOST_PARAMETERS
            && bytes == bytes(moved, folders, parameters, title + heading);
    return holds ? bytes : 0;
  }

  private static int bytes(boolean moved, int folders, int parameters, int words) {
    return AT_FOLDERS + 4 * folders + 8 * parameters + 2 * words + (moved ? Integer.BYTES : 0);
  }

  private int end() {
    return at + 1 + (record[at] & 0xff);
  }

  /** {@return the stored form; a copy if it is a part of a larger record} */
  public byte[] stored() {
    return at == 0 && end() == record.length ? record : Arrays.copyOfRange(record, at, end());
  }

  /** {@return the {@link NameSummary}} */
  public long summary() {
    return (long) LONG.get(record, at + AT_SUMMARY);
  }

  /** {@return whether a page's name is known, if only its address} That of plain text is not. */
  public boolean isKnown() {
    return summary() != 0;
  }

  /** {@return whether title or heading has a word that is not a number} */
  public boolean hasWords() {
    return NameSummary.hasWords(summary());
  }

  Words title() {
    return new Words(record, wordsAt(), record[at + AT_TITLE_WORDS]);
  }

  Words heading() {
    return new Words(
        record, wordsAt() + 2 * record[at + AT_TITLE_WORDS], record[at + AT_HEADING_WORDS]);
  }

  private int wordsAt() {
    return parametersAt() + 8 * parameters();
  }

  private int parametersAt() {
    return at + AT_FOLDERS + 4 * folders();
  }

  /** {@return the number of parameters} */
  int parameters() {
    return record[at + AT_PARAMETER_COUNT];
  }

  /** {@return a parameter, as {@link Address#parameters} describes it} */
  long parameter(int i) {
    return (long) LONG.get(record, parametersAt() + 8 * i);
  }

  /** {@return the number of folders} */
  int folders() {
    return record[at + AT_FOLDER_COUNT];
  }

  /** {@return a folder, as {@link Address#folders} describes it} */
  int folder(int i) {
    return part(AT_FOLDERS + 4 * i);
  }

  private boolean sameShort(PageName other, int index) {
    return (short) SHORT.get(record, at + index)
        == (short) SHORT.get(other.record, other.at + index);
  }

  private int part(int index) {
    return (int) INT.get(record, at + index);
  }

  private boolean same(PageName other, int index) {
    return part(index) == other.part(index);
  }

  /** {@return hash of the site, 0 if it is not known} */
  public int site() {
    return part(AT_SITE);
  }

  /** {@return a hash of title and heading, numbers included} */
  public int words() {
    return Arrays.hashCode(
        Arrays.copyOfRange(
            record,
            wordsAt(),
            wordsAt() + 2 * (record[at + AT_TITLE_WORDS] + record[at + AT_HEADING_WORDS])));
  }

  /**
   * {@return whether both pages are of one site that is known}
   *
   * @param other the other name
   */
  public boolean sameSite(PageName other) {
    return site() != 0 && same(other, AT_SITE);
  }

  /**
   * {@return whether they are not the same page of a list}
   *
   * @param other the other name
   */
  public boolean pagesDiffer(PageName other) {
    return !sameShort(other, AT_PAGE);
  }

  /** Whether the folders that are left out are the same. */
  boolean sameForms(PageName other) {
    return sameShort(other, AT_FORMS);
  }

  /**
   * {@return whether two addresses name one item: path and query, except what makes variants of it}
   *
   * @param other the other name
   */
  public boolean sameAddress(PageName other) {
    return samePath(other) && query(other) == Query.SAME;
  }

  private boolean samePath(PageName other) {
    return same(other, AT_LAST)
        && !pagesDiffer(other)
        && Arrays.equals(
            record,
            at + AT_FOLDERS,
            parametersAt(),
            other.record,
            other.at + AT_FOLDERS,
            other.parametersAt());
  }

  /**
   * {@return whether two paths end in the same segment that names something}
   *
   * @param other the other name
   */
  public boolean sameLast(PageName other) {
    return part(AT_LAST) != 0 && same(other, AT_LAST);
  }

  /**
   * {@return whether two addresses of one site choose two items: they differ in the last segment,
   * or in the value of a parameter, or are one only by a canonical link} Layouts, releases,
   * languages and categories differ in folders.
   *
   * @param other the other name
   */
  public boolean choosesAnother(PageName other) {
    return sameSite(other)
        && (sameAddress(other)
            ? joinedByLink(other)
            : !sameLast(other) || query(other) == Query.OTHER);
  }

  /**
   * {@return whether one of two addresses of one path has parameters more than the other one, which
   * may be those of a tracker}
   *
   * @param other the other name
   */
  public boolean hasMoreParameters(PageName other) {
    return sameSite(other) && sameLast(other) && samePath(other) && query(other) == Query.MORE;
  }

  /**
   * {@return whether two pages have one title and one heading, or one has all words of the other's
   * in their order, and the same numbers}
   *
   * @param other the other name
   */
  public boolean extendsWords(PageName other) {
    return title().extend(other.title()) && heading().extend(other.heading());
  }

  /**
   * {@return whether two pages of one site are one page in two releases: their titles differ at
   * most in numbers, headings agree or only one has one, and their addresses differ in release,
   * language or form; or titles do differ in numbers, and their paths end in the same file of the
   * same {@value #ENDING} folders}
   *
   * @param other the other name
   */
  public boolean isAnotherRelease(PageName other) {
    Words heading = heading();
    Words others = other.heading();
    boolean headed =
        heading.count() == 0
            || others.count() == 0
            || heading.sameLetters(others)
            || heading.extend(others);
    return sameSite(other)
        && hasWords()
        && headed
        && title().sameLetters(other.title())
        && (sameAddress(other)
            ? !sameForms(other)
            : title().differInNumbers(other.title()) && endsAs(other));
  }

  private boolean endsAs(PageName other) {
    boolean same = sameLast(other) && Math.min(folders(), other.folders()) >= ENDING;
    for (int i = 1; same && i <= ENDING; i++) {
      same = folder(folders() - i) == other.folder(other.folders() - i);
    }
    return same;
  }

  /**
   * {@return whether titles or headings differ in numbers and in no other word, such as those of
   * two sizes}
   *
   * @param other the other name
   */
  public boolean differsInNumbers(PageName other) {
    return title().differInNumbers(other.title()) || heading().differInNumbers(other.heading());
  }

  /** What two queries say of two pages. */
  enum Query {
    /** They choose the same item. */
    SAME,
    /** One has parameters that the other one lacks, and may be the same without. */
    MORE,
    /** They choose two items. */
    OTHER
  }

  /** What the query says beside another one. Parameters ascend by name. */
  Query query(PageName other) {
    boolean more = false;
    int i = 0;
    int j = 0;
    while (i < parameters() || j < other.parameters()) {
      long own = i < parameters() ? parameter(i) : -1;
      long others = j < other.parameters() ? other.parameter(j) : -1;
      int order =
          i == parameters()
              ? 1
              : j == other.parameters() ? -1 : Long.compare(own >>> 32, others >>> 32);
      if (order == 0 && own != others) {
        return Query.OTHER;
      }
      if (order != 0) {
        long alone = order < 0 ? own : others;
        if (!Address.isOptional(alone) && (int) alone == 0) {
          return Query.OTHER; // a parameter without a value is a name
        }
        more |= !Address.isOptional(alone);
      }
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return more ? Query.MORE : Query.SAME;
  }

  /**
   * {@return whether two names have one address, but only because of a canonical link}
   *
   * @param other the other name
   */
  public boolean joinedByLink(PageName other) {
    boolean moved = NameSummary.isMoved(summary());
    return moved != NameSummary.isMoved(other.summary()) || (moved && own() != other.own());
  }

  /** Hash of the page's own address; its lowest bit says that the link ends in another name. */
  private int own() {
    return (int) INT.get(record, end() - Integer.BYTES);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PageName that
        && Arrays.equals(record, at, end(), that.record, that.at, that.end());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(stored());
  }
}
