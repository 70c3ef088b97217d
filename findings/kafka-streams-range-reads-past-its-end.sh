#!/usr/bin/env bash
# Kafka Streams 4.4.0 (Maven Central), a persistent key-value store with its defaults.
#
# Expected: `range(from, to)` costs what lies between the two keys, as its contract says which keys it returns; an empty
# range is one seek, with anything else in the store.
# Seen: the end is compared with each key that RocksDB returns, and RocksDB is not told of it. So an empty range reads on
# through everything that was deleted behind its end, up to the next key that is there. With 300,000 deleted keys behind
# it, a range of none takes hundreds of times as long as one with the deleted keys in front. `prefixScan` does the same.
# A compaction would end it, but deletions that are still in the write buffer are never compacted.
# Matters: a store of things that come and go in the order of their keys (sites, sessions, times), of which each is
# scanned once before it is removed, takes longer from one to the next. Keep the keys in a value and `get` each.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>range</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka-streams-test-utils</artifactId><version>4.4.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
XML
mvn -q -B -Dstyle.color=never org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
  -Dmdep.outputFile=classpath >maven.log

cat >Ranges.java <<'JAVA'
import java.io.File;
import java.util.Arrays;
import java.util.Properties;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

public class Ranges {
  public static void main(String[] args) {
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "ranges");
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    KeyValueStore<String, String> store =
        Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("store"), Serdes.String(), Serdes.String())
            .withLoggingDisabled()
            .build();
    MockProcessorContext<Void, Void> context =
        new MockProcessorContext<>(settings, new TaskId(0, 0), new File("state"));
    store.init(context.getStateStoreContext(), store);
    for (int i = 0; i < 300_000; i++) {
      store.put("m%06d".formatted(i), "a page");
    }
    for (int i = 0; i < 300_000; i++) {
      store.delete("m%06d".formatted(i));
    }
    print("range, the deleted keys behind its end", () -> store.range("a", "b"));
    print("range, the deleted keys before its beginning", () -> store.range("y", "z"));
    print("prefixScan, the deleted keys behind", () -> store.prefixScan("a", new StringSerializer()));
    store.put("c", "a page");
    print("range, one key between its end and the deleted ones", () -> store.range("a", "b"));
    store.put("d", "a page");
    print("range, two keys between its end and the deleted ones", () -> store.range("a", "b"));
    store.close();
  }

  private static void print(String what, Supplier<KeyValueIterator<String, String>> range) {
    long[] micros = new long[15];
    for (int i = 0; i < micros.length; i++) {
      long start = System.nanoTime();
      try (KeyValueIterator<String, String> found = range.get()) {
        if (found.hasNext()) {
          throw new IllegalStateException("nothing is there");
        }
      }
      micros[i] = (System.nanoTime() - start) / 1000;
    }
    Arrays.sort(micros);
    System.out.println(what + ": " + micros[micros.length / 2] + " us");
  }
}
JAVA
java -cp "$(<classpath)" Ranges.java 2>java.log | tee seen || { cat java.log >&2; exit 1; }

micros() { sed -n "$1s/.*: \([0-9]*\) us/\1/p" seen; }
if (($(micros 1) > 20 * ($(micros 2) + 1) && $(micros 3) > 20 * ($(micros 2) + 1) && $(micros 4) > 20 * ($(micros 5) + 1))); then
  echo "as described: $(micros 1) us with the deleted keys behind the range, $(micros 2) us with them before it"
else
  echo "changed: see the lines above" >&2
  exit 1
fi
