package dev.crawlsieve.core.html;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.text.EightAscii;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The attributes of a start tag, read in place; an instance is reused from tag to tag. */
public final class StartTag {

  /** A shorter value, in bytes, has no sentence. */
  private static final int LEAST_DATA = 24;

  private static final int NAMES = AttributeName.values().length;

  private final byte[] utf8;
  private final int end;
  private final int[] from = new int[NAMES];
  private final int[] to = new int[NAMES];
  private int present;
  private int[] data = new int[4];
  private int dataCount;
  private boolean selfClosing;

  StartTag(byte[] utf8, int end) {
    this.utf8 = utf8;
    this.end = end;
  }

  /** Reads the images in markup that is not read otherwise, in linear time. */
  public static void images(byte[] utf8, int from, int to, Consumer<StartTag> reader) {
    StartTag image = new StartTag(utf8, to);
    int i = from;
    while (i >= 0 && i < to) {
      i = EightAscii.find(utf8, i, to, '<') + 1;
      if (Bytes.standsAt(utf8, i, to, "img")) {
        i = image.read(i + 3);
        reader.accept(image);
      }
    }
  }

  /**
   * Reads the part of a tag after its name. Of several attributes with the same name, the first
   * counts.
   *
   * @return offset after the tag, or -1 if the page ends before the tag does
   */
  int read(int at) {
    byte[] s = utf8;
    present = 0;
    dataCount = 0;
    selfClosing = false;
    int i = at;
    while (i < end) {
      byte c = s[i];
      if (c == '>') {
        return i + 1;
      }
      if (c == '/') {
        i++;
        if (i < end && s[i] == '>') {
          selfClosing = true;
          return i + 1;
        }
      } else if (Bytes.isBlank(c)) {
        i++;
      } else {
        i = attribute(i);
      }
    }
    return -1;
  }

  private int attribute(int at) {
    byte[] s = utf8;
    AttributeName name = null;
    int i = at;
    if (at + 8 <= end) {
      long eight = EightAscii.load(s, at);
      int length = Bytes.attributeLength(eight);
      if (length > 0 && length < 8 && endsName(s[at + length])) {
        name = AttributeName.of(Bytes.lowerHead(eight, length));
        i = at + length;
      }
    }
    if (i == at) {
      i = nameEnd(at);
      name = AttributeName.of(s, at, i);
    }
    i = Bytes.skipBlanks(s, i, end);
    if (i == end || s[i] != '=') {
      put(name, i, i);
      return i;
    }
    i++;
    i = Bytes.skipBlanks(s, i, end);
    if (i == end) {
      return end;
    }
    byte c = s[i];
    if (c == '"' || c == '\'') {
      int value = i + 1;
      i = EightAscii.find(s, value, end, (char) c);
      put(name, value, i);
      return i == end ? end : i + 1;
    }
    int value = i;
    while (i < end && s[i] != '>' && !Bytes.isBlank(s[i])) {
      i++;
    }
    put(name, value, i);
    return i;
  }

  /** Offset of the end of the name that starts here; its first byte may be any byte. */
  private int nameEnd(int start) {
    int i = start + 1;
    while (i < end && !endsName(utf8[i])) {
      i++;
    }
    return i;
  }

  private static boolean endsName(byte c) {
    return c == '=' || Bytes.endsName(c);
  }

  private void put(@Nullable AttributeName name, int valueFrom, int valueTo) {
    if (name != null && (present & name.bit()) == 0) {
      present |= name.bit();
      from[name.slot()] = valueFrom;
      to[name.slot()] = valueTo;
    } else if (name == null
        && valueTo - valueFrom >= LEAST_DATA
        && (utf8[valueFrom] == '{' || utf8[valueFrom] == '[')) {
      data = 2 * dataCount == data.length ? Arrays.copyOf(data, 2 * data.length) : data;
      data[2 * dataCount] = valueFrom;
      data[2 * dataCount + 1] = valueTo;
      dataCount++;
    }
  }

  boolean isSelfClosing() {
    return selfClosing;
  }

  /** Whether the tag has any attribute of {@link AttributeName}. */
  public boolean any() {
    return present != 0;
  }

  /** Whether the tag has the attribute, with or without a value. */
  public boolean has(AttributeName name) {
    return (present & name.bit()) != 0;
  }

  /**
   * The attribute's value with references resolved; empty if it has none, null if the tag does not
   * have the attribute.
   */
  public @Nullable String value(AttributeName name) {
    if (!has(name)) {
      return null;
    }
    return decoded(from[name.slot()], to[name.slot()]);
  }

  private String decoded(int valueFrom, int valueTo) {
    return EightAscii.find(utf8, valueFrom, valueTo, '&') == valueTo
        ? new String(utf8, valueFrom, valueTo - valueFrom, UTF_8)
        : CharacterReferences.decoded(utf8, valueFrom, valueTo, true);
  }

  /**
   * Number of attributes outside of {@link AttributeName} whose values begin as JSON does, with a
   * bracket, and are long enough to say something.
   */
  public int dataCount() {
    return dataCount;
  }

  /** The value of such an attribute, counted from 0, with references resolved. */
  public String data(int index) {
    return decoded(data[2 * index], data[2 * index + 1]);
  }

  /**
   * The end of the path of the URL that is the attribute's value: of what comes before query and
   * fragment, references resolved, the part from the last dot. Only that part is decoded, unless
   * there is a reference in the path.
   *
   * @param most bytes, the dot included; a longer part counts as none
   * @return starts with a dot; empty if there is none, or the tag does not have the attribute
   */
  public String extension(AttributeName name, int most) {
    if (!has(name)) {
      return "";
    }
    byte[] s = utf8;
    int valueFrom = from[name.slot()];
    int valueTo = to[name.slot()];
    int pathEnd = pathEnd(s, valueFrom, valueTo);
    if (EightAscii.find(s, valueFrom, pathEnd, '&') < pathEnd) {
      s = CharacterReferences.decoded(s, valueFrom, valueTo, true).getBytes(UTF_8);
      valueFrom = 0;
      pathEnd = pathEnd(s, 0, s.length);
    }
    int dot = pathEnd - 1;
    int first = Math.max(valueFrom, pathEnd - most);
    while (dot >= first && s[dot] != '.') {
      dot--;
    }
    return dot < first ? "" : new String(s, dot, pathEnd - dot, UTF_8);
  }

  private static int pathEnd(byte[] s, int from, int to) {
    int i = from;
    while (i < to && s[i] != '?' && s[i] != '#') {
      i++;
    }
    return i;
  }

  /**
   * A hash of the bytes that spell the attribute's value, for caches. This method and the next two
   * are only for attributes that the tag has.
   *
   * @return 64 bits. An author of pages can find other values with the same hash; {@link
   *     #isSpelled} tells them apart
   */
  public long hash(AttributeName name) {
    return Bytes.hash(utf8, from[name.slot()], to[name.slot()]);
  }

  /**
   * A copy of the bytes that spell the attribute's value; null if there are more than {@code most}.
   */
  public byte @Nullable [] spelling(AttributeName name, int most) {
    int valueFrom = from[name.slot()];
    int valueTo = to[name.slot()];
    return valueTo - valueFrom > most ? null : Arrays.copyOfRange(utf8, valueFrom, valueTo);
  }

  /** Whether the attribute's value is spelled with exactly these bytes; false if they are null. */
  public boolean isSpelled(AttributeName name, byte @Nullable [] spelling) {
    return spelling != null
        && Arrays.equals(spelling, 0, spelling.length, utf8, from[name.slot()], to[name.slot()]);
  }
}
