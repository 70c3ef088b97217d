package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.MirrorSettings;
import dev.crawlsieve.core.mirror.Finding;
import dev.crawlsieve.core.mirror.MirrorCounts;
import dev.crawlsieve.core.mirror.Mirrors;
import dev.crawlsieve.core.mirror.ObservationCodec;
import dev.crawlsieve.core.mirror.OutLinksCodec;
import dev.crawlsieve.core.mirror.UnreadableObservationException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/** Learns mirrors and URL rules from the single log of observations. */
final class MirrorsProcessor implements Processor<byte[], byte[], byte[], Object> {

  static final String STAGE = "learn";

  private final MirrorSettings settings;
  private final DeadLetters letters;
  private final SieveMeters meters;
  private final List<Finding> findings = new ArrayList<>();
  private ProcessorContext<byte[], Object> context;
  private Mirrors mirrors;
  private Supplier<MirrorCounts> counts;

  MirrorsProcessor(MirrorSettings settings, DeadLetters letters, SieveMeters meters) {
    this.letters = letters;
    this.settings = settings;
    this.meters = meters;
  }

  @Override
  public void init(ProcessorContext<byte[], Object> context) {
    this.context = context;
    KeyValueStore<Bytes, byte[]> store = context.getStateStore(SieveTopology.MIRRORS_STORE);
    mirrors = new Mirrors(new StoredByteMap(store), settings, findings::add);
    counts = mirrors::counts;
    meters.mirrors(counts);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    try {
      take(record.value());
    } catch (UnreadableObservationException e) {
      context.forward(
          letters.of(record, context.recordMetadata().orElseThrow(), STAGE, e),
          MirrorsTopology.MIRRORS_DEAD_LETTERS_SINK);
      return;
    }
    for (Finding finding : findings) {
      context.forward(
          new Record<>(
              finding.key().getBytes(UTF_8),
              finding.json().toString().getBytes(UTF_8),
              record.timestamp(),
              new RecordHeaders()),
          MirrorsTopology.MIRRORS_SINK);
    }
    findings.clear();
  }

  private void take(byte[] value) throws UnreadableObservationException {
    if (OutLinksCodec.reads(value)) {
      mirrors.link(OutLinksCodec.decode(value));
    } else {
      mirrors.observe(ObservationCodec.decode(value));
    }
  }

  @Override
  public void close() {
    meters.mirrorsClosed(counts);
  }
}
