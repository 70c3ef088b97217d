package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
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
 * profile {@code identical-payload-digest}. One of another profile is skipped: what it refers to is
 * not what was at its URL. jwarc's own lines are not used: they have the URL as given, not as
 * browsers ask for it, no date unless it has seconds, and fail on a content type that is none.
 */
final class WaczIndex implements AutoCloseable {

  /** Lines in a block that is read as a whole. */
  static final int BLOCK = 1024;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RECORDS = "r"; // begins every key, since a scan needs a prefix
  private static final Pattern NO_DIGIT = Pattern.compile("[^0-9]");
  private static final String EARLIEST = "00000101000000"; // what a date without a time begins with
  private static final Set<String> PAGE_TYPES = Set.of("text/html", "application/xhtml+xml");

  private final DiskByteMap found;
  private final OutputStream pages;
  private long count;

  /** A record as listed; what is unknown is empty. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private record Listed(
      String url,
      String mime,
      String status,
      String digest,
      String length,
      String offset,
      String filename) {}

  private record Pages(String format, String id, String title) {}

  private record Page(String id, String url, String ts) {}

  private record Place(long offset, int length) {}

  /**
   * Opens an empty index.
   *
   * @param temporary a folder that does not exist
   * @param pages receives the pages, a line each, in the order in which they come; stays open
   */
  WaczIndex(Path temporary, OutputStream pages) throws IOException {
    this.pages = pages;
    LineOutput.line(
        pages, JSON.writeValueAsBytes(new Pages("json-pages-1.0", "pages", "All Pages")));
    found = new DiskByteMap(temporary);
  }

  /** Adds the records of an archive; the stream may not be read to its end. */
  void add(String archive, InputStream in) throws IOException {
    WarcReader records = new WarcReader(in); // not closed, for it would close the stream
    WarcRecord record = records.next().orElse(null);
    while (record != null) {
      long offset = records.position();
      boolean copy =
          record instanceof WarcRevisit revisit
              && revisit.profile().equals(WarcRevisit.IDENTICAL_PAYLOAD_DIGEST_1_1);
      boolean listed = copy || record instanceof WarcResponse || record instanceof WarcResource;
      Message header = listed ? header((WarcCaptureRecord) record) : null;
      WarcRecord next = records.next().orElse(null);
      if (listed) {
        String mime =
            header == null
                ? ""
                : ContentType.parse(header.headers().first("Content-Type").orElse("")).type();
        String status = header instanceof HttpResponse http ? String.valueOf(http.status()) : "";
        Listed line =
            new Listed(
                address(((WarcCaptureRecord) record).target()),
                copy ? "warc/revisit" : mime,
                status,
                record.headers().first("WARC-Payload-Digest").orElse(""),
                String.valueOf(records.position() - offset),
                String.valueOf(offset),
                archive);
        boolean page = PAGE_TYPES.contains(mime) && (status.isEmpty() || status.startsWith("2"));
        add(line, time(record.headers().first("WARC-Date").orElse("")), page);
      }
      record = next;
    }
  }

  /** The header that says what a record holds; null if there is none. */
  private static @Nullable Message header(WarcCaptureRecord record) throws IOException {
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

  private void add(Listed line, String time, boolean page) throws IOException {
    byte[] key = (RECORDS + key(line.url()) + " " + time + " ").getBytes(UTF_8);
    byte[] numbered =
        ByteBuffer.allocate(key.length + Long.BYTES).put(key).putLong(count++).array();
    found.put(numbered, JSON.writeValueAsBytes(line));
    if (page) {
      String ts = time.replaceFirst("(....)(..)(..)(..)(..)(..)", "$1-$2-$3T$4:$5:$6Z");
      Page listed = new Page(String.valueOf(count), line.url(), ts);
      LineOutput.line(pages, JSON.writeValueAsBytes(listed));
    }
  }

  /** The 14 digits of a date; what it leaves out is as early as possible. */
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

  /**
   * Writes the records.
   *
   * @param blocks receives blocks of {@link #BLOCK} lines, each gzipped by itself
   * @param summary receives the beginning of each block's first line, and where the block is
   */
  void writeRecords(OutputStream blocks, OutputStream summary) throws IOException {
    Blocks out = new Blocks(blocks, summary);
    try {
      found.scan(RECORDS.getBytes(US_ASCII), out::add);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    out.end();
  }

  /** Lines in blocks, and where these are. */
  private static final class Blocks {

    private final OutputStream out;
    private final OutputStream summary;
    private final ByteArrayOutputStream block = new ByteArrayOutputStream();
    private @Nullable String first;
    private int lines;
    private long offset;

    Blocks(OutputStream out, OutputStream summary) throws IOException {
      this.out = out;
      this.summary = summary;
      summary.write(
          "!meta 0 {\"format\": \"cdxj-gzip-1.0\", \"filename\": \"index.cdx.gz\"}\n"
              .getBytes(US_ASCII));
    }

    void add(byte[] numbered, byte[] value) {
      byte[] key = Arrays.copyOfRange(numbered, RECORDS.length(), numbered.length - Long.BYTES);
      if (lines == 0) {
        first = new String(key, UTF_8);
      }
      try {
        block.writeBytes(key);
        LineOutput.line(block, value);
        if (++lines == BLOCK) {
          end();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
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
      String place = JSON.writeValueAsString(new Place(offset, packed.size()));
      summary.write((first + place + "\n").getBytes(UTF_8));
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
