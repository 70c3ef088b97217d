package dev.crawlsieve.core.html;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An element's name in lower case, with what the tree construction of HTML has to know of it.
 *
 * <p>The names that HTML knows exist once each; any other is made where it is met.
 */
public final class ElementName {

  // What the standard calls scopes, implied end tags and special elements (WHATWG HTML, 13.2.4.2
  // and 13.2.6.3), for elements in the HTML namespace.
  static final int SCOPE = 1;
  static final int LIST_SCOPE = 1 << 1;
  static final int BUTTON_SCOPE = 1 << 2;
  static final int TABLE_SCOPE = 1 << 3;
  static final int IMPLIED_END = 1 << 4;
  static final int THOROUGH_END = 1 << 5;
  static final int SPECIAL = 1 << 6;

  /** Text, or an element that has no rule of its own, may not stand here: it is moved out. */
  static final int FOSTERS = 1 << 7;

  static final int HEADING = 1 << 8;

  /** Whose start tag ends foreign content. */
  static final int BREAKS_OUT = 1 << 9;

  /** Whose end tag, where it is the current element in a body, ends it and nothing else. */
  static final int ENDS_ALONE = 1 << 10;

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

  /** What its end tag is made of after the solidus, eight bytes at most. */
  private final long ending;

  private final long endingBits;

  private ElementName(String name, ElementRule rule, int id) {
    this.name = name;
    this.rule = rule;
    this.id = id;
    this.flags = FLAGS.getOrDefault(name, 0) | (rule.endsAlone() ? ENDS_ALONE : 0);
    boolean small = rule != ElementRule.UNKNOWN && name.length() < Long.BYTES;
    this.ending = small ? NameTable.packed(name + '>') : -1;
    this.endingBits = small ? -1L >>> (Long.SIZE - Byte.SIZE * (name.length() + 1)) : 0;
  }

  /** The name of an element. */
  public static ElementName of(String lowerCase) {
    ElementName known = KNOWN.get(lowerCase);
    return known == null ? new ElementName(lowerCase, ElementRule.UNKNOWN, KNOWN_COUNT) : known;
  }

  /** A name as it stands in markup, or null if it is none that HTML knows. */
  static ElementName known(byte[] utf8, int from, int to) {
    return KNOWN.get(utf8, from, to);
  }

  /** The same, of up to eight bytes as {@link NameTable} has them. */
  static ElementName known(long packed) {
    return KNOWN.get(packed);
  }

  /** A name that HTML does not know, as it stands in markup. */
  static ElementName unknown(byte[] utf8, int from, int to) {
    StringBuilder name = new StringBuilder(to - from);
    String written = new String(utf8, from, to - from, StandardCharsets.UTF_8);
    for (int i = 0; i < written.length(); i++) {
      char c = written.charAt(i);
      name.append(c >= 'A' && c <= 'Z' ? (char) (c | 0x20) : c);
    }
    return new ElementName(name.toString(), ElementRule.UNKNOWN, KNOWN_COUNT);
  }

  /** How many numbers there are. */
  public static int count() {
    return KNOWN_COUNT + 1;
  }

  /** The name's number, from 0; all names that HTML does not know share the last. */
  public int id() {
    return id;
  }

  /**
   * Whether an end tag as it is mostly written is one of this name; if it is not, it may be one
   * that is written otherwise.
   *
   * @param eight the bytes after the solidus
   */
  boolean isEndedBy(long eight) {
    return (eight & endingBits) == ending;
  }

  /** How many bytes that are. */
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

  /** As {@code equals}, for the many times that a name is looked for. */
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
