package dev.crawlsieve.lab.bench.result;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a lane costs with any number of shards, each on a machine of its own, extrapolated from
 * measured numbers of shards: every figure is a straight line through the last two of them.
 */
public final class ScaleModel {

  /** Numbers of shards that are shown. */
  private static final List<Integer> SHARDS = List.of(0, 1, 2, 4, 8, 16, 32);

  /** Commits on a page's way without shards: with its fingerprint, its verdict, and routed. */
  private static final int COMMITS = 3;

  private final LaneResult result;
  private final int last;

  /**
   * A row of the table.
   *
   * @param shards number of shards, 0 for one task
   * @param pagesPerSecond of the slowest of the tasks that a page passes, one thread each
   * @param cpuMicrosPerPage CPU time of all tasks and the broker
   * @param brokerBytesPerPage bytes added to the broker's topics
   * @param commits how many commits a page takes from its fingerprint to being routed
   * @param tableBytesPerLeader heap bytes of tables on each machine for each page kept by the lane
   */
  public record Row(
      int shards,
      double pagesPerSecond,
      double cpuMicrosPerPage,
      double brokerBytesPerPage,
      int commits,
      double tableBytesPerLeader) {

    /** Heap bytes of tables on each machine for so many kept pages. */
    public double tableBytes(double leaders) {
      return leaders * tableBytesPerLeader;
    }
  }

  /**
   * @param result with at least one number of shards
   */
  public ScaleModel(LaneResult result) {
    if (result.shards().isEmpty()) {
      throw new IllegalArgumentException("no lane with shards was measured");
    }
    this.result = result;
    this.last = result.shards().size() - 1;
  }

  /** The rows, by number of shards. */
  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (int shards : SHARDS) {
      rows.add(row(shards));
    }
    return rows;
  }

  private Row row(int shards) {
    double perLeader = (double) result.tableBytes() / result.leaders();
    double slowest =
        shards == 0
            ? line(0, Figures::threadMicrosPerPage)
            : Math.max(perShard(Figures::threadMicrosPerPage), ofDecider());
    return new Row(
        shards,
        1e6 / slowest,
        1e3 * line(shards, Figures::cpuSecondsPerThousand),
        line(shards, Figures::brokerBytesPerPage),
        shards == 0 ? COMMITS : COMMITS + 1 + shards,
        perLeader / Math.max(1, shards));
  }

  /** Microseconds a page that are not a shard's. */
  private double ofDecider() {
    ShardsResult most = result.shards().get(last);
    return Comparison.median(most.lane(), Figures::threadMicrosPerPage)
        - most.shards() * perShard(Figures::threadMicrosPerPage);
  }

  private double perShard(ToDoubleFunction<Figures> figure) {
    return result.perShard(last, figure);
  }

  private double line(int shards, ToDoubleFunction<Figures> figure) {
    if (shards == 0) {
      return Comparison.median(result.lane(), figure);
    }
    ShardsResult most = result.shards().get(last);
    return Comparison.median(most.lane(), figure) + (shards - most.shards()) * perShard(figure);
  }
}
