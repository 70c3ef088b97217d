package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.bytemap.DiskByteMap;
import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.extract.TextExtractor;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.ContentType;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.text.Ascii;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.HttpRequest;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.Message;
import org.netpreserve.jwarc.ParsingException;
import org.netpreserve.jwarc.WarcCaptureRecord;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcRequest;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;

/**
 * An index of the records of web archives for replay tools, in the order of their URLs (<a
 * href="https://specs.webrecorder.net/cdxj/0.1.0/">CDXJ</a>), and a list of the pages among them.
 *
 * <p>It has the {@code response} and {@code resource} records, and the {@code revisit} records with
 * the profile {@code identical-payload-digest}. Revisits with other profiles are skipped, since the
 * record that they refer to is not what was at their URL. jwarc's own CDXJ lines are not used: they
 * have the URL as given instead of as browsers request it, no date unless it has seconds, and fail
 * on an invalid content type.
 */
final class WaczIndex implements AutoCloseable {

  /** Lines in a block that is read as a whole. */
  static final int BLOCK = 1024;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RECORDS = "r"; // prefix of their keys, which a scan needs
  private static final String TITLES = "t";

  /** Host, port, path and query of an address that is in lower case. */
  private static final Pattern PARTS =
      Pattern.compile(
          "https?://(?:www\\d*\\.)?(\\[[^\\]]*\\]|[^/?#:]+)(:\\d+)?(/[^?#]*)(?:\\?([^#]+))?\\??");

  private static final Pattern NO_DIGIT = Pattern.compile("[^0-9]");
  private static final String EARLIEST = "00000101000000"; // defaults for the missing end of a date
  private static final Set<String> PAGE_TYPES = Set.of("text/html", "application/xhtml+xml");

  /** Bytes of a page that are searched for its title. */
  private static final int TITLE_BYTES = 1 << 16;

  /** Bytes of a request's body that are read. */
  private static final int MOST_BODY = 1 << 20;

  private final DiskByteMap found;
  private final OutputStream pages;
  private long count;

  /** A record as it is listed; unknown values are empty. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private record Listed(
      String url,
      String mime,
      String status,
      String digest,
      String length,
      String offset,
      String filename,
      String method,
      String requestBody) {}

  private record Pages(String format, String id, String title) {}

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private record Shown(String id, String url, String ts, String title) {}

  /**
   * How a record was requested; both values are empty for a GET.
   *
   * @param query the request's body as a query, see {@link RequestQuery}
   */
  private record Asked(String method, String query) {

    static final Asked GET = new Asked("", "");

    static Asked by(WarcRequest request) throws IOException {
      try {
        HttpRequest http = request.http();
        if (http.method().equals("GET")) {
          return GET;
        }
        byte[] body = http.body().stream().readNBytes(MOST_BODY);
        String type = http.headers().first("Content-Type").orElse("");
        return new Asked(http.method(), RequestQuery.of(type, body));
      } catch (ParsingException e) {
        return GET;
      }
    }
  }

  private record Place(long offset, int length) {}

  /**
   * Opens an empty index.
   *
   * @param temporary a folder that does not exist
   * @param pages receives the pages, a line each, in the order in which they are added; stays open
   */
  WaczIndex(Path temporary, OutputStream pages) throws IOException {
    this.pages = pages;
    LineOutput.line(
        pages, JSON.writeValueAsBytes(new Pages("json-pages-1.0", "pages", "All Pages")));
    found = new DiskByteMap(temporary);
  }

  /** Adds the records of an archive; the stream may not be read to its end. */
  void add(String archive, InputStream in) throws IOException {
    WarcReader records = new WarcReader(in); // not closed, since that would close the stream
    WarcRecord record = records.next().orElse(null);
    while (record != null) {
      long offset = records.position();
      boolean copy =
          record instanceof WarcRevisit revisit
              && revisit.profile().equals(WarcRevisit.IDENTICAL_PAYLOAD_DIGEST_1_1);
      boolean listed = copy || record instanceof WarcResponse || record instanceof WarcResource;
      Message header = listed ? header((WarcCaptureRecord) record) : null;
      String title = listed && isPage(header) ? titleOf((WarcCaptureRecord) record) : "";
      WarcRecord next = records.next().orElse(null);
      if (listed) {
        String url = address(((WarcCaptureRecord) record).target());
        String length = String.valueOf(records.position() - offset);
        Asked asked =
            next instanceof WarcRequest request && address(request.target()).equals(url)
                ? Asked.by(request)
                : Asked.GET;
        String mime = header == null ? "" : type(header);
        Listed line =
            new Listed(
                url,
                copy ? "warc/revisit" : mime,
                header instanceof HttpResponse http ? String.valueOf(http.status()) : "",
                record.headers().first("WARC-Payload-Digest").orElse(""),
                length,
                String.valueOf(offset),
                archive,
                asked.method(),
                asked.query());
        boolean page = isPage(header) && asked.equals(Asked.GET);
        add(line, time(record.headers().first("WARC-Date").orElse("")), page, title);
      }
      record = next;
    }
  }

