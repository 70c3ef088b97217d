package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.SiteEvidence;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.index.LeaderPart;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A lane of several shards, as queues between plain objects that work at arbitrary speeds. */
public class SimulatedLane implements AutoCloseable {

  private final SplittableRandom random;
  private final ShardRule rule;
  private final List<TableIndex> indexes = new ArrayList<>(); // of the shards, then of the decider
  private final List<Shard> shards = new ArrayList<>();
  private final List<Deque<LaneQuery>> lookups = new ArrayList<>();
  private final List<Deque<DealtLeader>> leaders = new ArrayList<>();
  private final Deque<LaneQuery> found = new ArrayDeque<>();
  private final ShardedDecider decider;
  private final int[] speeds;
  private final Deque<ComparedPage> waiting = new ArrayDeque<>();
  private int inFlight;
  private final NavigableMap<String, byte[]> known = new TreeMap<>();
  private final SiteEvidence.Store learned = new Learned();
  private final SiteEvidence sites = new SiteEvidence(learned);
  private LaneTime time;
  private int mostInFlight;

  public SimulatedLane(
      Path folder, IndexSettings settings, int shards, long seed, Verdict.Basis basis) {
    this(folder, settings, shards, seed, basis, TablePart::new);
  }

  /**
   * @param fault makes one of the shards, which may be faulty
   */
  SimulatedLane(
      Path folder,
      IndexSettings settings,
      int shards,
      long seed,
      Verdict.Basis basis,
      Function<TableIndex, LeaderPart> fault) {
    this.random = new SplittableRandom(seed);
    this.rule = ShardRule.of(shards, settings);
    this.time = LaneTime.start(settings.rule());
    for (int shard = 0; shard < shards; shard++) {
      TableIndex index = open(folder.resolve("shard-" + shard), settings);
      LeaderPart part = shard == shards / 2 ? fault.apply(index) : new TablePart(index);
      this.shards.add(new Shard(shard, rule, part));
      lookups.add(new ArrayDeque<>());
      leaders.add(new ArrayDeque<>());
    }
    this.decider =
        new ShardedDecider(rule, new TablePart(open(folder.resolve("recent"), settings)), basis);
    this.speeds = new int[2 * shards + 2];
  }

  private TableIndex open(Path folder, IndexSettings settings) {
    TableIndex index = TableIndex.open(folder, settings);
    indexes.add(index);
    return index;
  }

  /** The shard to which a leader is sent. */
  int shardOf(DealtLeader leader) {
    return rule.shard(leader.ordinal());
  }

  /**
   * Called with each decision, in the order of the lane.
   *
   * @param expired leaders below this ordinal had expired
   */
  void decided(ComparedPage page, ShardedDecider.Decision decision, long expired) {}

  /** A page as if it entered the lane now. */
  public LaneQuery entering(ComparedPage page) {
    String site = SiteEvidence.key(page);
    byte[] stored = site == null ? null : learned.site(site);
    long tick = time.advance(page.timestamp(), 0).tick();
    return LaneQuery.of(SiteEvidence.informed(page, stored, tick), tick);
  }

  /** What is known of sites. */
  private final class Learned implements SiteEvidence.Store {

    @Override
    public byte @Nullable [] site(String key) {
      return known.get(key);
    }

    @Override
    public void putSite(String key, byte[] stored) {
      known.put(key, stored);
    }

    @Override
    public long tick() {
      return time.tick();
    }
  }

  /** The verdicts on a lane's pages, among which there may be requests to forget some. */
  List<Verdict> decide(List<ComparedPage> pages) {
    return decide(
        pages, (int) pages.stream().filter(page -> Forgetting.of(page).isEmpty()).count());
  }

