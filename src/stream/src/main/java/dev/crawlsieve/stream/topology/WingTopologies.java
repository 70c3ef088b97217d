package dev.crawlsieve.stream.topology;

import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.Topology;

/**
 * What can hook into the main way, in use or not.
 *
 * @param all all wings; they are added last, in this order
 * @param sharedLanes adds the deciding half where several tasks share a lane: from the log of
 *     fingerprints to a {@link LaneProcessor} named {@link SieveTopology#DECIDE}
 */
public record WingTopologies(
    List<WingTopology> all, BiConsumer<Topology, TopologySetup> sharedLanes) {}
