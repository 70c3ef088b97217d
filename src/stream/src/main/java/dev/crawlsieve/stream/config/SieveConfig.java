package dev.crawlsieve.stream.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;

import dev.crawlsieve.core.config.AcceptSettings;
import dev.crawlsieve.core.config.BodyRefSettings;
import dev.crawlsieve.core.config.ClusterSettings;
import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.config.MirrorSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.config.Scope;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.config.SettingsHash;
import dev.crawlsieve.core.config.ShingleSettings;
import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.override.OverridesFile;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigException;

/**
 * All settings: names, defaults, documentation, validation. Longer than most classes because it is
 * the single list of them.
 *
 * <p>Settings that start with {@code streams.}, {@code producer.} or {@code consumer.} go to Kafka
 * as they are, without the prefix; see {@link #passedThrough}.
 */
public final class SieveConfig {

  public static final String BOOTSTRAP_SERVERS_CONFIG = "bootstrap.servers";
  private static final String BOOTSTRAP_SERVERS_DOC =
      "Kafka brokers as host:port, separated by commas.";

  public static final String APPLICATION_ID_CONFIG = "application.id";
  private static final String APPLICATION_ID_DOC =
      "Names the group of instances that share the work, and its state. With a topic.prefix, the"
          + " prefix is appended.";

  public static final String TOPIC_PREFIX_CONFIG = "topic.prefix";
  private static final String TOPIC_PREFIX_DOC =
      "Prefix of every topic name, followed by a dot; empty for plain names.";

  public static final String PAGES_TOPIC_CONFIG = "pages.topic";
  private static final String PAGES_TOPIC_DOC =
      "Full name of the topic that pages are read from; empty for pages under topic.prefix. A topic"
          + " named here belongs to someone else, so `topics create` does not make it.";

  public static final String FINGERPRINTS_TOPIC_CONFIG = "fingerprints.topic";
  private static final String FINGERPRINTS_TOPIC_DOC =
      "Full name of another generation's log to decide on; no fingerprints are made then, and"
          + " pages.topic must name the pages that the log was made from. Empty for a log of its"
          + " own.";

  public static final String STATE_DIR_CONFIG = "state.dir";
  private static final String STATE_DIR_DOC =
      "Folder for this machine's index. Don't use a temporary folder: losing the index costs a"
          + " restore.";

  public static final String PARTITIONS_CONFIG = "partitions";
  private static final String PARTITIONS_DOC =
      "Number of partitions that `topics create` gives pages, verdicts, unique, duplicate and"
          + " unjudged.";

  public static final String LANES_CONFIG = "lanes";
  private static final String LANES_DOC =
      "Number of partitions of the fingerprints log. One lane decides in one order; more than one"
          + " is useful only with a dedup.scope other than global.";

  public static final String REPLICATION_FACTOR_CONFIG = "replication.factor";
  private static final String REPLICATION_FACTOR_DOC =
      "Copies of every record on topics made by `topics create` and on the index's changelog; -1"
          + " for the brokers' default.";

  public static final String PAGE_FORMAT_CONFIG = "page.format";
  private static final String PAGE_FORMAT_DOC =
      "json: the value is a page event. raw: the value is the body, the key is the URL, and the"
          + " headers content-type, content-language, link and status (in any case) describe the"
          + " page.";

  public static final String PAGE_MAX_BYTES_CONFIG = "page.max.bytes";
  private static final String PAGE_MAX_BYTES_DOC =
      "Page records with a larger value go to dead-letters.";

  public static final String PAGE_TIME_AHEAD_MAX_CONFIG = "page.time.ahead.max";
  private static final String PAGE_TIME_AHEAD_MAX_DOC =
      "How far a page's timestamp may be ahead of this machine's clock; later timestamps count as"
          + " now. This is also how far lane time can run ahead of real time. none: no limit.";

  public static final String BODY_REF_ROOTS_CONFIG = "body.ref.roots";
  private static final String BODY_REF_ROOTS_DOC =
      "Where bodies may be read that page events refer to (bodyRef), separated by commas: absolute"
          + " folders, and http or https addresses, each of which stands for everything below it."
          + " Empty: nowhere; such pages go to dead-letters.";

  public static final String BODY_REF_TIMEOUT_CONFIG = "body.ref.timeout";
  private static final String BODY_REF_TIMEOUT_DOC =
      "How long reading one body from an http address may take, with its retries. An address that"
          + " does not answer in this time is left alone for as long again, and pages that refer to"
          + " it go to dead-letters.";

  public static final String ACCEPT_STATUS_CONFIG = "accept.status";
  private static final String ACCEPT_STATUS_DOC =
      "Response statuses whose pages are judged, separated by commas: 200, 200-299, 2xx, none (for"
          + " pages without a status), any. All other pages go to unjudged.";

  public static final String ACCEPT_TYPES_CONFIG = "accept.types";
  private static final String ACCEPT_TYPES_DOC =
      "Content types whose pages are judged, separated by commas; * matches any characters, and a"
          + " leading - excludes. The type of a page that declares none is guessed from its first"
          + " bytes. All other pages go to unjudged.";

  public static final String ACCEPT_MIN_BYTES_CONFIG = "accept.min.bytes";
  private static final String ACCEPT_MIN_BYTES_DOC =
      "Pages with a smaller body go to unjudged. At 0, empty bodies are judged too, and are never"
          + " copies of other URLs' pages.";

  public static final String ACCEPT_REFRESH_CONFIG = "accept.refresh";
  private static final String ACCEPT_REFRESH_DOC =
      "Whether to judge HTML pages that redirect browsers within 10 s (meta refresh) and have fewer"
          + " shingles than near.min.shingles. If false, they go to unjudged.";

  public static final String INPUT_MAX_INFLATION_CONFIG = "input.max.inflation";
  private static final String INPUT_MAX_INFLATION_DOC =
      "`produce` and `sieve` stop reading a compressed input once it has grown to more than this"
          + " many times its size and more than 64 MiB.";

  public static final String URL_IGNORE_SCHEME_CONFIG = "url.ignore.scheme";
  private static final String URL_IGNORE_SCHEME_DOC =
      "Whether the http and https forms of a URL are the same page.";

  public static final String URL_IGNORE_WWW_CONFIG = "url.ignore.www";
  private static final String URL_IGNORE_WWW_DOC =
      "Whether a host with and without a leading www. is the same host.";

  public static final String URL_TRACKING_PARAMETERS_CONFIG = "url.tracking.parameters";
  private static final String URL_TRACKING_PARAMETERS_DOC =
      "Query parameters that never change a page; a trailing * matches any suffix.";

  public static final String HTML_PARSER_CONFIG = "html.parser";
  private static final String HTML_PARSER_DOC =
      "How HTML is parsed. fast: in one pass, with jsoup for the few pages where one pass is"
          + " uncertain. jsoup: by building a tree of every page.";

  public static final String TEXT_CONFIG = "text";
  private static final String TEXT_DOC =
      "main: the main content, without navigation, headers, footers, forms and the like, or all"
          + " visible text if no main part can be trusted. visible: all visible text.";

  public static final String TEXT_IMAGE_ALT_CONFIG = "text.image.alt";
  private static final String TEXT_IMAGE_ALT_DOC =
      "Whether a page's text includes the alternative texts of its images.";

