package dev.crawlsieve.core.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldersTest {

  @TempDir Path folder;

  /** As instances do that start together after one that was killed. */
  @Test
  void shouldRemoveAFolderThatOthersRemoveAtTheSameTime() throws Exception {
    for (int round = 0; round < 30; round++) {
      Path left = Files.createDirectories(folder.resolve("left/inner")).getParent();
      for (int file = 0; file < 200; file++) {
        Files.createFile(left.resolve("inner/" + file));
      }
      List<CompletableFuture<Void>> all = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        all.add(CompletableFuture.runAsync(() -> Folders.remove(left)));
      }
      for (CompletableFuture<Void> each : all) {
        each.get();
      }
      assertThat(left).doesNotExist();
    }
  }
}
