package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A program's own topology with the sieve inside, as {@code src/example/streams} has it. */
final class OwnTopologyIT {

  private static final Path EXAMPLE = Path.of("src/example/streams/SievedFeed.java");

  @TempDir Path folder;
  @RegisterExtension final OneBroker broker = new OneBroker();

  @Test
  void shouldSieveBetweenTheTopologysOwnParts() throws Exception {
    Map<String, String> settings =
        broker.settings(folder, Map.of("application.id", "sieved-feed", "partitions", "2"));
    SieveConfig config = SieveConfig.of(settings);
    Topics.create(config);
    try (Admin admin = new Connection(config).admin()) {
      admin
          .createTopics(
              Stream.of("raw", "feed").map(name -> new NewTopic(name, 2, (short) 1)).toList())
          .all()
          .get();
    }
    Method start = compiled().getDeclaredMethod("start", Map.class);
    start.setAccessible(true);

    send(config, "http://a.example/1", page("One", 1));
    send(config, "http://a.example/blank", " ");
    try (SieveRunner runner = (SieveRunner) start.invoke(null, settings)) {
      await().until(() -> feed(config).size() == 1);
      send(config, "http://b.example/1", page("One", 1));
      await().until(() -> Committed.records(config, "duplicate").size() == 1);
      assertThat(runner.failure()).isNull();
    }
    // A second instance goes on where the first one has stopped.
    send(config, "http://a.example/2", page("Two", 1000));
    try (SieveRunner runner = (SieveRunner) start.invoke(null, settings)) {
      await().until(() -> feed(config).size() == 2);
      assertThat(runner.failure()).isNull();
    }
    assertThat(feed(config)).containsExactlyInAnyOrder("One", "Two");
    assertThat(Committed.records(config, "duplicate"))
        .extracting(record -> new String(record.key(), UTF_8))
        .containsExactly("http://b.example/1");
    assertThat(Committed.records(config, "dead-letters")).isEmpty();
  }

  private Class<?> compiled() throws Exception {
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-d",
                folder.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                EXAMPLE.toString());
    assertThat(status).isZero();
    URL[] classes = {folder.toUri().toURL()};
    return new URLClassLoader(classes, getClass().getClassLoader()).loadClass("SievedFeed");
  }

  private static void send(SieveConfig config, String url, String html) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer = new Connection(config).producer(Map.of())) {
      producer.send(new ProducerRecord<>("raw", url.getBytes(UTF_8), html.getBytes(UTF_8))).get();
    }
  }

  private static List<String> feed(SieveConfig config) {
    return Committed.records(config, "feed").stream()
        .map(record -> new String(record.value(), UTF_8))
        .toList();
  }

  private static String page(String title, int from) {
    StringBuilder words = new StringBuilder();
    for (int i = from; i < from + 80; i++) {
      words.append("word").append(i).append(' ');
    }
    return "<html><title>" + title + "</title><p>" + words + "</p></html>";
  }
}
