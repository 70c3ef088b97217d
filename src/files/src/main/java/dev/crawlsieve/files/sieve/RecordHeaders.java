package dev.crawlsieve.files.sieve;

import dev.crawlsieve.files.input.StoredRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.MessageHeaders;
import org.netpreserve.jwarc.MessageVersion;
import org.netpreserve.jwarc.WarcParser;
import org.netpreserve.jwarc.WarcResponse;

/**
 * The headers of records that were read from an archive. Not thread-safe.
 *
 * <p>A header is kept byte for byte if jwarc's strict parser accepts it and it has the fields that
 * the standard requires. Otherwise, and for ARC, it is rewritten from the same fields. So strict
 * readers can read every record of the output.
 */
final class RecordHeaders {

  /**
   * A header with the empty line that ends it.
   *
   * @param capture what identifies the record
   */
  record Written(byte @Nullable [] bytes, Capture capture) {}

  private static final List<String> REQUIRED =
      List.of("WARC-Type", "WARC-Record-ID", "WARC-Date", "WARC-Target-URI", "Content-Length");

  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  private static final Pattern ID = Pattern.compile("<[^<>\\s\\p{Cntrl}]+>");

  /** Bytes that are searched for a transfer encoding, which affects the digest of the payload. */
  private static final int SEARCHED_BYTES = 64 * 1024;

  private final WarcParser parser = new WarcParser();

  /**
   * The header of a record.
   *
   * @param payloadAt offset of the payload in the block
   * @param readAt the date of a record that has none, milliseconds since 1970-01-01T00:00Z
   */
  Written of(StoredRecord record, int payloadAt, long readAt) {
    String id = record.field("WARC-Record-ID");
    String payload = WarcValues.digest(record.block(), payloadAt);
    Capture capture =
        new Capture(
            WarcValues.asGiven(unbracketed(record.field("WARC-Target-URI"))),
            ID.matcher(id).matches() ? id : "<urn:uuid:" + UUID.randomUUID() + ">",
            WarcValues.date(record.field("WARC-Date"), readAt),
            WarcValues.line(digest(record, payloadAt, payload)),
            payload);
    boolean same =
        capture.id().equals(id)
            && capture.date().equals(record.field("WARC-Date"))
            && isStrict(record);
    return new Written(same ? record.header() : anew(record, capture), capture);
  }

  private static String unbracketed(String target) {
    boolean bracketed = target.startsWith("<") && target.endsWith(">");
    return bracketed ? target.substring(1, target.length() - 1) : target;
  }

  /**
   * The digest that the record states; otherwise, that of its payload, unless that has a transfer
   * encoding.
   */
  private static String digest(StoredRecord record, int payloadAt, String payload) {
    String stated = record.field("WARC-Payload-Digest");
    if (!stated.isEmpty()) {
      return stated;
    }
    int searched = Math.min(payloadAt, SEARCHED_BYTES);
    String http = new String(record.block(), 0, searched, StandardCharsets.ISO_8859_1);
    return http.toLowerCase(Locale.ROOT).contains("\ntransfer-encoding") ? "" : payload;
  }

  private boolean isStrict(StoredRecord record) {
    if (record.header() == null) {
      return false;
    }
    ByteBuffer bytes = ByteBuffer.wrap(record.header());
    parser.reset();
    parser.parse(bytes);
    if (!parser.isFinished() || bytes.hasRemaining()) {
      return false;
    }
    MessageHeaders headers = parser.headers();
    return REQUIRED.stream().allMatch(name -> headers.all(name).size() == 1)
        && headers.contains("Content-Length", String.valueOf(record.block().length));
  }

  private static byte[] anew(StoredRecord record, Capture capture) {
    WarcResponse.Builder header = new WarcResponse.Builder(capture.target());
    for (Map.Entry<String, List<String>> field : record.fields().entrySet()) {
      if (TOKEN.matcher(field.getKey()).matches()) {
        header.setHeader(field.getKey(), null);
        field.getValue().forEach(value -> header.addHeader(field.getKey(), WarcValues.line(value)));
      }
    }
    return header
        .version(MessageVersion.WARC_1_1)
        .date(null)
        .setHeader("WARC-Type", record.field("WARC-Type").toLowerCase(Locale.ROOT))
        .setHeader("WARC-Target-URI", capture.target())
        .setHeader("WARC-Record-ID", capture.id())
        .setHeader("WARC-Date", capture.date())
        .setHeader("WARC-Payload-Digest", capture.digest().isEmpty() ? null : capture.digest())
        .setHeader("Content-Length", String.valueOf(record.block().length))
        .build()
        .serializeHeader();
  }
}
