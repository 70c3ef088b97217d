package dev.crawlsieve.stream.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files are taken once they are finished, once each, the oldest first. */
final class SettledFilesTest {

  @TempDir Path folder;

  @Test
  void shouldTakeFinishedFilesOfPagesOnceTheOldestFirst() throws IOException {
    SettledFiles files = new SettledFiles(List.of(folder), Duration.ofSeconds(5));
    Path second = write("a/2.warc.gz", 20);
    Path first = write("b/1.warc.gz", 10);
    write("3.warc.gz.open", 5);
    write("4.jsonl.part", 5);
    write("log.txt", 5);
    Path empty = Files.createFile(folder.resolve("5.jsonl"));
    assertThat(next(files, 0)).isEmpty();
    assertThat(next(files, 4)).isEmpty();
    assertThat(next(files, 5)).containsExactly(first, second);
    Files.move(folder.resolve("3.warc.gz.open"), folder.resolve("3.warc.gz"));
    Files.writeString(empty, "{}");
    assertThat(next(files, 6)).isEmpty();
    assertThat(next(files, 11)).containsExactlyInAnyOrder(folder.resolve("3.warc.gz"), empty);
    Files.writeString(first, "more", StandardOpenOption.APPEND);
    assertThat(next(files, 20)).isEmpty();
    assertThat(next(files, 30)).isEmpty();
  }

  @Test
  void shouldWaitWhileAFileGrows() throws IOException {
    SettledFiles files = new SettledFiles(List.of(folder), Duration.ofSeconds(5));
    Path growing = write("1.warc", 10);
    for (int second = 0; second < 20; second += 4) {
      Files.writeString(growing, "more", StandardOpenOption.APPEND);
      assertThat(next(files, second)).isEmpty();
    }
    assertThat(next(files, 20)).isEmpty();
    assertThat(next(files, 21)).containsExactly(growing);
  }

  @Test
  void shouldFailWhenAFolderIsGone() {
    SettledFiles files = new SettledFiles(List.of(folder.resolve("gone")), Duration.ZERO);
    assertThatThrownBy(() -> next(files, 0)).isInstanceOf(NoSuchFileException.class);
  }

  private static List<Path> next(SettledFiles files, int second) throws IOException {
    return files.next(TimeUnit.SECONDS.toNanos(second));
  }

  private Path write(String name, int modifiedSecond) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "{}");
    return Files.setLastModifiedTime(file, FileTime.from(modifiedSecond, TimeUnit.SECONDS));
  }
}
