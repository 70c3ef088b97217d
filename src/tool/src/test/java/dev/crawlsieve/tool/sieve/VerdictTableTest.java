package dev.crawlsieve.tool.sieve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.JudgedPage;
import dev.crawlsieve.core.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class VerdictTableTest {

  private static final Verdict.Basis BASIS = new Verdict.Basis("combined", 0x0564c105);

  @Test
  void shouldHaveEveryFieldOfAVerdict() throws Exception {
    JsonNode schema = new ObjectMapper().readTree(new File("docs/schemas/verdict.schema.json"));
    List<String> fields = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
      Set<String> inner = inner(schema, field.getValue());
      inner.forEach(name -> fields.add(field.getKey() + "." + name));
      if (inner.isEmpty()) {
        fields.add(field.getKey());
      }
    }
    assertThat(VerdictTable.COLUMNS).containsExactlyInAnyOrderElementsOf(fields);
  }

  /** The names of an object's fields, whatever it is composed of. */
  private static Set<String> inner(JsonNode schema, JsonNode field) {
    Set<String> names = new TreeSet<>();
    for (Map.Entry<String, JsonNode> inner : field.path("properties").properties()) {
      Set<String> deeper = inner(schema, inner.getValue());
      deeper.forEach(name -> names.add(inner.getKey() + "." + name));
      if (deeper.isEmpty()) {
        names.add(inner.getKey());
      }
    }
    for (String parts : List.of("allOf", "anyOf", "oneOf")) {
      field.path(parts).forEach(part -> names.addAll(inner(schema, part)));
    }
    if (field.has("$ref")) {
      names.addAll(inner(schema, schema.at(field.path("$ref").asText().substring(1))));
    }
    return names;
  }

  @Test
  void shouldQuoteWhatNeedsIt() throws Exception {
    String url = " http://a.example/\",\r\n=cmd|' /C calc'!A0,\u00fc";
    List<String[]> rows =
        rows(
            Verdict.unique(page(url, 3), 7, BASIS), copy("=http://b.example/", 0.5), copy("x", -1));
    assertThat(rows).hasSize(4);
    assertThat(rows.get(0)).containsExactlyElementsOf(VerdictTable.COLUMNS);
    assertThat(rows.get(1)[0]).isEqualTo(url.strip());
    assertThat(rows.get(1)).contains("unique", "7", "0564c105").doesNotContain("null");
    assertThat(rows.get(2)).contains("duplicate", "near", "0.5", "sketch-1", "17");
    int similarity = VerdictTable.COLUMNS.indexOf("similarity");
    assertThat(rows.get(3)[similarity]).isEmpty();
  }

  /** No number is negative, and every URL begins with its scheme. */
  @Test
  void shouldWriteNoFormula() throws Exception {
    for (String[] row :
        rows(
            Verdict.unique(page("\t http://a.example/=1+1", 0), 0, BASIS),
            copy("https://b.example/", -1))) {
      assertThat(row).noneMatch(cell -> cell.matches("(?s)[=+\\-@\t\r].*"));
    }
  }

  private static List<String[]> rows(Verdict... verdicts) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    VerdictTable table = new VerdictTable(out, true);
    for (Verdict verdict : verdicts) {
      table.add(verdict);
    }
    table.flush();
    assertThat(out.toString(UTF_8)).endsWith("\r\n");
    try (MappingIterator<String[]> rows =
        new CsvMapper()
            .readerFor(String[].class)
            .with(CsvParser.Feature.WRAP_AS_ARRAY)
            .readValues(out.toByteArray())) {
      return rows.readAll();
    }
  }

  private static JudgedPage page(String url, long offset) {
    return new JudgedPage(url, new Coordinates(0, offset), 1_700_000_000_000L, 0, offset, false);
  }

  private static Verdict copy(String original, double similarity) {
    Evidence evidence =
        new Evidence(
            Verdict.Kind.NEAR,
            new Verdict.Original(original, new Coordinates(0, 17), false),
            Evidence.Match.NEAR,
            4,
            similarity,
            similarity < 0 ? -1 : 3,
            Identity.NONE,
            -1,
            "sketch-1");
    return Verdict.duplicate(page("http://a.example/copy", 42), evidence, 3, BASIS);
  }
}
