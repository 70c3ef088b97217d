package dev.crawlsieve.lab.bench;

import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;

/** The minimal topology: it forwards records. Benchmarks compare with it. */
public final class PassThrough {

  private PassThrough() {}

  public static Topology of(String from, String to) {
    Topology bare = new Topology();
    bare.addSource(
        AutoOffsetReset.earliest(),
        "in",
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        from);
    bare.addSink("out", to, new ByteArraySerializer(), new ByteArraySerializer(), "in");
    return bare;
  }
}
