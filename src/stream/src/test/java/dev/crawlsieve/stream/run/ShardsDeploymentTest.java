package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The example of four shards differs from the deployments without shards only where it must. */
final class ShardsDeploymentTest {

  private static final Path DEPLOY = Path.of("src/deploy");
  private static final Map<String, String> ADDED = Map.of("index.shards", "4");
  private static final String MEMORY = "index.memory.bytes";

  @Test
  void shouldGiveEveryInstanceTheSettingsOfShardsAndAVolume() throws IOException {
    Map<?, ?> services = map(yaml(DEPLOY.resolve("compose/shards.yml")), "services");
    String settings =
        "./src/deploy/compose/shards.properties:/etc/crawlsieve/crawlsieve.properties:ro";
    assertThat(services.keySet())
        .isEqualTo(
            Set.of("topics", "crawlsieve-1", "crawlsieve-2", "crawlsieve-3", "crawlsieve-4"));
    for (Object name : services.keySet()) {
      assertThat(list(map(services, name), "volumes")).asString().contains(settings);
    }
    ComposeFile base = ComposeFile.read();
    for (String name : List.of("crawlsieve-3", "crawlsieve-4")) {
      assertThat(list(map(services, name), "command"))
          .isEqualTo(
              base.command("crawlsieve-1").stream()
                  .map(word -> word.replace("crawlsieve-1", name))
                  .toList());
      assertThat(list(map(services, name), "volumes"))
          .asString()
          .contains(name + ":/var/lib/crawlsieve/state");
    }
  }

  @Test
  void shouldChangeNothingElseForCompose() throws IOException {
    ensureOnlyShardsAreAdded(
        properties(Files.readString(DEPLOY.resolve("compose/crawlsieve.properties"))),
        properties(Files.readString(DEPLOY.resolve("compose/shards.properties"))));
  }

  @Test
  void shouldChangeNothingElseForKubernetes() throws IOException {
    ensureOnlyShardsAreAdded(
        ofConfigMap(DEPLOY.resolve("kubernetes/config.yaml")),
        ofConfigMap(DEPLOY.resolve("kubernetes-shards/config.yaml")));
    Map<?, ?> overlay = yaml(DEPLOY.resolve("kubernetes-shards/kustomization.yaml"));
    assertThat(list(overlay, "resources")).isEqualTo(List.of("../kubernetes"));
    assertThat(list(overlay, "replicas"))
        .isEqualTo(List.of(Map.of("name", "crawlsieve", "count", 4)));
  }

  private static void ensureOnlyShardsAreAdded(
      Map<String, String> without, Map<String, String> with) {
    SieveConfig config = SieveConfig.of(with);
    assertThat(config.partitions()).isGreaterThanOrEqualTo(4);
    Map<String, String> expected = new HashMap<>(without);
    expected.putAll(ADDED);
    expected.put(MEMORY, with.get(MEMORY));
    assertThat(with).isEqualTo(expected);
  }

  private static Map<String, String> ofConfigMap(Path file) throws IOException {
    return properties((String) map(yaml(file), "data").get("crawlsieve.properties"));
  }

  private static Map<String, String> properties(String text) throws IOException {
    Properties read = new Properties();
    read.load(new StringReader(text));
    Map<String, String> properties = new HashMap<>();
    read.stringPropertyNames().forEach(name -> properties.put(name, read.getProperty(name)));
    return properties;
  }

  private static Map<?, ?> yaml(Path file) throws IOException {
    LoadSettings settings = LoadSettings.builder().build();
    return (Map<?, ?>) new Load(settings).loadFromString(Files.readString(file));
  }

  private static Map<?, ?> map(Map<?, ?> in, Object name) {
    return (Map<?, ?>) in.get(name);
  }

  private static List<?> list(Map<?, ?> in, String name) {
    return (List<?>) in.get(name);
  }
}
