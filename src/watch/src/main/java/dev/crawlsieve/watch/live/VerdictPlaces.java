package dev.crawlsieve.watch.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.bytemap.DiskByteMap;
import dev.crawlsieve.core.bytemap.Prefix;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The positions of verdicts on their topic, by URL and by the kept page that they are about; or
 * positions of pages without a verdict, by URL. This is a map on disk that is derived from the
 * topic, and may be deleted at any time. Thread-safe, with one writer.
 */
final class VerdictPlaces implements AutoCloseable {

  // A key consists of a tag, eight bytes by which it is looked up, the page's time, and the
  // verdict's position. Everything is in the key; values are empty. Times are stored so that the
  // newest sorts first. A position is partition and offset in one long.
  //
  //   u: hash of the normalised URL -> each verdict on the URL
  //   r: hash of the form to which rules reduced the URL when it was listed, if another -> the same
  //   c: position of a kept page    -> each verdict that another page copies it
  //   k: position of a kept page    -> the verdict that it is kept
  //   p: partition (as int)         -> position up to which it was read, written with entries
  //   i                             -> identity of the topic from which the map is derived
  //
  // Positions and entries are written in one batch, so after a crash both are of the same moment.

  private static final byte URL = 'u';
  private static final byte ALIKE = 'r';
  private static final byte COPY = 'c';
  private static final byte KEPT = 'k';
  private static final byte POSITION = 'p';
  private static final byte[] IDENTITY = {'i'};
  private static final int KEY_BYTES = 25;
  private static final int PREFIX_BYTES = 9;
  private static final int OFFSET_BITS = 48;
  private static final byte[] NOTHING = {};
  private static final long WRITE_BUFFER_BYTES = 4L << 20;

  private final DiskByteMap map;
  private byte @Nullable [] swept;

  /**
   * The searchable part of a verdict.
   *
   * @param url hash of the page's normalised URL
   * @param alike hash of the form to which URL rules reduce that URL
   * @param page position of the page if it was kept, or of the page that it copies
   * @param kept whether the page was kept
   * @param millis time of the page
   * @param at position of the verdict on its topic
   */
  record Entry(long url, long alike, Coordinates page, boolean kept, long millis, Coordinates at) {}

  /**
   * The verdicts by which other pages are copies of a page.
   *
   * @param newest positions of the newest verdicts
   * @param count number of verdicts that were counted
   * @param more whether counting stopped at its limit, and there are more
   */
  record Copies(List<Coordinates> newest, int count, boolean more) {}

  private VerdictPlaces(DiskByteMap map) {
    this.map = map;
  }

  /**
   * Opens the map in a folder; if it is derived from another topic, it is emptied first.
   *
   * @param identity names the topic and everything else on which entries depend
   * @throws SieveException if the files cannot be read
   */
  static VerdictPlaces open(Path folder, String identity) {
    DiskByteMap map = null;
    try {
      map = new DiskByteMap(folder, WRITE_BUFFER_BYTES);
      byte[] stored = map.get(IDENTITY);
      if (stored != null && !new String(stored, UTF_8).equals(identity)) {
        map.clear();
      }
      map.put(IDENTITY, identity.getBytes(UTF_8));
      return new VerdictPlaces(map);
    } catch (SieveException e) {
      if (map != null) {
        map.close();
      }
      throw new SieveException(
          e.getMessage() + "; you can delete the folder, and the list will be rebuilt", e);
    }
  }

  /** The next offset to read of each partition. */
  Map<Integer, Long> positions() {
    Map<Integer, Long> positions = new TreeMap<>();
    map.scan(
        new byte[] {POSITION},
        (key, value) ->
            positions.put(ByteBuffer.wrap(key).getInt(1), ByteBuffer.wrap(value).getLong()));
    return positions;
  }

