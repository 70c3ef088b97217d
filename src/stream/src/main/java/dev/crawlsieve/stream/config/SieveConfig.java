package dev.crawlsieve.stream.config;

import dev.crawlsieve.core.config.AcceptSettings;
import dev.crawlsieve.core.config.BodyRefSettings;
import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.FingerprintSeed;
import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.config.InputSettings;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.config.Scope;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.config.SettingsHash;
import dev.crawlsieve.core.config.ShingleSettings;
import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.override.LiveOverrides;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.files.sieve.SieveSettings;
import dev.crawlsieve.sites.cluster.ClusterSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * All settings. Each group of settings has a class with their names, defaults and bounds, which
 * makes records from them. This class brings the groups together, and says which settings decide
 * verdicts.
 *
 * <p>Settings that start with {@code streams.}, {@code producer.} or {@code consumer.} are passed
 * to Kafka unchanged, without the prefix; see {@link #passedThrough}.
 */
public final class SieveConfig {

  /** The definition of all settings. */
  public static final ConfigDef CONFIG = new ConfigDef();

  private static final List<String> FINGERPRINT_SETTINGS;

  static {
    Definitions settings = new Definitions(CONFIG);
    TopicsConfig.define(settings);
    PagesConfig.define(settings);
    TextConfig.define(settings);
    RuleConfig.define(settings);
    IndexConfig.define(settings);
    MirrorsConfig.define(settings);
    ClustersConfig.define(settings);
    PassagesConfig.define(settings);
    WatchConfig.define(settings);
    FINGERPRINT_SETTINGS = settings.ofFingerprints();
  }

  /** Settings that decide verdicts, in addition to those of fingerprints. */
  private static final List<String> VERDICT_SETTINGS =
      List.of(RuleConfig.DEDUP_SCOPE_CONFIG, TopicsConfig.LANES_CONFIG);

  /**
   * Settings that count as deciding only if they are not at their defaults; generations from before
   * these settings existed thus continue unchanged.
   */
  public static final List<String> DECISIVE_IF_SET =
      List.of(
          RuleConfig.INDEX_RETENTION_CONFIG,
          RuleConfig.DEDUP_REVISIT_CONFIG,
          RuleConfig.OVERRIDES_FILE_CONFIG,
          PagesConfig.PAGE_FIELDS_CONFIG,
          PagesConfig.ACCEPT_BYTES_CONFIG,
          TextConfig.FINGERPRINT_SEED_CONFIG);

  /**
   * A limit that decides whether pages are accepted but does not change them. So it may be raised
   * in place, and hashes are computed with its default.
   */
  private static final String LIMIT = PagesConfig.PAGE_MAX_BYTES_CONFIG;

  private static final List<String> PASSED_THROUGH = List.of("streams.", "producer.", "consumer.");

  final Values values;
  private final PageSettings page;
  private final LiveOverrides overrides;
  private final FingerprintSeed seed;
  private final int verdictHash;
  private final Set<Integer> comparable;

  private SieveConfig(Values values, @Nullable LiveOverrides shared) {
    this.values = values;
    this.page = PagesConfig.page(values, topics().pages());
    this.overrides = shared != null ? shared : RuleConfig.overrides(values, page);
    this.seed = TextConfig.seed(values);
    this.verdictHash = verdictHash(decisive());
    this.comparable =
        Arrays.stream(PageSettings.Format.values())
            .map(this::fingerprintHash)
            .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Reads settings.
   *
   * @param settings names and values; names that are neither defined here nor start with a
   *     passed-through prefix are rejected; so are passed-through names that seem mistyped
   * @throws SettingsException if a name is unknown or a value cannot be used
   */
  public static SieveConfig of(Map<String, String> settings) {
    return of(settings, null);
  }

  /**
   * Reads these settings with more of Kafka's, and shares the overrides, so that a process follows
   * their file once.
   */
  public SieveConfig sharing(Map<String, String> settings) {
    return of(settings, overrides);
  }

  private static SieveConfig of(Map<String, String> settings, @Nullable LiveOverrides shared) {
    for (String name : settings.keySet()) {
      if (PASSED_THROUGH.stream().anyMatch(name::startsWith)) {
        KafkaNames.check(name);
        KafkaSettings.check(name, settings.get(name));
      } else {
        RemovedSettings.check(name, settings.get(name));
        ensureSetting(name);
      }
    }
    try {
      SieveConfig config = new SieveConfig(new Values(CONFIG, settings), shared);
      // unusable values are rejected here, not where they are used
      config.bodyRefs();
      config.fingerprinting();
      config.healthPatience();
      config.index();
      config.checkTopics();
      PassagesConfig.check(config.topics());
      ClustersConfig.check(config.clusters());
      return config;
    } catch (ConfigException e) {
      throw SettingRefusal.of(e, CONFIG.configKeys());
    } catch (IllegalArgumentException e) {
      throw new SettingsException(e.getMessage(), e);
    }
  }

  /**
   * Checks one value by itself, as {@link #of} does.
   *
   * @throws SettingsException if the setting cannot have the value
   */
  public static void ensureValid(String name, String value) {
    try {
      ConfigDef.ConfigKey setting = Objects.requireNonNull(CONFIG.configKeys().get(name), name);
      Object parsed = ConfigDef.parseType(name, value, setting.type);
      if (setting.validator != null) {
        setting.validator.ensureValid(name, parsed);
      }
    } catch (ConfigException e) {
      throw SettingRefusal.of(e, CONFIG.configKeys());
    }
  }

  private static void ensureSetting(String name) {
    if (!CONFIG.names().contains(name)) {
      throw new SettingsException(
          "unknown setting '" + name + "'" + NearestName.hint(name, CONFIG.names()));
    }
  }

  /** The brokers as host:port, separated by commas. */
  public String bootstrapServers() {
    return String.join(",", values.getList(TopicsConfig.BOOTSTRAP_SERVERS_CONFIG));
  }

  /**
   * Name of the group and its state: {@code application.id}, followed by the topic prefix if there
   * is one.
   */
  public String applicationId() {
    String prefix = values.getString(TopicsConfig.TOPIC_PREFIX_CONFIG);
    return values.getString(TopicsConfig.APPLICATION_ID_CONFIG)
        + (prefix.isEmpty() ? "" : "-" + prefix);
  }

  /** The topics. */
  public TopicNames topics() {
    return TopicNames.of(
        values.getString(TopicsConfig.TOPIC_PREFIX_CONFIG),
        values.getString(TopicsConfig.PAGES_TOPIC_CONFIG),
        values.getString(TopicsConfig.FINGERPRINTS_TOPIC_CONFIG),
        Wing.all().stream().filter(this::uses).toList(),
        !indexTasks().areLanes());
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

  /** Folder for the state. */
  public String stateDir() {
    return values.getString(TopicsConfig.STATE_DIR_CONFIG);
  }

  /** Number of partitions for newly created topics that hold pages. */
  public int partitions() {
    return values.getInt(TopicsConfig.PARTITIONS_CONFIG);
  }

  /** Number of partitions of the fingerprints log. */
  public int lanes() {
    return values.getInt(TopicsConfig.LANES_CONFIG);
  }

  /** Number of shards of each lane's index; 0 if the index is in one task. */
  public int shards() {
    return values.getInt(IndexConfig.INDEX_SHARDS_CONFIG);
  }

  /** The tasks that hold the index. */
  public IndexTasks indexTasks() {
    return new IndexTasks(lanes(), shards());
  }

  /** Number of replicas of every record; -1 for the brokers' default. */
  public short replicationFactor() {
    return values.getInt(TopicsConfig.REPLICATION_FACTOR_CONFIG).shortValue();
  }

  /** How a record becomes a page. */
  public PageSettings page() {
    return page;
  }

  /** Where bodies that events refer to may be read. */
  public BodyRefSettings bodyRefs() {
    return PagesConfig.bodyRefs(values);
  }

  /** Which pages are judged. */
  public AcceptSettings accept() {
    return PagesConfig.accept(values);
  }

  /** How pages are read from files. */
  public InputSettings inputs() {
    return new InputSettings(page.maxBytes(), page.fields());
  }

  /** Which parts of a page are its text. */
  public TextSettings text() {
    return TextConfig.text(values);
  }

  /** Layout and limits of the part of the index that a task holds. */
  public IndexSettings index() {
    return IndexConfig.index(values, detector(), rule(), indexTasks());
  }

  /** Which kept pages a page is compared with. */
  public RuleSettings rule() {
    return RuleConfig.rule(values, overrides.first());
  }

  /** The overrides, of which those that decide on pages may change. */
  public LiveOverrides liveOverrides() {
    return overrides;
  }

  /** What makes two pages near-duplicates. */
  public DetectorSettings detector() {
    return RuleConfig.detector(values);
  }

  /** The scope within which pages are compared. */
  public Scope scope() {
    return Scope.parse(values.getString(RuleConfig.DEDUP_SCOPE_CONFIG));
  }

  /** Memory bound for bodies that await their verdict, in bytes, for the whole instance. */
  public long pendingCacheBytes() {
    return IndexConfig.pendingCacheBytes(values);
  }

  /** Whether a wing is in use. */
  public boolean uses(Wing wing) {
    return values.getBoolean(wing.enabled());
  }

  /**
   * How long an instance may make no progress before it is no longer ready: {@code
   * producer.max.block.ms}, 60 s by default.
   */
  public Duration healthPatience() {
    return WatchConfig.patience(values);
  }

  /** The settings of clusters: what is published about pages that copy each other. */
  public ClusterSettings clusters() {
    return ClustersConfig.clusters(values);
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

  /** A sentence on each setting that is passed on and that Kafka does not know, by name. */
  public List<String> unknownToKafka() {
    return values.originals().keySet().stream()
        .filter(name -> PASSED_THROUGH.stream().anyMatch(name::startsWith))
        .sorted()
        .map(KafkaNames::remark)
        .filter(remark -> !remark.isEmpty())
        .toList();
  }

  /**
   * Names and values of all settings that decide verdicts, sorted by name; excluding those that the
   * configured detector does not use, and {@link #DECISIVE_IF_SET} at their defaults.
   */
  public SortedMap<String, String> decisive() {
    SortedMap<String, String> decisive = ofFingerprints();
    decisive.putAll(named(VERDICT_SETTINGS));
    decisive.putAll(index().decisive());
    if (seed.given()) {
      decisive.put(TextConfig.FINGERPRINT_SEED_CONFIG, seed.digest());
    }
    decisive.put(RuleConfig.NEAR_NAMES_CONFIG, detector().comparesNames() ? "compare" : "ignore");
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
      sources.put(TopicsConfig.PAGES_TOPIC_CONFIG, topics.pages());
    }
    if (!topics.ownLog()) {
      sources.put(TopicsConfig.FINGERPRINTS_TOPIC_CONFIG, topics.fingerprints());
    }
    return sources;
  }

  /**
   * Names and values of the settings that decide what clusters are, sorted by name; empty if
   * clusters are disabled.
   */
  public SortedMap<String, String> clustering() {
    return clusters().enabled() ? named(ClustersConfig.CLUSTER_SETTINGS) : new TreeMap<>();
  }

  /**
   * Names and values of all settings under which an index is made, sorted by name: those that
   * decide verdicts, those that name other generations' topics, and those of clusters and shards,
   * if there are any.
   */
  public SortedMap<String, String> recorded() {
    SortedMap<String, String> recorded = decisive();
    recorded.putAll(ShingleSettings.RECORDED);
    recorded.putAll(sources());
    recorded.putAll(clustering());
    recorded.putAll(sharding());
    return recorded;
  }

  /** The setting of the number of shards; empty if a lane's kept pages are in one task. */
  public SortedMap<String, String> sharding() {
    return shards() > 0 ? named(List.of(IndexConfig.INDEX_SHARDS_CONFIG)) : new TreeMap<>();
  }

  /** Everything that decides what a fingerprint contains. */
  public FingerprintSettings fingerprinting() {
    return new FingerprintSettings(page(), accept(), text(), scope(), seed, fingerprintHash());
  }

  /** The secret in the hashes of text. */
  public FingerprintSeed seed() {
    return seed;
  }

  /** Hash of the settings that decide what a fingerprint contains. */
  public int fingerprintHash() {
    return fingerprintHash(page().format());
  }

  private SortedMap<String, String> ofFingerprints() {
    SortedMap<String, String> settings = named(FINGERPRINT_SETTINGS);
    settings.put(PagesConfig.PAGE_FORMAT_CONFIG, lower(page.format())); // a class makes JSON
    if (!page().fields().isOwn()) {
      settings.putAll(named(List.of(PagesConfig.PAGE_FIELDS_CONFIG)));
    }
    if (!accept().bytes().wanted().isEmpty()) {
      settings.putAll(named(List.of(PagesConfig.ACCEPT_BYTES_CONFIG)));
    }
    return settings;
  }

  /** The file with the token that requests over HTTP must carry; empty if they need none. */
  public Optional<Path> httpTokenFile() {
    return given(WatchConfig.HTTP_TOKEN_FILE_CONFIG).map(Path::of);
  }

  private Optional<String> given(String setting) {
    return Optional.of(values.getString(setting)).filter(given -> !given.isEmpty());
  }

  /**
   * Whether a fingerprint can be compared with this generation's: whether it was made under the
   * same settings, from records in either format.
   *
   * @param settings hash of the settings under which it was made
   */
  public boolean comparable(int settings) {
    return comparable.contains(settings);
  }

  private int fingerprintHash(PageSettings.Format format) {
    SortedMap<String, String> own = ofFingerprints();
    own.put(PagesConfig.PAGE_FORMAT_CONFIG, lower(format));
    own.putAll(ShingleSettings.RECORDED);
    own.putAll(limitByDefault());
    return seed.hash(SettingsHash.of(own));
  }

  private static String lower(PageSettings.Format format) {
    return format.name().toLowerCase(Locale.ROOT);
  }

  /** Hash of all settings that decide verdicts. */
  public int verdictHash() {
    return verdictHash;
  }

  /** The detector and settings that verdicts name as their basis. */
  public Verdict.Basis basis() {
    return new Verdict.Basis(detector().name(), verdictHash);
  }

  /** The settings of a run without a broker. */
  public SieveSettings sieve() {
    SortedMap<String, String> changed = changed();
    changed.remove(IndexConfig.INDEX_MEMORY_BYTES_CONFIG); // changes no output
    return new SieveSettings(
        fingerprinting(),
        bodyRefs(),
        inputs(),
        index(),
        clusters(),
        lanes(),
        basis(),
        recorded(),
        CONFIG.names(),
        null,
        changed);
  }

  /**
   * Hash of the settings that decide verdicts, computed from the names and values that a generation
   * recorded; earlier releases recorded fewer.
   */
  public static int verdictHash(SortedMap<String, String> recorded) {
    SortedMap<String, String> decisive = new TreeMap<>(recorded);
    decisive.remove(TopicsConfig.PAGES_TOPIC_CONFIG);
    decisive.remove(TopicsConfig.FINGERPRINTS_TOPIC_CONFIG);
    decisive.remove(IndexConfig.INDEX_SHARDS_CONFIG);
    if (!DetectorSettings.exact().name().equals(recorded.get(RuleConfig.DETECTOR_CONFIG))) {
      // the thresholds for names are recorded iff names are compared
      decisive.remove(RuleConfig.NEAR_NAMES_CONFIG);
    }
    decisive.keySet().removeAll(ClustersConfig.CLUSTER_SETTINGS);
    decisive.putAll(ShingleSettings.RECORDED);
    decisive.putAll(limitByDefault());
    return SettingsHash.of(decisive);
  }

  private static Map<String, String> limitByDefault() {
    return Map.of(LIMIT, String.valueOf(CONFIG.defaultValues().get(LIMIT)));
  }

  /**
   * Whether a generation that has recorded one value of a setting may continue with another one,
   * because that only lets more pages in and changes nothing that was published.
   */
  public static boolean raises(String name, String recorded, @Nullable String now) {
    return name.equals(LIMIT)
        && recorded != null
        && now != null
        && Long.parseLong(now.strip()) > Long.parseLong(recorded);
  }

  /**
   * Names and values of the settings that are not at their defaults, sorted by name; without
   * secrets.
   */
  public SortedMap<String, String> changed() {
    SortedMap<String, String> changed = named(List.copyOf(CONFIG.names()));
    changed.entrySet().removeAll(named(CONFIG.defaultValues()).entrySet());
    return changed;
  }

  /** The table of settings in Markdown. */
  public static String markdown() {
    StringBuilder table = new StringBuilder("| setting | default | means |\n|---|---|---|\n");
    for (Described key : described(List.of())) {
      String shown = key.value().isEmpty() ? "" : "`" + key.value() + "`";
      table.append(
          "| `%s` | %s | %s%s |\n".formatted(key.name(), shown, key.meaning(), key.valid()));
    }
    return table.toString();
  }

  /**
   * A setting in words.
   *
   * @param value its default; empty if it has none
   * @param valid a clause in parentheses, after a blank, that says which values are valid; empty if
   *     all are
   */
  public record Described(String name, String value, String meaning, String valid) {

    private static Described of(ConfigDef.ConfigKey key) {
      String value =
          key.type == ConfigDef.Type.PASSWORD
              ? "" // nothing
              : key.defaultValue instanceof List<?> list
                  ? String.join(",", list.stream().map(Object::toString).toList())
                  : String.valueOf(key.defaultValue);
      String valid = key.validator == null ? "" : " (" + key.validator + ")";
      return new Described(key.name, value, key.documentation, valid);
    }
  }

  /**
   * Some settings in words, in the order of their definition.
   *
   * @param wanted names, or beginnings of names up to a dot, with or without it; empty for all
   *     settings
   * @throws SettingsException if one of these matches no setting
   */
  public static List<Described> described(List<String> wanted) {
    for (String name : wanted) {
      if (CONFIG.names().stream().noneMatch(setting -> isMeant(setting, name))) {
        RemovedSettings.check(name, null);
        ensureSetting(name);
      }
    }
    return CONFIG.configKeys().values().stream()
        .filter(
            key -> wanted.isEmpty() || wanted.stream().anyMatch(name -> isMeant(key.name, name)))
        .map(Described::of)
        .toList();
  }

  private static boolean isMeant(String setting, String name) {
    return setting.equals(name) || setting.startsWith(name.endsWith(".") ? name : name + ".");
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
}
