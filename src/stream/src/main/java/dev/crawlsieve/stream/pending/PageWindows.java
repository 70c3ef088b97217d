package dev.crawlsieve.stream.pending;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Reads pages of one partition again, for all lanes whose verdicts arrive.
 *
 * <p>Offsets increase within a lane, but not across lanes, and each lane's pages are spread over
 * the whole partition. With one cursor per lane, every body would be read once per lane. So lanes
 * at about the same position share a cursor, and the pages that it passes are kept for the lanes
 * that are behind. If there is no room, the page that has been kept longest is dropped. A lane that
 * needs a dropped page gets a cursor of its own until it has caught up. There are never more
 * cursors than lanes. Not thread-safe.
 */
final class PageWindows implements AutoCloseable {

  /** Beyond this many offsets, a seek is cheaper than reading the pages in between. */
  static final long SEEK_AHEAD = 2_000;

  /** A cursor that no lane has needed for this many pages is closed. */
  private static final long IDLE = 5_000;

  private final PageCursor.Factory cursors;
  private final int partition;
  private final PendingBudget budget;
  private final Map<Integer, Long> reached = new HashMap<>();
  private final Map<Long, Record<byte[], byte[]>> held = new LinkedHashMap<>();
  private final List<Place> places = new ArrayList<>();
  private long heldBytes;
  private long mostHeldBytes;
  private long taken;

  /** A cursor and its position. */
  private static final class Place {
    private final PageCursor cursor;
    private long next;
    private long neededAt;

    Place(PageCursor cursor, long next) {
      this.cursor = cursor;
      this.next = next;
    }

    boolean isNear(long offset) {
      return next <= offset && offset - next <= SEEK_AHEAD;
    }
  }

  /**
   * @param budget the memory for all partitions of an instance, of which this one gets a share
   */
  PageWindows(PageCursor.Factory cursors, int partition, PendingBudget budget) {
    this.cursors = cursors;
    this.partition = partition;
    this.budget = budget;
    budget.join();
  }

  /**
   * The page that a lane's verdict is about.
   *
   * @param offset increases within a lane
   * @throws PageGoneException if retention has removed it
   */
  Record<byte[], byte[]> take(int lane, long offset) throws PageGoneException {
    reached.put(lane, offset);
    taken++;
    Record<byte[], byte[]> page = held.remove(offset);
    if (page != null) {
      heldBytes -= PendingPages.size(page);
      return page;
    }
    Place place = placeFor(offset);
    place.neededAt = taken;
    closeIdle();
    if (place.isNear(offset)) {
      readThrough(place, offset, lane);
    }
    place.next = offset + 1;
    return place.cursor.read(offset);
  }

  private Place placeFor(long offset) {
    Optional<Place> behind =
        places.stream()
            .filter(place -> place.next <= offset)
            .max(Comparator.comparingLong(place -> place.next));
    if (places.size() < reached.size() && behind.filter(at -> at.isNear(offset)).isEmpty()) {
      places.add(new Place(cursors.open(partition), offset));
      return places.get(places.size() - 1);
    }
    return behind.orElseGet(
        () -> places.stream().min(Comparator.comparingLong(place -> place.neededAt)).orElseThrow());
  }

  /** Reads up to a page, and keeps the pages before it for the lanes that are behind. */
  private void readThrough(Place place, long offset, int lane) {
    long others = Long.MAX_VALUE;
    for (Map.Entry<Integer, Long> other : reached.entrySet()) {
      if (other.getKey() != lane) {
        others = Math.min(others, other.getValue());
      }
    }
    for (long between = Math.max(place.next, others); between < offset; between++) {
      pass(place, between);
    }
  }

  private void pass(Place place, long offset) {
    Record<byte[], byte[]> page;
    try {
      page = place.cursor.read(offset);
    } catch (PageGoneException e) {
      // No verdict needs this page yet. If one does later, it gets the exception then.
      return;
    }
    hold(offset, page);
  }

  private void hold(long offset, Record<byte[], byte[]> page) {
    long bytes = PendingPages.size(page);
    long room = budget.share() - bytes;
    Iterator<Record<byte[], byte[]>> oldest = held.values().iterator();
    while (heldBytes > room && oldest.hasNext()) {
      heldBytes -= PendingPages.size(oldest.next());
      oldest.remove();
    }
    if (heldBytes <= room && held.put(offset, page) == null) {
      heldBytes += bytes;
      mostHeldBytes = Math.max(mostHeldBytes, heldBytes);
    }
  }

  long mostHeldBytes() {
    return mostHeldBytes;
  }

  private void closeIdle() {
    places.removeIf(
        place -> {
          boolean idle = place.neededAt < taken - IDLE;
          if (idle) {
            place.cursor.close();
          }
          return idle;
        });
  }

  @Override
  public void close() {
    places.forEach(place -> place.cursor.close());
    places.clear();
    held.clear();
    budget.leave();
  }
}
