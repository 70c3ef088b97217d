package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.verdict.Verdict;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/** Listens to the decisions of a lane, and may add to them. */
public interface LaneListener {

  /** Opens its store. */
  void init(ProcessorContext<byte[], Object> context);

  /**
   * Takes a verdict. What it does must follow from the log alone.
   *
   * @param headers those of the record that was decided on, see {@link FeaturesHeader}
   * @return the verdict as it is published
   */
  Verdict decided(Verdict verdict, ComparedPage page, Headers headers);

  /**
   * Takes note that a leader has expired.
   *
   * @param now lane time, milliseconds since 1970-01-01T00:00Z
   */
  void expired(Coordinates leader, long now);

  /**
   * Takes note of the lane's next leader, if the decider does not hold the leaders itself.
   *
   * @param ordinal its ordinal in the lane
   */
  void kept(long ordinal, Coordinates leader);

  /**
   * Takes note that the leaders below an ordinal have expired, of those it was told of; of as many
   * with a page as an index of the whole lane would delete.
   *
   * @param now as above
   */
  void expiredBelow(long ordinal, long now);
}
