package dev.crawlsieve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles our own entry in the comparison with other libraries, which is compiled only by the
 * profile {@code peers}, since the others need hundreds of megabytes of libraries.
 */
@Tag("slow")
final class PeersTest {

  private static final Path PEERS = Path.of("src", "lab", "src", "peers", "java");

  @Test
  void shouldCompileOurOwn(@TempDir Path classes) {
    StringWriter written = new StringWriter();
    PrintWriter out = new PrintWriter(written);

    int code =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                out,
                out,
                "-proc:none",
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-sourcepath",
                PEERS.toString(),
                PEERS.resolve("dev/crawlsieve/lab/peers/CrawlsievePeer.java").toString());

    assertThat(code).as(written.toString()).isZero();
  }
}