  /**
   * The next verdicts, after which pages may still be on their way.
   *
   * @param pages more pages of the lane
   */
  public List<Verdict> decide(List<ComparedPage> pages, int count) {
    waiting.addAll(pages);
    List<Verdict> verdicts = new ArrayList<>();
    while (verdicts.size() < count) {
      if (random.nextInt(60) == 0) {
        otherSpeeds();
      }
      work(verdicts);
      mostInFlight = Math.max(mostInFlight, inFlight);
    }
    return Collections.unmodifiableList(verdicts);
  }

  /** A shard's leaders. */
  public TableIndex shard(int shard) {
    return indexes.get(shard);
  }

  /** The lane's newest leaders, beside the decider. */
  public TableIndex newest() {
    return indexes.get(shards.size());
  }

  /** The most pages that were between the first shard and their verdicts. */
  int mostInFlight() {
    return mostInFlight;
  }

  /** From one that stands still to one that does nearly all the work. */
  private void otherSpeeds() {
    for (int i = 0; i < speeds.length; i++) {
      int speed = random.nextInt(5);
      speeds[i] = speed == 0 ? 0 : 1 << (2 * speed);
    }
  }

  private void work(List<Verdict> verdicts) {
    int sum = 0;
    for (int speed : speeds) {
      sum += speed;
    }
    int at = sum == 0 ? 0 : random.nextInt(sum);
    int worker = 0;
    while (sum > 0 && at >= speeds[worker]) {
      at -= speeds[worker++];
    }
    int n = shards.size();
    if (sum == 0) {
      otherSpeeds();
    } else if (worker < n) {
      lookUp(worker);
    } else if (worker < 2 * n) {
      DealtLeader leader = leaders.get(worker - n).poll();
      if (leader != null) {
        shards.get(worker - n).keep(leader);
      }
    } else if (worker == 2 * n) {
      enter(waiting.poll());
    } else if (!found.isEmpty()) {
      decideNext().ifPresent(verdicts::add);
      inFlight--;
    }
  }

  private void enter(ComparedPage page) {
    if (page != null) {
      inFlight++;
      Optional<Forgetting> asked = Forgetting.of(page);
      if (asked.isPresent()) {
        asked.get().keys((from, to) -> List.copyOf(known.subMap(from, to).keySet())).stream()
            .filter(site -> asked.get().isSite(site, known.get(site)))
            .forEach(known::remove);
        sites.forget();
        lookups.get(0).add(sent(LaneQuery.of(page, time.tick())));
        return;
      }
      time = time.advance(page.timestamp(), 0);
      lookups.get(0).add(sent(LaneQuery.of(sites.enter(page), time.tick())));
    }
  }

  private void lookUp(int shard) {
    LaneQuery query = lookups.get(shard).poll();
    if (query != null) {
      boolean last = shard == shards.size() - 1;
      (last ? found : lookups.get(shard + 1)).add(sent(shards.get(shard).lookup(query)));
    }
  }

  private Optional<Verdict> decideNext() {
    LaneQuery query = found.remove();
    Optional<Forgetting> asked = Forgetting.of(query.page());
    if (asked.isPresent()) {
      decider
          .forget(asked.get(), query)
          .forEach(request -> leaders.get(shardOf(request)).add(sent(request)));
      return Optional.empty();
    }
    ShardedDecider.Decision decision = decider.decide(0, query);
    decision.kept().ifPresent(leader -> leaders.get(shardOf(leader)).add(sent(leader)));
    decided(query.page(), decision, decider.expired());
    return Optional.of(decision.verdict());
  }

  private static LaneQuery sent(LaneQuery query) {
    try {
      return ShardRecordCodec.query(ShardRecordCodec.encode(query))
          .overriddenBy(query.page().override()); // in a header
    } catch (UnreadableRecordException e) {
      throw new AssertionError(e);
    }
  }

  private static DealtLeader sent(DealtLeader leader) {
    try {
      return ShardRecordCodec.leader(ShardRecordCodec.encode(leader));
    } catch (UnreadableRecordException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    indexes.forEach(TableIndex::close);
  }
}
