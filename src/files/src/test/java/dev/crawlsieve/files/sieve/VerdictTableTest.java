package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Lost;
import dev.crawlsieve.core.index.Reason;
import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.JudgedPage;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.files.table.RowColumns;
import dev.crawlsieve.files.table.RowJson;
import dev.crawlsieve.files.table.TableReader;
import dev.crawlsieve.files.table.TableWriter;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.example.data.Group;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerdictTableTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Instant TIME = Instant.parse("2026-01-31T12:00:00.007Z");

  @TempDir Path dir;

  private static Verdict.Original original(long offset, boolean reference) {
    return new Verdict.Original(
        "https://a.example/" + offset, new Coordinates(2, offset), reference);
  }

  /** Verdicts that have every field between them. */
  private static List<Verdict> verdicts() {
    JudgedPage page =
        new JudgedPage(
            "https://a.example/ü",
            new Coordinates(1, 7L << 32),
            TIME.toEpochMilli(),
            3,
            9,
            true,
            true);
    Evidence evidence =
        new Evidence(
            Verdict.Kind.NEAR,
            original(4, true),
            Evidence.Match.NEAR,
            5,
            0.9286,
            3,
            Reason.SAME_NAME,
            0.91,
            new Lost(3, 12, Map.of(BlockKind.TITLE, 1, BlockKind.TEXT, 2), 4, true),
            "band-2");
    Verdict.Basis basis = new Verdict.Basis("combined", 0xc55265a5);
    OverrideRule url =
        new OverrideRule(
            OverrideRule.Action.KEEP, OverrideRule.Subject.URL, "https://a.example/", 3);
    OverrideRule host =
        new OverrideRule(OverrideRule.Action.DROP, OverrideRule.Subject.HOST, "spam.example", 4);
    return List.of(
        new Verdict(
            page,
            evidence,
            12,
            basis,
            null,
            new Verdict.Replaced("https://a.example/2", new Coordinates(0, 8), "newest"),
            null),
        new Verdict(page, null, 0, basis, original(1, false), null, null),
        new Verdict(
            page, null, 0, basis, null, null, new Verdict.Overridden(url, original(2, true))),
        new Verdict(page, null, 0, basis, null, null, new Verdict.Overridden(host, null)));
  }

  @Test
  void shouldHoldEveryFieldOfAVerdict() throws IOException {
    Path file = dir.resolve("verdicts.parquet");
    List<JsonNode> expected = new ArrayList<>();
    Set<String> fields = new HashSet<>();
    try (TableWriter table = VerdictTable.writer(Files.newOutputStream(file))) {
      for (Verdict verdict : verdicts()) {
        String line = new String(VerdictCodec.encode(verdict), UTF_8);
        table.add(VerdictTable.row(line));
        ObjectNode json = (ObjectNode) withoutNulls(JSON.readTree(line));
        json.put("timestamp", TIME.toString());
        expected.add(json);
        json.fieldNames().forEachRemaining(fields::add);
      }
    }
    assertThat(fields).isEqualTo(components());
    assertThat(rows(file)).isEqualTo(expected);
  }

  private static Set<String> components() {
    Set<String> names = new HashSet<>();
    for (RecordComponent field : VerdictCodec.FORM.getRecordComponents()) {
      names.add(field.getName());
    }
    return names;
  }

  private static JsonNode withoutNulls(JsonNode json) {
    ObjectNode copy = JSON.createObjectNode();
    json.properties()
        .forEach(
            field -> {
              JsonNode value = field.getValue();
              if (!value.isNull()) {
                copy.set(field.getKey(), value.isObject() ? withoutNulls(value) : value);
              }
            });
    return copy;
  }

  private static List<JsonNode> rows(Path file) throws IOException {
    List<JsonNode> rows = new ArrayList<>();
    try (TableReader table = TableReader.open(file, n -> {})) {
      RowJson json = new RowJson(table.schema(), new RowColumns(List.of(), Set.of()));
      for (Group row = table.next(); row != null; row = table.next()) {
        rows.add(JSON.readTree(json.of(row, 1 << 20)));
      }
    }
    return rows;
  }
}
