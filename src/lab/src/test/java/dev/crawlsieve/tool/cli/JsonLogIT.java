package dev.crawlsieve.tool.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.Waits;
import dev.crawlsieve.lab.bench.process.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every line on standard error is a JSON object, whatever goes wrong and how early. */
final class JsonLogIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void shouldWriteAFailureAndTheLogOfKafkaAsObjects() throws Exception {
    List<JsonNode> lines =
        lines(
            1,
            "",
            "topics",
            "describe",
            "--log",
            "json",
            "--verbose",
            "--set",
            "bootstrap.servers=localhost:1",
            "--set",
            "streams.request.timeout.ms=500",
            "--set",
            "streams.default.api.timeout.ms=1000");
    assertThat(lines).anyMatch(line -> line.get("logger").textValue().startsWith("org.apache.k"));
    JsonNode last = lines.get(lines.size() - 1);
    assertThat(last.get("level").textValue()).isEqualTo("error");
    assertThat(last.get("logger").textValue()).isEqualTo("crawlsieve");
    assertThat(last.get("message").textValue())
        .startsWith("no Kafka broker answers at localhost:1 (setting bootstrap.servers)");
    assertThat(last.has("exception")).isFalse();
  }

  @Test
  void shouldWriteWrongUsageAsObjects() throws Exception {
    List<JsonNode> lines = lines(2, "", "run", "--nonsense", "--log=json");
    assertThat(lines.get(0).get("message").textValue()).contains("'--nonsense'");
  }

  @Test
  void shouldWriteACrashAsAnObject() throws Exception {
    Path broken = folder.resolve("org/apache/kafka/clients/admin/Admin.class");
    Files.createDirectories(broken.getParent());
    Files.writeString(broken, "no class");
    List<JsonNode> lines =
        lines(1, folder + File.pathSeparator, "topics", "describe", "--log=json");
    JsonNode last = lines.get(lines.size() - 1);
    assertThat(last.get("level").textValue()).isEqualTo("error");
    assertThat(last.get("exception").textValue())
        .contains("java.lang.ClassFormatError")
        .contains("\tat dev.crawlsieve.");
  }

  private List<JsonNode> lines(int exitCode, String before, String... args) throws Exception {
    Program program =
        new Program(before + System.getProperty("java.class.path"), "dev.crawlsieve.tool.cli.Main");
    List<String> words =
        program.java("512m", folder, List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    words.addAll(List.of(args));
    Path err = folder.resolve("err.log");
    Process process =
        new ProcessBuilder(words)
            .redirectError(err.toFile())
            .redirectOutput(folder.resolve("out.log").toFile())
            .start();
    try {
      assertThat(Waits.ended(process)).isTrue();
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(process.exitValue()).as(Files.readString(err)).isEqualTo(exitCode);
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(err)) {
      lines.add(parse(line));
    }
    assertThat(lines).isNotEmpty();
    return lines;
  }

  private static JsonNode parse(String line) throws IOException {
    JsonNode json = JSON.readTree(line);
    assertThat(Instant.parse(json.get("time").textValue())).isNotNull();
    assertThat(json.get("level").textValue()).isIn("info", "warn", "error");
    assertThat(json.get("message").isTextual()).isTrue();
    assertThat(json.get("logger").isTextual()).isTrue();
    return json;
  }
}
