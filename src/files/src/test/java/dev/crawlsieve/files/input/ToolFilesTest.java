package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.config.PageFields;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is read of files that tools wrote of one site, in 15 character sets and forms of HTTP. The
 * files, and pages.tsv with path, status and digest of each page as served, are made by
 * src/lab/src/tools/files/run, which also tries tools whose files are larger.
 */
class ToolFilesTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SITE = "http://127.0.0.1:8173";

  @TempDir Path dir;

  @ParameterizedTest(name = "{0}, {1}: {2}")
  @CsvSource({
    // tool, version, file, names of fields, where the status is, how the time begins
    "wget, 1.21.3, wget.warc.gz, '', /status, 2026-11-28",
    "warcio.js, 2.4.11, warcio-1.0.warc.gz, '', /status, 2026-11-28",
    "node-warc, 3.3.1, nodewarc.warc.gz, '', /status, 2026-11-28",
    "DuckDB, 1.5.6, duckdb1.parquet, '', /status, 2026-01-31",
    "DuckDB, 1.5.6, duckdb4.parquet, 'url=metadata.sourceURL', /metadata/statusCode, 1.7698608005E9",
    "hyparquet-writer, 0.17.0, hyparquet1.parquet, '', /metadata/statusCode, 2026-01-31",
    "parquet-avro, 1.18.1, avro-two.parquet, '', /status, 2026-01-31",
  })
  void shouldReadWhatWasServed(
      String tool, String version, String name, String fields, String status, String time)
      throws Exception {
    List<String> read = new ArrayList<>();
    InputGroup group = new InputGroup(List.of(resource(name)), null);
    try (PageInputs opened =
        PageInputs.of(List.of(group), 1 << 20, Limits.USUAL_INFLATION, PageFields.of(fields))) {
      for (InputPage page = opened.next(); page != null; page = opened.next()) {
        assertThat(page.defect()).as(page.origin()).isNull();
        JsonNode event = JSON.readTree(page.value());
        String url = new String(page.key(), UTF_8);
        if (url.startsWith(SITE + "/robots.txt")) {
          continue; // which wget asks for
        }
        assertThat(event.path("fetchTime").asText()).as(url).startsWith(time);
        byte[] body =
            event.has("bodyBase64")
                ? event.path("bodyBase64").binaryValue()
                : event.path(event.has("text") ? "text" : "html").asText().getBytes(UTF_8);
        read.add(String.join("\t", url.replace(SITE, ""), event.at(status).asText(), digest(body)));
      }
    }
    assertThat(read)
        .containsExactlyInAnyOrderElementsOf(Files.readAllLines(resource("pages.tsv")))
        .hasSize(24);
  }

  private Path resource(String name) throws IOException {
    try (InputStream in = ToolFilesTest.class.getResourceAsStream("tools/" + name)) {
      return Files.write(dir.resolve(name), in.readAllBytes());
    }
  }

  private static String digest(byte[] body) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
  }
}
