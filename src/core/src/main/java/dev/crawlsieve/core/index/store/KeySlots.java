package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Keys;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.IntUnaryOperator;

/**
 * A hash map from int keys to int values that takes about six bytes per key: a key's place implies
 * some of its bits, and only the other bits are stored.
 *
 * <p>Cleary: Compact Hash Tables Using Bidirectional Linear Probing, IEEE Trans. Computers 1984
 * (quotienting); Kulukundis: Designing a Fast, Efficient, Cache-friendly Hash Table, CppCon 2017
 * (tags that are compared eight at a time). Exact: a key never yields another key's value.
 */
final class KeySlots {

  // Keys have w bits and are well mixed. A key's high bits choose a line of 64 bytes; they are
  // scaled to any number of lines (Lemire's multiply-shift reduction). The key's remainder is its
  // index among all possible keys of the same line. A line has 13 slots of 37 bits each: a tag of 8
  // bits, the low bits of the remainder, and a word of 29 bits, (remainder >>> 8) * range + value,
  // where range is greater than all values. With more keys, values get larger, but there are also
  // more lines, and remainders get smaller; so 37 bits always suffice.
  //
  //   bytes 0 to 12   tags
  //   bits 104 to 134 state: number of slots in use (4 bits), which slots hold guests (13), and
  //                   which tags have keys elsewhere (14)
  //   bits 135 to 511 words
  //
  // A key whose line is full goes to the next line, as a guest. If that is full, too, the key is
  // spilled to a table of whole keys. In both cases one of 14 bits of its own line, chosen by its
  // tag, is set: keys with this tag may be elsewhere. So looking up an absent key reads the first
  // 17 bytes of a line. One time in 20, when a tag is equal by chance, it also reads a word, and
  // about as often the next line.
  //
  // At 0.95 keys per slot, one key in 13 is a guest and one in 30 is spilled. An attacker who
  // chooses keys of one line only makes them spill to that table, whose hash is seeded at random.

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** The value of an absent key. */
  static final int NONE = -1;

  private static final long EACH = 0x0101010101010101L;
  private static final long ALL_BUT_HIGH = 0x7f7f7f7f7f7f7f7fL;
  private static final long HIGH = 0x8080808080808080L;

  /** Multiplier that gathers the high bits of eight bytes in the highest byte of the product. */
  private static final long GATHER = 0x0002040810204081L;

  private static final int LINE = 64;
  private static final int SLOTS = 13;
  private static final int TAG_BITS = 8;
  private static final int WORD_BITS = 29;
  private static final long WORD = (1L << WORD_BITS) - 1;
  private static final int WORDS = 135;
  private static final int LAST_LONG = LINE - Long.BYTES;
  private static final int SECOND_TAGS = SLOTS - Long.BYTES;
  private static final int STATE = SLOTS;
  private static final int LAST_OF_STATE = STATE + 3;
  private static final int USED = 0xf;
  private static final int GUESTS = 4;
  private static final int GUEST_BITS = (1 << SLOTS) - 1;
  private static final int ELSEWHERE = GUESTS + SLOTS;
  private static final int ELSEWHERE_BITS = 14;

  /** A bit of {@link #match}: the key may be a guest of the next line, or spilled. */
  private static final int MAYBE_ELSEWHERE = 1 << SLOTS;

  private static final int FIRST_LINES = 4;
  private static final int LEAST_KEYS = 32;
  private static final double MAX_LOAD = 0.95;
  private static final int LEAST_GROWTH_PART = 5;
  private static final int GROWTH_PART_SHIFT = 62;
  private static final int LEAST_AMPLE_PART = 1;
  private static final int AMPLE_PART_SHIFT = 63;

  /**
   * Larger tables grow in small steps: an array of at least half a heap region (G1) occupies whole
   * regions.
   */
  private static final int MOST_AMPLE_BYTES = 1 << 18;

  /** Keys per slot that are spilled at full load. */
  private static final double SPILLED = 0.035;

  private static final int OBJECT_BYTES = 64 + LongPages.ARRAY_BYTES;
  private static final byte[] NO_LINES = {};

  private final int keyBits;
  private final long keyMask;
  private final boolean compact;
  private byte[] lines = NO_LINES; // the lines, then a few bytes so that longs can be read
  private int count; // number of lines; 0 if all keys are spilled
  private long inverse; // 2^64 / count, rounded up
  private long range; // exclusive bound of values
  private long rangeInverse; // 2^64 / range, rounded up
  private PlainSlots spilled = new PlainSlots(0);
  private int used;
  private int most; // number of keys at which the table grows
  private int mostValue;

