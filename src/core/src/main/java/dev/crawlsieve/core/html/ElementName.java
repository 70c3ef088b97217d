package dev.crawlsieve.core.html;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An element's name in lower case, with its properties in HTML.
 *
 * <p>Each name that HTML knows has a single instance; other names are created where they occur.
 */
public final class ElementName {

  // The standard's scopes, implied end tags and special elements (WHATWG HTML, 13.2.4.2 and
  // 13.2.6.3), for elements in the HTML namespace.
  static final int SCOPE = 1;
  static final int LIST_SCOPE = 1 << 1;
  static final int BUTTON_SCOPE = 1 << 2;
  static final int TABLE_SCOPE = 1 << 3;
  static final int IMPLIED_END = 1 << 4;
  static final int SPECIAL = 1 << 5;
  static final int HEADING = 1 << 6;

  /** A term or a definition. */
  static final int DEFINITION = 1 << 7;

  /** A new item ends the open item of its list. The search for that item stops at this element. */
  static final int HOLDS_ITEMS = 1 << 8;

  /** Parts of a table begin directly in this element: bodies, captions and columns. */
  static final int PARTS = 1 << 9;

  /** Rows begin in this element, with or without a tag for the table body around them. */
  static final int ROWS = 1 << 10;

  /**
   * Cells begin in this element, with or without tags for the row and the table body around them.
   */
  static final int CELLS = 1 << 11;

  /** The element's start tag ends foreign content. */
  static final int BREAKS_OUT = 1 << 12;

  /** As a foreign element, this element contains HTML. */
  static final int HTML_IN_FOREIGN = 1 << 13;

  /** An open element whose content is SVG or MathML. */
  static final int FOREIGN = 1 << 14;

  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final Map<String, Integer> FLAGS = ElementFlags.byName();
  private static final NameTable<ElementName> KNOWN = new NameTable<>(ElementName[]::new, 1 << 10);

  static {
    for (ElementRule rule : ElementRule.values()) {
      for (String name : rule.names()) {
        KNOWN.put(name, new ElementName(name, rule, COUNT.getAndIncrement()));
      }
    }
  }

  private static final int KNOWN_COUNT = COUNT.get();

  private final String name;
  private final ElementRule rule;
  private final int id;
  private final int flags;

  /** The bytes of its end tag after the slash, at most eight. */
  private final long ending;

  private final long endingBits;

  private ElementName(String name, ElementRule rule, int id) {
    this.name = name;
    this.rule = rule;
    this.id = id;
    this.flags = FLAGS.getOrDefault(name, 0);
    boolean ends =
        switch (rule) {
          case HTML, BODY, UNKNOWN -> false;
          default -> name.length() < Long.BYTES;
        };
    this.ending = ends ? NameTable.packed(name + '>') : -1;
    this.endingBits = ends ? -1L >>> (Long.SIZE - Byte.SIZE * (name.length() + 1)) : 0;
  }

  /** The element with this name. */
  public static ElementName of(String lowerCase) {
    ElementName known = KNOWN.get(lowerCase);
    return known == null ? new ElementName(lowerCase, ElementRule.UNKNOWN, KNOWN_COUNT) : known;
  }

  /** The element name that is written in markup; null if HTML does not know it. */
  static @Nullable ElementName known(byte[] utf8, int from, int to) {
    return KNOWN.get(utf8, from, to);
  }

  /**
   * The element name of up to eight bytes, packed as in {@link NameTable}; null if HTML does not
   * know it.
   */
  static @Nullable ElementName known(long packed) {
    return KNOWN.get(packed);
  }

  /** A new element name for one that HTML does not know, as written in markup. */
  static ElementName unknown(byte[] utf8, int from, int to) {
    StringBuilder name = new StringBuilder(to - from);
    String written = new String(utf8, from, to - from, StandardCharsets.UTF_8);
    for (int i = 0; i < written.length(); i++) {
      char c = written.charAt(i);
      name.append(c >= 'A' && c <= 'Z' ? (char) (c | 0x20) : c);
    }
    return new ElementName(name.toString(), ElementRule.UNKNOWN, KNOWN_COUNT);
  }

  /** Number of distinct ids. */
  public static int count() {
    return KNOWN_COUNT + 1;
  }

  /** The name's id, from 0; all names that HTML does not know share the highest id. */
  public int id() {
    return id;
  }

  /**
   * Whether an end tag has this name in its usual spelling. If not, it may still have this name in
   * another spelling. Always false for names whose end tags have no effect, and for names that HTML
   * does not know.
   *
   * @param eight the bytes after the slash
   */
  boolean isEndedBy(long eight) {
    return (eight & endingBits) == ending;
  }

  /** Length of that end tag after the slash, in bytes. */
  int endingLength() {
    return name.length() + 1;
  }

  ElementRule rule() {
    return rule;
  }

  int flags() {
    return flags;
  }

  boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /** Equivalent to {@code equals}, for frequent comparisons. */
  boolean is(ElementName other) {
    return id == other.id && (id < KNOWN_COUNT || name.equals(other.name));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ElementName that && is(that);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  /** The name itself. */
  @Override
  public String toString() {
    return name;
  }
}
