package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.netpreserve.jwarc.HttpResponse;

/**
 * An archived HTTP response with its transfer and content encodings undone.
 *
 * <p>The body is what the record contains after the header, regardless of {@code Content-Length}.
 * If it does not look chunked or compressed as the header declares, it is used as it is: crawlers
 * and browsers archive a decoded body and leave the header as the server sent it.
 *
 * @param status the status code
 * @param contentType as the server sent it, or the empty string
 * @param headers by name as given, without those that describe the transfer (Content-Encoding,
 *     Transfer-Encoding, Content-Length); the values of a repeated name are joined by a comma (RFC
 *     9110, section 5.2)
 * @param body the content; longer than the limit by one byte if it is too large
 */
record ArchivedResponse(int status, String contentType, Map<String, String> headers, byte[] body) {

  /** Headers that describe how the body was transferred, and are wrong for the decoded body. */
  private static final Set<String> OF_THE_TRANSFER =
      Set.of("content-encoding", "transfer-encoding", "content-length");

  /**
   * Parses a response.
   *
   * @param block header and body as archived
   * @throws IOException if it has no HTTP header, or its body is not encoded as declared
   */
  static ArchivedResponse read(byte[] block, Limits limits) throws IOException {
    HttpResponse response;
    try {
      response =
          HttpResponse.parseWithoutBody(Channels.newChannel(new ByteArrayInputStream(block)), null);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
    Map<String, String> headers = new LinkedHashMap<>();
    for (Map.Entry<String, List<String>> header : response.headers().map().entrySet()) {
      if (!OF_THE_TRANSFER.contains(header.getKey().toLowerCase(Locale.ROOT))) {
        headers.put(header.getKey(), String.join(", ", header.getValue()));
      }
    }
    byte[] body = Arrays.copyOfRange(block, bodyAt(block), block.length);
    if (values(response, "Transfer-Encoding").contains("chunked") && isChunk(body)) {
      body = withoutChunks(body);
    }
    body = ContentEncoding.undo(values(response, "Content-Encoding"), body, limits.maxBytes());
    return new ArchivedResponse(
        response.status(), response.headers().first("Content-Type").orElse(""), headers, body);
  }

  private static List<String> values(HttpResponse response, String name) {
    String joined = String.join(",", response.headers().all(name)).toLowerCase(Locale.ROOT);
    return Arrays.stream(joined.split(",")).map(String::strip).filter(v -> !v.isEmpty()).toList();
  }

  /** Whether the body begins with a chunk size (RFC 9112, section 7.1). */
  private static boolean isChunk(byte[] body) {
    int at = 0;
    while (at < body.length && Character.digit(body[at], 16) >= 0) {
      at++;
    }
    return at > 0 && at < body.length && (body[at] == '\r' || body[at] == '\n' || body[at] == ';');
  }

  private static byte[] withoutChunks(byte[] body) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream(body.length);
    int at = 0;
    while (true) {
      int end = at;
      while (end < body.length && body[end] != '\n') {
        end++;
      }
      String size = new String(body, at, end - at, ISO_8859_1).split(";", 2)[0].strip();
      int length;
      try {
        length = Integer.parseInt(size, 16);
      } catch (NumberFormatException e) {
        throw new IOException("malformed chunk at byte " + at + " of the body", e);
      }
      if (length == 0) {
        return content.toByteArray();
      }
      if (length < 0 || length > body.length - end - 1) {
        throw new IOException("chunked body truncated after " + content.size() + " bytes");
      }
      content.write(body, end + 1, length);
      at = end + 1 + length;
      at += at < body.length && body[at] == '\r' ? 1 : 0;
      at += at < body.length && body[at] == '\n' ? 1 : 0;
    }
  }

  /** Offset of the body: after the first empty line, or at the end if there is none. */
  static int bodyAt(byte[] block) {
    boolean emptyLine = false;
    for (int i = 0; i < block.length; i++) {
      if (block[i] == '\n') {
        if (emptyLine) {
          return i + 1;
        }
        emptyLine = true;
      } else if (block[i] != '\r') {
        emptyLine = false;
      }
    }
    return block.length;
  }
}
