package dev.crawlsieve.core.index.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.index.DamagedIndexException;
import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.Lookup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Damaged files of an index are found, or change no answer.
 *
 * <p>{@code -Ddamage.cases=5000}, {@code -Ddamage.leaders=200000}, {@code -Ddamage.seed=N} and
 * {@code -Ddamage.first=N} set how many states are tried, of which index, and from which on.
 */
final class DamagedIndexTest {

  private static final int CASES = Integer.getInteger("damage.cases", 120);
  private static final int LEADERS = Integer.getInteger("damage.leaders", 1_500);
  private static final int FIRST = Integer.getInteger("damage.first", 0);
  private static final long SEED = 20261126;

  private static final Duration HANGS = Duration.ofMinutes(2);

  private static final IndexSettings SETTINGS =
      new IndexSettings(DetectorSettings.simhash(3), 1_000, 1 << 16);

  @TempDir Path folder;

  /** With a seed that is always the same, and with one that never is. */
  @Tag("slow")
  @Test
  void shouldFindDamageOrAnswerAsAScan() throws Exception {
    long any = new SplittableRandom().nextLong();
    String[] reports =
        damaged(Long.getLong("damage.seed", SEED), any).split("(?m)^seed " + any + "$");
    assertThat(reports).hasSize(2);
    // which cases are found late, or older, differs: RocksDB's files differ with each run
    assertThat(reports).allSatisfy(said -> assertThat(said).contains("REFUSED=", "HARMLESS="));
  }

  /** What a process says that damages indexes; RocksDB could end it. */
  private String damaged(long seed, long other) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-ea",
                "-Xmx1500m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:ErrorFile=" + folder.resolve("crash"),
                "-cp",
                System.getProperty("java.class.path"),
                DamagedIndexes.class.getName(),
                folder.toString(),
                "" + CASES,
                "" + LEADERS,
                "" + FIRST,
                "" + seed,
                "" + other)
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    System.out.println(said);
    assertThat(process.waitFor())
        .as("exit code of seeds %d and %d, after %s\n%s", seed, other, lastCase(), said)
        .isZero();
    return said;
  }

  private String lastCase() throws IOException {
    Path last = folder.resolve("case");
    return Files.exists(last) ? Files.readString(last) : "none";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CURRENT is missing",
        "CURRENT is empty",
        "CURRENT is old",
        "MANIFEST is missing",
        "MANIFEST is empty",
        "MANIFEST has a record of a log that is written again",
        "sst is missing",
        "sst is empty",
        "commit point is short",
        "runs are short",
        "found before, and noted in bytes that are no text",
        "older than what was saved"
      })
  void shouldBeKnownWhenItIsOpened(String damage) throws Exception {
    fill(1_000);
    Path before = folder.resolve("before");
    FileDamage.copy(folder, before);
    fill(2_000);
    String file = damage.replaceAll(" .*", "");
    switch (damage) {
      case "CURRENT is old" -> replace(before.resolve(file));
      case "MANIFEST has a record of a log that is written again" -> {
        Path manifest = files(folder, file).get(0);
        byte[] bytes = Files.readAllBytes(manifest);
        int second = 7 + (bytes[4] & 0xff) + (bytes[5] & 0xff) * 256;
        bytes[second + 6] ^= 4;
        Files.write(manifest, bytes);
      }
      case "commit point is short" -> putMeta("commit");
      case "runs are short" -> putMeta("base.runs");
      case "found before, and noted in bytes that are no text" ->
          Files.write(folder.resolve("damaged"), new byte[] {-1, -2});
      case "older than what was saved" -> {
        for (Path older : files(before, "")) {
          if (!older.endsWith("delta.saved")) {
            replace(older);
          }
        }
      }
      default -> {
        Path first = files(folder, file).get(0);
        if (damage.endsWith("missing")) {
          Files.delete(first);
        } else {
          Files.write(first, new byte[0]);
        }
      }
    }
    for (int time = 0; time < 2; time++) {
      assertThatThrownBy(
              () -> assertTimeoutPreemptively(HANGS, () -> TableIndex.open(folder, SETTINGS)))
          .as(damage)
          .isInstanceOf(DamagedIndexException.class);
    }
  }

  /** As after a crash before which nothing was flushed: the owner puts the others again. */
  @Test
  void shouldBeAsItWasIfAllItsFilesAreOlder() throws Exception {
    fill(1_000);
    Path before = folder.resolve("before");
    FileDamage.copy(folder, before);
    fill(2_000);
    try (TableIndex index = TableIndex.open(before, SETTINGS)) {
      assertThat(index.nextOrdinal()).isEqualTo(1_000);
      for (int i = 0; i < 2_000; i++) {
        assertThat(index.lookup(Pages.page(i, Keys.mix(i))).match())
            .isEqualTo(i < 1_000 ? Lookup.Match.ITSELF : Lookup.Match.NONE);
      }
    }
  }

  /** One bit in the key of a group, all else as it was: 19 pages of 2,000 had another answer. */
  @Test
  void shouldNotMissAGroupWhoseKeyIsAnother() throws Exception {
    fill(2_000);
    byte[] key;
    try (RocksFolder files = new RocksFolder(folder)) {
      RunStore runs = new RunStore(files, Long.MAX_VALUE, Long.MAX_VALUE);
      key = RunWriter.key(runs.current().get(0).number(), 0, 12); // not in the first block
    }
    boolean changed = false;
    for (Path file : files(folder, "sst")) {
      byte[] bytes = Files.readAllBytes(file);
      for (int at = 0; at + key.length <= bytes.length && !changed; at++) {
        if (Arrays.equals(bytes, at, at + key.length, key, 0, key.length)) {
          bytes[at + key.length - 1] ^= 4;
          changed = true;
        }
      }
      Files.write(file, bytes);
    }
    assertThat(changed).isTrue();
    try (TableIndex index = TableIndex.open(folder, SETTINGS)) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 2_000; i++) {
                  assertThat(index.lookup(Pages.page(i, Keys.mix(i))).match())
                      .isEqualTo(Lookup.Match.ITSELF);
                }
              })
          .isInstanceOf(DamagedIndexException.class);
    }
  }

  private void fill(int to) {
    try (TableIndex index = TableIndex.open(folder, SETTINGS)) {
      index.refresh();
      for (int i = (int) index.nextOrdinal(); i < to; i++) {
        index.put(i, Pages.page(i, Keys.mix(i)));
      }
    }
  }

  private void putMeta(String key) {
    try (RocksFolder files = new RocksFolder(folder)) {
      files.putMeta(key, new byte[5]);
      files.flush();
    }
  }

  private static List<Path> files(Path folder, String kind) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> kind.isEmpty() || FileDamage.kind(file).equals(kind))
          .sorted()
          .toList();
    }
  }

  private void replace(Path file) throws IOException {
    Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
  }
}
