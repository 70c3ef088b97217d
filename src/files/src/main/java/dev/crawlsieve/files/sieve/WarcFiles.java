package dev.crawlsieve.files.sieve;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.MessageVersion;
import org.netpreserve.jwarc.Warcinfo;

/**
 * Writes one of the outputs as web archives: numbered files that each begin with a {@code warcinfo}
 * record. When a file reaches 1 GB, the size that the standard recommends, the next one is begun.
 */
final class WarcFiles {

  /** Size of a file in bytes at which the next one is begun. */
  static final long LARGEST = 1_000_000_000;

  private final SieveFolder folder;
  private final UnfinishedFiles files;
  private final Path replaced;
  private final long largest;
  private @Nullable OutputStream out;
  private long written;
  private int count;

  /**
   * Begins the first file, or continues the last one of an earlier run.
   *
   * @param replaced the file of lines that the archives replace
   * @param largest size of a file in bytes at which the next one is begun
   */
  WarcFiles(SieveFolder folder, UnfinishedFiles files, Path replaced, long largest)
      throws IOException {
    this.folder = folder;
    this.files = files;
    this.replaced = replaced;
    this.largest = largest;
    do {
      begin();
    } while (files.length(folder.file(replaced, PageFormat.WARC, count)) >= 0);
  }

  private void begin() throws IOException {
    if (out != null) {
      out.close();
    }
    Path file = folder.file(replaced, PageFormat.WARC, count++);
    out = files.open(file);
    written = files.length(file);
    if (written < 0) {
      written = 0;
      append(info(file.getFileName().toString()));
    }
  }

  private static byte[] info(String file) {
    Warcinfo info =
        new Warcinfo.Builder()
            .version(MessageVersion.WARC_1_1)
            .filename(file)
            .fields(
                Map.of(
                    "software",
                    List.of(WarcValues.software()),
                    "format",
                    List.of("WARC File Format 1.1"),
                    "conformsTo",
                    List.of(
                        "http://iipc.github.io/warc-specifications/specifications/warc-format/"
                            + "warc-1.1/")))
            .build();
    try {
      return WarcValues.member(info.serializeHeader(), info.body().stream().readAllBytes());
    } catch (IOException e) {
      throw new IllegalStateException("the body of a warcinfo record is in memory", e);
    }
  }

  /** Adds a record, given as a gzip member; adds nothing if it is empty. */
  void add(byte[] member) throws IOException {
    if (written >= largest && member.length > 0) {
      begin();
    }
    append(member);
  }

  private void append(byte[] member) throws IOException {
    Objects.requireNonNull(out).write(member);
    written += member.length;
  }
}
