package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.verdict.Verdict;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/** Follows the decisions of one lane, in order, and may add to a verdict before it is published. */
@FunctionalInterface
interface DecisionHook {

  /** Does nothing. */
  DecisionHook NONE = (verdict, page, headers) -> verdict;

  /**
   * Called with the next decision of the lane.
   *
   * @param page the page that was decided on
   * @param headers of its record, see {@link FeaturesHeader}
   * @return the verdict to publish
   */
  Verdict decided(Verdict verdict, LeaderRecord page, Headers headers);

  /** Opens the hook of a lane. */
  @FunctionalInterface
  interface Supplier {

    /**
     * Opens the hook of a lane whose task is starting.
     *
     * @param context of the processor that decides
     * @param expiry of the lane's leaders
     */
    DecisionHook open(ProcessorContext<byte[], Object> context, LeaderExpiry expiry);
  }
}