  public static final String TEXT_LINK_TARGETS_CONFIG = "text.link.targets";
  private static final String TEXT_LINK_TARGETS_DOC =
      "Whether a page's text includes the targets of its links.";

  public static final String SHINGLE_UNIT_CONFIG = "shingle.unit";
  private static final String SHINGLE_UNIT_DOC =
      "The unit a shingle is made of. In scripts without spaces (Han, Kana, Thai, Lao, Khmer,"
          + " Myanmar) every character, with its marks, counts as a word.";

  public static final String SHINGLE_WIDTH_CONFIG = "shingle.width";
  private static final String SHINGLE_WIDTH_DOC =
      "Words (typically 3 to 9) or characters (typically 25 to 50) per shingle.";

  public static final String SHINGLE_CASE_CONFIG = "shingle.case";
  private static final String SHINGLE_CASE_DOC = "Whether to ignore case (fold) or not (keep).";

  public static final String SHINGLE_PUNCTUATION_CONFIG = "shingle.punctuation";
  private static final String SHINGLE_PUNCTUATION_DOC =
      "Whether punctuation and symbols are tokens (keep) or only separate them (drop).";

  public static final String SHINGLE_STOP_WORDS_CONFIG = "shingle.stop.words";
  private static final String SHINGLE_STOP_WORDS_DOC =
      "Whether the most common English function words are kept.";

  public static final String SHINGLE_REPLICAS_CONFIG = "shingle.replicas";
  private static final String SHINGLE_REPLICAS_DOC =
      "count: repeated shingles are distinct elements. ignore: a text is a set of shingles.";

  public static final String SHINGLE_WEIGHT_CONFIG = "shingle.weight";
  private static final String SHINGLE_WEIGHT_DOC =
      "Weight of a shingle in the SimHash. tf: its number of occurrences. none: one.";

  public static final String NEAR_MIN_SHINGLES_CONFIG = "near.min.shingles";
  private static final String NEAR_MIN_SHINGLES_DOC =
      "Texts with fewer shingles are too short to judge and match only exactly.";

  public static final String DETECTOR_CONFIG = "detector";
  private static final String DETECTOR_DOC =
      "What makes two pages near-duplicates. simhash: their SimHashes are close. sketch: their"
          + " min-hash sketches are similar. supershingle: enough of their 6 super-shingles are"
          + " equal. combined: as sketch, or their SimHashes are close and the sketches confirm it.";

  public static final String SIMHASH_MAX_DISTANCE_CONFIG = "simhash.max.distance";
  private static final String SIMHASH_MAX_DISTANCE_DOC =
      "k: two 64-bit SimHashes match if they differ in at most this many bits. For simhash and"
          + " combined.";

  public static final String SKETCH_MIN_SIMILARITY_CONFIG = "sketch.min.similarity";
  private static final String SKETCH_MIN_SIMILARITY_DOC =
      "Two sketches match if their estimated Jaccard similarity is at least this (standard error up"
          + " to 0.05). For sketch and combined.";

  public static final String SKETCH_RECALL_CONFIG = "sketch.recall";
  private static final String SKETCH_RECALL_DOC =
      "Target probability that a pair exactly at sketch.min.similarity is compared; it is higher"
          + " for more similar pairs. Higher values need more tables. For sketch and combined.";

  public static final String SUPERSHINGLE_MIN_AGREEING_CONFIG = "supershingle.min.agreeing";
  private static final String SUPERSHINGLE_MIN_AGREEING_DOC =
      "Two pages match if at least this many of their 6 super-shingles are equal. For"
          + " supershingle.";

  public static final String COMBINED_MIN_SIMILARITY_CONFIG = "combined.min.similarity";
  private static final String COMBINED_MIN_SIMILARITY_DOC =
      "Two pages within simhash.max.distance match only if their sketches estimate at least this"
          + " Jaccard similarity. At most sketch.min.similarity. For combined.";

  public static final String NEAR_NAMES_CONFIG = NameThresholds.NAMES;
  private static final String NEAR_NAMES_DOC =
      "Whether title, first heading, address and declared language say that two pages are the same"
          + " item. compare: pages that name different items do not match nearly, and exactly only"
          + " if their text is not too short to judge. ignore: similarity alone decides.";

  public static final String NEAR_ALIKE_MIN_SIMILARITY_CONFIG = NameThresholds.ALIKE;
  private static final String NEAR_ALIKE_MIN_SIMILARITY_DOC =
      "Two pages whose names are the same but for the address on one host, or but for the language,"
          + " match nearly only if their sketches estimate at least this Jaccard similarity. For"
          + " near.names=compare.";

  public static final String NEAR_OTHER_MIN_CONTAINMENT_CONFIG = NameThresholds.OTHER;
  private static final String NEAR_OTHER_MIN_CONTAINMENT_DOC =
      "A page that names another item than a kept one matches it nearly only if the kept page has"
          + " at least this share of its shingles, with a confidence of 95 %. 84 equal min-hashes"
          + " of two texts of one length give 0.98. 1: never. For near.names=compare.";

  public static final String DEDUP_SCOPE_CONFIG = "dedup.scope";
  private static final String DEDUP_SCOPE_DOC =
      "Pages are compared within this scope only: global, host, domain, or header:NAME for the"
          + " value of a record header.";

  public static final String DEDUP_REVISIT_CONFIG = "dedup.revisit";
  private static final String DEDUP_REVISIT_DOC =
      "What happens to a page that nearly matches an earlier version of its own URL. match: it is a"
          + " duplicate, as with any other page. readmit: it is compared only with pages of other"
          + " URLs and kept if none matches; an unchanged text is still a duplicate.";

  public static final String OVERRIDES_FILE_CONFIG = RuleSettings.OVERRIDES_FILE;
  private static final String OVERRIDES_FILE_DOC =
      "File of pages and hosts that are always kept, always dropped, never matched with each other,"
          + " or compared by stricter thresholds: JSON lines, see docs/overrides.md. Every instance"
          + " needs the same rules; a digest of them is recorded with the index. Empty: none.";

  public static final String INDEX_RETENTION_CONFIG = "index.retention";
  private static final String INDEX_RETENTION_DOC =
      "How long a kept page is compared with later ones: none (forever), or a duration such as 30d,"
          + " 12h or PT1H30M, measured by the timestamps of the lane's pages to within one percent."
          + " Expired pages are deleted.";

  public static final String INDEX_MEMORY_BYTES_CONFIG = "index.memory.bytes";
  private static final String INDEX_MEMORY_BYTES_DOC =
      "Memory bound for a lane's tables and the newest records cached beside them. Tables that do"
          + " not fit are merged into tables on disk. 0: half of the largest heap, divided by"
          + " lanes; with many instances, each of which holds few lanes, set it. With index.shards:"
          + " of each shard";

  public static final String INDEX_EXPECTED_LEADERS_CONFIG = "index.expected.leaders";
  private static final String INDEX_EXPECTED_LEADERS_DOC =
      "Number of kept pages that a lane's tables are laid out for. More still work, but more"
          + " slowly.";

  public static final String INDEX_SHARDS_CONFIG = "index.shards";
  private static final String INDEX_SHARDS_DOC =
      "Number of shards that a lane's kept pages are dealt out to, so that several machines can"
          + " hold the index of one lane; verdicts are the same. 0: one task holds it. Later only"
          + " `replay --into PREFIX` changes it.";

