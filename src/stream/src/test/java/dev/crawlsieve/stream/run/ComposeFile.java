package dev.crawlsieve.stream.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The repository's docker-compose.yml, with merge keys resolved as compose does. */
final class ComposeFile {

  private final Map<String, Object> root;

  private ComposeFile(Map<String, Object> root) {
    this.root = root;
  }

  static ComposeFile read() throws IOException {
    String text = Files.readString(Path.of("docker-compose.yml"));
    return new ComposeFile(merged(new Load(LoadSettings.builder().build()).loadFromString(text)));
  }

  private static Map<String, Object> merged(Object node) {
    Map<String, Object> result = new TreeMap<>();
    Map<?, ?> map = (Map<?, ?>) node;
    if (map.get("<<") != null) {
      result.putAll(merged(map.get("<<")));
    }
    map.forEach(
        (key, value) -> {
          if (!key.equals("<<")) {
            result.put((String) key, value instanceof Map<?, ?> ? merged(value) : value);
          }
        });
    return result;
  }

  Map<String, Object> services() {
    return map(root, "services");
  }

  Map<String, Object> service(String name) {
    return map(services(), name);
  }

  List<String> brokers() {
    return services().keySet().stream().filter(name -> name.startsWith("kafka-")).toList();
  }

  /** A broker's settings, by Kafka's names. */
  Map<String, String> brokerSettings(String name) {
    Map<String, String> settings = new TreeMap<>();
    map(service(name), "environment")
        .forEach(
            (variable, value) -> {
              if (variable.startsWith("KAFKA_")) {
                settings.put(
                    variable
                        .substring("KAFKA_".length())
                        .toLowerCase(Locale.ROOT)
                        .replace('_', '.'),
                    value.toString());
              }
            });
    return settings;
  }

  List<String> command(String name) {
    return ((List<?>) service(name).get("command")).stream().map(Object::toString).toList();
  }

  /** The settings given by a service's command line, and by the files that it names. */
  Map<String, String> sieveSettings(String name) throws IOException {
    Map<String, String> files = new TreeMap<>();
    for (Object volume : (List<?>) service(name).get("volumes")) {
      String[] parts = volume.toString().split(":");
      files.put(parts[1], parts[0]);
    }
    return DeployedSettings.of(
        command(name), file -> Files.readString(Path.of(files.get(file))), word -> word);
  }

  Map<String, Object> volumes() {
    return map(root, "volumes");
  }

  static Map<String, Object> map(Map<String, Object> parent, String key) {
    Map<String, Object> result = new TreeMap<>();
    ((Map<?, ?>) parent.get(key)).forEach((name, value) -> result.put((String) name, value));
    return result;
  }
}
