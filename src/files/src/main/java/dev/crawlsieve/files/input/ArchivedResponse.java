package dev.crawlsieve.files.input;

import dev.crawlsieve.core.page.Page;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An archived HTTP response with its transfer and content encodings undone.
 *
 * <p>The body is everything in the record after the header. One that is shorter than {@code
 * Content-Length} was cut, like one of which the archive says so: it is decoded as far as it goes,
 * and marked in the headers. If it does not look chunked or compressed as the header declares, it
 * is used as it is: crawlers and browsers archive a decoded body and leave the header as the server
 * sent it.
 *
 * @param status the status code
 * @param contentType as the server sent it, or the empty string
 * @param headers the headers by name as given, without those that describe the transfer
 *     (Content-Encoding, Transfer-Encoding, Content-Length); the values of a repeated name are
 *     joined by a comma (RFC 9110, section 5.2)
 * @param body the content; longer than the limit by one byte if it is too large
 */
record ArchivedResponse(int status, String contentType, Map<String, String> headers, byte[] body) {

  /** Headers that describe how the body was transferred, and are wrong for the decoded body. */
  private static final Set<String> OF_THE_TRANSFER =
      Set.of("content-encoding", "transfer-encoding", "content-length");

  /** Transfer codings that compress (RFC 9112, section 7.2). */
  private static final Set<String> COMPRESSING = Set.of("gzip", "x-gzip", "deflate");

  /**
   * Parses a response.
   *
   * @param header the block's header, or null if it has none
   * @param block header and body as archived
   * @param truncated why the archive says that the body was cut, or the empty string
   * @throws IOException if it has no HTTP header, or its body is not encoded as declared
   */
  static ArchivedResponse read(
      @Nullable ResponseHeader header, byte[] block, String truncated, Limits limits)
      throws IOException {
    if (header == null) {
      throw new IOException("it does not begin with a status line, such as HTTP/1.1 200 OK");
    }
    Map<String, String> headers = new LinkedHashMap<>();
    header
        .fields()
        .forEach(
            (name, values) -> {
              if (!OF_THE_TRANSFER.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name, String.join(", ", values));
              }
            });
    byte[] body = Arrays.copyOfRange(block, header.end(), block.length);
    List<String> transfer = header.values("Transfer-Encoding");
    boolean cut =
        !truncated.isEmpty()
            || (transfer.isEmpty() && Page.isShort(body.length, header.first("Content-Length")));
    if (cut) {
      headers.put(Page.TRUNCATED_HEADER, truncated.isEmpty() ? "unspecified" : truncated);
    }
    if (transfer.contains("chunked")) {
      body = ChunkedBody.undo(body, cut);
    }
    List<String> encodings = new ArrayList<>(header.values("Content-Encoding"));
    transfer.stream().filter(COMPRESSING::contains).forEach(encodings::add);
    body = ContentEncoding.undo(encodings, body, limits.maxBytes(), cut);
    return new ArchivedResponse(header.status(), header.first("Content-Type"), headers, body);
  }

  /** Offset of the body; 0 if there is no HTTP header. */
  static int bodyAt(byte[] block) {
    ResponseHeader header = ResponseHeader.of(block);
    return header == null ? 0 : header.end();
  }
}
