package dev.crawlsieve.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.config.SettingsException;
import dev.crawlsieve.config.SieveConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;

/**
 * The settings that an index was made with: the first record of its changelog.
 *
 * <p>Verdicts under other settings would contradict those that are already out, so a change is
 * refused, not applied.
 */
public final class SettingsRecord {

  /** The record's key, shorter than a leader's. */
  static final Bytes KEY = Bytes.wrap("settings".getBytes(UTF_8));

  private final SortedMap<String, String> decisive;

  /** The record of these settings. */
  public SettingsRecord(SieveConfig config) {
    this.decisive = config.decisive();
  }

  /** Whether a changelog record's key is this record's. */
  public static boolean isKey(byte[] key) {
    return KEY.equals(Bytes.wrap(key));
  }

  /** The stored form: a line {@code name=value} for each setting, in order of name. */
  byte[] encode() {
    StringBuilder lines = new StringBuilder();
    decisive.forEach((name, value) -> lines.append(name).append('=').append(value).append('\n'));
    return lines.toString().getBytes(UTF_8);
  }

  /**
   * Compares with the settings that an index was made with.
   *
   * @throws SettingsException if they differ; it names each setting, what it was and what it is
   */
  public void check(byte[] stored) {
    SortedMap<String, String> then = new TreeMap<>();
    for (String line : new String(stored, UTF_8).split("\n")) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        then.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    List<String> changes = new ArrayList<>();
    for (String name : names(then)) {
      if (!Objects.equals(then.get(name), decisive.get(name))) {
        changes.add(name + " was " + then.get(name) + ", now " + decisive.get(name));
      }
    }
    if (!changes.isEmpty()) {
      throw new SettingsException(
          "these settings would change verdicts that are already out: "
              + String.join("; ", changes)
              + ". Set them back, or start a new generation with another topic.prefix or"
              + " application.id");
    }
  }

  private List<String> names(SortedMap<String, String> then) {
    TreeMap<String, String> both = new TreeMap<>(then);
    both.putAll(decisive);
    return List.copyOf(both.keySet());
  }
}
