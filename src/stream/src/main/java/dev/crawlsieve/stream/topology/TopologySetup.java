package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.fingerprint.KnownBodies;
import dev.crawlsieve.core.page.RecordLimits;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.meters.SieveMeters;
import java.time.InstantSource;

/**
 * What all parts of a topology share.
 *
 * @param meters count what the processors do
 * @param threads shared with the clients
 * @param known bodies that were read recently
 * @param time the time of records that this program wrote
 */
record TopologySetup(
    SieveConfig config,
    SieveMeters meters,
    StreamThreads threads,
    KnownBodies known,
    RecordTime time) {

  /**
   * @param clock the clock; page times must not be too far ahead of it
   */
  TopologySetup(
      SieveConfig config, SieveMeters meters, StreamThreads threads, InstantSource clock) {
    this(config, meters, threads, KnownBodies.ofHeap(), new RecordTime(clock));
  }

  /** The time of pages as they arrive. */
  RecordTime pageTime() {
    return time.counting(meters::timeAhead);
  }

  DeadLetters letters() {
    return new DeadLetters(new RecordLimits(config.page()), meters);
  }
}
