package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of topics in topology.md, and the topics that there are, with each choice of wings. */
final class TopicTableIT {

  private static final Map<String, String> WINGS =
      Map.of(
          "clusters", "clusters.enabled=true",
          "shards", "index.shards=2",
          "mirrors", "mirrors.enabled=true",
          "passages", "passages.enabled=true");
  private static final Map<String, Integer> NUMBERS =
      Map.of("P", 5, "lanes", 3, "lanes · n", 6, "1", 1, "1 or more", 1);

  private static final Pattern ROW = Pattern.compile("\\| (`.*`) \\|.*\\|.*\\| (.*) \\|");
  private static final Pattern GROUP = Pattern.compile("\\| \\*\\*with (\\w+)\\*\\* .*");
  private static final Pattern NAME = Pattern.compile("`([\\w-]+)`");

  @TempDir static Path folder;
  @RegisterExtension static final OneBroker broker = new OneBroker();

  static Stream<Set<String>> choices() {
    List<String> wings = WINGS.keySet().stream().sorted().toList();
    return IntStream.range(0, 1 << wings.size())
        .mapToObj(
            bits -> {
              Set<String> chosen = new HashSet<>(wings);
              chosen.removeIf(wing -> (bits >> wings.indexOf(wing) & 1) == 0);
              return chosen;
            });
  }

  @ParameterizedTest
  @MethodSource("choices")
  void shouldListWhatIsMade(Set<String> wings) throws Exception {
    String prefix = "table" + wings.stream().sorted().reduce("", (all, one) -> all + "-" + one);
    Map<String, String> settings = new HashMap<>();
    settings.put("topic.prefix", prefix);
    settings.put("partitions", "5");
    settings.put("lanes", "3");
    settings.put("dedup.scope", "host");
    settings.put("index.memory.bytes", "20000000");
    for (String wing : wings) {
      String[] setting = WINGS.get(wing).split("=");
      settings.put(setting[0], setting[1]);
    }
    SieveConfig config = SieveConfig.of(broker.settings(folder.resolve(prefix), settings));
    Topics.create(config);
    Topics.createSideTopic(config, config.topics().producedPages());
    Topics.createSideTopic(config, config.topics().resentLetters());
    try (SieveRunner runner = new SieveRunner(config)) {
      runner.start();
      await().until(runner::ready);
    }
    assertThat(made(config)).isEqualTo(listed(config, wings));
  }

  private static Map<String, Integer> listed(SieveConfig config, Set<String> wings)
      throws Exception {
    Map<String, Integer> listed = new TreeMap<>();
    boolean used = true;
    for (String line : Files.readAllLines(Path.of("topology.md"))) {
      Matcher group = GROUP.matcher(line);
      Matcher row = ROW.matcher(line);
      if (group.matches()) {
        used = wings.contains(group.group(1));
      } else if (line.startsWith("## A page event")) {
        break;
      } else if (used && row.matches()) {
        String[] numbers = row.group(2).split("; ");
        List<String> names =
            NAME.matcher(row.group(1)).results().map(name -> name.group(1)).toList();
        for (int i = 0; i < names.size(); i++) {
          String name =
              names.get(i).startsWith("APPLICATION")
                  ? names.get(i).replace("APPLICATION", config.applicationId())
                  : config.topics().named(names.get(i));
          listed.put(name, number(numbers[Math.min(i, numbers.length - 1)], wings));
        }
      }
    }
    return listed;
  }

  /** What a number stands for, for example {@code lanes (lanes · n with shards)}. */
  private static int number(String text, Set<String> wings) {
    String[] alone = text.split(" \\(| with shards\\)");
    String number = alone[alone.length > 1 && wings.contains("shards") ? 1 : 0];
    return NUMBERS.get(number);
  }

  private static Map<String, Integer> made(SieveConfig config) {
    Connection connection = new Connection(config);
    try (Admin admin = connection.admin()) {
      List<String> names =
          connection.await(admin.listTopics().names()).stream()
              .filter(
                  name ->
                      name.startsWith(config.topics().start())
                          || name.matches(config.applicationId() + "-(\\w+)-changelog"))
              .toList();
      Map<String, Integer> made = new TreeMap<>();
      connection
          .await(admin.describeTopics(names).allTopicNames())
          .forEach((name, topic) -> made.put(name, topic.partitions().size()));
      return made;
    }
  }
}
