package dev.crawlsieve.stream.run;

import dev.crawlsieve.tool.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The settings of an instance on an embedded broker, for tests. */
public final class OneBroker {

  private OneBroker() {}

  /**
   * Settings with the state in the folder {@code state}.
   *
   * @param more other settings
   */
  public static Map<String, String> settings(
      EmbeddedBroker broker, Path folder, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("state.dir", folder.resolve("state").toString());
    settings.put("replication.factor", "1");
    settings.putAll(more);
    return settings;
  }
}
