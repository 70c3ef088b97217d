package dev.crawlsieve.files.bodies;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FileRangesTest {

  @TempDir Path folder;
  private Path root;
  private FileRanges files;

  @BeforeEach
  void fill() throws IOException {
    root = Files.createDirectories(folder.resolve("crawl"));
    Files.createDirectories(root.resolve("2024"));
    Files.writeString(root.resolve("2024/a b.warc"), "0123456789");
    Files.createDirectories(folder.resolve("crawl-private"));
    Files.writeString(folder.resolve("crawl-private/a.warc"), "0123456789");
    files = new FileRanges(List.of(root));
  }

  private byte[] read(Path file, long offset, int length) throws UnreadableBodyException {
    return files.read(file.toUri(), offset, length);
  }

  @Test
  void shouldReadAStretchOfAFileBelowAFolder() throws Exception {
    assertThat(read(root.resolve("2024/a b.warc"), 3, 4)).isEqualTo("3456".getBytes(US_ASCII));
    assertThat(read(root.resolve("2024/a b.warc"), 0, 10)).hasSize(10);
  }

  @Test
  void shouldSayThatAFileIsGoneOrCut() {
    assertThatThrownBy(() -> read(root.resolve("gone.warc"), 0, 1))
        .isInstanceOf(UnreadableBodyException.class)
        .hasMessage("there is no such file");
    assertThatThrownBy(() -> read(root.resolve("2024/a b.warc/x"), 0, 1))
        .isInstanceOf(UnreadableBodyException.class)
        .hasMessageStartingWith("reading the file failed");
    for (long offset : new long[] {7, 10, 11, 1L << 40, Long.MAX_VALUE - 4}) {
      assertThatThrownBy(() -> read(root.resolve("2024/a b.warc"), offset, 4))
          .isInstanceOf(UnreadableBodyException.class)
          .hasMessage("the file ends before that, after 10 bytes");
    }
  }

  @Test
  void shouldNotReadOutsideTheFolders() {
    assertThatThrownBy(() -> read(folder.resolve("crawl-private/a.warc"), 0, 1))
        .isInstanceOf(UnreadableBodyException.class)
        .hasMessage("no folder in body.ref.roots holds it");
    assertThatThrownBy(() -> read(Path.of("/etc/passwd"), 0, 1))
        .isInstanceOf(UnreadableBodyException.class)
        .hasMessage("no folder in body.ref.roots holds it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../crawl-private/a.warc",
        "/2024/../../crawl-private/a.warc",
        "/%2e%2e/crawl-private/a.warc",
        "/2024/%2E%2E/%2e%2e/crawl-private/a.warc",
        "/./2024/a%20b.warc"
      })
  void shouldRefuseDots(String path) {
    assertThatThrownBy(() -> files.read(URI.create("file://" + root + path), 0, 1))
        .isInstanceOf(UnreadableBodyException.class)
        .hasMessage("its path must be absolute, without '.' and '..'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file://host.example/crawl/a.warc",
        "file:///crawl/a.warc?x",
        "file:///crawl/a.warc#x",
        "file:///crawl/%00.warc",
        "file://user@/crawl/a"
      })
  void shouldRefuseWhatIsNoFileOfThisMachine(String uri) {
    assertThatThrownBy(() -> files.read(URI.create(uri), 0, 1))
        .isInstanceOf(UnreadableBodyException.class)
        .hasMessage("its URI is not that of a file on this machine");
  }

  @Test
  void shouldFollowLinksOnlyWithinTheFolders() throws Exception {
    Path inside = Files.createSymbolicLink(root.resolve("in"), root.resolve("2024"));
    assertThat(read(inside.resolve("a b.warc"), 0, 1)).hasSize(1);
    Path outside = Files.createSymbolicLink(root.resolve("out"), folder.resolve("crawl-private"));
    Path file = Files.createSymbolicLink(root.resolve("f"), Path.of("../crawl-private/a.warc"));
    Path hops = Files.createSymbolicLink(root.resolve("hops"), outside);
    for (Path link : List.of(outside.resolve("a.warc"), file, hops.resolve("a.warc"))) {
      assertThatThrownBy(() -> read(link, 0, 1))
          .isInstanceOf(UnreadableBodyException.class)
          .hasMessage("a symbolic link leads out of body.ref.roots");
    }
  }

  @Test
  void shouldReadBelowAFolderThatIsALinkItself() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("current"), root);
    FileRanges linked = new FileRanges(List.of(link));
    assertThat(linked.read(link.resolve("2024/a b.warc").toUri(), 0, 2)).hasSize(2);
  }

  @Test
  void shouldSayThatNothingIsBelowAFolderThatIsNotThere() {
    FileRanges none = new FileRanges(List.of(folder.resolve("not-mounted")));
    assertThatThrownBy(() -> none.read(folder.resolve("not-mounted/a.warc").toUri(), 0, 1))
        .isInstanceOf(UnreadableBodyException.class)
        .hasMessage("there is no such file");
  }

  @Test
  @Timeout(60)
  void shouldOpenNothingButFiles() throws Exception {
    Path pipe = root.resolve("pipe");
    Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
    assertThat(made.waitFor()).isZero();
    Path device = Files.createSymbolicLink(root.resolve("zero"), Path.of("/dev/zero"));
    FileRanges all = new FileRanges(List.of(root, Path.of("/dev")));
    for (Path odd : List.of(pipe, device, root.resolve("2024"))) {
      assertThatThrownBy(() -> all.read(odd.toUri(), 0, 1))
          .isInstanceOf(UnreadableBodyException.class)
          .hasMessage("it is not a regular file");
    }
  }

  @Test
  void shouldNotTakeMemoryForBytesThatAreNotThere() {
    // More than any heap of a test could hold.
    assertThatThrownBy(() -> read(root.resolve("2024/a b.warc"), 0, Integer.MAX_VALUE))
        .isInstanceOf(UnreadableBodyException.class)
        .hasMessage("the file ends before that, after 10 bytes");
  }
}
