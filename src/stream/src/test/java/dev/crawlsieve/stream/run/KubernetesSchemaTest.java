package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Checks the Kubernetes manifests against the API: its fields, which are required, their types. */
final class KubernetesSchemaTest {

  private static final Path DEPLOY = Path.of("src/deploy");
  private static final String OURS = "kustomize.config.k8s.io/v1beta1";

  // Gson may not look into the times of the JDK, and no manifest has any.
  private static final JsonDeserializer<OffsetDateTime> TIMES =
      (json, type, context) -> OffsetDateTime.parse(json.getAsString());
  private static final Gson GSON =
      new GsonBuilder().registerTypeAdapter(OffsetDateTime.class, TIMES).create();

  @Test
  void shouldHaveOnlyFieldsThatKubernetesKnows() throws Exception {
    Set<String> kinds = new TreeSet<>();
    for (String folder : Set.of("kubernetes", "kubernetes-shards")) {
      try (Stream<Path> files = Files.list(DEPLOY.resolve(folder))) {
        for (Path file : files.toList()) {
          for (Object object : yaml(Files.readString(file))) {
            if (!((Map<?, ?>) object).get("apiVersion").equals(OURS)) {
              kinds.add(((Map<?, ?>) object).get("kind").toString());
              validate(object);
            }
          }
        }
      }
    }
    assertThat(kinds).contains("StatefulSet", "Service", "PodDisruptionBudget", "NetworkPolicy");
  }

  /** A file made of what a typing error makes of ours; kubectl needs a cluster to see any. */
  @ParameterizedTest
  @CsvSource({
    "initialDelaySeconds, initialDelay",
    "failureThreshold: 6, failureThreshold: six",
    "memory: 4Gi, memory: 4 GB",
    "serviceName: crawlsieve, serviceName: [crawlsieve]",
    "mountPath: /tmp, path: /tmp"
  })
  void shouldRefuseWhatKubernetesDoes(String right, String wrong) throws Exception {
    String text = Files.readString(DEPLOY.resolve("kubernetes/statefulset.yaml"));
    assertThat(text).contains(right);
    assertThatThrownBy(
            () -> {
              for (Object object : yaml(text.replace(right, wrong))) {
                validate(object);
              }
            })
        .isInstanceOf(RuntimeException.class);
  }

  private static void validate(Object object) throws Exception {
    Map<?, ?> map = (Map<?, ?>) object;
    assertThat(map.get("apiVersion").toString()).matches("([a-z0-9.]+/)?v1");
    Class<?> type = Class.forName("io.kubernetes.client.openapi.models.V1" + map.get("kind"));
    JsonElement json = GSON.toJsonTree(object);
    try {
      type.getMethod("validateJsonElement", JsonElement.class).invoke(null, json);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(map.get("kind") + ": " + e.getCause().getMessage(), e);
    }
    assertThat((Object) GSON.fromJson(json, type)).isNotNull();
  }

  private static Iterable<Object> yaml(String text) {
    return new Load(LoadSettings.builder().setAllowDuplicateKeys(false).build())
        .loadAllFromString(text);
  }
}
