package dev.crawlsieve.stream.ask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.stream.index.NearestLeaders;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A kept page and how near it is to another page.
 *
 * @param source its position in the topic of pages
 * @param laneOffset offset of its fingerprint in the lane, which orders kept pages as they were
 *     kept
 */
record NearPage(String url, Coordinates source, long laneOffset, Nearness nearness) {

  /** How many are returned at most. */
  static final int MOST = 10;

  /** The order of {@link NearestLeaders}. */
  private static final Comparator<NearPage> NEAREST_FIRST =
      Comparator.comparing(NearPage::nearness, Nearness.NEAREST_FIRST)
          .thenComparingLong(NearPage::laneOffset);

  /** The pages that were found, in the same order. */
  static List<NearPage> of(NearestLeaders found) {
    return found.nearest().stream().map(near -> of(near.leader(), near.nearness())).toList();
  }

  private static NearPage of(LeaderRecord leader, Nearness nearness) {
    return new NearPage(leader.url(), leader.source(), leader.laneOffset(), nearness);
  }

  /** The nearest of some pages of one lane, the nearest first; each once. */
  static List<NearPage> nearest(List<NearPage> pages) {
    Map<Long, NearPage> once = new LinkedHashMap<>();
    pages.forEach(page -> once.putIfAbsent(page.laneOffset, page));
    return once.values().stream().sorted(NEAREST_FIRST).limit(MOST).toList();
  }

  void put(ObjectNode json) {
    json.put("url", url)
        .put("partition", source.partition())
        .put("offset", source.offset())
        .put("laneOffset", laneOffset)
        .put("distance", nearness.distance())
        .put("equal", nearness.equal())
        .put("agreeing", nearness.agreeing())
        .put("identity", nearness.identity().name())
        .put("contained", nearness.contained());
  }

  static NearPage of(JsonNode json) {
    return new NearPage(
        json.required("url").asText(),
        new Coordinates(json.required("partition").intValue(), json.required("offset").longValue()),
        json.required("laneOffset").longValue(),
        new Nearness(
            json.required("distance").intValue(),
            json.required("equal").intValue(),
            json.required("agreeing").intValue(),
            Identity.valueOf(json.required("identity").asText()),
            json.required("contained").intValue()));
  }
}
