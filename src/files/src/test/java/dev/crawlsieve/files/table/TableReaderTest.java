package dev.crawlsieve.files.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads what DuckDB 1.5.6 wrote. */
class TableReaderTest {

  @TempDir Path dir;

  private Path file;

  @BeforeEach
  void copy() throws IOException {
    file = resource("duckdb.parquet");
  }

  private Path resource(String name) throws IOException {
    try (InputStream in = TableReaderTest.class.getResourceAsStream(name)) {
      return Files.write(dir.resolve(name), in.readAllBytes());
    }
  }

  @Test
  void shouldReadEveryType() throws IOException {
    assertThat(rows(file))
        .containsExactly(
            "{\"id\":1,\"url\":\"https://a.example/1\","
                + "\"text\":\"One text, of which there is another one\","
                + "\"date\":\"2026-01-31T12:00:00Z\",\"day\":\"2026-01-30\",\"price\":1.50,"
                + "\"tags\":[\"a\",null],\"meta\":{\"k\":7},"
                + "\"m\":{\"x\":1},\"ok\":true,\"raw\":\"eUE=\","
                + "\"big\":18446744073709551615}",
            "{\"id\":2,\"text\":\"Zwei\",\"tags\":[],\"ok\":false,\"raw\":\"/wA=\",\"big\":0}",
            "{\"id\":3,\"url\":\"https://a.example/3\",\"m\":{}}");
  }

  @Test
  void shouldReadSeveralRowGroups() throws IOException {
    List<String> rows = rows(resource("duckdb-snappy.parquet"));
    assertThat(rows).hasSize(1000);
    assertThat(rows.get(999))
        .startsWith("{\"url\":\"https://b.example/999\",\"text\":\"Text word5 word5 ");
  }

  @Test
  void shouldWriteWhatItReads() throws IOException {
    Path copy = dir.resolve("copy.parquet");
    try (TableReader in = TableReader.open(file, n -> {});
        TableWriter out = new TableWriter(Files.newOutputStream(copy), in.schema(), in.notes())) {
      for (Group row = in.next(); row != null; row = in.next()) {
        out.add(row);
      }
    }
    assertThat(rows(copy)).isEqualTo(rows(file));
    try (TableReader in = TableReader.open(file, n -> {});
        TableReader out = TableReader.open(copy, n -> {})) {
      assertThat(out.schema()).isEqualTo(in.schema());
      assertThat(out.notes()).isEqualTo(in.notes());
    }
  }

  /** Values that were read are parts of their pages, which may have 100 MB. */
  @Test
  void shouldNotKeepThePagesOfRowsThatAreWritten() throws IOException {
    MessageType schema = MessageTypeParser.parseMessageType("message m { required binary text; }");
    try (TableWriter out = new TableWriter(OutputStream.nullOutputStream(), schema, Map.of())) {
      WeakReference<byte[]> page = add(out, schema);
      await()
          .until(
              () -> {
                System.gc();
                return page.refersTo(null);
              });
    }
  }

  private static WeakReference<byte[]> add(TableWriter out, MessageType schema) throws IOException {
    byte[] page = new byte[1 << 20];
    Group row = new SimpleGroup(schema);
    row.add("text", Binary.fromConstantByteArray(page, 7, 9));
    out.add(row);
    return new WeakReference<>(page);
  }

  @Test
  void shouldTellWhatIsTruncatedOrNoTable() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> rows(file)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void shouldSurviveAnyDamage() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    int damaged = 0;
    for (int at = 0; at < whole.length; at++) {
      byte[] bytes = whole.clone();
      bytes[at] ^= at % 3 == 0 ? (byte) 0xff : at % 3 == 1 ? (byte) 0x01 : (byte) 0x80;
      Files.write(file, bytes);
      try {
        assertThat(rows(file)).hasSizeLessThan(10_000);
      } catch (IOException e) {
        assertThat(e).hasMessageContaining(" ");
        damaged++;
      }
    }
    assertThat(damaged).isGreaterThan(whole.length / 3);
  }

  @Test
  void shouldRefusePagesThatDifferFromTheirChecksum() throws IOException {
    MessageType schema = MessageTypeParser.parseMessageType("message m { required binary text; }");
    String text = "Zyx 0123456789 wvu"; // too short to be compressed
    try (TableWriter out = new TableWriter(Files.newOutputStream(file), schema, Map.of())) {
      Group row = new SimpleGroup(schema);
      row.add("text", text);
      out.add(row);
    }
    byte[] whole = Files.readAllBytes(file);
    int at = new String(whole, ISO_8859_1).indexOf(text);
    assertThat(rows(file)).hasSize(1);
    whole[at + 5] = '9';
    Files.write(file, whole);

    assertThatThrownBy(() -> rows(file))
        .isInstanceOf(IOException.class)
        .hasMessage("a page of the column 'text' differs from its checksum");
  }

  @Test
  void shouldBoundWhatPagesTake() throws IOException {
    PageMemory memory = new PageMemory(100);
    PageMemory.Share one = memory.share();
    PageMemory.Share two = memory.share();
    assertThat(memory.allow(one, 60)).isEqualTo(60);
    assertThat(memory.allow(one, 50) + memory.allow(two, 40)).isEqualTo(90);
    for (int size : new int[] {41, -1, Integer.MAX_VALUE}) {
      assertThatThrownBy(() -> memory.allow(two, size))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("too large");
    }
    memory.clear();
    assertThat(memory.allow(memory.share(), 100)).isEqualTo(100);
  }

  private static List<String> rows(Path file) throws IOException {
    List<String> rows = new ArrayList<>();
    try (TableReader table = TableReader.open(file, n -> {})) {
      RowJson json = new RowJson(table.schema(), new RowColumns(List.of(), Set.of()));
      for (Group row = table.next(); row != null; row = table.next()) {
        rows.add(new String(json.of(row, 1 << 20), UTF_8));
      }
    }
    return rows;
  }
}
