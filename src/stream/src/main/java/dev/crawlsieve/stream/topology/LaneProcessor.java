package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.List;
import org.apache.kafka.streams.processor.api.Record;

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
    meters.decided(verdict, page.override(), System.nanoTime() - start);
  }
}
