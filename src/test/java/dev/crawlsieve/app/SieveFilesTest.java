package dev.crawlsieve.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SieveFilesTest {

  @TempDir Path dir;

  @Test
  void shouldGiveFilesTheirNamesOnlyAtTheEnd() throws IOException {
    Path out = dir.resolve("new/out");
    try (SieveFiles files = SieveFiles.in(out, false)) {
      files.unique("kept".getBytes(UTF_8));
      files.duplicate("dropped".getBytes(UTF_8));
      files.unjudged("redirect".getBytes(UTF_8));
      files.verdict(0, 1, 0, "second".getBytes(UTF_8));
      files.verdict(0, 0, 1, "first".getBytes(UTF_8));
      assertThat(files.paths()).allSatisfy(file -> assertThat(file).doesNotExist());
      files.finish();
    }
    assertThat(out.resolve("unique.jsonl")).hasContent("kept\n");
    assertThat(out.resolve("duplicate.jsonl")).hasContent("dropped\n");
    assertThat(out.resolve("unjudged.jsonl")).hasContent("redirect\n");
    assertThat(out.resolve("verdicts.jsonl")).hasContent("first\nsecond\n");
    assertThat(out.resolve("dead-letters.jsonl")).isEmptyFile();
    assertThat(out.toFile().list()).hasSize(5);
  }

  @Test
  void shouldLeaveNothingWhenNotFinished() throws IOException {
    try (SieveFiles files = SieveFiles.in(dir, false)) {
      files.unique("kept".getBytes(UTF_8));
      files.verdict(0, 0, 0, "first".getBytes(UTF_8));
    }
    assertThat(dir).isEmptyDirectory();
  }

  @Test
  void shouldReplaceOnlyWhatItWritesAndOnlyWhenTold() throws IOException {
    Files.writeString(dir.resolve("mine.txt"), "mine");
    Files.writeString(dir.resolve("unique.jsonl"), "old");
    assertThatThrownBy(() -> SieveFiles.in(dir, false))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("is not empty");
    try (SieveFiles files = SieveFiles.in(dir, true)) {
      files.finish();
    }
    assertThat(dir.resolve("mine.txt")).hasContent("mine");
    assertThat(dir.resolve("unique.jsonl")).isEmptyFile();
  }

  @Test
  void shouldTakeAFolderThatAKilledRunLeft() throws IOException {
    Files.writeString(dir.resolve("unique.jsonl.unfinished"), "half");
    try (SieveFiles files = SieveFiles.in(dir, false)) {
      files.finish();
    }
    assertThat(dir.resolve("unique.jsonl")).isEmptyFile();
    assertThat(dir.resolve("unique.jsonl.unfinished")).doesNotExist();
  }

  @Test
  void shouldRefuseAFile() throws IOException {
    Path file = Files.writeString(dir.resolve("f"), "");
    assertThatThrownBy(() -> SieveFiles.in(file, true))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("is not a folder");
  }
}
