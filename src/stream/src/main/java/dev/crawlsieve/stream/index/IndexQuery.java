package dev.crawlsieve.stream.index;

import java.util.function.Function;
import org.apache.kafka.streams.query.Query;

/** A question about an open index, which Kafka's store wrappers pass through to it. */
record IndexQuery<R>(Function<IndexStore, R> answer) implements Query<R> {}