  public static final String PENDING_CACHE_BYTES_CONFIG = "pending.cache.bytes";
  private static final String PENDING_CACHE_BYTES_DOC =
      "Memory bound per instance for bodies that await their verdict. Those that do not fit are"
          + " read again from the pages topic. 0: a sixteenth of the largest heap, at most 256 MiB";

  /** About two seconds of pages on two cores: no page is read again after a shorter pause. */
  private static final long MOST_PENDING_BYTES_BY_DEFAULT = 256L << 20;

  public static final String MIRRORS_ENABLED_CONFIG = "mirrors.enabled";
  private static final String MIRRORS_ENABLED_DOC =
      "Whether to learn mirrors and URL rules from verdicts and declare them on the topic mirrors.";

  public static final String MIRRORS_MIN_SUPPORT_CONFIG = "mirrors.min.support";
  private static final String MIRRORS_MIN_SUPPORT_DOC =
      "Number of page pairs that must agree before a mirror or URL rule is declared.";

  public static final String MIRRORS_MIN_CONFIDENCE_CONFIG = "mirrors.min.confidence";
  private static final String MIRRORS_MIN_CONFIDENCE_DOC =
      "Share of the page pairs under the same path that must agree. A declared mirror or rule is"
          + " withdrawn when its share falls 0.1 below this.";

  public static final String MIRRORS_MIN_COVERAGE_CONFIG = "mirrors.min.coverage";
  private static final String MIRRORS_MIN_COVERAGE_DOC =
      "Share of the smaller side's paths that both sides of a mirror must have.";

  public static final String MIRRORS_PATHS_PER_SITE_CONFIG = "mirrors.paths.per.site";
  private static final String MIRRORS_PATHS_PER_SITE_DOC =
      "Paths remembered per site, as a sample if it has more; about 150 bytes each on disk.";

  public static final String MIRRORS_MAX_SITES_CONFIG = "mirrors.max.sites";
  private static final String MIRRORS_MAX_SITES_DOC =
      "Sites whose paths are remembered. Further sites are counted and ignored.";

  public static final String CLUSTERS_ENABLED_CONFIG = "clusters.enabled";
  private static final String CLUSTERS_ENABLED_DOC =
      "Whether to publish, on the topic clusters, the copies of each kept page and which page among"
          + " them is preferred.";

  public static final String CLUSTERS_POLICY_CONFIG = "clusters.policy";
  private static final String CLUSTERS_POLICY_DOC =
      "How the preferred page of a cluster is chosen: criteria separated by commas, see"
          + " docs/clusters-and-mirrors.md. The first one that distinguishes two pages decides;"
          + " otherwise the earlier page in the lane wins.";

  public static final String CLUSTERS_SCORE_HEADER_CONFIG = "clusters.score.header";
  private static final String CLUSTERS_SCORE_HEADER_DOC =
      "Record header that holds a page's score, a decimal number, for clusters.policy.";

  public static final String CLUSTERS_MEMBERS_MAX_CONFIG = "clusters.members.max";
  private static final String CLUSTERS_MEMBERS_MAX_DOC =
      "How many pages of a cluster are listed, starting with the first; all are counted and"
          + " compared.";

  public static final String DEDUP_KEEP_CONFIG = "dedup.keep";
  private static final String DEDUP_KEEP_DOC =
      "first: the first page goes to unique and its copies to duplicate. policy: a copy that beats"
          + " all earlier pages by clusters.policy also goes to unique and names the page it"
          + " replaces. Verdicts are the same either way. Needs clusters.enabled.";

  public static final String HEALTH_PATIENCE_CONFIG = "health.patience";
  private static final String HEALTH_PATIENCE_DOC =
      "How long `run` may make no progress before it is no longer ready and gives the reason. After"
          + " five times as long it is not live either, but only if a restart can help.";

  public static final String HTTP_TOKEN_FILE_CONFIG = "http.token.file";
  private static final String HTTP_TOKEN_FILE_DOC =
      "File with a token that requests to `run --http` must carry (Authorization: Bearer TOKEN),"
          + " except for health; all instances need the same. Empty: none is needed.";

  public static final String METRICS_OTLP_URL_CONFIG = "metrics.otlp.url";
  private static final String METRICS_OTLP_URL_DOC =
      "Where `run --http` also pushes its metrics, once a minute, by OTLP over HTTP: the whole"
          + " address, such as http://collector:4318/v1/metrics. Empty: nowhere.";

  public static final String METRICS_OTLP_HEADERS_FILE_CONFIG = "metrics.otlp.headers.file";
  private static final String METRICS_OTLP_HEADERS_FILE_DOC =
      "Properties file with headers for metrics.otlp.url, such as Authorization=Bearer TOKEN."
          + " Empty: none.";

