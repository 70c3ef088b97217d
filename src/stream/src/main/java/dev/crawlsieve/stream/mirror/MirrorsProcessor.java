package dev.crawlsieve.stream.mirror;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.sites.mirror.Finding;
import dev.crawlsieve.sites.mirror.MirrorCounts;
import dev.crawlsieve.sites.mirror.MirrorSettings;
import dev.crawlsieve.sites.mirror.Mirrors;
import dev.crawlsieve.sites.mirror.ObservationCodec;
import dev.crawlsieve.stream.config.MirrorsConfig;
import dev.crawlsieve.stream.topology.SieveProcessor;
import dev.crawlsieve.stream.topology.StoredByteMap;
import dev.crawlsieve.stream.topology.TopologySetup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Learns mirrors and URL rules from the single log of observations. */
final class MirrorsProcessor extends SieveProcessor {

  private final List<Finding> findings = new ArrayList<>();
  private Mirrors mirrors;
  private Supplier<MirrorCounts> counts;

  MirrorsProcessor(TopologySetup setup) {
    super(setup, "learn", MirrorsConfig.WING.deadLettersSink());
  }

  @Override
  protected void init() {
    KeyValueStore<Bytes, byte[]> store = context.getStateStore(MirrorsConfig.WING.store());
    mirrors = new Mirrors(new StoredByteMap(store), MirrorSettings.DEFAULT, findings::add);
    counts = mirrors::counts;
    meters
        .lanes()
        .opened(
            MirrorsConfig.WING.store(),
            counts,
            registry -> MirrorMeters.register(registry, counts));
  }

  @Override
  protected void process(Record<byte[], byte[]> record, RecordMetadata at) {
    Optional<Forgetting> asked = Forgetting.read(record.value());
    try {
      if (asked.isPresent()) {
        mirrors.forget(asked.get());
      } else {
        mirrors.observe(ObservationCodec.decode(record.value()));
      }
    } catch (UnreadableRecordException e) {
      setAside(record, at, e);
      return;
    }
    for (Finding finding : findings) {
      publish(finding, finding.json().toString().getBytes(UTF_8), record.timestamp());
      if (asked.isPresent()) {
        publish(finding, null, record.timestamp());
      }
    }
    findings.clear();
  }

  private void publish(Finding finding, byte @Nullable [] value, long timestamp) {
    byte[] key = finding.key().getBytes(UTF_8);
    context.forward(
        new Record<>(key, value, timestamp, new RecordHeaders()), MirrorsConfig.WING.foundSink());
  }

  @Override
  public void close() {
    super.close();
    meters.lanes().closed(MirrorsConfig.WING.store(), counts);
  }
}
