package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.index.ChangeloggedIndex;
import dev.crawlsieve.stream.index.SettingsRecord;
import dev.crawlsieve.stream.meters.SieveMeters;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Base of the topology's processors. Reports to {@link StreamThreads} which record a processor
 * begins and ends, names the record in failures of the index, and sets records that cannot be
 * processed aside as dead letters.
 *
 * <p>A processor forwards each record to a sink by name. The value's type is the one that this
 * sink's serializer takes: a {@code Verdict}, a {@link RoutedPage}, or bytes.
 */
public abstract class SieveProcessor implements Processor<byte[], byte[], byte[], Object> {

  protected final SieveConfig config;
  protected final SieveMeters meters;
  protected final StreamThreads threads;
  protected ProcessorContext<byte[], Object> context;

  private final DeadLetters letters;
  private final String stage;
  private final String deadLettersSink;

  @SuppressWarnings("NullAway.Init") // by process, with the topic
  private BegunRecords.Cell cell;

  private @Nullable String topic;
  private CommitPace pace;
  private Runnable commit;

  /**
   * @param stage the name of this step in dead letters
   */
  protected SieveProcessor(TopologySetup setup, String stage, String deadLettersSink) {
    this.config = setup.config();
    this.meters = setup.meters();
    this.threads = setup.threads();
    this.letters = setup.letters();
    this.stage = stage;
    this.deadLettersSink = deadLettersSink;
  }

  /** Gets the stores; the context is already set. */
  protected abstract void init();

  /**
   * Processes one record.
   *
   * @param at its position
   */
  protected abstract void process(Record<byte[], byte[]> record, RecordMetadata at);

  @Override
  public final void init(ProcessorContext<byte[], Object> context) {
    this.context = context;
    this.pace = threads.pace();
    this.commit = context::commit;
    init();
  }

  @Override
  public final void process(Record<byte[], byte[]> record) {
    RecordMetadata at = context.recordMetadata().orElseThrow();
    if (!at.topic().equals(topic)) { // few have more than one source
      topic = at.topic();
      cell = threads.begun().cell(topic, at.partition());
    }
    cell.begin(at.offset());
    try {
      process(record, at);
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
  }

  /** Opens this task's part of the index. */
  protected final ChangeloggedIndex openIndex() {
    ChangeloggedIndex index =
        new ChangeloggedIndex(
            context.getStateStore(IndexTasks.INDEX_STORE), new SettingsRecord(config));
    index.ensureWhole(
        Changelogs.name(config, IndexTasks.INDEX_STORE) + "-" + context.taskId().partition());
    return index;
  }

  /** Forwards a record that cannot be processed to the dead letters. */
  protected final void setAside(Record<byte[], byte[]> record, RecordMetadata at, Exception cause) {
    setAside(record, at.topic(), new Coordinates(at.partition(), at.offset()), cause);
  }

  /** The same for a record read from another topic than the current one. */
  final void setAside(
      Record<byte[], byte[]> record, String topic, Coordinates at, Exception cause) {
    context.forward(letters.of(record, topic, at, stage, cause), deadLettersSink);
  }
}
