package dev.crawlsieve.core.failure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.attribute.PosixFilePermissions.fromString;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class PermissionTest {

  private static final Path OTHER_USER = Path.of("/usr/bin/setpriv");

  @TempDir Path dir;

  @Test
  void shouldTellWhatIsDeniedFromWhatIsMissing() throws Exception {
    Files.setPosixFilePermissions(dir, fromString("rwxr-xr-x"));
    Path entered = Files.createDirectory(dir.resolve("entered"));
    Path closed = Files.createDirectory(dir.resolve("closed"));
    Path open = Files.createFile(entered.resolve("open"));
    Path secret = Files.createFile(entered.resolve("secret"));
    Path inClosed = Files.createFile(closed.resolve("file"));
    Files.setPosixFilePermissions(secret, fromString("---------"));
    Files.setPosixFilePermissions(closed, fromString("---------"));
    try {
      assertThat(denied(open, secret, inClosed, closed, entered.resolve("absent")))
          .isEqualTo("[false, true, true, true, false]");
    } finally {
      Files.setPosixFilePermissions(closed, fromString("rwx------"));
    }
  }

  /** What a process without the rights of root finds. */
  private String denied(Path... files) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      assumeTrue(Files.isExecutable(OTHER_USER));
      command.addAll(
          List.of(OTHER_USER.toString(), "--reuid=65534", "--regid=65534", "--clear-groups"));
    }
    for (Class<?> type : List.of(Permission.class, SieveException.class, Asked.class)) {
      String name = type.getName().replace('.', '/') + ".class";
      Path copy = dir.resolve(name);
      Files.createDirectories(copy.getParent());
      try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
        Files.write(copy, in.readAllBytes());
      }
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", dir.toString(), Asked.class.getName()));
    List.of(files).forEach(file -> command.add(file.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  /** Says which files are denied. */
  static final class Asked {

    public static void main(String[] files) {
      List<Boolean> denied = new ArrayList<>();
      for (String file : files) {
        denied.add(Permission.denied(Path.of(file)));
      }
      System.out.println(denied);
    }
  }
}
