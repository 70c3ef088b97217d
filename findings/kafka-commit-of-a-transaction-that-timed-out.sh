#!/usr/bin/env bash
# Kafka 4.4.0 (Maven Central), a producer and a broker with their defaults (transaction.version 2).
#
# Expected: a transaction that was open for longer than `transaction.timeout.ms`, which the broker has aborted by itself,
# ends in ProducerFencedException or InvalidProducerEpochException, whatever the producer does next: so says the contract
# of KafkaProducer, and so it was with transaction.version 0 and 1.
# Seen: the next send does so, but the next `commitTransaction` throws InvalidTxnStateException, which its contract does
# not name.
# Matters: a process that was suspended learns of it from either. Kafka Streams (`StreamsProducer`) takes the first for a
# lost task, which it begins again, and the second for an error of the program, on which its thread ends. Handle the
# second as the first.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>timeout</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>4.4.0</version></dependency>
  </dependencies>
</project>
XML
mvn -q -B -Dstyle.color=never org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
  -Dmdep.outputFile=classpath >maven.log

cat >TimedOut.java <<'JAVA'
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.apache.kafka.server.common.MetadataVersion;

public class TimedOut {
  public static void main(String[] args) throws Exception {
    for (short version : new short[] {1, 2}) {
      run(version);
    }
    System.exit(0);
  }

  private static void run(short version) throws Exception {
    String log = "log" + version;
    int port = port();
    int controller = port();
    new Formatter()
        .setPrintStream(new PrintStream(OutputStream.nullOutputStream()))
        .setNodeId(1)
        .setClusterId(Uuid.randomUuid().toString())
        .setDirectories(List.of(log))
        .setMetadataLogDirectory(log)
        .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
        .setFeatureLevel(Feature.TRANSACTION_VERSION.featureName(), version)
        .setControllerListenerName("CONTROLLER")
        .run();
    Map<String, String> settings = new HashMap<>();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", "1");
    settings.put("controller.quorum.voters", "1@127.0.0.1:" + controller);
    settings.put("listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller);
    settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put("log.dirs", log);
    settings.put("transaction.state.log.replication.factor", "1");
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "100");
    KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(settings, false), Time.SYSTEM);
    server.startup();
    String servers = "127.0.0.1:" + port;
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
      admin.createTopics(List.of(new NewTopic("pages", 1, (short) 1))).all().get();
      for (boolean sends : new boolean[] {true, false}) {
        String id = "id-" + sends;
        Map<String, Object> producing =
            Map.of("bootstrap.servers", servers, "transactional.id", id, "transaction.timeout.ms", 500);
        KafkaProducer<String, String> producer =
            new KafkaProducer<>(producing, new StringSerializer(), new StringSerializer());
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>("pages", "a page")).get();
        while (admin.describeTransactions(List.of(id)).all().get().get(id).state() != TransactionState.COMPLETE_ABORT) {
          Thread.sleep(100);
        }
        String seen = "committed";
        try {
          if (sends) {
            producer.send(new ProducerRecord<>("pages", "another page"));
          }
          producer.commitTransaction();
        } catch (Exception e) {
          Throwable root = e;
          while (root.getCause() != null) {
            root = root.getCause();
          }
          seen = root.getClass().getSimpleName();
        }
        System.out.println("transaction.version " + version + (sends ? ", send and commit: " : ", commit: ") + seen);
        producer.close(java.time.Duration.ZERO);
      }
    }
    server.shutdown();
    server.awaitShutdown();
  }

  private static int port() throws Exception {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }
}
JAVA
java -cp "$(<classpath)" TimedOut.java 2>java.log | tee seen || { cat java.log >&2; exit 1; }

fenced='\(ProducerFencedException\|InvalidProducerEpochException\)$'
if grep -q "version 1, commit: $fenced" seen && grep -q "version 1, send and commit: $fenced" seen &&
  grep -q "version 2, send and commit: $fenced" seen && grep -q 'version 2, commit: InvalidTxnStateException$' seen; then
  echo "as described: only the commit alone, under transaction.version 2, is answered with another exception"
else
  echo "changed: see the lines above" >&2
  exit 1
fi
