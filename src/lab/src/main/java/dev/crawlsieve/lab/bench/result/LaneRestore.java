package dev.crawlsieve.lab.bench.result;

/**
 * How a lane without its state was restored, in the running topology.
 *
 * @param records number read from the changelog: its leaders and a few more
 * @param recordsPerSecond from the first one until the tables in memory are filled, too
 * @param secondsToRunning from the start of the instance until it runs, including joining its group
 */
public record LaneRestore(long records, double recordsPerSecond, double secondsToRunning) {}
