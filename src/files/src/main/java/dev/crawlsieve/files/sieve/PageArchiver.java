package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.extract.PageReader;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.EventHeaders;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.files.bodies.Bodies;
import dev.crawlsieve.files.input.StoredRecord;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.MessageVersion;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;

/**
 * Turns pages into records of a web archive. Not thread-safe.
 *
 * <p>A page from an archive keeps its record, byte for byte ({@link RecordHeaders}). A page event
 * with a status becomes a {@code response} with its headers; any other event becomes a {@code
 * resource}. A body that came as characters is written in UTF-8, and its content type says so. A
 * body that an event refers to is read.
 */
final class PageArchiver {

  private static final byte[] NOTHING = {};

  /** HTTP headers longer than this, in bytes, are not repeated in a revisit. */
  private static final int LONGEST_HTTP_HEADER = 64 * 1024;

  private static final Pattern STATUS = Pattern.compile("[0-9]{3}");
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /** Headers that are replaced, since the body is decoded. */
  private static final Set<String> WRITTEN_ANEW =
      Set.of("content-type", "content-length", "content-encoding", "transfer-encoding");

  private final PageReader reader;
  private final EventHeaders headers;
  private final RecordHeaders recordHeaders = new RecordHeaders();

  PageArchiver(SieveSettings settings) {
    reader = PageReader.of(settings.page(), Bodies.of(settings.bodyRefs(), settings.page()));
    headers = new EventHeaders(settings.page().maxBytes());
  }

  /**
   * Makes a page's record.
   *
   * @throws BadPageException if it is not a page
   */
  ArchivedPage archive(NumberedPage page) throws BadPageException {
    StoredRecord stored = page.page().record();
    return stored == null ? made(page) : stored(stored, page.timestamp());
  }

  private ArchivedPage stored(StoredRecord record, long readAt) {
    int payloadAt = record.payloadAt();
    byte[] http = NOTHING;
    if (payloadAt < record.block().length && payloadAt <= LONGEST_HTTP_HEADER) {
      http = Arrays.copyOf(record.block(), payloadAt);
    }
    RecordHeaders.Written header = recordHeaders.of(record, payloadAt, readAt);
    return new ArchivedPage(
        header.capture(),
        http,
        WarcValues.member(header.bytes(), record.block()),
        request(record.request(), header.capture(), readAt));
  }

  /**
   * The record of the request that a page answers; empty if there is none. Without it, replay tools
   * would show the answer to a POST as the page at its address.
   */
  private byte[] request(@Nullable StoredRecord request, Capture answer, long readAt) {
    if (request == null) {
      return NOTHING;
    }
    RecordHeaders.Written header = recordHeaders.of(request, 0, readAt);
    boolean same = header.capture().target().equals(answer.target());
    return same ? WarcValues.member(header.bytes(), request.block()) : NOTHING;
  }

  private ArchivedPage made(NumberedPage numbered) throws BadPageException {
    byte[] value = numbered.page().value();
    Page page = reader.read(numbered.page().key(), value, name -> null);
    byte[] body = page.body().bytes();
    String type = contentType(page);
    UUID id = UUID.randomUUID();
    String digest = WarcValues.digest(body, 0);
    Capture capture =
        new Capture(
            WarcValues.target(page.url()),
            "<urn:uuid:" + id + ">",
            WarcValues.date(page.fetchTime(), numbered.timestamp()),
            digest,
            digest);
    if (!STATUS.matcher(page.status()).matches()) {
      byte[] header = header(new WarcResource.Builder(), capture, type, body.length);
      return new ArchivedPage(capture, NOTHING, WarcValues.member(header, body), NOTHING);
    }
    byte[] http = httpHeader(page.status(), type, value, body.length);
    byte[] block = Arrays.copyOf(http, http.length + body.length);
    System.arraycopy(body, 0, block, http.length, body.length);
    byte[] header =
        header(
            new WarcResponse.Builder(capture.target()),
            capture,
            MediaType.HTTP_RESPONSE.toString(),
            block.length);
    return new ArchivedPage(
        capture,
        http.length <= LONGEST_HTTP_HEADER ? http : NOTHING,
        WarcValues.member(header, block),
        NOTHING);
  }

  private static byte[] header(
      WarcRecord.AbstractBuilder<?, ?> builder, Capture capture, String type, int length) {
    return builder
        .version(MessageVersion.WARC_1_1)
        .date(null)
        .setHeader("WARC-Target-URI", capture.target())
        .setHeader("WARC-Record-ID", capture.id())
        .setHeader("WARC-Date", capture.date())
        .setHeader("WARC-Payload-Digest", capture.digest())
        .setHeader("Content-Type", type.isEmpty() ? null : type)
        .setHeader("Content-Length", String.valueOf(length))
        .build()
        .serializeHeader();
  }

  private static String contentType(Page page) {
    return page.body().isText() && !page.type().declared().isEmpty()
        ? WarcValues.line(page.type().type()) + "; charset=utf-8"
        : WarcValues.line(page.declared().declared());
  }

  private byte[] httpHeader(String status, String type, byte[] event, int length)
      throws BadPageException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    write(out, "HTTP/1.1 " + status + " ");
    if (!type.isEmpty()) {
      write(out, "Content-Type: " + type);
    }
    headers.read(
        event,
        (name, value) -> {
          if (TOKEN.matcher(name).matches()
              && !WRITTEN_ANEW.contains(name.toLowerCase(Locale.ROOT))) {
            write(out, name + ": " + WarcValues.line(value));
          }
        });
    write(out, "Content-Length: " + length);
    write(out, "");
    return out.toByteArray();
  }

  /** Writes a line in the character set of HTTP headers, or in UTF-8 if that lacks a character. */
  private static void write(ByteArrayOutputStream out, String line) {
    boolean latin = line.chars().allMatch(c -> c <= 0xff);
    out.writeBytes((line + "\r\n").getBytes(latin ? ISO_8859_1 : UTF_8));
  }
}
