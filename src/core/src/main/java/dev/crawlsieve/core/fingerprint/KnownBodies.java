package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.page.Page;
import org.jspecify.annotations.Nullable;

/**
 * What was read from recent bodies, so that mirrors and pages that have not changed since they were
 * last fetched are not read again. Never changes a fingerprint. Threads may share it.
 */
public final class KnownBodies {

  // A reading is in one of the few slots that its key chooses. One that comes replaces another
  // there; if all take too many bytes, others, at random, as keys are. To drop the oldest would be
  // worse: of a crawl that is fetched again in the same order, and has more pages than there is
  // room for, none would be left when it comes.

  private static final int WAYS = 4;
  private static final int SLOT_BYTES = 1 << 10; // a typical reading has some more
  private static final int SLOT_OVERHEAD = 48;
  private static final int LARGE_PART = 64;
  private static final int HEAP_PART = 32;
  private static final long MOST_BYTES = 256L << 20;

  /** A reading in its slot. */
  private record Known(ContentHash key, BodyReading reading, long bytes) {}

  private final BodyKeys keys = new BodyKeys();
  private final long maxBytes;
  private final @Nullable Known[] slots;
  private long bytes;

  /**
   * No bodies are known yet.
   *
   * @param maxBytes heap bytes that readings may take
   */
  public KnownBodies(long maxBytes) {
    this.maxBytes = maxBytes;
    this.slots = new Known[WAYS * (int) (1 + maxBytes / (WAYS * SLOT_BYTES))];
  }

  /** Those that a small part of the heap has room for: a 32nd of it, at most 256 MiB. */
  public static KnownBodies ofHeap() {
    return new KnownBodies(Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / HEAP_PART));
  }

  /**
   * The key of a page's body, with all else that its reading depends on.
   *
   * @param settings hash of the settings
   */
  ContentHash key(Page page, int settings) {
    return keys.of(page, settings);
  }

  /** What was read from a body; null if it is not known. */
  synchronized @Nullable BodyReading get(ContentHash key) {
    int at = find(key);
    Known known = at < 0 ? null : slots[at];
    return known == null ? null : known.reading;
  }

  private int find(ContentHash key) {
    int first = first(key);
    for (int at = first; at < first + WAYS; at++) {
      Known known = slots[at];
      if (known != null && known.key.equals(key)) {
        return at;
      }
    }
    return -1;
  }

  private int first(ContentHash key) {
    return WAYS * scaled(key.high(), slots.length / WAYS);
  }

  /** The high half of bits as a number below a bound. */
  private static int scaled(long bits, int bound) {
    return (int) (((bits >>> 32) * bound) >>> 32);
  }

  /** Remembers what was read from a body, unless it is large. */
  synchronized void put(ContentHash key, BodyReading reading) {
    Known known = new Known(key, reading, SLOT_OVERHEAD + reading.bytes());
    if (known.bytes > maxBytes / LARGE_PART) {
      return;
    }
    int at = find(key);
    set(at < 0 ? free(key) : at, known);
    for (int next = scaled(key.low(), slots.length); bytes > maxBytes; next++) {
      set(next % slots.length, null);
    }
  }

  /** The slot for a new key: a free one, or else any. */
  private int free(ContentHash key) {
    int first = first(key);
    for (int at = first; at < first + WAYS; at++) {
      if (slots[at] == null) {
        return at;
      }
    }
    return first + (int) (key.low() & (WAYS - 1));
  }

  private void set(int at, @Nullable Known known) {
    Known before = slots[at];
    bytes += (known == null ? 0 : known.bytes) - (before == null ? 0 : before.bytes);
    slots[at] = known;
  }

  /** Heap bytes of the readings, about. */
  synchronized long bytes() {
    return bytes;
  }
}
