package dev.crawlsieve.watch.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.stream.config.MirrorsConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.watch.ask.Ask;
import dev.crawlsieve.watch.ask.AskedGroup;
import dev.crawlsieve.watch.http.ConcurrencyLimit;
import dev.crawlsieve.watch.http.HttpAddress;
import dev.crawlsieve.watch.http.HttpToken;
import dev.crawlsieve.watch.http.Question;
import dev.crawlsieve.watch.http.Question.Form;
import dev.crawlsieve.watch.http.RefusedException;
import dev.crawlsieve.watch.http.Routes;
import dev.crawlsieve.watch.http.WatchServer;
import dev.crawlsieve.watch.shard.PartSearch;
import java.util.EnumSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/** Shows a running instance over HTTP. */
public final class Watch implements AutoCloseable {

  private static final int PARTS_AT_A_TIME = 2;

  /**
   * Half of the cores: clients that ask without a pause must not take all of them from the lanes.
   */
  private static final int ASKS_AT_A_TIME =
      Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

  private static final int ASKS_WAITING = 15;
  private static final Pattern PLACE = Pattern.compile("(\\d{1,5})@(\\d{1,15})");

  private final SieveConfig config;
  private final MeteredRun run;
  private final @Nullable HttpToken token;
  private final AskUrl askUrl;
  private final PlaceFollower follower;
  private final List<PagesApart> apart;
  private final Explainer explainer;
  private final ConcurrencyLimit asking = ConcurrencyLimit.ofAsks(ASKS_AT_A_TIME, ASKS_WAITING);

  /**
   * A limit of its own for forwarded questions: other instances hold a permit of {@link #asking}
   * while they wait for these answers.
   */
  private final ConcurrencyLimit askingForOthers =
      ConcurrencyLimit.ofAsks(ASKS_AT_A_TIME, ASKS_WAITING);

  /** A limit of its own for questions about parts of lanes, for the same reason. */
  private final ConcurrencyLimit askingParts = new ConcurrencyLimit(PARTS_AT_A_TIME);

  private volatile @Nullable AskedGroup lanes;

  @SuppressWarnings("NullAway.Init") // by open
  private volatile WatchServer server;

  private Watch(SieveConfig config, @Nullable HttpToken token) {
    this.config = config;
    this.token = token;
    DeclaredRules rules = new DeclaredRules();
    this.follower =
        new PlaceFollower(
            config, config.topics().verdicts(), "", () -> new VerdictEntries(config, rules));
    this.apart =
        config.topics().ownLog()
            ? List.of(PagesApart.unjudged(config), PagesApart.dead(config))
            : List.of(PagesApart.dead(config));
    this.explainer = new Explainer(config, follower, apart);
    this.askUrl = new AskUrl(config, explainer, rules);
    this.run = new MeteredRun(config, this::created);
    run.following(follower::behind, follower::bytes);
  }

  /**
   * Starts to listen, before the instance starts.
   *
   * @throws SieveException if it cannot listen at the address, or a file cannot be used
   */
  public static Watch open(SieveConfig config, HttpAddress address) {
    HttpToken token = config.httpTokenFile().map(HttpToken::read).orElse(null);
    Watch watch = new Watch(config, token);
    try {
      watch.server = WatchServer.start(address, token, watch.routes());
    } catch (SieveException e) {
      watch.close();
      throw e;
    }
    watch.run.start();
    return watch;
  }

  /** The address that it listens on. */
  public HttpAddress address() {
    return server.address();
  }

  /** The address at which other instances find this one: host and port. */
  public String advertised() {
    HttpAddress at = server.address();
    return at.isAny() ? HttpAddress.ofThisMachine(at.port()).toString() : at.toString();
  }

  /** The observer to which the instance must report. */
  public MeteredRun run() {
    return run;
  }

  private void created(KafkaStreams streams) {
    lanes = AskedGroup.of(config, token, streams, here(), new PartSearch(config, streams));
    follower.start();
    apart.forEach(PagesApart::start);
  }

  private Routes routes() {
    Routes routes = new Routes(run::health, run::text);
    routes.get(
        "/api/stats",
        asked -> stats("true".equals(asked.parameter("across")) && !asked.forwarded()));
    routes.get("/api/explain", this::explain);
    routes.get("/api/compare", Watch::compare);
    routes.get("/api/cluster", this::cluster);
    routes.get("/api/mirrors", this::mirrors);
    routes.get("/api/passages", this::passages);
    routes.get("/api/ask", this::askUrl);
    routes.post("/api/ask", EnumSet.of(Form.JSON, Form.LINES, Form.BYTES), this::ask);
    routes.post(PartSearch.PATH, EnumSet.of(Form.BYTES), this::parts);
    return routes;
  }

