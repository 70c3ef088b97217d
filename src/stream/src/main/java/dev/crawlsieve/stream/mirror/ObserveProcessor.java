package dev.crawlsieve.stream.mirror;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.sites.mirror.Observation;
import dev.crawlsieve.sites.mirror.ObservationCodec;
import dev.crawlsieve.sites.mirror.VerdictObserver;
import dev.crawlsieve.stream.config.MirrorsConfig;
import dev.crawlsieve.stream.topology.DeadLetters;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Forwards what a verdict says about its URL.
 *
 * <p>An unreadable verdict is skipped: it becomes a dead letter where pages are routed.
 */
final class ObserveProcessor implements Processor<byte[], byte[], byte[], Object> {

  static final String STAGE = "observe";

  private final DeadLetters letters;
  private final VerdictObserver observer = new VerdictObserver();
  private ProcessorContext<byte[], Object> context;

  ObserveProcessor(DeadLetters letters) {
    this.letters = letters;
  }

  @Override
  public void init(ProcessorContext<byte[], Object> context) {
    this.context = context;
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    Optional<Observation> observation;
    try {
      observation = observer.observe(VerdictCodec.decode(record.value()));
    } catch (UnreadableRecordException e) {
      return;
    } catch (BadPageException e) {
      RecordMetadata at = context.recordMetadata().orElseThrow();
      Coordinates place = new Coordinates(at.partition(), at.offset());
      context.forward(
          letters.of(record, at.topic(), place, STAGE, e),
          MirrorsTopology.OBSERVE_DEAD_LETTERS_SINK);
      return;
    }
    observation.ifPresent(
        seen ->
            context.forward(
                new Record<>(
                    seen.url().getBytes(UTF_8),
                    ObservationCodec.encode(seen),
                    record.timestamp(),
                    new RecordHeaders()),
                MirrorsConfig.WING.logSink()));
  }
}
