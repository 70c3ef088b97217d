package dev.crawlsieve.tool.sieve;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.bytemap.DiskByteMap;
import dev.crawlsieve.core.page.ContentType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.Message;
import org.netpreserve.jwarc.ParsingException;
import org.netpreserve.jwarc.URIs;
import org.netpreserve.jwarc.WarcCaptureRecord;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;

/**
 * The records of web archives that replay tools find, in the order of their URLs (<a
 * href="https://specs.webrecorder.net/cdxj/0.1.0/">CDXJ</a>), and the pages among them.
 *
 * <p>Those are {@code response} and {@code resource} records, and {@code revisit} records of the
 * profile {@code identical-payload-digest}. One of another profile is passed over: what it refers
 * to is not what was at its URL.
 */
final class WaczIndex implements AutoCloseable {

  /** Lines in a block that is read as a whole. */
  static final int BLOCK = 1024;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RECORDS = "r";
  private static final String PAGES = "p";
  private static final Pattern NO_DIGIT = Pattern.compile("[^0-9]");
  private static final String EARLIEST = "00000101000000"; // what a date without a time begins with
  private static final Set<String> PAGE_TYPES = Set.of("text/html", "application/xhtml+xml");

  private final DiskByteMap found;
  private long count;

  /**
   * Opens an empty index.
   *
   * @param temporary a folder that does not exist
   */
  WaczIndex(Path temporary) {
    found = new DiskByteMap(temporary);
  }

  /** Adds the records of an archive, of which no more may have been read. */
  void add(String archive, InputStream in) throws IOException {
    WarcReader records = new WarcReader(in); // not closed, for it would close the stream
    Optional<WarcRecord> next = records.next();
    while (next.isPresent()) {
      long offset = records.position();
      Entry entry = next.get() instanceof WarcCaptureRecord record ? entry(record) : null;
      next = records.next();
      if (entry != null) {
        add(archive, offset, records.position() - offset, entry);
      }
    }
  }

  /** A record; what is unknown of it is empty. */
  private record Entry(
      String url, String time, String mime, String status, String digest, boolean page) {}

  /** A record as it is listed; null if it is not. */
  private static Entry entry(WarcCaptureRecord record) throws IOException {
    boolean copy =
        record instanceof WarcRevisit revisit
            && revisit.profile().equals(WarcRevisit.IDENTICAL_PAYLOAD_DIGEST_1_1);
    if (!copy && !(record instanceof WarcResponse || record instanceof WarcResource)) {
      return null;
    }
    Message header = header(record);
    String declared = header == null ? "" : header.headers().first("Content-Type").orElse("");
    String mime = ContentType.parse(declared).type();
    String status = header instanceof HttpResponse http ? String.valueOf(http.status()) : "";
    return new Entry(
        address(record.target()),
        time(record.headers().first("WARC-Date").orElse("")),
        copy ? "warc/revisit" : mime,
        status,
        record.headers().first("WARC-Payload-Digest").orElse(""),
        PAGE_TYPES.contains(mime) && (status.isEmpty() || status.startsWith("2")));
  }

  /** The header that says what a record holds; null if there is none. */
  private static Message header(WarcCaptureRecord record) throws IOException {
    try {
      if (record instanceof WarcResponse response) {
        return response.http();
      } else if (record instanceof WarcRevisit revisit) {
        return revisit.body().size() == 0 ? null : revisit.http();
      }
      return record;
    } catch (ParsingException e) {
      return null; // as it came from the input: replay tools show what they can of it
    }
  }

  /** The 14 digits of a date; what it leaves out is as early as it can be. */
  static String time(String date) {
    String digits = NO_DIGIT.matcher(date.substring(0, Math.min(date.length(), 19))).replaceAll("");
    return digits + EARLIEST.substring(digits.length());
  }

  /** A URL as browsers ask for it, without its fragment. */
  static String address(String url) {
    int fragment = url.indexOf('#');
    return WarcValues.target(fragment < 0 ? url : url.substring(0, fragment));
  }

