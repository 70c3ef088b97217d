package dev.crawlsieve.tool.sieve;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Puts verdicts into lane order.
 *
 * <p>A lane writes its verdicts in its order, but spread over as many partitions as pages have.
 * Each partition's part is laid down in a run on disk, and at the end the runs of a lane are merged
 * by lane offset; the lanes follow one another.
 */
final class LaneOrder implements AutoCloseable {

  private record Place(int lane, int partition) {
    static final Comparator<Place> ORDER =
        Comparator.comparingInt(Place::lane).thenComparingInt(Place::partition);
  }

  private final Path dir;
  private final SortedMap<Place, DataOutputStream> runs = new TreeMap<>(Place.ORDER);

  /**
   * @param dir folder for the runs, which need about as much room as the verdicts
   */
  LaneOrder(Path dir) {
    this.dir = dir;
  }

  void add(int lane, long laneOffset, int partition, byte[] verdict) throws IOException {
    Place place = new Place(lane, partition);
    DataOutputStream run = runs.get(place);
    if (run == null) {
      run = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file(place))));
      runs.put(place, run);
    }
    run.writeLong(laneOffset);
    run.writeInt(verdict.length);
    run.write(verdict);
  }

  /** Writes all verdicts in order, one a line. */
  void writeTo(OutputStream out) throws IOException {
    finishRuns();
    for (int lane : runs.keySet().stream().map(Place::lane).distinct().toList()) {
      merge(runs.keySet().stream().filter(place -> place.lane() == lane).toList(), out);
    }
  }

  private void merge(List<Place> places, OutputStream out) throws IOException {
    PriorityQueue<Run> heads = new PriorityQueue<>(Comparator.comparingLong(Run::laneOffset));
    List<Run> open = new ArrayList<>();
    try {
      for (Place place : places) {
        Run run = new Run(file(place));
        open.add(run);
        if (run.advance()) {
          heads.add(run);
        }
      }
      for (Run run = heads.poll(); run != null; run = heads.poll()) {
        out.write(run.verdict);
        out.write('\n');
        if (run.advance()) {
          heads.add(run);
        }
      }
    } finally {
      for (Run run : open) {
        run.close();
      }
    }
  }

  private void finishRuns() throws IOException {
    for (DataOutputStream run : runs.values()) {
      run.close();
    }
  }

  private Path file(Place place) {
    return dir.resolve("verdicts-" + place.lane() + "-" + place.partition() + ".run");
  }

  /**
   * Removes the runs.
   *
   * @return the first failure to remove one, or null
   */
  IOException discard() {
    IOException failure = null;
    for (Map.Entry<Place, DataOutputStream> run : runs.entrySet()) {
      failure = SieveFiles.remove(run.getValue(), file(run.getKey()), failure);
    }
    runs.clear();
    return failure;
  }

  @Override
  public void close() throws IOException {
    IOException failure = discard();
    if (failure != null) {
      throw failure;
    }
  }

  /** One run's verdict at hand. */
  private static final class Run implements AutoCloseable {

    private final DataInputStream in;
    private long laneOffset;
    private byte[] verdict;

    Run(Path file) throws IOException {
      in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16));
    }

    long laneOffset() {
      return laneOffset;
    }

    boolean advance() throws IOException {
      byte[] number = in.readNBytes(Long.BYTES);
      if (number.length == 0) {
        return false;
      }
      laneOffset = ByteBuffer.wrap(number).getLong();
      verdict = new byte[in.readInt()];
      in.readFully(verdict);
      return true;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