  private static String type(Message header) {
    return ContentType.parse(header.headers().first("Content-Type").orElse("")).type();
  }

  private static boolean isPage(@Nullable Message header) {
    return header != null
        && PAGE_TYPES.contains(type(header))
        && (!(header instanceof HttpResponse http) || http.status() / 100 == 2);
  }

  /** The title of a page; for a copy, that of the kept page; empty if there is none. */
  private String titleOf(WarcCaptureRecord record) {
    if (record instanceof WarcRevisit) {
      String kept = record.headers().first("WARC-Refers-To").orElse("");
      byte[] title = found.get((TITLES + kept).getBytes(UTF_8));
      return title == null ? "" : new String(title, UTF_8);
    }
    String title = title(record);
    if (!title.isEmpty()) {
      String id = record.headers().first("WARC-Record-ID").orElse("");
      found.put((TITLES + id).getBytes(UTF_8), title.getBytes(UTF_8));
    }
    return title;
  }

  /** The title in a page's markup; empty if there is none, or the page cannot be read. */
  private static String title(WarcCaptureRecord record) {
    String type = "text/html";
    InputStream body;
    try {
      if (record instanceof WarcResponse response) {
        type = response.http().headers().first("Content-Type").orElse(type);
        body = response.http().bodyDecoded().stream();
      } else if (record instanceof WarcResource resource) {
        type = resource.headers().first("Content-Type").orElse(type);
        body = resource.body().stream();
      } else {
        return "";
      }
      byte[] beginning = body.readNBytes(TITLE_BYTES);
      Page page = Page.of("http://localhost/", type, "", new Body(beginning, false));
      return new TextExtractor(TextSettings.MAIN).extract(page).title();
    } catch (IOException | BadPageException e) {
      return ""; // a page without a title; if the archive cannot be read, neither can what follows
    }
  }

  /** The header that describes a record's content; null if there is none. */
  private static @Nullable Message header(WarcCaptureRecord record) throws IOException {
    try {
      if (record instanceof WarcResponse response) {
        return response.http();
      } else if (record instanceof WarcRevisit revisit) {
        return revisit.body().size() == 0 ? null : revisit.http();
      }
      return record;
    } catch (ParsingException e) {
      return null; // it came like this from the input; replay tools show what they can
    }
  }

  private void add(Listed line, String time, boolean page, String title) throws IOException {
    String asked =
        line.method().isEmpty()
            ? line.url()
            : RequestQuery.address(line.url(), line.method(), line.requestBody());
    byte[] key = (RECORDS + key(asked) + " " + time + " ").getBytes(UTF_8);
    byte[] numbered =
        ByteBuffer.allocate(key.length + Long.BYTES).put(key).putLong(count++).array();
    found.put(numbered, JSON.writeValueAsBytes(line));
    if (page) {
      String ts = time.replaceFirst("(....)(..)(..)(..)(..)(..)", "$1-$2-$3T$4:$5:$6Z");
      Shown listed = new Shown(String.valueOf(count), line.url(), ts, title);
      LineOutput.line(pages, JSON.writeValueAsBytes(listed));
    }
  }

  /** The 14 digits of a date; missing parts are as early as possible. */
  static String time(String date) {
    String digits = NO_DIGIT.matcher(date.substring(0, Math.min(date.length(), 19))).replaceAll("");
    return digits + EARLIEST.substring(digits.length());
  }

  /** A URL as browsers request it, without its fragment. */
  static String address(String url) {
    int fragment = url.indexOf('#');
    return WarcValues.target(fragment < 0 ? url : url.substring(0, fragment));
  }

  /**
   * The sort key of an address, made in the same way as by readers that look for its block (SURT,
   * {@code getSurt} of warcio.js 2.4): in lower case, the host's labels reversed, without {@code
   * www}, and the parameters in alphabetical order.
   */
  static String key(String address) {
    Matcher parts = PARTS.matcher(Ascii.lower(address));
    if (!parts.matches()) {
      return address.replace(" ", "%20");
    }
    List<String> host = Arrays.asList(parts.group(1).split("\\.", -1));
    Collections.reverse(host);
    String[] query = parts.group(4) == null ? new String[0] : parts.group(4).split("&", -1);
    Arrays.sort(query);
    return String.join(",", host)
        + (parts.group(2) == null ? "" : parts.group(2))
        + ")"
        + parts.group(3)
        + (query.length == 0 ? "" : "?" + String.join("&", query));
  }

  /**
   * Writes the records.
   *
   * @param blocks receives blocks of {@link #BLOCK} lines, each gzipped by itself
   * @param summary receives the beginning of each block's first line, and the block's position
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

  /** Writes lines in blocks, and the positions of the blocks. */
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