  /** The definition of all settings. */
  public static final ConfigDef CONFIG =
      new ConfigDef()
          .define(
              BOOTSTRAP_SERVERS_CONFIG, Type.LIST, "localhost:9092", HIGH, BOOTSTRAP_SERVERS_DOC)
          .define(
              APPLICATION_ID_CONFIG,
              Type.STRING,
              "crawlsieve",
              ConfigDef.LambdaValidator.with(
                  SieveConfig::ensureName, () -> "letters, digits, . _ -"),
              HIGH,
              APPLICATION_ID_DOC)
          .define(
              TOPIC_PREFIX_CONFIG,
              Type.STRING,
              "",
              ConfigDef.LambdaValidator.with(
                  SieveConfig::ensurePrefix, () -> "letters, digits, . _ - or empty"),
              HIGH,
              TOPIC_PREFIX_DOC)
          .define(
              PAGES_TOPIC_CONFIG,
              Type.STRING,
              "",
              ConfigDef.LambdaValidator.with(
                  SieveConfig::ensureTopic, () -> "letters, digits, . _ - or empty"),
              MEDIUM,
              PAGES_TOPIC_DOC)
          .define(
              FINGERPRINTS_TOPIC_CONFIG,
              Type.STRING,
              "",
              ConfigDef.LambdaValidator.with(
                  SieveConfig::ensureTopic, () -> "letters, digits, . _ - or empty"),
              MEDIUM,
              FINGERPRINTS_TOPIC_DOC)
          .define(STATE_DIR_CONFIG, Type.STRING, "crawlsieve-state", HIGH, STATE_DIR_DOC)
          .define(PARTITIONS_CONFIG, Type.INT, 4, Range.between(1, 10_000), MEDIUM, PARTITIONS_DOC)
          .define(LANES_CONFIG, Type.INT, 1, Range.between(1, 10_000), MEDIUM, LANES_DOC)
          .define(
              REPLICATION_FACTOR_CONFIG,
              Type.INT,
              -1,
              Range.between(-1, 32),
              MEDIUM,
              REPLICATION_FACTOR_DOC)
          .define(
              PAGE_FORMAT_CONFIG,
              Type.STRING,
              "json",
              ValidString.in("json", "raw"),
              MEDIUM,
              PAGE_FORMAT_DOC)
          .define(
              PAGE_MAX_BYTES_CONFIG,
              Type.INT,
              PageSettings.RAW.maxBytes(),
              Range.between(1024, 512 << 20),
              MEDIUM,
              PAGE_MAX_BYTES_DOC)
          .define(
              PAGE_TIME_AHEAD_MAX_CONFIG,
              Type.STRING,
              "30m",
              ConfigDef.LambdaValidator.with(
                  SieveConfig::ensureAhead, () -> "none, or 1s to 36500d"),
              LOW,
              PAGE_TIME_AHEAD_MAX_DOC)
          .define(
              BODY_REF_ROOTS_CONFIG,
              Type.LIST,
              List.of(),
              ConfigDef.LambdaValidator.with(
                  SieveConfig::ensureBodyRoots, () -> "/crawl, https://store.example/crawl/"),
              MEDIUM,
              BODY_REF_ROOTS_DOC)
          .define(
              BODY_REF_TIMEOUT_CONFIG,
              Type.STRING,
              BodyRefSettings.TIMEOUT,
              ConfigDef.LambdaValidator.with(SieveConfig::ensureBodyTimeout, () -> "1s to 10s"),
              LOW,
              BODY_REF_TIMEOUT_DOC)
          .define(
              ACCEPT_STATUS_CONFIG,
              Type.LIST,
              AcceptSettings.STATUSES,
              ConfigDef.LambdaValidator.with(
                  (name, value) -> accepts(value, List.of()), () -> "200, 200-299, 2xx, none, any"),
              MEDIUM,
              ACCEPT_STATUS_DOC)
          .define(
              ACCEPT_TYPES_CONFIG,
              Type.LIST,
              AcceptSettings.TYPES,
              ConfigDef.LambdaValidator.with(
                  (name, value) -> accepts(List.of(), value), () -> "text/html, text/*, -text/css"),
              MEDIUM,
              ACCEPT_TYPES_DOC)
          .define(
              ACCEPT_MIN_BYTES_CONFIG,
              Type.INT,
              AcceptSettings.DEFAULT.minBytes(),
              Range.between(0, 512 << 20),
              MEDIUM,
              ACCEPT_MIN_BYTES_DOC)
          .define(ACCEPT_REFRESH_CONFIG, Type.BOOLEAN, false, LOW, ACCEPT_REFRESH_DOC)
          .define(
              INPUT_MAX_INFLATION_CONFIG,
              Type.INT,
              250,
              Range.between(1, 1_000_000),
              LOW,
              INPUT_MAX_INFLATION_DOC)
          .define(URL_IGNORE_SCHEME_CONFIG, Type.BOOLEAN, true, LOW, URL_IGNORE_SCHEME_DOC)
          .define(URL_IGNORE_WWW_CONFIG, Type.BOOLEAN, true, LOW, URL_IGNORE_WWW_DOC)
          .define(
              URL_TRACKING_PARAMETERS_CONFIG,
              Type.LIST,
              PageSettings.TRACKING_PARAMETERS,
              LOW,
              URL_TRACKING_PARAMETERS_DOC)
          .define(
              HTML_PARSER_CONFIG,
              Type.STRING,
              "fast",
              ValidString.in("fast", "jsoup"),
              LOW,
              HTML_PARSER_DOC)
          .define(
              TEXT_CONFIG, Type.STRING, "main", ValidString.in("main", "visible"), HIGH, TEXT_DOC)
          .define(TEXT_IMAGE_ALT_CONFIG, Type.BOOLEAN, false, LOW, TEXT_IMAGE_ALT_DOC)
          .define(TEXT_LINK_TARGETS_CONFIG, Type.BOOLEAN, false, LOW, TEXT_LINK_TARGETS_DOC)
          .define(
              SHINGLE_UNIT_CONFIG,
              Type.STRING,
              "words",
              ValidString.in("words", "characters"),
              MEDIUM,
              SHINGLE_UNIT_DOC)
          .define(
              SHINGLE_WIDTH_CONFIG,
              Type.INT,
              ShingleSettings.DEFAULT.width(),
              Range.between(1, 100),
              MEDIUM,
              SHINGLE_WIDTH_DOC)
          .define(
              SHINGLE_CASE_CONFIG,
              Type.STRING,
              "fold",
              ValidString.in("fold", "keep"),
              LOW,
              SHINGLE_CASE_DOC)
          .define(
              SHINGLE_PUNCTUATION_CONFIG,
              Type.STRING,
              "drop",
              ValidString.in("drop", "keep"),
              LOW,
              SHINGLE_PUNCTUATION_DOC)
          .define(
              SHINGLE_STOP_WORDS_CONFIG,
              Type.STRING,
              "keep",
              ValidString.in("drop", "keep"),
              LOW,
              SHINGLE_STOP_WORDS_DOC)
          .define(
              SHINGLE_REPLICAS_CONFIG,
              Type.STRING,
              "ignore",
              ValidString.in("ignore", "count"),
              LOW,
              SHINGLE_REPLICAS_DOC)
          .define(
              SHINGLE_WEIGHT_CONFIG,
              Type.STRING,
              "tf",
              ValidString.in("tf", "none"),
              LOW,
              SHINGLE_WEIGHT_DOC)
          .define(
              NEAR_MIN_SHINGLES_CONFIG,
              Type.INT,
              ShingleSettings.DEFAULT.minShingles(),
              Range.between(1, 1_000_000),
              MEDIUM,
              NEAR_MIN_SHINGLES_DOC)
          .define(
              DETECTOR_CONFIG,
              Type.STRING,
              DetectorSettings.DEFAULT.name(),
              ValidString.in("simhash", "sketch", "supershingle", "combined"),
              HIGH,
              DETECTOR_DOC)
          .define(
              SIMHASH_MAX_DISTANCE_CONFIG,
              Type.INT,
              DetectorSettings.DEFAULT.maxDistance(),
              Range.between(0, 16),
              HIGH,
              SIMHASH_MAX_DISTANCE_DOC)
          .define(
              SKETCH_MIN_SIMILARITY_CONFIG,
              Type.DOUBLE,
              DetectorSettings.DEFAULT.minSimilarity(),
              Range.between(0.01, 1.0),
              HIGH,
              SKETCH_MIN_SIMILARITY_DOC)
          .define(
              SKETCH_RECALL_CONFIG,
              Type.DOUBLE,
              DetectorSettings.DEFAULT.recall(),
              Range.between(0.01, 0.9999),
              MEDIUM,
              SKETCH_RECALL_DOC)
          .define(
              SUPERSHINGLE_MIN_AGREEING_CONFIG,
              Type.INT,
              DetectorSettings.DEFAULT.minAgreeing(),
              Range.between(1, 6),
              MEDIUM,
              SUPERSHINGLE_MIN_AGREEING_DOC)
          .define(
              COMBINED_MIN_SIMILARITY_CONFIG,
              Type.DOUBLE,
              DetectorSettings.DEFAULT.confirmingSimilarity(),
              Range.between(0.0, 1.0),
              MEDIUM,
              COMBINED_MIN_SIMILARITY_DOC)
          .define(
              NEAR_NAMES_CONFIG,
              Type.STRING,
              "compare",
              ValidString.in("compare", "ignore"),
              HIGH,
              NEAR_NAMES_DOC)
          .define(
              NEAR_ALIKE_MIN_SIMILARITY_CONFIG,
              Type.DOUBLE,
              NameThresholds.DEFAULT.alikeSimilarity(),
              Range.between(0.0, 1.0),
              MEDIUM,
              NEAR_ALIKE_MIN_SIMILARITY_DOC)
          .define(
              NEAR_OTHER_MIN_CONTAINMENT_CONFIG,
              Type.DOUBLE,
              NameThresholds.DEFAULT.otherContainment(),
              Range.between(0.0, 1.0),
              MEDIUM,
              NEAR_OTHER_MIN_CONTAINMENT_DOC)
          .define(
              DEDUP_SCOPE_CONFIG,
              Type.STRING,
              "global",
              ConfigDef.LambdaValidator.with(
                  SieveConfig::ensureScope, () -> "global, host, domain, header:NAME"),
              HIGH,
              DEDUP_SCOPE_DOC)
          .define(
              DEDUP_REVISIT_CONFIG,
              Type.STRING,
              "match",
              ValidString.in("match", "readmit"),
              MEDIUM,
              DEDUP_REVISIT_DOC)
          .define(OVERRIDES_FILE_CONFIG, Type.STRING, "", MEDIUM, OVERRIDES_FILE_DOC)
          .define(
              INDEX_RETENTION_CONFIG,
              Type.STRING,
              "none",
              ConfigDef.LambdaValidator.with(
                  SieveConfig::ensureRetention, () -> "none, or 1s to 36500d"),
              HIGH,
              INDEX_RETENTION_DOC)
          .define(
              INDEX_MEMORY_BYTES_CONFIG,
              Type.LONG,
              0,
              Range.between(0, Long.MAX_VALUE),
              MEDIUM,
              INDEX_MEMORY_BYTES_DOC)
          .define(
              INDEX_EXPECTED_LEADERS_CONFIG,
              Type.LONG,
              IndexSettings.DEFAULT.expectedLeaders(),
              Range.between(1, 1L << 31),
              MEDIUM,
              INDEX_EXPECTED_LEADERS_DOC)
          .define(
              INDEX_SHARDS_CONFIG,
              Type.INT,
              0,
              Range.between(0, IndexSettings.MOST_SHARDS),
              MEDIUM,
              INDEX_SHARDS_DOC)
          .define(
              PENDING_CACHE_BYTES_CONFIG,
              Type.LONG,
              0,
              Range.between(0, Long.MAX_VALUE),
              MEDIUM,
              PENDING_CACHE_BYTES_DOC)
          .define(MIRRORS_ENABLED_CONFIG, Type.BOOLEAN, false, MEDIUM, MIRRORS_ENABLED_DOC)
          .define(
              MIRRORS_MIN_SUPPORT_CONFIG,
              Type.INT,
              8,
              Range.between(1, 1_000_000),
              LOW,
              MIRRORS_MIN_SUPPORT_DOC)
          .define(
              MIRRORS_MIN_CONFIDENCE_CONFIG,
              Type.DOUBLE,
              0.6,
              Range.between(0.01, 1.0),
              LOW,
              MIRRORS_MIN_CONFIDENCE_DOC)
          .define(
              MIRRORS_MIN_COVERAGE_CONFIG,
              Type.DOUBLE,
              0.3,
              Range.between(0.0, 1.0),
              LOW,
              MIRRORS_MIN_COVERAGE_DOC)
          .define(
              MIRRORS_PATHS_PER_SITE_CONFIG,
              Type.INT,
              1024,
              Range.between(1, 1_000_000),
              LOW,
              MIRRORS_PATHS_PER_SITE_DOC)
          .define(
              MIRRORS_MAX_SITES_CONFIG,
              Type.INT,
              100_000,
              Range.between(1, Integer.MAX_VALUE),
              LOW,
              MIRRORS_MAX_SITES_DOC)
          .define(CLUSTERS_ENABLED_CONFIG, Type.BOOLEAN, false, MEDIUM, CLUSTERS_ENABLED_DOC)
          .define(
              CLUSTERS_POLICY_CONFIG,
              Type.STRING,
              "canonical,https,score,oldest,shorter-url",
              ConfigDef.LambdaValidator.with(
                  SieveConfig::ensurePolicy,
                  () -> "canonical, https, score, oldest or newest, shorter-url, longest"),
              MEDIUM,
              CLUSTERS_POLICY_DOC)
          .define(
              CLUSTERS_SCORE_HEADER_CONFIG,
              Type.STRING,
              "score",
              new ConfigDef.NonEmptyString(),
              LOW,
              CLUSTERS_SCORE_HEADER_DOC)
          .define(
              CLUSTERS_MEMBERS_MAX_CONFIG,
              Type.INT,
              100,
              Range.between(1, 10_000),
              LOW,
              CLUSTERS_MEMBERS_MAX_DOC)
          .define(
              DEDUP_KEEP_CONFIG,
              Type.STRING,
              "first",
              ValidString.in("first", "policy"),
              MEDIUM,
              DEDUP_KEEP_DOC)
          .define(
              HEALTH_PATIENCE_CONFIG,
              Type.STRING,
              "60s",
              ConfigDef.LambdaValidator.with(SieveConfig::ensurePatience, () -> "1s to 1d"),
              LOW,
              HEALTH_PATIENCE_DOC)
          .define(HTTP_TOKEN_FILE_CONFIG, Type.STRING, "", LOW, HTTP_TOKEN_FILE_DOC)
          .define(
              METRICS_OTLP_URL_CONFIG,
              Type.STRING,
              "",
              ConfigDef.LambdaValidator.with(
                  SieveConfig::ensureHttpUrl, () -> "http or https, or empty"),
              LOW,
              METRICS_OTLP_URL_DOC)
          .define(
              METRICS_OTLP_HEADERS_FILE_CONFIG,
              Type.STRING,
              "",
              LOW,
              METRICS_OTLP_HEADERS_FILE_DOC);

