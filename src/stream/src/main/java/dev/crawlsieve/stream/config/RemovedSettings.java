package dev.crawlsieve.stream.config;

import static java.util.stream.Collectors.toUnmodifiableMap;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.config.ShingleSettings;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Settings and values of earlier builds, and what to use instead. */
final class RemovedSettings {

  private static final String SHINGLES =
      "a text is always compared by its runs of three words, without case and punctuation: leave it"
          + " out";

  private static final String MIN_SHINGLES = "near.min.shingles";

  /**
   * What to do instead, by the name of a setting, or by {@code name=value} if only that value was
   * removed.
   */
  static final Map<String, String> CURES =
      Stream.concat(
              ShingleSettings.RECORDED.keySet().stream()
                  .filter(name -> !name.equals(MIN_SHINGLES))
                  .map(name -> Map.entry(name, SHINGLES)),
              Stream.of(
                  Map.entry(
                      RuleConfig.DETECTOR_CONFIG + "=supershingle",
                      "set it to sketch, which compares the same min-hashes, or to combined, the"
                          + " default"),
                  Map.entry(
                      "supershingle.min.agreeing",
                      "no detector compares super-shingles: leave it out, and set"
                          + " sketch.min.similarity for detector=sketch or combined"),
                  Map.entry(
                      "index.expected.leaders",
                      "an index lays out its tables itself: leave it out"),
                  Map.entry(
                      "input.max.inflation",
                      "a compressed input may always grow to 64 MiB and to 250 times its size: leave"
                          + " it out, and decompress an input that grows further"),
                  Map.entry(
                      MIN_SHINGLES,
                      "texts of fewer than 32 sequences of three words always match only exactly:"
                          + " leave it out, and keep pages apart by overrides.file or"
                          + " near.alike.min.similarity"),
                  Map.entry(
                      "pending.cache.bytes",
                      "bodies that await their verdict have a sixteenth of the heap, at most"
                          + " index.memory.bytes if that is set: leave it out, and give the"
                          + " process a larger heap if many pages are read again"),
                  Map.entry(
                      "health.patience",
                      "an instance is patient for as long as its producers wait for brokers: leave"
                          + " it out, or set producer.max.block.ms, in milliseconds"),
                  Map.entry(
                      "clusters.score.header",
                      "the header is always named score: leave it out, and name the header so")))
          .collect(toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

  private RemovedSettings() {}

  /**
   * Rejects settings and values of earlier builds.
   *
   * @param value the value; null if only the name is known
   * @throws SettingsException if it was removed; the message says what to do
   */
  static void check(String name, @Nullable String value) {
    String given = CURES.containsKey(name) ? name : name + "=" + value;
    String cure = CURES.get(given);
    if (cure != null) {
      throw new SettingsException("the setting " + given + " was removed; " + cure);
    }
  }
}
