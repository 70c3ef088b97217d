package dev.crawlsieve.stream.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.ZstdOutputStream;
import dev.crawlsieve.lab.chaos.PoisonPages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/**
 * Bad files for {@code produce}. Each begins with a good page, and everything in it that is
 * readable must be produced.
 */
final class PoisonFiles {

  /**
   * A bad file.
   *
   * @param name the file's name, which also describes its content
   * @param pages number of its records that reach the topic of pages
   * @param reason a part of the reason of its dead letter of stage {@code input}, or null
   * @param damaged whether the dead letter is for a stretch that could not be read
   */
  record File(String name, byte[] content, int pages, String reason, boolean damaged) {

    @Override
    public String toString() {
      return name;
    }
  }

  /** A size far beyond the limit, for a decompression bomb. */
  private static final int BOMB_BYTES = 90_000_000;

  private PoisonFiles() {}

  static List<File> all() throws IOException {
    byte[] lines = (line(1) + "\n" + line(2) + "\n").getBytes(UTF_8);
    byte[] zipped = PoisonPages.gzip(lines);
    byte[] corrupt = PoisonPages.gzip((line(1) + "\n" + noise(400_000)).getBytes(UTF_8));
    Arrays.fill(corrupt, corrupt.length - 90_000, corrupt.length - 80_000, (byte) 0x55);
    return List.of(
        new File("bomb.jsonl.gz", bomb(false), 1, "times their size: decompress it first", true),
        new File("bomb.jsonl.zst", bomb(true), 1, "times their size: decompress it first", true),
        new File("truncated.jsonl.gz", Arrays.copyOf(zipped, zipped.length - 12), 1, "early", true),
        new File("corrupt.jsonl.gz", corrupt, 0, "cannot be read further", true),
        new File("unknown.bin", new byte[] {1, 2, 3, 4}, 0, "is of no known kind", true),
        new File(
            "long-line.jsonl",
            (line(1) + "\n" + "x".repeat(PoisonPages.MAX_BYTES + 1) + "\n" + line(2))
                .getBytes(UTF_8),
            2,
            "the line is larger than",
            false),
        new File(
            "wrong-length.warc",
            warc(good(), record("b", html(""), "", 100_000)),
            1,
            "the archive ends before the record",
            true),
        new File(
            "bad-digest.warc",
            warc(good(), record("b", html(""), "WARC-Block-Digest: sha1:AAAA\r\n", 0)),
            2,
            null,
            false),
        new File(
            "bad-header.warc",
            warc(good(), "WARC/1.0\r\nno header at all\r\n\r\n"),
            1,
            "Content-Length is missing",
            true),
        new File(
            "huge-headers.warc",
            warc(good(), record("b", html("X-Long: " + "h".repeat(200_000) + "\r\n"), "", 0)),
            2,
            null,
            false),
        new File(
            "gzip-bomb-in-record.warc",
            warc(good(), encoded(PoisonPages.gzip(new byte[20_000_000]))),
            1,
            "is larger than",
            false),
        new File(
            "broken-gzip-in-record.warc",
            warc(good(), encoded(new byte[] {0x1f, (byte) 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8})),
            1,
            "cannot be decoded",
            false),
        new File(
            "no-http-in-record.warc",
            warc(good(), record("b", "this is no HTTP", "", 0)),
            1,
            "cannot be decoded",
            false));
  }

  private static String line(int number) {
    return "{\"url\":\"http://files.example/" + number + "\",\"text\":\"a good line\"}";
  }

  /** A good line, then one that never ends. */
  private static byte[] bomb(boolean zstd) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = zstd ? new ZstdOutputStream(bytes) : new GZIPOutputStream(bytes)) {
      out.write((line(1) + "\n").getBytes(UTF_8));
      byte[] blanks = new byte[1_000_000];
      for (int i = 0; i < BOMB_BYTES / blanks.length; i++) {
        out.write(blanks);
      }
    }
    return bytes.toByteArray();
  }

  private static String good() {
    return record("a", html(""), "", 0);
  }

  private static String html(String header) {
    return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + header + "\r\n<p>a good record";
  }

  private static String encoded(byte[] body) {
    String head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n";
    return record("b", head + new String(body, ISO_8859_1), "", 0);
  }

  /**
   * @param more number of bytes by which the record's claimed length exceeds the actual one
   */
  private static String record(String path, String http, String header, int more) {
    return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://files.example/"
        + path
        + "\r\nWARC-Date: 2024-02-03T04:05:06Z\r\nWARC-Record-ID: <urn:uuid:0>\r\n"
        + header
        + "Content-Type: application/http;msgtype=response\r\nContent-Length: "
        + (http.length() + more)
        + "\r\n\r\n"
        + http
        + "\r\n\r\n";
  }

  private static byte[] warc(String... records) {
    return String.join("", records).getBytes(ISO_8859_1);
  }

  /** Text that compresses badly. */
  private static String noise(int length) {
    Random random = new Random(length);
    StringBuilder noise = new StringBuilder();
    while (noise.length() < length) {
      noise.append(Integer.toString(random.nextInt(Integer.MAX_VALUE), 36));
    }
    return noise.toString();
  }
}
