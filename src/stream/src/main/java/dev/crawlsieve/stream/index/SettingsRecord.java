package dev.crawlsieve.stream.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.SettingsChanges;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.stream.config.SieveConfig;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;

/**
 * The settings under which an index was made: the first record of its changelog. They are the
 * settings that decide verdicts, the names of other generations' topics that are read, if any, and
 * the cluster settings if clusters are enabled.
 *
 * <p>Verdicts under other settings would contradict those already published, so a change is
 * refused, not applied.
 */
public final class SettingsRecord {

  /** The record's key, shorter than any leader's. */
  static final Bytes KEY = Bytes.wrap("settings".getBytes(UTF_8));

  // A separate line, which is not a setting, states the version of the leader records that follow.
  // Without it, they have version 1.
  private static final String LEADERS = "#leaders=";

  private final SortedMap<String, String> settings;

  /** The record of these settings. */
  public SettingsRecord(SieveConfig config) {
    this.settings = config.recorded();
  }

  /** Whether a changelog record's key is this record's. */
  public static boolean isKey(byte[] key) {
    return KEY.equals(Bytes.wrap(key));
  }

  /** The stored form: the version of leader records, then one line per setting, sorted by name. */
  byte[] encode() {
    StringBuilder lines = new StringBuilder(LEADERS).append(ComparedPage.VERSION).append('\n');
    settings.forEach((name, value) -> lines.append(name).append('=').append(value).append('\n'));
    return lines.toString().getBytes(UTF_8);
  }

  /**
   * The names and values in a stored record, sorted by name, without settings that cannot be
   * chosen.
   *
   * @throws SettingsException if this version lacks a recorded setting
   */
  public static SortedMap<String, String> decode(byte[] stored) {
    SortedMap<String, String> settings = new TreeMap<>();
    for (String line : new String(stored, UTF_8).split("\n")) {
      int equals = line.indexOf('=');
      if (equals > 0 && !line.startsWith(LEADERS)) {
        settings.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    return ensureKnown(settings);
  }

  /**
   * Compares these settings with those under which an index was made.
   *
   * @throws SettingsException if they differ in more than {@link SieveConfig#raises a raised
   *     limit}, naming each setting with its old and new value; or if the index has another version
   */
  public void check(byte[] stored) {
    ensureVersion(stored);
    SortedMap<String, String> then = decode(stored);
    then.replaceAll(
        (name, value) ->
            SieveConfig.raises(name, value, settings.get(name)) ? settings.get(name) : value);
    List<String> changes = SettingsChanges.of(then, ensureKnown(settings));
    if (!changes.isEmpty()) {
      throw new SettingsException(
          "these settings would change verdicts or clusters that are already published: "
              + String.join("; ", changes)
              + ". Change them back, or decide the pages again in a new generation: 'replay --into"
              + " PREFIX', or another topic.prefix");
    }
  }

  /**
   * Checks that this version has all recorded settings; a version that lacks one would decide
   * differently.
   *
   * @return the recorded settings that can be chosen
   * @throws SettingsException if it lacks any; the message names each with its value
   */
  public static SortedMap<String, String> ensureKnown(SortedMap<String, String> recorded) {
    return SettingsChanges.ensureKnown(recorded, SieveConfig.CONFIG.names());
  }

  private static void ensureVersion(byte[] stored) {
    String first = new String(stored, UTF_8).lines().findFirst().orElse("");
    String version = first.startsWith(LEADERS) ? first.substring(LEADERS.length()) : "1";
    if (!version.equals(String.valueOf(ComparedPage.VERSION))) {
      throw new SettingsException(
          ("the index was made with leader records of version %s, but this crawlsieve has"
                  + " version %s and cannot continue with it: 'replay --into PREFIX' decides its"
                  + " pages again in a new generation, or start one with another topic.prefix")
              .formatted(version, ComparedPage.VERSION));
    }
  }
}
