package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.index.ChangeloggedIndex;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Follows the decisions of one lane, in order, and may add to a verdict before it is published. */
@FunctionalInterface
interface DecisionHook {

  /** Does nothing. */
  DecisionHook NONE = (verdict, fingerprint) -> verdict;

  /**
   * Called with the next decision of the lane.
   *
   * @param fingerprint the record that was decided on
   * @return the verdict to publish
   */
  Verdict decided(Verdict verdict, Record<byte[], byte[]> fingerprint);

  /** Opens the hook of a lane. */
  @FunctionalInterface
  interface Supplier {

    /**
     * Opens the hook of a lane whose task is starting.
     *
     * @param context of the processor that decides
     * @param index the lane's index, restored
     */
    DecisionHook open(ProcessorContext<byte[], Object> context, ChangeloggedIndex index);
  }
}
