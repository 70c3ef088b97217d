package dev.crawlsieve.stream.reshard;

/**
 * What was dealt out.
 *
 * @param from number of shards before, 0 for one task
 * @param to number of shards now
 * @param lanes number of lanes
 * @param leaders number of kept pages that were dealt out, those that have expired left out
 * @param pages number of pages that are looked up again, because they were between shards
 * @param already whether there was nothing to do
 * @param resumed whether it finished what an earlier run had begun
 * @param seconds how long this run took
 */
public record ReshardResult(
    int from,
    int to,
    int lanes,
    long leaders,
    long pages,
    boolean already,
    boolean resumed,
    double seconds) {}
