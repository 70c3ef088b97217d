package dev.crawlsieve.stream.meters;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.topology.ReasonCounts;
import dev.crawlsieve.stream.topology.SieveMeters;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** An instance without HTTP: it has only health and a few counts, and times nothing. */
public final class QuietRun extends RunHealth implements ObservedRun {

  private final LongAdder unique = new LongAdder();
  private final LongAdder duplicate = new LongAdder();
  private final LongAdder unjudged = new LongAdder();
  private final LongAdder deadLetters = new LongAdder();
  private final ReasonCounts reasons = new ReasonCounts();

  private final SieveMeters meters =
      new SieveMeters() {
        @Override
        public void routed(Verdict verdict, long nanos) {
          (verdict.kept() ? unique : duplicate).increment();
        }

        @Override
        public void unjudged(UnjudgedPageException.Trait trait) {
          unjudged.increment();
        }

        @Override
        public void deadLetter(String stage, String topic, Coordinates at, String reason) {
          deadLetters.increment();
          reasons.add(reason);
        }
      };

  /** Nothing has happened yet. */
  public QuietRun(SieveConfig config) {
    super(config);
  }

  @Override
  public SieveMeters meters() {
    return meters;
  }

  @Override
  public Map<String, Long> reasons(int most) {
    return reasons.commonest(most);
  }

  @Override
  public RunCounts counts() {
    return counts(unique.sum(), duplicate.sum(), unjudged.sum(), deadLetters.sum());
  }
}
