package dev.crawlsieve.stream.shard;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.index.SiteEvidence;
import dev.crawlsieve.core.index.SiteRecord;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.topology.FeaturesHeader;
import dev.crawlsieve.stream.topology.LaneProcessor;
import dev.crawlsieve.stream.topology.LoggedFingerprints;
import dev.crawlsieve.stream.topology.OverrideHeader;
import dev.crawlsieve.stream.topology.RoutedPage;
import dev.crawlsieve.stream.topology.SieveProcessor;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.stream.topology.TopologySetup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Sends the pages of a lane to its first shard. Each carries the lane's time and what is known of
 * the page's site.
 */
final class EnterProcessor extends SieveProcessor {

  static final Bytes TIME = key("lane-time");

  /** At most this many sites are checked per page, to delete those that have expired. */
  private static final int SITES_WITH_A_PAGE = 64;

  private static final byte[] NOTHING = {};

  private final RuleSettings rule;
  private final IndexTasks tasks;
  private final boolean clustered;
  private final int fingerprintHash;
  private final ScopeKeys scopes = new ScopeKeys();
  private KeyValueStore<Bytes, byte[]> store;
  private LaneTime time;
  private SiteEvidence sites;
  private boolean sitesChecked; // whether all that have expired by now are deleted

  EnterProcessor(TopologySetup setup) {
    super(setup, LaneProcessor.STAGE, SieveTopology.INDEX_DEAD_LETTERS_SINK);
    this.rule = config.rule();
    this.tasks = config.indexTasks();
    this.clustered = config.clusters().enabled();
    this.fingerprintHash = config.fingerprintHash();
  }

  @Override
  protected void init() {
    store = context.getStateStore(IndexTasks.ENTERED_STORE);
    byte[] stored = store.get(TIME);
    time = stored == null ? LaneTime.start(rule) : LaneTime.decode(stored, rule);
    sites =
        new SiteEvidence(
            new SiteEvidence.Store() {
              @Override
              public byte @Nullable [] site(String key) {
                return store.get(key(key));
              }

              @Override
              public void putSite(String key, byte[] learned) {
                store.put(key(key), learned);
                if (rule.expires()) {
                  store.put(key(SiteRecord.expiryKey(key, learned)), NOTHING);
                }
              }

              @Override
              public long tick() {
                return time.tick();
              }
            });
  }

  @Override
  protected void process(Record<byte[], byte[]> record, RecordMetadata at) {
    Optional<Forgetting> asked = Forgetting.read(record.value());
    if (asked.isPresent()) {
      forget(asked.get());
      ComparedPage request = ComparedPage.of(ScopeKey.NONE, at.offset(), record.value());
      send(LaneQuery.of(request, time.tick()), record, at, new RecordHeaders());
      return;
    }
    try {
      LoggedFingerprints.ensure(record, at, fingerprintHash);
    } catch (UnreadableFingerprintException e) {
      setAside(record, at, e);
      return;
    }
    ComparedPage page = ComparedPage.of(scopes.of(record.key()), at.offset(), record.value());
    advance(page.timestamp());
    Headers headers = clustered ? FeaturesHeader.carried(record.headers()) : new RecordHeaders();
    send(
        LaneQuery.of(sites.enter(page), time.tick()),
        record,
        at,
        OverrideHeader.carry(record.headers(), headers));
  }

  private void send(
      LaneQuery query, Record<byte[], byte[]> record, RecordMetadata at, Headers headers) {
    context.forward(
        RoutedPage.within(
            tasks.task(at.partition(), 0),
            ShardRecordCodec.encode(query),
            record.timestamp(),
            headers),
        ShardsTopology.LOOKUPS_SINK);
  }

  private void forget(Forgetting asked) {
    for (String site : asked.keys(this::stored)) {
      byte[] learned = store.get(key(site));
      if (learned != null && asked.isSite(site, learned)) {
        store.delete(key(site));
      }
    }
    sites.forget();
  }

  private List<String> stored(String from, String to) {
    List<String> keys = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> each = store.range(key(from), key(to))) {
      each.forEachRemaining(one -> keys.add(new String(one.key.get(), UTF_8)));
    }
    return keys;
  }

  static Bytes key(String name) {
    return Bytes.wrap(name.getBytes(UTF_8));
  }

  private void advance(long timestamp) {
    LaneTime now = time.advance(timestamp, 0); // only tasks with leaders know ordinals
    if (now != time) {
      store.put(TIME, now.encode());
      time = now;
      sitesChecked = false;
    }
    if (!sitesChecked && rule.expires()) {
      deleteExpiredSites();
    }
  }

  private void deleteExpiredSites() {
    List<Bytes> due = new ArrayList<>();
    Bytes end = key(SiteRecord.expiredBefore(time.tick()));
    try (KeyValueIterator<Bytes, byte[]> each = store.range(key(SiteRecord.EXPIRY), end)) {
      while (each.hasNext() && due.size() < SITES_WITH_A_PAGE) {
        due.add(each.next().key);
      }
    }
    for (Bytes each : due) {
      String expiryKey = new String(each.get(), UTF_8);
      Bytes site = key(SiteRecord.site(expiryKey));
      byte[] learned = store.get(site);
      if (learned != null && SiteRecord.isLast(expiryKey, learned)) {
        store.delete(site);
      }
      store.delete(each);
    }
    sitesChecked = due.size() < SITES_WITH_A_PAGE;
  }
}
