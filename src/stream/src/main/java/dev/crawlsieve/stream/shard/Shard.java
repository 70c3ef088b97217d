package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.SiteRecord;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.stream.index.LeaderPart;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Holds every n-th leader of a lane, and looks up the lane's pages, in order, among them. A leader
 * may arrive after a page that it matches, so the decider searches the leaders that the shard did
 * not have.
 *
 * <p>Not thread-safe.
 */
public final class Shard {

  // A request to forget pages comes with the lookups, between the pages before and after it.
  // Leaders that were kept before it may arrive later. So the request is remembered until the
  // decider, which deals the leaders, has sent it after the last of them.

  /** The keys of requests, which sort after those of sites and dropped pages. */
  private static final String FORGETTING = SiteRecord.SITE + "~";

  private static final String FORGETTING_END = SiteRecord.SITE + "~~";

  private final int shard;
  private final ShardRule rule;
  private final LeaderPart leaders;
  private final Map<Long, Forgetting> forgetting = new TreeMap<>(); // by offset in the lane

  /**
   * @param shard number of the shard in the lane, from 0
   * @param leaders the leaders that it holds
   */
  public Shard(int shard, ShardRule rule, LeaderPart leaders) {
    this.shard = shard;
    this.rule = rule;
    this.leaders = leaders;
    for (String key : leaders.sites(FORGETTING, FORGETTING_END)) {
      ByteBuffer stored = SiteRecord.value(Objects.requireNonNull(leaders.site(key)));
      long offset = stored.getLong();
      byte[] request = new byte[stored.remaining()];
      stored.get(request);
      forgetting.put(offset, Forgetting.read(request).orElseThrow());
    }
  }

  /**
   * Looks up the next page of the lane.
   *
   * @return the page with the better of two matches: the one that it came with, and the one found
   *     here
   * @throws IndexException if the shards that it has passed are not exactly those before this one
   */
  public LaneQuery lookup(LaneQuery query) {
    if (query.passed() != shard) {
      throw new IndexException(
          "a page that has passed " + query.passed() + " shards came to shard " + shard);
    }
    Optional<Forgetting> asked = Forgetting.of(query.page());
    if (asked.isPresent()) {
      forget(asked.get(), query);
      return query.passing(Findings.NOTHING, leaders.nextOrdinal(), rule);
    }
    leaders.reach(query.tick());
    leaders.freeBelow(leaders.time().expired());
    boolean contentOnly = Findings.contentDecides(query.found(), rule);
    Lookup found = leaders.lookup(query.page(), contentOnly, 0);
    return query.passing(rule.inLane(shard, found), leaders.nextOrdinal(), rule);
  }

  private void forget(Forgetting asked, LaneQuery query) {
    Decider.forget(asked, leaders, ordinal -> rule.given(shard, ordinal));
    long offset = query.page().laneOffset();
    forgetting.put(offset, asked);
    byte[] request = asked.stored();
    byte[] value =
        ByteBuffer.allocate(Long.BYTES + request.length).putLong(offset).put(request).array();
    leaders.putSite(key(offset), SiteRecord.encode(leaders.tick(), value));
  }

  private static String key(long offset) {
    return FORGETTING + HexFormat.of().toHexDigits(offset);
  }

  /**
   * Adds the next leader of this shard; or learns that all leaders have come that were kept before
   * a request to forget.
   *
   * @throws IndexException if it belongs to another shard, or is not the next one
   */
  public void keep(DealtLeader leader) {
    if (rule.shard(leader.ordinal()) != shard) {
      throw new IndexException(
          "leader " + leader.ordinal() + " belongs to another shard than " + shard);
    }
    ComparedPage page = leader.record();
    if (Forgetting.of(page).isPresent()) {
      forgetting.remove(page.laneOffset());
      leaders.dropSite(key(page.laneOffset()));
      return;
    }
    boolean forgotten =
        forgetting.entrySet().stream()
            .anyMatch(
                asked ->
                    asked.getKey() > page.laneOffset()
                        && asked.getValue().covers(leader.ordinal(), page));
    leaders.add(rule.ordinal(leader.ordinal()), forgotten ? page.forgotten() : page, leader.tick());
  }
}
