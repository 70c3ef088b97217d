package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Checks that the Kubernetes manifests and the systemd unit are consistent. */
final class DeploymentTest {

  private static final Path KUBERNETES = Path.of("src/deploy/kubernetes");
  private static final Path SYSTEMD = Path.of("src/deploy/systemd");

  private final Map<String, Map<?, ?>> objects = new HashMap<>();

  @BeforeEach
  void read() throws IOException {
    try (Stream<Path> files = Files.list(KUBERNETES)) {
      for (Path file : files.toList()) {
        for (Object object :
            new Load(LoadSettings.builder().setAllowDuplicateKeys(false).build())
                .loadAllFromString(Files.readString(file))) {
          Map<?, ?> map = (Map<?, ?>) object;
          assertThat(map.containsKey("apiVersion")).as(file.toString()).isTrue();
          objects.put(map.get("kind").toString(), map);
        }
      }
    }
  }

  @Test
  void shouldListEveryManifestButTheExample() throws IOException {
    Set<String> listed = new TreeSet<>();
    list(objects.get("Kustomization"), "resources").forEach(name -> listed.add(name.toString()));
    Set<String> there = new TreeSet<>();
    try (Stream<Path> files = Files.list(KUBERNETES)) {
      files.map(file -> file.getFileName().toString()).forEach(there::add);
    }
    there.removeAll(Set.of("kustomization.yaml", "login.example.yaml"));
    assertThat(listed).isEqualTo(there);
  }

  @Test
  void shouldGivePodsSettingsThatCrawlsieveTakes() throws IOException {
    SieveConfig pod = settings("StatefulSet");
    SieveConfig topics = settings("Job");
    assertThat(pod.bootstrapServers()).isEqualTo(topics.bootstrapServers());
    assertThat(pod.partitions()).isGreaterThanOrEqualTo((int) at(pods(), "spec", "replicas"));
    assertThat(topics.replicationFactor()).isEqualTo((short) 3);
    assertThat(pod.passedThrough("consumer.")).containsEntry("group.instance.id", "crawlsieve-0");
    kafkaTakes(pod);
    assertThat(words("StatefulSet")).startsWith("run");
    assertThat(words("Job")).startsWith("topics", "create");
  }

  @Test
  void shouldMountWhatIsNamed() throws IOException {
    for (String kind : List.of("StatefulSet", "Job")) {
      Map<?, ?> container = container(kind);
      Set<String> paths = new TreeSet<>();
      Set<String> mounted = new TreeSet<>();
      for (Object mount : list(container, "volumeMounts")) {
        paths.add(at(mount, "mountPath").toString());
        mounted.add(at(mount, "name").toString());
      }
      words(kind).stream()
          .filter(word -> word.endsWith(".properties"))
          .forEach(file -> assertThat(paths).contains(Path.of(file).getParent().toString()));
      Set<String> volumes = new TreeSet<>();
      list(template(kind), "volumes").forEach(volume -> volumes.add(at(volume, "name").toString()));
      if (kind.equals("StatefulSet")) {
        assertThat(paths).contains(settings("StatefulSet").stateDir());
        list((Map<?, ?>) at(pods(), "spec"), "volumeClaimTemplates")
            .forEach(claim -> volumes.add(at(claim, "metadata", "name").toString()));
      }
      assertThat(mounted).isEqualTo(volumes);
      // RocksDB unpacks its native library there, and the root is read-only.
      assertThat(paths).contains("/tmp");
      assertThat(at(container, "securityContext", "readOnlyRootFilesystem")).isEqualTo(true);
      assertThat(at(template(kind), "securityContext", "runAsNonRoot")).isEqualTo(true);
    }
  }

  @Test
  void shouldAskForHealthWhereItIsServed() {
    List<String> words = words("StatefulSet");
    String address = words.get(words.indexOf("--http") + 1);
    Map<?, ?> container = container("StatefulSet");
    Object port = at(list(container, "ports").get(0), "containerPort");
    assertThat(address).isEqualTo("0.0.0.0:" + port);
    assertThat(at(container, "livenessProbe", "httpGet", "path")).isEqualTo("/health/live");
    assertThat(at(container, "readinessProbe", "httpGet", "path")).isEqualTo("/health/ready");
    assertThat(at(list((Map<?, ?>) at(objects.get("Service"), "spec"), "ports").get(0), "port"))
        .isEqualTo(port);
    assertThat(objects.get("NetworkPolicy").toString()).contains("port=" + port, "port=9093");
  }

