package dev.crawlsieve.files.bodies;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;

/** Records of web archives, byte by byte. */
public final class Archives {

  private Archives() {}

  /** A response with this body. */
  public static byte[] response(String url, String contentType, byte[] body) {
    return record("response", url, http("HTTP/1.1 200 OK\r\nContent-Type: " + contentType, body));
  }

  /** An HTTP message. */
  public static byte[] http(String header, byte[] body) {
    return joined((header + "\r\n\r\n").getBytes(UTF_8), body);
  }

  /** A record of any type. */
  public static byte[] record(String type, String url, byte[] block) {
    String header =
        "WARC/1.1\r\nWARC-Type: "
            + type
            + "\r\nWARC-Target-URI: "
            + url
            + "\r\nWARC-Date: 2024-02-03T04:05:06Z\r\nContent-Type: text/html\r\nContent-Length: "
            + block.length
            + "\r\n\r\n";
    return joined(header.getBytes(UTF_8), block, "\r\n\r\n".getBytes(UTF_8));
  }

  /** One gzip member. */
  public static byte[] gzip(byte[] plain) {
    ByteArrayOutputStream stored = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(stored)) {
      out.write(plain);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return stored.toByteArray();
  }

  /** All of these, one after the other. */
  public static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
