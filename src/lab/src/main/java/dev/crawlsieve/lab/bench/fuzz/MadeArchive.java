package dev.crawlsieve.lab.bench.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.Zstd;
import dev.crawlsieve.lab.bench.SourcePage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Archives and their records, made from real pages. */
final class MadeArchive {

  /** What means something to the readers of archives. */
  static final List<byte[]> TOKENS =
      Stream.of(
              "WARC/1.0\r\n",
              "WARC/1\n",
              "WARC/1.0\nContent-Length: 9\n\n",
              "WARC-Type: response\r\n",
              "WARC-Target-URI: <http://a.example/>\r\n",
              "Content-Length: 99999999999\r\n",
              "Content-Length: 0\r\n",
              "filedesc://a 0.0.0.0 20090101000000 text/plain 5\n",
              "http://a.example/ 1.1.1.1 20090203040506 text/html 7\n",
              "a:1 20090203 ",
              "\u0085 5\n",
              "HTTP/1.1 200 OK\r\n",
              "Content-Encoding: gzip\r\n",
              ",gzip",
              "Transfer-Encoding: chunked\r\n",
              "ffffffff\r\n",
              "1\r\na\r\n",
              "\r\n\r\n",
              "\n",
              "\u001f\u008b\b\0\0\0\0\0\0\0",
              "\u001f\u008b\b\0\0\0\0\0\0\0\u0003\0\0\0\0\0\0\0\0\0",
              "\0\0\0\u00ff\u00ff",
              "(\u00b5/\u00fd$\0\1\0\0\u0099\u00e9\u00d8Q",
              "P*M\u0018\0\0\0\0",
              "]*M\u0018\u00ff\u00ff\0\0",
              "PK\u0003\u0004",
              "PK\u0001\u0002",
              "PK\u0005\u0006",
              "\u00ff\u00ff\u00ff\u00ff",
              "{\"url\":\"http://a.example/\",\"html\":\"")
          .map(token -> token.getBytes(ISO_8859_1))
          .toList();

  private static final LocalDateTime ZIPPED = LocalDateTime.of(2024, 2, 3, 4, 5, 6);

  private MadeArchive() {}

  static byte[] warc(SourcePage page, SplittableRandom random) {
    byte[] block = response(page, random);
    return joined(
        ("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: "
                + page.url()
                + "\r\nWARC-Date: 2024-02-03T04:05:06Z\r\nContent-Length: "
                + block.length
                + "\r\n\r\n")
            .getBytes(UTF_8),
        block,
        "\r\n\r\n".getBytes(UTF_8));
  }

  static byte[] arc(SourcePage page, SplittableRandom random) {
    byte[] block = response(page, random);
    return joined(
        (page.url() + " 10.0.0.1 20090203040506 text/html " + block.length + "\n").getBytes(UTF_8),
        block,
        "\n".getBytes(UTF_8));
  }

  /** A response whose body is encoded in one of the ways, or not at all. */
  private static byte[] response(SourcePage page, SplittableRandom random) {
    byte[] html = page.html().getBytes(UTF_8);
    String header = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
    return switch (random.nextInt(6)) {
      case 0 -> joined((header + "Content-Encoding: gzip\r\n\r\n").getBytes(UTF_8), gzip(html));
      case 1 ->
          joined((header + "Content-Encoding: deflate\r\n\r\n").getBytes(UTF_8), deflate(html));
      case 2 ->
          joined(
              (header + "Content-Encoding: zstd, gzip\r\n\r\n").getBytes(UTF_8),
              gzip(Zstd.compress(html)));
      case 3 ->
          joined(
              (header
                      + "Transfer-Encoding: chunked\r\n\r\n"
                      + Integer.toHexString(html.length)
                      + "\r\n")
                  .getBytes(UTF_8),
              html,
              "\r\n0\r\n\r\n".getBytes(UTF_8));
      default -> joined((header + "\r\n").getBytes(UTF_8), html);
    };
  }

  static byte[] line(SourcePage page) {
    String html = page.html().replaceAll("[\"\\\\\\p{Cntrl}]", " ");
    return ("{\"url\":\"" + page.url() + "\",\"html\":\"" + html + "\"}\n").getBytes(UTF_8);
  }

  static byte[] gzip(byte[] plain) {
    return written(out -> new GZIPOutputStream(out), plain);
  }

  private static byte[] deflate(byte[] plain) {
    return written(DeflaterOutputStream::new, plain);
  }

  /** A zip with these files. */
  static byte[] zip(String folder, String ending, List<byte[]> files, SplittableRandom random) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (byte[] file : files) {
        zip.setLevel(random.nextBoolean() ? 0 : 6);
        ZipEntry entry = new ZipEntry(folder + random.nextInt(1 << 30) + ending);
        entry.setTimeLocal(ZIPPED);
        zip.putNextEntry(entry);
        zip.write(file);
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  @FunctionalInterface
  private interface Encoder {
    OutputStream around(OutputStream out) throws IOException;
  }

  private static byte[] written(Encoder encoder, byte[] plain) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream encoded = encoder.around(out)) {
      encoded.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
