package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.index.IndexException;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Notes which record is being processed and when its thread is to commit, and delegates the work to
 * another processor. Says at which record the index stopped it.
 */
final class NotingProcessor<K, V, L, W> implements Processor<K, V, L, W> {

  private final BegunRecords begun;
  private final Processor<K, V, L, W> processor;
  private ProcessorContext<L, W> context;
  private BegunRecords.Cell cell;
  private String topic;
  private CommitPace pace;
  private Runnable commit;

  NotingProcessor(BegunRecords begun, Processor<K, V, L, W> processor) {
    this.begun = begun;
    this.processor = processor;
  }

  @Override
  public void init(ProcessorContext<L, W> context) {
    this.context = context;
    this.pace = CommitPace.ofThread();
    this.commit = context::commit;
    processor.init(context);
  }

  @Override
  public void process(Record<K, V> record) {
    RecordMetadata at = context.recordMetadata().orElseThrow();
    if (!at.topic().equals(topic)) { // few have more than one source
      topic = at.topic();
      cell = begun.cell(topic, at.partition());
    }
    cell.begin(at.offset());
    try {
      processor.process(record);
    } catch (IndexException e) { // which knows no topics
      String place = at.topic() + "-" + at.partition() + " offset " + at.offset();
      throw new IndexException("the record at " + place + ": " + e.getMessage(), e);
    } finally {
      cell.end();
    }
    pace.processed(commit);
  }

  @Override
  public void close() {
    pace.closed(commit);
    processor.close();
  }
}