  /** Settings that decide which pages have a fingerprint and what it contains. */
  private static final List<String> FINGERPRINT_SETTINGS =
      List.of(
          PAGE_FORMAT_CONFIG,
          PAGE_MAX_BYTES_CONFIG,
          ACCEPT_STATUS_CONFIG,
          ACCEPT_TYPES_CONFIG,
          ACCEPT_MIN_BYTES_CONFIG,
          ACCEPT_REFRESH_CONFIG,
          URL_IGNORE_SCHEME_CONFIG,
          URL_IGNORE_WWW_CONFIG,
          URL_TRACKING_PARAMETERS_CONFIG,
          HTML_PARSER_CONFIG,
          TEXT_CONFIG,
          TEXT_IMAGE_ALT_CONFIG,
          TEXT_LINK_TARGETS_CONFIG,
          SHINGLE_UNIT_CONFIG,
          SHINGLE_WIDTH_CONFIG,
          SHINGLE_CASE_CONFIG,
          SHINGLE_PUNCTUATION_CONFIG,
          SHINGLE_STOP_WORDS_CONFIG,
          SHINGLE_REPLICAS_CONFIG,
          SHINGLE_WEIGHT_CONFIG,
          NEAR_MIN_SHINGLES_CONFIG);

  /** Settings that, besides the fingerprints, decide verdicts. */
  private static final List<String> VERDICT_SETTINGS = List.of(DEDUP_SCOPE_CONFIG, LANES_CONFIG);

