package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.engine.Lane;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.index.ChangeloggedIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Decides on the pages of a lane in order, from {@code fingerprints} to {@code verdicts}, where the
 * lane has one task.
 */
final class DecideProcessor extends LaneProcessor {

  private final int fingerprintHash;
  private ChangeloggedIndex index;
  private Lane lane;
  private TopicPartition source;

  DecideProcessor(TopologySetup setup) {
    super(setup);
    this.fingerprintHash = config.fingerprintHash();
  }

  @Override
  protected void init() {
    index = openIndex();
    lane = new Lane(context.taskId().partition(), index, config.basis());
    openListeners();
    if (!listeners.isEmpty()) {
      index.onExpiry(
          (ordinal, now) -> {
            Coordinates leader = Objects.requireNonNull(index.get(ordinal)).source();
            listeners.forEach(listener -> listener.expired(leader, now));
          });
    }
    source = new TopicPartition(config.topics().fingerprints(), context.taskId().partition());
    threads.want(source, records -> index.expect(() -> pages(records)));
  }

  /** The pages of records that will be decided on. */
  private List<ComparedPage> pages(List<ConsumerRecord<byte[], byte[]>> records) {
    List<ComparedPage> pages = new ArrayList<>(records.size());
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (LoggedFingerprints.isReadable(record)) { // others are set aside when their turn comes
        pages.add(lane.page(record.key(), record.offset(), record.value()));
      }
    }
    return pages;
  }

  @Override
  public void close() {
    super.close();
    threads.forget(source);
  }

  @Override
  protected void process(Record<byte[], byte[]> record, RecordMetadata at) {
    long start = System.nanoTime();
    Optional<Forgetting> asked = Forgetting.read(record.value());
    if (asked.isPresent()) {
      index.claim();
      lane.forget(asked.get());
      listeners.forEach(listener -> listener.forget(asked.get(), record.timestamp()));
      index.decided(at.offset());
      return;
    }
    OverrideRule override;
    try {
      override = LoggedFingerprints.ensure(record, at, fingerprintHash);
    } catch (UnreadableFingerprintException e) {
      setAside(record, at, e);
      return;
    }
    ComparedPage page = lane.page(record.key(), at.offset(), record.value()).overriddenBy(override);
    index.claim();
    Verdict verdict = lane.decide(page);
    index.decided(at.offset());
    publish(verdict, page, record, start);
  }
}
