package dev.crawlsieve.bench.result;

/**
 * How a lane came back whose state was gone, in the running topology.
 *
 * @param records read from the changelog: its leaders and a few more
 * @param recordsPerSecond from the first one until the tables in memory are filled, too
 * @param secondsToRunning from the start of the instance until it runs, joining its group included
 */
public record LaneRestore(long records, double recordsPerSecond, double secondsToRunning) {}
