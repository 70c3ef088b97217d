package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.List;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Base of the processors that decide on the pages of a lane. Publishes verdicts, and has wings
 * listen to them.
 *
 * <p>Only a record that cannot be decoded is set aside, since nothing was written for it. Any other
 * failure stops the task: continuing would not undo the writes made before the failure.
 */
public abstract class LaneProcessor extends SieveProcessor {

  /** Name of deciding, as a stage of dead letters. */
  public static final String STAGE = "decide";

  /** What wings add to verdicts. */
  protected final List<LaneListener> listeners;

  private final CostlyLookups costly = new CostlyLookups();
  private final UrlPartitions partitions = new UrlPartitions();

  protected LaneProcessor(TopologySetup setup) {
    super(setup, STAGE, SieveTopology.INDEX_DEAD_LETTERS_SINK);
    this.listeners = setup.wings().stream().flatMap(wing -> wing.lane(setup).stream()).toList();
  }

  /** Opens the stores of wings. */
  protected final void openListeners() {
    listeners.forEach(listener -> listener.init(context));
  }

  /**
   * Publishes a verdict, with what wings add to it. Its key, value, timestamp and headers follow
   * from the log alone, so that a replay publishes the same record; what depends on a clock goes to
   * the meters.
   *
   * @param record the record that was decided on
   * @param start when the decision began
   */
  protected final void publish(
      Verdict decided, ComparedPage page, Record<byte[], byte[]> record, long start) {
    Verdict verdict = decided;
    for (LaneListener listener : listeners) {
      verdict = listener.decided(verdict, page, record.headers());
    }
    context.forward(
        new Record<byte[], Object>(
            verdict.url().getBytes(UTF_8),
            verdict,
            record.timestamp(),
            BodyHashHeader.of(page.bodyHash())),
        SieveTopology.VERDICTS_SINK);
    costly.decided(verdict);
    partitions.decided(verdict);
    meters.decided(verdict, System.nanoTime() - start);
  }

  /** Checks that a page has a position, since its verdict goes to the same partition. */
  public static void ensurePlace(ComparedPage page) throws UnreadableFingerprintException {
    if (page.source().partition() < 0) {
      throw new UnreadableFingerprintException("a fingerprint of a page at " + page.source());
    }
  }

  /** Stops the task if a fingerprint was made under other settings. */
  public static void ensureSettings(byte[] fingerprint, int hash, RecordMetadata at) {
    if (FingerprintCodec.settings(fingerprint) != hash) {
      throw new SettingsException(
          ("the fingerprint at %s-%s offset %s was made with settings that differ from"
                  + " this instance's: run all instances with the same settings, fingerprint.seed"
                  + " among them, or start a new"
                  + " generation (another topic.prefix)")
              .formatted(at.topic(), at.partition(), at.offset()));
    }
  }

  /** Checks that a record of the log can be decided on. */
  public static void ensureReadable(byte[] scope, byte[] fingerprint)
      throws UnreadableFingerprintException {
    if (scope == null) {
      throw new UnreadableFingerprintException("a fingerprint record without a scope in its key");
    }
    FingerprintCodec.ensureReadable(fingerprint);
  }
}