  /**
   * The sort key of an address (SURT): its host with the last part first, in lower case, its path,
   * and its parameters in alphabetical order.
   */
  static String key(String address) {
    return URIs.toNormalizedSurt(address).replace(" ", "%20");
  }

  private void add(String archive, long offset, long length, Entry entry) throws IOException {
    ObjectNode value = JSON.createObjectNode().put("url", entry.url());
    putKnown(value, "mime", entry.mime());
    putKnown(value, "status", entry.status());
    putKnown(value, "digest", entry.digest());
    value.put("length", String.valueOf(length)).put("offset", String.valueOf(offset));
    value.put("filename", archive);
    long number = count++;
    String line = key(entry.url()) + " " + entry.time() + " ";
    found.put(numbered(RECORDS + line, number), JSON.writeValueAsBytes(value));
    if (entry.page()) {
      ObjectNode page = JSON.createObjectNode();
      page.put("id", String.valueOf(number + 1))
          .put("url", entry.url())
          .put("ts", timestamp(entry.time()));
      found.put(numbered(PAGES, number), JSON.writeValueAsBytes(page));
    }
  }

  private static byte[] numbered(String line, long number) {
    byte[] bytes = line.getBytes(UTF_8);
    return ByteBuffer.allocate(bytes.length + Long.BYTES).put(bytes).putLong(number).array();
  }

  private static void putKnown(ObjectNode value, String name, String known) {
    if (!known.isEmpty()) {
      value.put(name, known);
    }
  }

  private static String timestamp(String time) {
    return time.replaceFirst("(....)(..)(..)(..)(..)(..)", "$1-$2-$3T$4:$5:$6Z");
  }

  /**
   * Writes the records.
   *
   * @param blocks gets blocks of {@link #BLOCK} lines, each gzipped by itself
   * @param summary gets the beginning of each block's first line, and where the block is
   */
  void writeRecords(OutputStream blocks, OutputStream summary) throws IOException {
    Blocks out = new Blocks(blocks, summary);
    scan(
        RECORDS,
        (key, value) -> out.add(Arrays.copyOfRange(key, 1, key.length - Long.BYTES), value));
    out.end();
  }

  /** Writes the pages, a line each, in the order in which they came. */
  void writePages(OutputStream out) throws IOException {
    ObjectNode header = JSON.createObjectNode();
    header.put("format", "json-pages-1.0").put("id", "pages").put("title", "All Pages");
    LineOutput.line(out, JSON.writeValueAsBytes(header));
    scan(PAGES, (key, value) -> LineOutput.line(out, value));
  }

  private interface Visitor {
    void visit(byte[] key, byte[] value) throws IOException;
  }

  private void scan(String prefix, Visitor visitor) throws IOException {
    try {
      found.scan(
          prefix.getBytes(US_ASCII),
          (key, value) -> {
            try {
              visitor.visit(key, value);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Lines in blocks, and where these are. */
  private static final class Blocks {

    private final OutputStream out;
    private final OutputStream summary;
    private final ByteArrayOutputStream block = new ByteArrayOutputStream();
    private String first;
    private int lines;
    private long offset;

    Blocks(OutputStream out, OutputStream summary) throws IOException {
      this.out = out;
      this.summary = summary;
      summary.write(
          "!meta 0 {\"format\": \"cdxj-gzip-1.0\", \"filename\": \"index.cdx.gz\"}\n"
              .getBytes(US_ASCII));
    }

    void add(byte[] key, byte[] value) throws IOException {
      if (lines == 0) {
        first = new String(key, UTF_8);
      }
      block.writeBytes(key);
      LineOutput.line(block, value);
      if (++lines == BLOCK) {
        end();
      }
    }

    void end() throws IOException {
      if (lines == 0) {
        return;
      }
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
        block.writeTo(gzip);
      }
      packed.writeTo(out);
      ObjectNode place = JSON.createObjectNode();
      place.put("offset", offset).put("length", packed.size());
      summary.write((first + JSON.writeValueAsString(place) + "\n").getBytes(UTF_8));
      offset += packed.size();
      block.reset();
      lines = 0;
    }
  }

  @Override
  public void close() {
    found.close();
  }
}
