package dev.crawlsieve.core.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.OverrideRule;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FingerprintFileTest {

  private static final OverrideRule DROP =
      new OverrideRule(OverrideRule.Action.DROP, OverrideRule.Subject.HOST, "spam.example", 3);

  private static final SortedMap<String, String> SETTINGS =
      new TreeMap<>(Map.of("detector", "combined", "text", "a=b"));

  @TempDir Path dir;

  @Test
  void shouldGiveBackWhatWasWritten() throws IOException {
    byte[] file = file(3, List.of("a", "b", "", "a", "c"));
    try (FingerprintFileReader reader = open(file)) {
      assertThat(reader.lanes()).isEqualTo(3);
      assertThat(reader.settings()).isEqualTo(SETTINGS);
      Map<Integer, Long> offsets = new TreeMap<>();
      for (String scope : List.of("a", "b", "", "a", "c")) {
        FingerprintFileReader.Entry next = reader.next();
        assertThat(next.scope()).asString(UTF_8).isEqualTo(scope);
        assertThat(next.fingerprint()).asString(UTF_8).isEqualTo("fingerprint of " + scope);
        assertThat(next.override()).isEqualTo(scope.equals("b") ? DROP : null);
        assertThat(next.lane()).isEqualTo(ScopeHash.lane(scope.getBytes(UTF_8), 3));
        assertThat(next.laneOffset()).isEqualTo(offsets.merge(next.lane(), 1L, Long::sum) - 1);
      }
      assertThat(reader.next()).isNull();
    }
  }

  /** Formats must never change; format 1 had no overrides. */
  @Test
  void shouldBeStoredAsItWas() throws IOException {
    byte[] file = file(2, List.of("b", "s"));
    String overridden =
        "fffffffe"
            + "00000018"
            + HexFormat.of().formatHex("3 drop host spam.example".getBytes(UTF_8))
            + "00000001"
            + "62"
            + "00000010"
            + HexFormat.of().formatHex("fingerprint of b".getBytes(UTF_8));
    assertThat(HexFormat.of().formatHex(file))
        .isEqualTo(
            HexFormat.of().formatHex("crawlsieve fingerprints".getBytes(UTF_8))
                + "02"
                + "00000002"
                + "0000001b"
                + HexFormat.of().formatHex("detector=combined\ntext=a=b\n".getBytes(UTF_8))
                + overridden
                + "00000001"
                + "73"
                + "00000010"
                + HexFormat.of().formatHex("fingerprint of s".getBytes(UTF_8))
                + "ffffffff"
                + "0000000000000002");

    byte[] earlier = with(file(2, List.of("s")), FingerprintFileWriter.MAGIC.length, (byte) 1);
    assertThat(readAll(earlier)).hasSize(1).allMatch(next -> next.override() == null);
  }

  @Test
  void shouldSayOfEveryCutFileThatItIsCut() throws IOException {
    byte[] file = file(1, List.of("a", "b"));
    for (int length = 0; length < file.length; length++) {
      byte[] cut = Arrays.copyOf(file, length);
      assertThatThrownBy(() -> readAll(cut))
          .as("cut at %s", length)
          .isExactlyInstanceOf(IOException.class)
          .hasMessageMatching(".*(is cut|is not a file of fingerprints).*");
    }
  }

  @Test
  void shouldRefuseOtherVersionsAndDamage() throws IOException {
    byte[] file = file(1, List.of("a", "b"));
    int start = FingerprintFileWriter.MAGIC.length;
    assertThatThrownBy(() -> readAll(with(file, start, (byte) 3)))
        .hasMessageContaining("is of version 3, this crawlsieve reads up to version 2");
    assertThatThrownBy(() -> readAll(with(file, start + 1, (byte) 0x80)))
        .hasMessageContaining("lanes");
    assertThatThrownBy(() -> readAll(with(file, start + 5, (byte) 0x7f)))
        .hasMessageContaining("is damaged");
    assertThatThrownBy(() -> readAll(with(file, file.length - 1, (byte) 9)))
        .hasMessageContaining("says that it holds 9 fingerprints, and has 2");
    assertThatThrownBy(() -> readAll("<html>no such file, by far</html>".getBytes(UTF_8)))
        .hasMessageContaining("is not a file of fingerprints");
  }

  private static byte[] with(byte[] file, int at, byte value) {
    byte[] damaged = ByteBuffer.allocate(file.length).put(file).array();
    damaged[at] = value;
    return damaged;
  }

  private static byte[] file(int lanes, List<String> scopes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (FingerprintFileWriter writer = new FingerprintFileWriter(out, lanes, SETTINGS)) {
      for (String scope : scopes) {
        writer.add(
            scope.getBytes(UTF_8),
            ("fingerprint of " + scope).getBytes(UTF_8),
            scope.equals("b") ? DROP : null);
      }
      writer.finish();
    }
    return out.toByteArray();
  }

  private FingerprintFileReader open(byte[] file) throws IOException {
    return FingerprintFileReader.open(Files.write(dir.resolve("fingerprints.bin"), file));
  }

  private List<FingerprintFileReader.Entry> readAll(byte[] file) throws IOException {
    List<FingerprintFileReader.Entry> entries = new ArrayList<>();
    try (FingerprintFileReader reader = open(file)) {
      for (var next = reader.next(); next != null; next = reader.next()) {
        entries.add(next);
      }
    }
    return entries;
  }
}