  @Test
  void shouldMeanTheSamePods() {
    Object labels = at(pods(), "spec", "template", "metadata", "labels");
    assertThat(at(pods(), "spec", "selector", "matchLabels")).isEqualTo(labels);
    assertThat(at(objects.get("PodDisruptionBudget"), "spec", "selector", "matchLabels"))
        .isEqualTo(labels);
    assertThat(at(objects.get("Service"), "spec", "selector")).isEqualTo(labels);
    assertThat(at(pods(), "spec", "serviceName"))
        .isEqualTo(at(objects.get("Service"), "metadata", "name"));
  }

  /** The heap is half of the memory, and as docs/sizing.md has it. */
  @Test
  void shouldHaveMemoryForItsLanes() throws IOException {
    SieveConfig config = settings("StatefulSet");
    String limit = at(container("StatefulSet"), "resources", "limits", "memory").toString();
    long heap = (Long.parseLong(limit.replace("Gi", "")) << 30) / 2;
    assertThat(at(container("StatefulSet"), "resources", "requests", "memory")).isEqualTo(limit);
    assertThat(container("StatefulSet").toString()).contains("-XX:MaxRAMPercentage=50");
    long lanes = config.lanes() * config.index().memoryBytes();
    assertThat((lanes + 1_000_000_000) * 16 / 15).isLessThanOrEqualTo(heap);
  }

  @Test
  void shouldGiveTheServiceSettingsThatCrawlsieveTakes() throws IOException {
    String unit = Files.readString(SYSTEMD.resolve("crawlsieve.service"));
    String command =
        unit.lines().filter(line -> line.startsWith("ExecStart=")).findFirst().orElseThrow();
    List<String> words = List.of(command.split(" "));
    assertThat(words.subList(0, 2))
        .containsExactly("ExecStart=/opt/crawlsieve/bin/crawlsieve", "run");
    SieveConfig config =
        SieveConfig.of(
            DeployedSettings.of(
                words,
                file ->
                    file.startsWith("credentials")
                        ? login()
                        : Files.readString(SYSTEMD.resolve(Path.of(file).getFileName())),
                word -> word.replace("%d", "credentials").replace("%H", "machine")));
    assertThat(config.passedThrough("consumer.")).containsEntry("group.instance.id", "machine");
    assertThat(unit).contains("StateDirectory=crawlsieve\n", "LoadCredential=login.properties:");
    assertThat(config.stateDir()).startsWith("/var/lib/crawlsieve/");
    kafkaTakes(config);
  }

  @Test
  void shouldHaveAnExampleOfEveryFileThatTheServiceReads() throws IOException {
    String unit = Files.readString(SYSTEMD.resolve("crawlsieve.service"));
    List<String> read =
        Pattern.compile("/etc/crawlsieve/([\\w.]+)")
            .matcher(unit)
            .results()
            .map(file -> file.group(1))
            .toList();
    assertThat(read)
        .contains("crawlsieve.env", "crawlsieve.properties", "login.properties")
        .allSatisfy(file -> assertThat(SYSTEMD.resolve(file)).exists());
  }

  /** Kafka would silently ignore an unknown name. */
  private static void kafkaTakes(SieveConfig config) {
    StreamsConfig streams = StreamsSettings.of(config);
    Set<String> known = new TreeSet<>(streams.values().keySet());
    known.addAll(AdminClientConfig.configNames());
    known.addAll(ConsumerConfig.configNames());
    for (String prefix : List.of("streams.", "consumer.", "producer.")) {
      assertThat(known).containsAll(config.passedThrough(prefix).keySet());
    }
    assertThat(StreamsSettings.hasInstanceId(config)).isTrue();
  }

  private SieveConfig settings(String kind) throws IOException {
    Map<?, ?> plain = (Map<?, ?>) objects.get("ConfigMap").get("data");
    return SieveConfig.of(
        DeployedSettings.of(
            words(kind),
            path ->
                path.contains("/login/")
                    ? login()
                    : plain.get(Path.of(path).getFileName().toString()).toString(),
            word -> word.replace("$(POD_NAME)", "crawlsieve-0")));
  }

  private String login() {
    return at(objects.get("Secret"), "stringData", "login.properties").toString();
  }

  private Map<?, ?> pods() {
    return objects.get("StatefulSet");
  }

  private Map<?, ?> template(String kind) {
    return (Map<?, ?>) at(objects.get(kind), "spec", "template", "spec");
  }

  private Map<?, ?> container(String kind) {
    return (Map<?, ?>) list(template(kind), "containers").get(0);
  }

  private List<String> words(String kind) {
    List<String> words = new ArrayList<>();
    list(container(kind), "args").forEach(word -> words.add(word.toString()));
    return words;
  }

  private static List<?> list(Map<?, ?> map, String key) {
    return (List<?>) map.get(key);
  }

  private static Object at(Object root, String... keys) {
    Object found = root;
    for (String key : keys) {
      found = ((Map<?, ?>) found).get(key);
      assertThat(found).as(key).isNotNull();
    }
    return found;
  }
}