  /**
   * An empty table.
   *
   * @param keyBits w, the number of low bits of a key that are used, 16 to 32
   * @param compact false if there are few possible keys, for example of 16 bits, and values may be
   *     large: all keys are then in the spilled table
   */
  KeySlots(int keyBits, boolean compact) {
    this.keyBits = keyBits;
    this.keyMask = (1L << keyBits) - 1;
    this.compact = compact;
    range = Integer.MAX_VALUE;
    most = compact ? LEAST_KEYS : Integer.MAX_VALUE;
  }

  private void clear(int lineCount) {
    count = lineCount;
    inverse = Division.inverse(lineCount);
    range = range(lineCount);
    rangeInverse = Division.inverse(range);
    lines = new byte[Math.addExact(Math.multiplyExact(LINE, lineCount), Long.BYTES)];
    spilled = new PlainSlots((int) (SPILLED * SLOTS * lineCount));
    used = 0;
    most = (int) (MAX_LOAD * SLOTS * lineCount);
  }

  /** The range of values for which a word has room, given this many lines. */
  private long range(int lineCount) {
    return Math.min(Integer.MAX_VALUE, (WORD + 1) / (((keyMask / lineCount) >>> TAG_BITS) + 1));
  }

  /**
   * Makes room for another key, and for values up to this one.
   *
   * @param ample whether memory is ample: the table then grows in larger steps, which copy less
   *     often
   * @return whether {@link #bytes} has changed
   */
  boolean ensure(int value, boolean ample) {
    mostValue = Math.max(mostValue, value);
    if (used < most && mostValue < range) {
      return false;
    }
    int lineCount = used < most ? count : grown(count, ample);
    while (range(lineCount) <= mostValue) {
      lineCount = grown(lineCount, ample);
    }
    rehash(lineCount);
    return true;
  }

  /**
   * The next number of lines: an eighth to a fifth more, or half as many to twice as many where
   * memory is ample. The exact growth depends on the contents, so segments do not all grow at the
   * same time.
   */
  private int grown(int lineCount, boolean ample) {
    long mixed = Keys.mix(count == 0 ? 0 : (long) LONGS.get(lines, 0));
    int part =
        ample && LINE * count <= MOST_AMPLE_BYTES
            ? LEAST_AMPLE_PART + (int) (mixed >>> AMPLE_PART_SHIFT)
            : LEAST_GROWTH_PART + (int) (mixed >>> GROWTH_PART_SHIFT);
    return Math.max(FIRST_LINES, lineCount + 1 + lineCount / part);
  }

  private void rehash(int lineCount) {
    KeySlots old = new KeySlots(this);
    clear(lineCount);
    old.forEach(this::add);
  }

  /** Takes over the arrays of another map, which must not be used any more. */
  private KeySlots(KeySlots other) {
    keyBits = other.keyBits;
    keyMask = other.keyMask;
    compact = other.compact;
    lines = other.lines;
    count = other.count;
    range = other.range;
    rangeInverse = other.rangeInverse;
    spilled = other.spilled;
  }

  /**
   * Adds an absent key; {@link #ensure} must have made room.
   *
   * @return whether {@link #bytes} may have changed
   */
  boolean add(int key, int value) {
    used++;
    if (count > 0) {
      long scaled = scaled(key);
      int line = line(scaled);
      long remainder = remainder(scaled);
      if (put(line, remainder, value, 0)) {
        return false;
      }
      int elsewhere = elsewhere((int) remainder);
      setState(LINE * line, state(LINE * line) | elsewhere);
      if (line + 1 < count && put(line + 1, remainder, value, 1)) {
        return false;
      }
    }
    spilled.add(key, value);
    return true;
  }

  /** Puts a key into a line; false if it is full. */
  private boolean put(int line, long remainder, int value, int guest) {
    int at = LINE * line;
    int state = state(at);
    int slot = state & USED;
    if (slot == SLOTS) {
      return false;
    }
    lines[at + slot] = (byte) remainder;
    setWord(at, slot, (remainder >>> TAG_BITS) * range + value);
    setState(at, (state + 1) | (guest << (GUESTS + slot)));
    return true;
  }

  /** A key times the number of lines: the bits above the low w are the line. */
  private long scaled(int key) {
    return (key & keyMask) * count;
  }

  private int line(long scaled) {
    return (int) (scaled >>> keyBits);
  }