  /** Writes entries, and the positions up to which the topic was read, atomically. */
  void write(List<Entry> entries, Map<Integer, Long> positions) {
    Map<byte[], byte[]> batch = new TreeMap<>(Arrays::compareUnsigned);
    for (Entry entry : entries) {
      batch.put(key(URL, entry.url(), entry.millis(), entry.at()), NOTHING);
      if (entry.alike() != entry.url()) {
        batch.put(key(ALIKE, entry.alike(), entry.millis(), entry.at()), NOTHING);
      }
      byte tag = entry.kept() ? KEPT : COPY;
      batch.put(key(tag, packed(entry.page()), entry.millis(), entry.at()), NOTHING);
    }
    positions.forEach(
        (partition, next) ->
            batch.put(
                ByteBuffer.allocate(5).put(POSITION).putInt(partition).array(),
                ByteBuffer.allocate(8).putLong(next).array()));
    map.write(batch);
  }

  private static byte[] key(byte tag, long what, long millis, Coordinates at) {
    return ByteBuffer.allocate(KEY_BYTES)
        .put(tag)
        .putLong(what)
        .putLong(~Math.max(0, millis))
        .putLong(packed(at))
        .array();
  }

  private static long packed(Coordinates at) {
    return (long) at.partition() << OFFSET_BITS | at.offset();
  }

  private static Coordinates place(byte[] key) {
    long packed = ByteBuffer.wrap(key).getLong(KEY_BYTES - 8);
    return new Coordinates((int) (packed >>> OFFSET_BITS), packed & ((1L << OFFSET_BITS) - 1));
  }

  /** Positions of the verdicts on a URL; those on the newest pages come first. */
  List<Coordinates> ofUrl(long url, int most) {
    return scan(URL, url, most, most).newest();
  }

  /** Positions of the verdicts on other URLs that rules reduce to this one, newest first. */
  List<Coordinates> alike(long url, int most) {
    return scan(ALIKE, url, most, most).newest();
  }

  /** Position of the verdict that keeps a page; empty if there is none. */
  List<Coordinates> ofKept(Coordinates page) {
    return scan(KEPT, packed(page), 1, 1).newest();
  }

  /**
   * The verdicts by which other pages are copies of this one.
   *
   * @param most maximum number of positions to return
   * @param counted maximum number of verdicts to count
   */
  Copies copiesOf(Coordinates page, int most, int counted) {
    return scan(COPY, packed(page), most, counted);
  }

  private Copies scan(byte tag, long what, int most, int counted) {
    List<Coordinates> newest = new ArrayList<>();
    AtomicInteger count = new AtomicInteger();
    byte[] prefix = ByteBuffer.allocate(PREFIX_BYTES).put(tag).putLong(what).array();
    boolean all =
        map.visit(
            prefix,
            Prefix.after(prefix),
            (key, value) -> {
              if (count.get() == counted) {
                return false;
              }
              if (count.getAndIncrement() < most) {
                newest.add(place(key));
              }
              return true;
            });
    return new Copies(newest, count.get(), !all);
  }

  /**
   * Checks some entries, beginning where the last call stopped, and removes those whose verdicts
   * retention has removed.
   *
   * @param starts first offset that retention has left, by partition
   * @param atMost maximum number of entries to check
   * @return whether the end was reached; the next call then starts over
   */
  boolean sweep(Map<Integer, Long> starts, int atMost) {
    Map<byte[], byte[]> gone = new TreeMap<>(Arrays::compareUnsigned);
    AtomicInteger checked = new AtomicInteger();
    byte[] from = swept == null ? new byte[] {COPY} : swept;
    boolean all =
        map.visit(
            from,
            new byte[] {URL + 1},
            (key, value) -> {
              swept = key;
              if (checked.getAndIncrement() == atMost) {
                return false;
              }
              if (key.length == KEY_BYTES) {
                Coordinates at = place(key);
                if (at.offset() < starts.getOrDefault(at.partition(), 0L)) {
                  gone.put(key, null);
                }
              }
              return true;
            });
    map.write(gone);
    if (all) {
      swept = null;
    }
    return all;
  }

  /** Size of the files and of the entries that have not been written to files yet, in bytes. */
  long bytes() {
    return map.bytes();
  }

  /** Writes everything to disk, and frees the memory. Idempotent. */
  @Override
  public void close() {
    map.close();
  }
}
