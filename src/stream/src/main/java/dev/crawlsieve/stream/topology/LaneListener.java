package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Forgetting;
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
   * @param now timestamp of the page that was decided on, milliseconds since 1970-01-01T00:00Z
   */
  void expired(Coordinates leader, long now);

  /**
   * Forgets pages, as a record of the lane asks; the lane's leaders were forgotten before.
   *
   * @param now timestamp of that record, milliseconds since 1970-01-01T00:00Z
   */
  void forget(Forgetting asked, long now);

  /**
   * Takes note of the lane's next leader, if the decider does not hold the leaders itself.
   *
   * @param ordinal its ordinal in the lane
   */
  void kept(long ordinal, Coordinates leader);

  /**
   * Takes note that those of the leaders of {@link #kept} have expired whose ordinals are below
   * one. Called with each page, for which it forgets as many as an index of the whole lane deletes.
   *
   * @param now timestamp of the page, milliseconds since 1970-01-01T00:00Z
   */
  void expiredBelow(long ordinal, long now);
}