  /** The index of a key among the possible keys of its line. */
  private long remainder(long scaled) {
    return Division.divide(scaled & keyMask, inverse);
  }

  private long firstKey(int line) {
    return (((long) line << keyBits) + count - 1) / count;
  }

  private static int elsewhere(int tag) {
    return 1 << (ELSEWHERE + (((tag & 0xff) * ELSEWHERE_BITS) >>> TAG_BITS));
  }

  private int state(int at) {
    return (int) INTS.get(lines, at + STATE) & Integer.MAX_VALUE;
  }

  private void setState(int at, int state) {
    int lowestOfWords = (int) INTS.get(lines, at + STATE) & Integer.MIN_VALUE;
    INTS.set(lines, at + STATE, lowestOfWords | state);
  }

  private static int longOf(int bit) {
    return Math.min(bit >>> 3, LAST_LONG);
  }

  private long word(int at, int slot) {
    int bit = WORDS + WORD_BITS * slot;
    int from = longOf(bit);
    return ((long) LONGS.get(lines, at + from) >>> (bit - Byte.SIZE * from)) & WORD;
  }

  private void setWord(int at, int slot, long word) {
    int bit = WORDS + WORD_BITS * slot;
    int from = longOf(bit);
    int shift = bit - Byte.SIZE * from;
    long others = (long) LONGS.get(lines, at + from) & ~(WORD << shift);
    LONGS.set(lines, at + from, others | (word << shift));
  }

  /** The line of a key, computed without reading any line; valid until a key is added. */
  int place(int key) {
    return count == 0 ? spilled.place(key) : line(scaled(key));
  }

  /** Loads the tags at a place into the cache; the result is meaningless. */
  int touch(int place) {
    if (count == 0) {
      return spilled.touch(place);
    }
    int at = LINE * place;
    return lines[at] + lines[at + LAST_OF_STATE]; // may be in two cache lines
  }

  /**
   * Which slots may hold a key, 0 if it is absent: a bit for each slot of its line with its tag,
   * and {@link #MAYBE_ELSEWHERE}. Valid until a key is added.
   */
  int match(int key, int place) {
    if (count == 0) {
      return MAYBE_ELSEWHERE;
    }
    int at = LINE * place;
    int tag = (int) remainder(scaled(key));
    int state = state(at);
    int match = equalTags(at, tag, state) & ~(state >>> GUESTS);
    return (state & elsewhere(tag)) == 0 ? match : match | MAYBE_ELSEWHERE;
  }

  /** A bit for each used slot with this tag, guests included. */
  private int equalTags(int at, int tag, int state) {
    long pattern = EACH * (tag & 0xff);
    int equal =
        equalBytes((long) LONGS.get(lines, at), pattern)
            | (equalBytes((long) LONGS.get(lines, at + SECOND_TAGS), pattern) << SECOND_TAGS);
    return equal & ((1 << (state & USED)) - 1);
  }

  /** A bit for each byte that equals the pattern's byte. */
  private static int equalBytes(long bytes, long pattern) {
    long differ = bytes ^ pattern;
    long equal = ~(((differ & ALL_BUT_HIGH) + ALL_BUT_HIGH) | differ) & HIGH;
    return (int) ((equal * GATHER) >>> 56);
  }

  /**
   * Loads what a match refers to into the cache; the match must not be 0, and the result is
   * meaningless.
   */
  int touch(int key, int place, int match) {
    if (count == 0) {
      return 0; // already loaded
    }
    int at = LINE * place;
    int touched = 0;
    if ((match & MAYBE_ELSEWHERE) != 0) {
      touched = spilled.touch(spilled.place(key)) + lines[Math.min(at + LINE, lines.length - 1)];
    }
    int slots = match & GUEST_BITS;
    int bit = WORDS + WORD_BITS * Integer.numberOfTrailingZeros(slots);
    return slots == 0 ? touched : touched + lines[at + (bit >>> 3)];
  }

  /** Loads the place where an absent key would be put into the cache; the result is meaningless. */
  int touchFree(int key) {
    if (count == 0) {
      return spilled.touch(spilled.place(key));
    }
    int line = line(scaled(key));
    int slot = state(LINE * line) & USED;
    if (slot == SLOTS && ++line < count) {
      slot = state(LINE * line) & USED;
    }
    return slot == SLOTS
        ? spilled.touch(spilled.place(key))
        : lines[LINE * line + ((WORDS + WORD_BITS * slot) >>> 3)];
  }

