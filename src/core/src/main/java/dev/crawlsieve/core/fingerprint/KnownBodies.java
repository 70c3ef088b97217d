package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.page.Page;
import org.jspecify.annotations.Nullable;

/**
 * A cache of what was read from recent bodies. It spares reading a body again that comes from a
 * mirror, or from a page that has not changed since it was last fetched. It never changes a
 * fingerprint. Thread-safe.
 */
public final class KnownBodies {

  // A key maps to four adjacent slots, and its reading is in one of them. A new reading takes a
  // free one of these slots or replaces one of them. If the readings then take too many bytes, more
  // are dropped, starting at a slot that is random because keys are. Dropping the oldest first
  // would be worse: when a crawl with more pages than fit is fetched again in the same order, each
  // reading would be dropped before its page comes again.

  private static final int WAYS = 4;
  private static final int SLOT_BYTES = 1 << 10; // a typical reading takes a little more
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
   * An empty cache.
   *
   * @param maxBytes heap bytes that readings may take
   */
  public KnownBodies(long maxBytes) {
    this.maxBytes = maxBytes;
    this.slots = new Known[WAYS * (int) (1 + maxBytes / (WAYS * SLOT_BYTES))];
  }

  /** A cache that takes a small part of the heap: a 32nd, at most 256 MiB. */
  public static KnownBodies ofHeap() {
    return new KnownBodies(Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / HEAP_PART));
  }

  /**
   * The key of a page's body and of everything else that its reading depends on.
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

  /** Maps the high half of the bits evenly to a number below a bound. */
  private static int scaled(long bits, int bound) {
    return (int) (((bits >>> 32) * bound) >>> 32);
  }

  /** Adds what was read from a body, unless it is large. */
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

  /** The slot for a new key: a free one of its four, or else a random one. */
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

  /** Estimated heap bytes of the readings. */
  synchronized long bytes() {
    return bytes;
  }
}