  /**
   * Settings that decide only if they are not at their defaults, so that generations made before
   * they existed continue unchanged.
   */
  public static final List<String> DECISIVE_IF_SET =
      List.of(INDEX_RETENTION_CONFIG, DEDUP_REVISIT_CONFIG, OVERRIDES_FILE_CONFIG);

  /**
   * Settings that decide what a cluster is, if clusters are enabled. A lane's clusters would
   * contradict each other if one of them changed midway.
   */
  private static final List<String> CLUSTER_SETTINGS =
      List.of(
          CLUSTERS_ENABLED_CONFIG,
          CLUSTERS_POLICY_CONFIG,
          CLUSTERS_SCORE_HEADER_CONFIG,
          DEDUP_KEEP_CONFIG);

  private static final List<String> PASSED_THROUGH = List.of("streams.", "producer.", "consumer.");

  private final AbstractConfig values;
  private final Overrides overrides;

  private SieveConfig(AbstractConfig values) {
    this.values = values;
    this.overrides = readOverrides();
  }

  /**
   * Reads settings.
   *
   * @param settings names and values; names that are neither defined here nor start with a
   *     passed-through prefix are refused
   * @throws SettingsException if a name is unknown or a value cannot be used
   */
  public static SieveConfig of(Map<String, String> settings) {
    for (String name : settings.keySet()) {
      if (!CONFIG.names().contains(name) && PASSED_THROUGH.stream().noneMatch(name::startsWith)) {
        throw new SettingsException(
            "unknown setting '" + name + "'" + NearestName.hint(name, CONFIG.names()));
      }
    }
    try {
      SieveConfig config = new SieveConfig(new AbstractConfig(CONFIG, settings, false));
      config.shingles();
      config.index();
      config.checkTopics();
      config.checkClusters();
      return config;
    } catch (ConfigException | IllegalArgumentException e) {
      throw new SettingsException(e.getMessage(), e);
    }
  }

  /** The brokers as host:port, separated by commas. */
  public String bootstrapServers() {
    return String.join(",", values.getList(BOOTSTRAP_SERVERS_CONFIG));
  }

  /**
   * Name of the group and its state: {@code application.id}, followed by the topic prefix if there
   * is one.
   */
  public String applicationId() {
    String prefix = values.getString(TOPIC_PREFIX_CONFIG);
    return values.getString(APPLICATION_ID_CONFIG) + (prefix.isEmpty() ? "" : "-" + prefix);
  }

  /** The topics. */
  public TopicNames topics() {
    return TopicNames.withPrefix(values.getString(TOPIC_PREFIX_CONFIG))
        .using(mirrorsEnabled(), values.getBoolean(CLUSTERS_ENABLED_CONFIG), shards() > 0)
        .reading(values.getString(PAGES_TOPIC_CONFIG), values.getString(FINGERPRINTS_TOPIC_CONFIG));
  }

  private void checkTopics() {
    TopicNames topics = topics();
    if (!topics.ownLog() && !topics.borrowed().contains(topics.pages())) {
      throw new SettingsException(
          "fingerprints.topic is '"
              + topics.fingerprints()
              + "', so pages.topic must name the pages that this log was made from");
    }
  }

  private void checkClusters() {
    if (clusters().keepPreferred() && !clusters().enabled()) {
      throw new SettingsException(
          "dedup.keep is policy, which needs clusters: set clusters.enabled=true");
    }
  }

  /** Folder for the state. */
  public String stateDir() {
    return values.getString(STATE_DIR_CONFIG);
  }

  /** Number of partitions for newly created topics that hold pages. */
  public int partitions() {
    return values.getInt(PARTITIONS_CONFIG);
  }

  /** Number of partitions of the fingerprints log. */
  public int lanes() {
    return values.getInt(LANES_CONFIG);
  }

  /** Number of shards of each lane's index, 0 if it is in one task. */
  public int shards() {
    return values.getInt(INDEX_SHARDS_CONFIG);
  }

  /** Copies of every record, -1 for the brokers' default. */
  public short replicationFactor() {
    return values.getInt(REPLICATION_FACTOR_CONFIG).shortValue();
  }

  /** How a record becomes a page. */
  public PageSettings page() {
    Set<String> tracking = new HashSet<>();
    for (String name : values.getList(URL_TRACKING_PARAMETERS_CONFIG)) {
      tracking.add(name.toLowerCase(Locale.ROOT));
    }
    return new PageSettings(
        PageSettings.Format.valueOf(upper(PAGE_FORMAT_CONFIG)),
        values.getInt(PAGE_MAX_BYTES_CONFIG),
        values.getBoolean(URL_IGNORE_SCHEME_CONFIG),
        values.getBoolean(URL_IGNORE_WWW_CONFIG),
        tracking);
  }

  /**
   * How far a page's timestamp may be ahead of the clock; zero for no limit.
   *
   * @see #PAGE_TIME_AHEAD_MAX_CONFIG
   */
  public Duration pageTimeAheadMax() {
    return Durations.parse(values.getString(PAGE_TIME_AHEAD_MAX_CONFIG));
  }

  /** Where bodies that events refer to may be read. */
  public BodyRefSettings bodyRefs() {
    return BodyRefSettings.of(
        values.getList(BODY_REF_ROOTS_CONFIG),
        Durations.parse(values.getString(BODY_REF_TIMEOUT_CONFIG)));
  }

  /** Which pages are judged. */
  public AcceptSettings accept() {
    return AcceptSettings.of(
        values.getList(ACCEPT_STATUS_CONFIG),
        values.getList(ACCEPT_TYPES_CONFIG),
        values.getInt(ACCEPT_MIN_BYTES_CONFIG),
        values.getBoolean(ACCEPT_REFRESH_CONFIG));
  }

  /** How many times its size a compressed input may grow to. */
  public int inputMaxInflation() {
    return values.getInt(INPUT_MAX_INFLATION_CONFIG);
  }

  /** Which parts of a page are its text. */
  public TextSettings text() {
    return new TextSettings(
        is(TEXT_CONFIG, "main"),
        values.getBoolean(TEXT_IMAGE_ALT_CONFIG),
        values.getBoolean(TEXT_LINK_TARGETS_CONFIG),
        TextSettings.HtmlParser.valueOf(upper(HTML_PARSER_CONFIG)));
  }

  /** What is counted as an element of a text. */
  public ShingleSettings shingles() {
    return new ShingleSettings(
        ShingleSettings.Unit.valueOf(upper(SHINGLE_UNIT_CONFIG)),
        values.getInt(SHINGLE_WIDTH_CONFIG),
        is(SHINGLE_CASE_CONFIG, "fold"),
        is(SHINGLE_PUNCTUATION_CONFIG, "keep"),
        is(SHINGLE_STOP_WORDS_CONFIG, "keep"),
        is(SHINGLE_REPLICAS_CONFIG, "count"),
        ShingleSettings.Weight.valueOf(upper(SHINGLE_WEIGHT_CONFIG)),
        values.getInt(NEAR_MIN_SHINGLES_CONFIG));
  }

  /** Layout and limits of a lane's index, or of each of its shards. */
  public IndexSettings index() {
    return new IndexSettings(
        detector(), rule(), values.getLong(INDEX_EXPECTED_LEADERS_CONFIG), indexMemoryBytes());
  }

