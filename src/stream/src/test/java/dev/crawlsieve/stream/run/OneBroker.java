package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.index.store.FastFolder;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** An embedded broker for each test of a class; in a static field, one for all of them. */
public final class OneBroker
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

  private final Map<String, String> own;
  private Path folder;
  private EmbeddedBroker broker;
  private boolean ofAll;

  public OneBroker() {
    this(Map.of());
  }

  /**
   * @param own settings of the broker
   */
  OneBroker(Map<String, String> own) {
    this.own = Map.copyOf(own);
  }

  /**
   * Settings with the state in the folder {@code state}.
   *
   * @param more other settings
   */
  public static Map<String, String> settings(
      EmbeddedBroker broker, Path folder, Map<String, String> more) {
    return settings(broker.bootstrapServers(), folder, more);
  }

  private static Map<String, String> settings(
      String servers, Path folder, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("bootstrap.servers", servers);
    settings.put("state.dir", folder.resolve("state").toString());
    settings.put("replication.factor", "1");
    settings.putAll(more);
    return settings;
  }

  /** The same for this broker. */
  Map<String, String> settings(Path state, Map<String, String> more) {
    return settings(bootstrapServers(), state, more);
  }

  /**
   * Settings for commands, which give up after 8 seconds, in which a busy machine may not answer.
   *
   * @param more other settings
   */
  public Map<String, String> patient(String prefix, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("bootstrap.servers", bootstrapServers());
    settings.put("topic.prefix", prefix);
    settings.put("streams.default.api.timeout.ms", "60000");
    settings.put("streams.request.timeout.ms", "30000");
    return settings;
  }

  public String bootstrapServers() {
    return broker.bootstrapServers();
  }

  int port() {
    return Integer.parseInt(bootstrapServers().split(":")[1]);
  }

  /** Stops it; {@link #start(int)} starts it again with what it has. */
  void stop() {
    broker.close();
  }

  /** Starts it on a port. */
  void start(int port) {
    broker = EmbeddedBroker.start(folder, port, own);
  }

  /** Starts it again without the state of transactions, as after a loss of its disk. */
  void loseTransactions() throws IOException {
    int port = port();
    stop();
    List<Path> lost;
    try (Stream<Path> topics = Files.list(folder.resolve("log"))) {
      lost =
          topics
              .filter(topic -> topic.getFileName().toString().startsWith("__transaction_state-"))
              .toList();
    }
    for (Path partition : lost) {
      FastFolder.remove(partition);
    }
    start(port);
  }

  private void begin() throws IOException {
    folder = FastFolder.make("broker");
    start(0);
  }

  private void end() throws IOException {
    broker.close();
    FastFolder.remove(folder);
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    ofAll = true;
    begin();
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    if (!ofAll) {
      begin();
    }
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    if (!ofAll) {
      end();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    end();
  }
}
