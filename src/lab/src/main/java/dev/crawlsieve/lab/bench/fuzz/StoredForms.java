package dev.crawlsieve.lab.bench.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.extract.PageReader;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.Reason;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.JudgedPage;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.lab.bench.SourcePage;
import dev.crawlsieve.measure.eval.PageFeatureReader;
import dev.crawlsieve.sites.cluster.Cluster;
import dev.crawlsieve.sites.cluster.ClusterCodec;
import dev.crawlsieve.sites.cluster.ClusterSettings.Criterion;
import dev.crawlsieve.sites.cluster.Features;
import dev.crawlsieve.sites.cluster.Member;
import dev.crawlsieve.sites.mirror.Observation;
import dev.crawlsieve.sites.mirror.ObservationCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.shard.DealtLeader;
import dev.crawlsieve.stream.shard.LaneQuery;
import dev.crawlsieve.stream.shard.ShardRecordCodec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;

/** The kinds of records that are stored or sent, each with the reader that must withstand it. */
public final class StoredForms {

  private static final String URL = "http://a.example/page?b=1";
  private static final String OTHER = "https://www.b.example/";

  /** Every field, for other values of it. */
  private static final String EVENT =
      "{\"url\":\"http://a.example/\",\"html\":\"<p>a b c\",\"text\":null,\"bodyBase64\":null,"
          + "\"bodyRef\":null,\"contentType\":\"text/html\",\"status\":200,"
          + "\"fetchTime\":\"2024-02-03T04:05:06Z\",\"headers\":{\"Link\":\"</c>;rel=canonical\"},"
          + "\"reference\":true}";

  private static final int FOUND_FROM = 19;
  private static final int AT_FLAGS = 1;
  private static final byte NEAR_MATCH_AND_EARLIER_VERSION = 0b0011_1010;

  private StoredForms() {}

  /**
   * A target for each of them.
   *
   * @param pages what events and fingerprints are made of
   */
  public static List<FuzzTarget> targets(SieveConfig config, List<SourcePage> pages) {
    List<byte[]> events =
        Stream.concat(Stream.of(EVENT.getBytes(UTF_8)), pages.stream().map(MadeArchive::line))
            .toList();
    PageFeatureReader features = new PageFeatureReader(config);
    List<byte[]> stored = events.stream().flatMap(event -> fingerprint(features, event)).toList();
    List<ComparedPage> leaders =
        stored.stream().map(one -> ComparedPage.of(new ScopeKey(1, 2), 3, one)).toList();
    PageReader reader = PageReader.of(config.page());
    return List.of(
        new FormTarget(
            "events",
            events,
            true,
            BadPageException.class,
            event -> {
              reader.read(null, event, header -> null);
              return event;
            }),
        of(
            "fingerprints",
            stored,
            UnreadableFingerprintException.class,
            one -> FingerprintCodec.encode(FingerprintCodec.decode(one))),
        of(
            "leaders",
            leaders.stream().map(ComparedPage::stored).toList(),
            IndexException.class,
            one -> {
              ComparedPage leader = ComparedPage.wrap(one);
              Nearness.of(leader, leaders.get(0));
              FuzzTarget.BrokenException.unless(
                  leader.url().equals(leader.fingerprint().url()), "two URLs");
              return leader.stored();
            }),
        of(
            "shard-pages",
            leaders.stream().flatMap(one -> queries(one).stream()).toList(),
            UnreadableRecordException.class,
            one -> ShardRecordCodec.encode(ShardRecordCodec.query(one))),
        of(
            "shard-leaders",
            leaders.stream()
                .map(one -> ShardRecordCodec.encode(new DealtLeader(7, 9, one)))
                .toList(),
            UnreadableRecordException.class,
            one -> ShardRecordCodec.encode(ShardRecordCodec.leader(one))),
        of(
            "members",
            members().stream().map(ClusterCodec::encode).toList(),
            IllegalArgumentException.class,
            one -> ClusterCodec.encode(ClusterCodec.member(one))),
        of(
            "clusters",
            clusters().stream().map(ClusterCodec::encode).toList(),
            IllegalArgumentException.class,
            one -> ClusterCodec.encode(ClusterCodec.cluster(one))),
        of(
            "observations",
            List.of(
                ObservationCodec.encode(new Observation(URL, new Coordinates(1, 2), null)),
                ObservationCodec.encode(new Observation(URL, new Coordinates(1, 2), OTHER))),
            UnreadableRecordException.class,
            one -> ObservationCodec.encode(ObservationCodec.decode(one))),
        new FormTarget(
            "verdicts",
            verdicts().stream().map(VerdictCodec::encode).toList(),
            true,
            UnreadableRecordException.class,
            one -> VerdictCodec.encode(VerdictCodec.decode(one))));
  }