  private long indexMemoryBytes() {
    long given = values.getLong(INDEX_MEMORY_BYTES_CONFIG);
    int indexes = lanes() * Math.max(1, shards());
    return given > 0 ? given : IndexSettings.shareOf(Runtime.getRuntime().maxMemory(), indexes);
  }

  /** Which kept pages a page is compared with. */
  public RuleSettings rule() {
    return new RuleSettings(
        Durations.parse(values.getString(INDEX_RETENTION_CONFIG)),
        is(DEDUP_REVISIT_CONFIG, "readmit"),
        overrides);
  }

  /**
   * The overrides in the file, or in place of a file those that a generation has recorded by their
   * digest.
   */
  private Overrides readOverrides() {
    String file = values.getString(OVERRIDES_FILE_CONFIG);
    if (file.isEmpty()) {
      return Overrides.NONE;
    }
    if (file.startsWith(OverridesFile.DIGEST_PREFIX)) {
      return Overrides.recorded(file);
    }
    try {
      return OverridesFile.read(Path.of(file), page(), detector());
    } catch (InvalidPathException e) {
      throw new SettingsException(
          OVERRIDES_FILE_CONFIG + " is '" + file + "', which is not a path: " + e.getReason(), e);
    }
  }

  /** What makes two pages near-duplicates. */
  public DetectorSettings detector() {
    return new DetectorSettings(
        DetectorSettings.Kind.valueOf(upper(DETECTOR_CONFIG)),
        values.getInt(SIMHASH_MAX_DISTANCE_CONFIG),
        values.getDouble(SKETCH_MIN_SIMILARITY_CONFIG),
        values.getDouble(SKETCH_RECALL_CONFIG),
        values.getInt(SUPERSHINGLE_MIN_AGREEING_CONFIG),
        values.getDouble(COMBINED_MIN_SIMILARITY_CONFIG),
        names());
  }

  private NameThresholds names() {
    return values.getString(NEAR_NAMES_CONFIG).equals("ignore")
        ? NameThresholds.IGNORED
        : new NameThresholds(
            values.getDouble(NEAR_ALIKE_MIN_SIMILARITY_CONFIG),
            values.getDouble(NEAR_OTHER_MIN_CONTAINMENT_CONFIG));
  }

  /** The scope within which pages are compared. */
  public Scope scope() {
    return Scope.parse(values.getString(DEDUP_SCOPE_CONFIG));
  }

  /** Memory bound for bodies that await their verdict, in bytes, for the whole instance. */
  public long pendingCacheBytes() {
    long given = values.getLong(PENDING_CACHE_BYTES_CONFIG);
    long sixteenth = Runtime.getRuntime().maxMemory() / 16;
    return given > 0 ? given : Math.min(sixteenth, MOST_PENDING_BYTES_BY_DEFAULT);
  }

  /** Whether mirrors and URL rules are learned. */
  public boolean mirrorsEnabled() {
    return values.getBoolean(MIRRORS_ENABLED_CONFIG);
  }

  /** When mirrors and URL rules are declared. */
  public MirrorSettings mirrors() {
    return new MirrorSettings(
        values.getInt(MIRRORS_MIN_SUPPORT_CONFIG),
        values.getDouble(MIRRORS_MIN_CONFIDENCE_CONFIG),
        values.getDouble(MIRRORS_MIN_COVERAGE_CONFIG),
        values.getInt(MIRRORS_PATHS_PER_SITE_CONFIG),
        values.getInt(MIRRORS_MAX_SITES_CONFIG));
  }

  /** How long an instance may make no progress before it is no longer ready. */
  public Duration healthPatience() {
    return Durations.parse(values.getString(HEALTH_PATIENCE_CONFIG));
  }

  /** What is published about pages that copy each other. */
  public ClusterSettings clusters() {
    return new ClusterSettings(
        values.getBoolean(CLUSTERS_ENABLED_CONFIG),
        ClusterSettings.Criterion.parse(values.getString(CLUSTERS_POLICY_CONFIG)),
        values.getString(CLUSTERS_SCORE_HEADER_CONFIG),
        values.getInt(CLUSTERS_MEMBERS_MAX_CONFIG),
        is(DEDUP_KEEP_CONFIG, "policy"));
  }

  /**
   * Settings for Kafka itself.
   *
   * @param prefix {@code streams.}, {@code producer.} or {@code consumer.}
   * @return names without the prefix, and values
   */
  public Map<String, Object> passedThrough(String prefix) {
    return values.originalsWithPrefix(prefix);
  }

  /**
   * Names and values of all settings that decide verdicts, sorted by name; excluding those that the
   * configured detector does not use, and {@link #DECISIVE_IF_SET} at their defaults.
   */
  public SortedMap<String, String> decisive() {
    SortedMap<String, String> decisive = named(FINGERPRINT_SETTINGS);
    decisive.putAll(named(VERDICT_SETTINGS));
    decisive.putAll(index().decisive());
    decisive.put(NEAR_NAMES_CONFIG, detector().comparesNames() ? "compare" : "ignore");
    return decisive;
  }

  /**
   * Names and values of the settings that name other generations' topics to read, sorted by name;
   * those at their default are left out.
   */
  public SortedMap<String, String> sources() {
    TopicNames topics = topics();
    SortedMap<String, String> sources = new TreeMap<>();
    if (topics.borrowed().contains(topics.pages())) {
      sources.put(PAGES_TOPIC_CONFIG, topics.pages());
    }
    if (!topics.ownLog()) {
      sources.put(FINGERPRINTS_TOPIC_CONFIG, topics.fingerprints());
    }
    return sources;
  }

  /**
   * Names and values of the settings that decide what clusters are, sorted by name; empty if
   * clusters are disabled.
   */
  public SortedMap<String, String> clustering() {
    return clusters().enabled() ? named(CLUSTER_SETTINGS) : new TreeMap<>();
  }

  /** The setting that says where a lane's kept pages are; empty if they are in one task. */
  public SortedMap<String, String> sharding() {
    return shards() > 0 ? named(List.of(INDEX_SHARDS_CONFIG)) : new TreeMap<>();
  }

  /** Everything that decides what a fingerprint contains. */
  public FingerprintSettings fingerprinting() {
    return new FingerprintSettings(
        page(), accept(), text(), scope(), shingles(), fingerprintHash());
  }

  /** Hash of the settings that decide what a fingerprint contains. */
  public int fingerprintHash() {
    return SettingsHash.of(named(FINGERPRINT_SETTINGS));
  }

  /** The file with the token that requests over HTTP must carry; empty if they need none. */
  public Optional<Path> httpTokenFile() {
    return file(HTTP_TOKEN_FILE_CONFIG);
  }

  /** Where metrics are pushed to; empty if nowhere. */
  public Optional<URI> metricsOtlpUrl() {
    String url = values.getString(METRICS_OTLP_URL_CONFIG);
    return url.isEmpty() ? Optional.empty() : Optional.of(URI.create(url));
  }

  /** The file with the headers that metrics are pushed with; empty if there are none. */
  public Optional<Path> metricsOtlpHeadersFile() {
    return file(METRICS_OTLP_HEADERS_FILE_CONFIG);
  }

