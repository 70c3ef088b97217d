package dev.crawlsieve.measure.replay;

import dev.crawlsieve.core.failure.FullDisk;
import dev.crawlsieve.measure.sweep.ReplayRoom;
import dev.crawlsieve.stream.config.SieveConfig;
import java.nio.file.Path;
import java.util.function.Function;

/** Creates rooms for replays of a source, each for one pass. */
final class ReplayRooms {

  /** All indexes together may take one part in this many of the heap. */
  private static final int HEAP_PART = 2;

  private ReplayRooms() {}

  /**
   * Runs work in a room.
   *
   * @throws dev.crawlsieve.core.failure.SieveException if the disk is full, or cannot be written
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
}