  /** The value of a key, or {@link #NONE}. */
  int value(int key) {
    return value(key, match(key, place(key)));
  }

  /**
   * The value of a key, or {@link #NONE}.
   *
   * @param match the result of {@link #match} for the key
   */
  int value(int key, int match) {
    if (match == 0) {
      return NONE;
    }
    if (count > 0) {
      long scaled = scaled(key);
      int line = line(scaled);
      long remainder = remainder(scaled);
      int slot = slot(LINE * line, match & GUEST_BITS, remainder);
      if (slot >= 0) {
        return valueAt(LINE * line, slot, remainder);
      }
      if ((match & MAYBE_ELSEWHERE) == 0) {
        return NONE;
      }
      slot = guestSlot(line + 1, remainder);
      if (slot >= 0) {
        return valueAt(LINE * (line + 1), slot, remainder);
      }
    }
    return spilled.value(key);
  }

  private int valueAt(int at, int slot, long remainder) {
    return (int) (word(at, slot) - (remainder >>> TAG_BITS) * range);
  }

  /** Which of some slots holds a key, -1 if none. */
  private int slot(int at, int slots, long remainder) {
    long least = (remainder >>> TAG_BITS) * range;
    for (int left = slots; left != 0; left &= left - 1) {
      int slot = Integer.numberOfTrailingZeros(left);
      long word = word(at, slot);
      if (word >= least && word < least + range) {
        return slot;
      }
    }
    return -1;
  }

  /** The slot of a line that holds a key of the line before as a guest, -1 if none. */
  private int guestSlot(int line, long remainder) {
    if (line == count) {
      return -1;
    }
    int state = state(LINE * line);
    int slots = equalTags(LINE * line, (int) remainder, state) & (state >>> GUESTS);
    return slot(LINE * line, slots, remainder);
  }

  /** Replaces the value of a key that is present; {@link #ensure} must have made room. */
  void set(int key, int value) {
    if (count > 0) {
      long scaled = scaled(key);
      long remainder = remainder(scaled);
      long word = (remainder >>> TAG_BITS) * range + value;
      int line = line(scaled);
      int slot = slot(LINE * line, match(key, line) & GUEST_BITS, remainder);
      if (slot < 0) {
        slot = guestSlot(++line, remainder);
      }
      if (slot >= 0) {
        setWord(LINE * line, slot, word);
        return;
      }
    }
    spilled.set(key, value);
  }

  /** Replaces every value. */
  void replaceAll(IntUnaryOperator other) {
    for (int at = 0; at < LINE * count; at += LINE) {
      int state = state(at);
      for (int slot = 0; slot < (state & USED); slot++) {
        long word = word(at, slot);
        int value = (int) (word - Division.divide(word, rangeInverse) * range);
        int replaced = other.applyAsInt(value);
        if (replaced != value) {
          setWord(at, slot, word - value + replaced);
        }
      }
    }
    spilled.replaceAll(other);
  }

  /** Visits every key and its value. Keys that are not spilled come nearly in order. */
  void forEach(PlainSlots.Visitor visitor) {
    long own = 0;
    for (int line = 0; line < count; line++) {
      int state = state(LINE * line);
      long guests = own;
      own = firstKey(line);
      for (int slot = 0; slot < (state & USED); slot++) {
        boolean isGuest = (state >>> (GUESTS + slot) & 1) != 0;
        long word = word(LINE * line, slot);
        long rest = Division.divide(word, rangeInverse);
        long remainder = rest << TAG_BITS | (lines[LINE * line + slot] & 0xff);
        visitor.visit((int) ((isGuest ? guests : own) + remainder), (int) (word - rest * range));
      }
    }
    spilled.forEach(visitor);
  }

  void write(ChunkOutput out) throws IOException {
    out.putInt(count);
    out.putInt(used);
    out.putInt(most);
    out.putInt(mostValue);
    out.putBytes(lines);
    spilled.write(out);
  }

  /** Reads into an empty table that was created with the same parameters as the written one. */
  void read(ChunkInput in) throws IOException {
    count = in.getInt();
    used = in.getInt();
    most = in.getInt();
    mostValue = in.getInt();
    lines = in.getBytes();
    spilled = PlainSlots.read(in);
    if (count > 0) {
      inverse = Division.inverse(count);
      range = range(count);
      rangeInverse = Division.inverse(range);
    }
  }

  /** Heap bytes. */
  long bytes() {
    return OBJECT_BYTES + lines.length + spilled.bytes();
  }
}