  private Optional<Path> file(String setting) {
    String file = values.getString(setting);
    return file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file));
  }

  /**
   * Whether a fingerprint can be compared with this generation's: it was made with the same
   * settings, from records of either format.
   *
   * @param settings hash of the settings that made it
   */
  public boolean comparable(int settings) {
    SortedMap<String, String> own = named(FINGERPRINT_SETTINGS);
    for (PageSettings.Format format : PageSettings.Format.values()) {
      own.put(PAGE_FORMAT_CONFIG, format.name().toLowerCase(Locale.ROOT));
      if (SettingsHash.of(own) == settings) {
        return true;
      }
    }
    return false;
  }

  /** Hash of all settings that decide verdicts. */
  public int verdictHash() {
    return verdictHash(decisive());
  }

  /**
   * Hash of the settings that decide verdicts, computed from the names and values that a generation
   * recorded; earlier releases recorded fewer.
   */
  public static int verdictHash(SortedMap<String, String> recorded) {
    SortedMap<String, String> decisive = new TreeMap<>(recorded);
    decisive.remove(PAGES_TOPIC_CONFIG);
    decisive.remove(FINGERPRINTS_TOPIC_CONFIG);
    decisive.remove(INDEX_SHARDS_CONFIG);
    decisive.remove(NEAR_NAMES_CONFIG); // its thresholds are there iff names are compared
    decisive.keySet().removeAll(CLUSTER_SETTINGS);
    return SettingsHash.of(decisive);
  }

  /** Names and values of the settings that are not at their defaults, sorted by name. */
  public SortedMap<String, String> changed() {
    SortedMap<String, String> changed = named(List.copyOf(CONFIG.names()));
    changed.entrySet().removeAll(named(CONFIG.defaultValues()).entrySet());
    return changed;
  }

  /** The table of settings in Markdown, as {@code docs/settings.md} shows it. */
  public static String markdown() {
    StringBuilder table = new StringBuilder("| setting | default | means |\n|---|---|---|\n");
    for (ConfigDef.ConfigKey key : CONFIG.configKeys().values()) {
      String value =
          key.defaultValue instanceof List<?> list
              ? String.join(",", list.stream().map(Object::toString).toList())
              : String.valueOf(key.defaultValue);
      String valid = key.validator == null ? "" : " (" + key.validator + ")";
      table
          .append("| `")
          .append(key.name)
          .append("` | ")
          .append(value.isEmpty() ? "" : "`" + value + "`")
          .append(" | ")
          .append(key.documentation)
          .append(valid)
          .append(" |\n");
    }
    return table.toString();
  }

  private SortedMap<String, String> named(List<String> names) {
    Map<String, Object> all = new HashMap<>(values.values());
    all.keySet().retainAll(names);
    return named(all);
  }

  private static SortedMap<String, String> named(Map<String, ?> values) {
    SortedMap<String, String> named = new TreeMap<>();
    values.forEach(
        (name, value) ->
            named.put(
                name,
                value instanceof List<?> list
                    ? String.join(",", list.stream().map(Object::toString).sorted().toList())
                    : String.valueOf(value)));
    return named;
  }

  private String upper(String name) {
    return values.getString(name).toUpperCase(Locale.ROOT);
  }

  private boolean is(String name, String value) {
    return values.getString(name).equals(value);
  }

  private static void ensurePatience(String name, Object value) {
    Duration patience;
    try {
      patience = Durations.parse((String) value);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(name, value, "must be a duration such as 60s or 5m");
    }
    if (patience.compareTo(Duration.ofSeconds(1)) < 0
        || patience.compareTo(Duration.ofDays(1)) > 0) {
      throw new ConfigException(name, value, "must be 1s to 1d");
    }
  }

  private static void ensureName(String name, Object value) {
    if (!((String) value).matches("[a-zA-Z0-9._-]{1,100}")) {
      throw new ConfigException(name, value, "must consist of letters, digits, '.', '_' and '-'");
    }
  }

  private static void ensurePrefix(String name, Object value) {
    if (!((String) value).isEmpty()) {
      ensureName(name, value);
    }
  }

  private static void ensureTopic(String name, Object value) {
    if (!((String) value).matches("[a-zA-Z0-9._-]{0,249}")) {
      throw new ConfigException(name, value, "must consist of letters, digits, '.', '_' and '-'");
    }
  }

  private static void ensureRetention(String name, Object value) {
    try {
      RuleSettings unused = new RuleSettings(Durations.parse((String) value), false);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new ConfigException(name, value, e.getMessage());
    }
  }

  private static void ensureAhead(String name, Object value) {
    try {
      Duration ahead = Durations.parse((String) value);
      if (!ahead.isZero()
          && (ahead.compareTo(Duration.ofSeconds(1)) < 0
              || ahead.compareTo(Duration.ofDays(36_500)) > 0)) {
        throw new ConfigException(name, value, "must be none, or from 1s to 36500d");
      }
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new ConfigException(name, value, e.getMessage());
    }
  }

  @SuppressWarnings("unchecked")
  private static void ensureBodyRoots(String name, Object value) {
    try {
      BodyRefSettings unused = BodyRefSettings.of((List<String>) value, Duration.ofSeconds(1));
    } catch (SettingsException e) {
      throw new ConfigException(e.getMessage());
    }
  }

  private static void ensureBodyTimeout(String name, Object value) {
    Duration timeout;
    try {
      timeout = Durations.parse((String) value);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new ConfigException(name, value, "must be a duration such as 5s");
    }
    if (timeout.compareTo(Duration.ofSeconds(1)) < 0
        || timeout.compareTo(Duration.ofSeconds(10)) > 0) {
      throw new ConfigException(name, value, "must be 1s to 10s");
    }
  }

  /** Without a user's name and password, which would be shown. */
  private static void ensureHttpUrl(String name, Object value) {
    if (((String) value).isEmpty()) {
      return;
    }
    URI url;
    try {
      url = new URI((String) value);
    } catch (URISyntaxException e) {
      throw new ConfigException(name, value, "must be a URL");
    }
    if (!List.of("http", "https").contains(String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT))
        || url.getHost() == null
        || url.getPort() == 0
        || url.getPort() > 65_535
        || url.getRawFragment() != null) {
      throw new ConfigException(
          name, value, "must be an http or https URL such as http://collector:4318/v1/metrics");
    }
    if (url.getRawUserInfo() != null) {
      throw new ConfigException(
          name + " must not hold a password; use " + METRICS_OTLP_HEADERS_FILE_CONFIG);
    }
  }

  private static void ensurePolicy(String name, Object value) {
    try {
      List<ClusterSettings.Criterion> unused = ClusterSettings.Criterion.parse((String) value);
    } catch (SettingsException e) {
      throw new ConfigException(e.getMessage());
    }
  }

  @SuppressWarnings("unchecked")
  private static void accepts(Object statuses, Object types) {
    try {
      AcceptSettings unused =
          AcceptSettings.of((List<String>) statuses, (List<String>) types, 0, false);
    } catch (SettingsException e) {
      throw new ConfigException(e.getMessage());
    }
  }

  private static void ensureScope(String name, Object value) {
    try {
      Scope unused = Scope.parse((String) value);
    } catch (SettingsException e) {
      throw new ConfigException(e.getMessage());
    }
  }
}
