package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.index.IndexException;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Tells {@link StreamThreads} which record another processor begins and ends. Says at which record
 * the index stopped it.
 */
final class NotingProcessor<K, V, L, W> implements Processor<K, V, L, W> {

  private final StreamThreads threads;
  private final Processor<K, V, L, W> processor;
  private ProcessorContext<L, W> context;
  private BegunRecords.Cell cell;
  private String topic;
  private CommitPace pace;
  private Runnable commit;

  NotingProcessor(StreamThreads threads, Processor<K, V, L, W> processor) {
    this.threads = threads;
    this.processor = processor;
  }

  @Override
  public void init(ProcessorContext<L, W> context) {
    this.context = context;
    this.pace = threads.pace();
    this.commit = context::commit;
    processor.init(context);
  }

  @Override
  public void process(Record<K, V> record) {
    RecordMetadata at = context.recordMetadata().orElseThrow();
    if (!at.topic().equals(topic)) { // few have more than one source
      topic = at.topic();
      cell = threads.begun().cell(topic, at.partition());
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