  /**
   * Statistics: rates, lag, shares of duplicates, pages that were dropped recently.
   *
   * @param across whether to include the counts of the other instances
   */
  private JsonNode stats(boolean across) {
    ObjectNode json = run.stats();
    AskedGroup now = lanes;
    json.set(
        "instances", now == null ? json.arrayNode() : now.instances().list(across ? json : null));
    return json;
  }

  private JsonNode explain(Question asked) throws RefusedException {
    String url = asked.needed("url", "which page? Give it as /api/explain?url=");
    ObjectNode json = explainer.explain(url);
    started().clusters().put(json);
    return json;
  }

  private JsonNode cluster(Question asked) throws RefusedException {
    String which = "which cluster? Give it as /api/cluster?lane=0&leader=0@17";
    String lane = asked.needed("lane", which);
    Coordinates leader = place(asked.needed("leader", which));
    if (!lane.matches("\\d{1,5}") || Integer.parseInt(lane) >= config.lanes()) {
      throw new RefusedException(
          400, "lane must be a number from 0 to " + (config.lanes() - 1) + ", not '" + lane + "'");
    }
    return started().clusters().of(Integer.parseInt(lane), leader, asked.forwarded());
  }

  private static Coordinates place(String text) throws RefusedException {
    Matcher place = PLACE.matcher(text);
    if (!place.matches()) {
      throw new RefusedException(
          400, "a page's place is partition@offset, for example 0@17, not '" + text + "'");
    }
    return new Coordinates(Integer.parseInt(place.group(1)), Long.parseLong(place.group(2)));
  }

  private static JsonNode compare(Question asked) throws RefusedException {
    throw new RefusedException(
        410,
        "/api/compare was removed: 'crawlsieve compare A B', with the URLs of two pages, shows how"
            + " they differ");
  }

  private JsonNode mirrors(Question asked) throws RefusedException {
    String place = siteOrUrl(asked, "/api/mirrors");
    if (!config.uses(MirrorsConfig.WING)) {
      throw new RefusedException(404, "mirrors are not learned: mirrors.enabled is false");
    }
    return started().mirrors().of(place, asked.given("url") != null, asked.forwarded());
  }

  private JsonNode passages(Question asked) throws RefusedException {
    String place = siteOrUrl(asked, "/api/passages");
    return started().passages().of(place, asked.forwarded());
  }

  /** The page asked about, or any URL of the site, which may be given as a host. */
  private static String siteOrUrl(Question asked, String path) throws RefusedException {
    String site = asked.given("site");
    String url = asked.given("url");
    if ((url == null) == (site == null)) {
      throw new RefusedException(
          400, "which site, or which page? Give one of them as " + path + "?site= or ?url=");
    }
    return url != null ? url : site.contains("://") ? site : "http://" + site;
  }

  private AskedGroup started() throws RefusedException {
    AskedGroup now = lanes;
    if (now == null) {
      throw new RefusedException(503, "the instance has not started yet");
    }
    return now;
  }

  private List<ObjectNode> ask(Question pages) throws RefusedException {
    Ask ask = started().ask();
    ConcurrencyLimit limit = pages.forwarded() ? askingForOthers : asking;
    return limit.within(() -> ask.of(pages));
  }

  private JsonNode askUrl(Question asked) throws RefusedException {
    String which = "which page? Give its URL as /api/ask?url=, or POST the page";
    String url = asked.needed("url", which);
    AskedGroup now = started();
    return asking.within(() -> askUrl.of(url, now));
  }

  private List<ObjectNode> parts(Question asked) throws RefusedException {
    PartSearch parts = new PartSearch(config, started().instances().streams());
    return askingParts.within(() -> List.of(parts.of(asked)));
  }

  /**
   * The address by which the group knows this instance: the configured one, or the one that it
   * listens on.
   */
  private String here() {
    return config
        .passedThrough("streams.")
        .getOrDefault(StreamsConfig.APPLICATION_SERVER_CONFIG, advertised())
        .toString();
  }

  /** Stops listening, and pushes metrics a last time, if they are pushed. Idempotent. */
  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
    run.close();
    follower.close();
    apart.forEach(PagesApart::close);
  }
}
