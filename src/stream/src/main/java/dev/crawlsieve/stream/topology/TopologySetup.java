package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.fingerprint.KnownBodies;
import dev.crawlsieve.core.page.RecordLimits;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.meters.SieveMeters;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.Topology;

/**
 * What all parts of a topology share.
 *
 * @param wings the wings in use
 * @param sharedLanes see {@link WingTopologies}
 * @param meters count what the processors do
 * @param threads shared with the clients
 * @param known bodies that were read recently
 * @param time the time of records that this program wrote
 */
public record TopologySetup(
    SieveConfig config,
    List<WingTopology> wings,
    BiConsumer<Topology, TopologySetup> sharedLanes,
    SieveMeters meters,
    StreamThreads threads,
    KnownBodies known,
    RecordTime time) {

  /**
   * @param clock the clock; page times must not be too far ahead of it
   */
  TopologySetup(
      SieveConfig config,
      WingTopologies wings,
      SieveMeters meters,
      StreamThreads threads,
      InstantSource clock) {
    this(
        config,
        wings.all().stream().filter(wing -> config.uses(wing.wing())).toList(),
        wings.sharedLanes(),
        meters,
        threads,
        KnownBodies.ofHeap(),
        new RecordTime(clock));
  }

  /** The time of pages as they arrive. */
  RecordTime pageTime() {
    return time.counting(meters::timeAhead);
  }

  /** Makes dead letters. */
  public DeadLetters letters() {
    return new DeadLetters(new RecordLimits(config.page()), meters);
  }
}
