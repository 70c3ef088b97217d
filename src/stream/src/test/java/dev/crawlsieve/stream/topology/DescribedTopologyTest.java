package dev.crawlsieve.stream.topology;

import dev.crawlsieve.Approved;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.pending.FakeCursors;
import dev.crawlsieve.stream.run.Wings;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Names of sub-topologies, processors, stores and topics are where users' data is: the approved
 * files change only with a way to bring that data along.
 */
final class DescribedTopologyTest {

  private static final Map<String, String> MIRRORS = Map.of("mirrors.enabled", "true");
  private static final Map<String, String> CLUSTERS = Map.of("clusters.enabled", "true");
  private static final Map<String, String> PASSAGES = Map.of("passages.enabled", "true");
  private static final Map<String, String> SHARDS = Map.of("index.shards", "4");
  private static final Map<String, String> BORROWING =
      Map.of(
          "topic.prefix", "strict", "pages.topic", "pages", "fingerprints.topic", "fingerprints");

  static Stream<Arguments> generations() {
    Map<String, String> both = both(MIRRORS, CLUSTERS);
    return Stream.of(
        Arguments.of("plain", Map.of()),
        Arguments.of("mirrors", MIRRORS),
        Arguments.of("clusters", CLUSTERS),
        Arguments.of("passages", PASSAGES),
        Arguments.of("both", both),
        Arguments.of("all", both(both, PASSAGES)),
        Arguments.of("shards", SHARDS),
        Arguments.of("shards-clusters", both(SHARDS, CLUSTERS)),
        Arguments.of("shards-all", both(SHARDS, both(both, PASSAGES))),
        Arguments.of("borrowing-plain", BORROWING),
        Arguments.of("borrowing-shards", both(BORROWING, SHARDS)),
        Arguments.of("borrowing-mirrors", both(BORROWING, MIRRORS)),
        Arguments.of("borrowing-clusters", both(BORROWING, CLUSTERS)),
        Arguments.of("borrowing-both", both(BORROWING, both)));
  }

  private static Map<String, String> both(Map<String, String> one, Map<String, String> other) {
    Map<String, String> both = new HashMap<>(one);
    both.putAll(other);
    return both;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("generations")
  void shouldStayAsItWasApproved(String name, Map<String, String> settings) {
    SieveTopology topology =
        new SieveTopology(SieveConfig.of(settings), Wings.ALL, new FakeCursors());
    String described = topology.get().describe() + "lane: " + topology.lane().describe();
    Approved.check(DescribedTopologyTest.class, name + ".txt", described);
  }
}
