package dev.crawlsieve.stream.replay;

import dev.crawlsieve.core.sweep.LaneRange;
import dev.crawlsieve.core.sweep.ReplayRoom;
import dev.crawlsieve.core.sweep.Sweep;
import dev.crawlsieve.core.sweep.SweptSetting;
import dev.crawlsieve.core.work.FullDisk;
import dev.crawlsieve.stream.config.SieveConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Rooms for replays of a source, each for one pass. */
final class ReplayRooms {

  /** The share of the heap that all indexes of a pass may take. */
  private static final int HEAP_PART = 2;

  /** An index with less than this waits for the disk most of the time. */
  private static final long LEAST_BYTES = 64L << 20;

  /** The share of the heap for a pass in memory; the rest is for reading and collecting garbage. */
  private static final double PASS_PART = 0.75;

  /** Bytes on disk for each page that an index keeps, see docs/sizing.md. */
  private static final long DISK_BYTES = 1_000;

  private ReplayRooms() {}

  /**
   * Does work that needs a room.
   *
   * @throws dev.crawlsieve.core.work.SieveException if the disk is full, or cannot be written
   */
  static <T> T with(ReplaySource source, Function<ReplayRoom, T> work) {
    Path place = source.scratch();
    try (ReplayRoom room = new ReplayRoom(place, memoryBytes(source.inForce().config()))) {
      return work.apply(room);
    } catch (RuntimeException e) {
      String folder = "the folder " + place + ", where a replay keeps what it needs meanwhile,";
      RuntimeException full = FullDisk.told(folder, "", e);
      throw full == null ? e : full;
    }
  }

  private static long memoryBytes(SieveConfig config) {
    long share = Runtime.getRuntime().maxMemory() / HEAP_PART / config.lanes();
    return config.index().within(share).memoryBytes();
  }

  /** The passes in which a log is decided on under some settings. */
  static List<Sweep.Pass> passes(
      List<SweptSetting> settings, FingerprintLog log, ReplaySource source) {
    SieveConfig config = source.inForce().config();
    long inMemory = (long) (PASS_PART * Runtime.getRuntime().maxMemory());
    long pages = log.ranges().stream().mapToLong(LaneRange::records).sum();
    long most =
        Math.min(
            Runtime.getRuntime().availableProcessors(),
            Math.min(
                memoryBytes(config) / LEAST_BYTES,
                source.scratch().toFile().getUsableSpace() / 2 / DISK_BYTES / Math.max(1, pages)));
    return Sweep.passes(settings, log.ranges(), inMemory, (int) Math.max(1, most));
  }
}