  private static Stream<byte[]> fingerprint(PageFeatureReader reader, byte[] event) {
    try {
      Page page = reader.page(null, event);
      PageText text = reader.steps().text(page);
      String url = reader.steps().normalized(page.url());
      return Stream.of(
          FingerprintCodec.encode(
              reader.steps().fingerprint(page, text, url, new Coordinates(1, 2), 3)));
    } catch (BadPageException e) {
      return Stream.empty(); // no page in the stream either
    }
  }

  private static FormTarget of(
      String name,
      List<byte[]> samples,
      Class<? extends Exception> refusal,
      FormTarget.Codec codec) {
    return new FormTarget(name, samples, false, refusal, codec);
  }

  /** A page that has passed no shard, and one for which a near leader and a version were found. */
  private static List<byte[]> queries(ComparedPage page) {
    byte[] plain = ShardRecordCodec.encode(LaneQuery.of(page, 5));
    byte[] table = "sketch:3".getBytes(UTF_8);
    byte[] url = OTHER.getBytes(UTF_8);
    ByteBuffer found = ByteBuffer.allocate(plain.length + 2 * (31 + table.length + url.length));
    found.put(plain, 0, FOUND_FROM);
    for (int i = 0; i < 2; i++) {
      found.putInt(1).putLong(2).putLong(3).put((byte) 4).put((byte) 80).put((byte) 5);
      found.put((byte) 2).putShort((short) 9_100);
      found.put((byte) table.length).put(table).putInt(url.length).put(url);
    }
    found.put(plain, FOUND_FROM, plain.length - FOUND_FROM);
    found.put(AT_FLAGS, NEAR_MATCH_AND_EARLIER_VERSION);
    return List.of(plain, found.array());
  }

  @SuppressWarnings("NullAway") // the kind is @Nullable, which javac 17 loses in a class file
  private static List<Member> members() {
    Features measured = new Features(Features.Canonical.OWN, 0.5, 1_000_000, 300);
    Coordinates at = new Coordinates(1, 2);
    return List.of(
        new Member(URL, at, 3, 4, null, Features.NONE),
        new Member(OTHER, at, 5, 6, Verdict.Kind.NEAR, measured));
  }

  private static List<Cluster> clusters() {
    List<Member> members = members();
    Member first = members.get(0);
    Member better = members.get(1);
    return List.of(
        Cluster.of(first),
        new Cluster(first, better, first, Criterion.HTTPS, 1, 2, 2, 300, better.timestamp()));
  }

  private static List<Verdict> verdicts() {
    Coordinates at = new Coordinates(1, 2);
    JudgedPage page = new JudgedPage(URL, at, 3, 4, 5, true);
    Verdict.Basis basis = new Verdict.Basis("combined", 0x1234abcd);
    Verdict.Original other = new Verdict.Original(OTHER, at, true);
    Evidence near =
        new Evidence(
            Verdict.Kind.NEAR,
            other,
            Evidence.Match.NEAR,
            3,
            0.9,
            5,
            Reason.SAME_URL,
            0.91,
            "sketch:3");
    Evidence exact =
        new Evidence(
            Verdict.Kind.REVISIT,
            other,
            Evidence.Match.EXACT,
            0,
            1,
            6,
            Reason.NOTHING_LOST,
            -1,
            "content");
    OverrideRule drop =
        new OverrideRule(OverrideRule.Action.DROP, OverrideRule.Subject.HOST, "a.example", 1);
    OverrideRule keep =
        new OverrideRule(OverrideRule.Action.KEEP, OverrideRule.Subject.URL, URL, 2);
    return List.of(
        new Verdict(page, null, 6, basis, null, null, null),
        new Verdict(page, null, 6, basis, other, null, null),
        new Verdict(page, near, 6, basis, null, new Verdict.Replaced(OTHER, at, "https"), null),
        new Verdict(page, exact, 6, basis, null, null, null),
        new Verdict(page, null, 6, basis, null, null, new Verdict.Overridden(drop, null)),
        new Verdict(page, null, 6, basis, null, null, new Verdict.Overridden(keep, other)));
  }
}
