package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.page.BodyRef;
import dev.crawlsieve.core.page.FetchTime;
import dev.crawlsieve.core.page.Page;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The pages of a web archive (WARC 0.17 to 1.1, WET, and ARC): responses, resources and conversions
 * with http and https URLs, of any status. Everything else is counted as skipped; a revisit has no
 * body. Unreadable stretches are returned with their position.
 */
final class WarcPages implements PageSource {

  /** Allowance for a response's header before its body. */
  private static final int HEADER_BYTES = 256 * 1024;

  private static final Set<String> PAGES = Set.of("response", "resource", "conversion");

  private final WarcRecords records;
  private final long storedBytes;
  private final String name;
  private final Limits limits;
  private final ReadCounts counts;
  private final @Nullable String uri;
  private final EventWriter events;
  private final Requests requests = new Requests();

  /** The records after the one that is read: at least one, unless that is the last. */
  private final Deque<ArchiveRecord> ahead = new ArrayDeque<>();

  private @Nullable IOException aheadFailure;
  private boolean ended;
  private long number;

  /** A page whose record is in segments, of which some are still to come; null if there is none. */
  private @Nullable SegmentedRecord segmented;

  /**
   * The pages of an archive.
   *
   * @param bytes size of the archive as stored; {@link Long#MAX_VALUE} if it is unknown
   * @param uri the archive's URI in events that refer to its records, or null if they hold the
   *     bodies
   */
  WarcPages(
      Uncompressed in,
      long bytes,
      String name,
      Limits limits,
      ReadCounts counts,
      @Nullable String uri) {
    long size = in.compressed() ? -1 : bytes;
    this.records = new WarcRecords(in.stream(), in.members(), size, blockLimit(limits));
    this.storedBytes = bytes;
    this.name = name;
    this.limits = limits;
    this.counts = counts;
    this.uri = uri;
    this.events = new EventWriter(limits);
  }

  @Override
  public @Nullable InputPage next() throws IOException {
    for (ArchiveRecord record = take(); record != null; record = take()) {
      number++;
      String type = record.header("WARC-Type").toLowerCase(Locale.ROOT);
      if (record.oddity() != null) {
        counts.skip(record.oddity());
      }
      if (record.damage() != null) {
        return damaged(record, number, "cannot be read: " + record.damage());
      }
      if (type.isEmpty()) {
        return damaged(record, number, "cannot be read: it has no WARC-Type");
      }
      String url = url(record);
      if (!type.equals("response")) {
        requests.pass(record);
      }
      if (segmented != null && segmented.takes(record)) {
        if (segmented.isWhole()) {
          return end(segmented);
        }
      } else if (!PAGES.contains(type) || (uri != null && type.equals("conversion"))) {
        counts.skip(type + " record");
      } else if (!isHttp(url)) {
        counts.skip(type + " record without an http URL");
      } else if (SegmentedRecord.begins(record)) {
        InputPage before = segmented == null ? null : end(segmented);
        segmented = new SegmentedRecord(record, type, url, number, blockLimit(limits));
        if (before != null) {
          return before;
        }
      } else {
        boolean response = type.equals("response");
        ArchiveRecord request = response ? requests.of(record, ahead.peekFirst()) : null;
        if (!response || record.hasBody() || !isOfHead(record, request)) {
          boolean got = request == null || Requests.isGet(request);
          return read(record, type, url, number, got ? null : request);
        }
        counts.skip("response to HEAD, without a body");
      }
    }
    return segmented == null ? null : end(segmented);
  }

  /** The page made of the segments that were found, perhaps only the first one. */
  private InputPage end(SegmentedRecord record) throws IOException {
    segmented = null;
    if (uri != null) {
      return damaged(record.record(), record.number(), "cannot be referred to: it is in segments");
    }
    if (!record.isWhole()) {
      counts.skip("record without all its segments (read as far as they go)");
    }
    return read(record.record(), record.type(), record.url(), record.number(), null)
        .withoutRecord();
  }

  private boolean isOfHead(ArchiveRecord response, @Nullable ArchiveRecord request) {
    if (request != null) {
      return Requests.isHead(request);
    }
    long bytes = ahead.stream().mapToLong(each -> each.block().length).sum();
    while (ahead.size() < Requests.MOST && bytes < Requests.MOST_BYTES && readAhead()) {
      bytes += ahead.getLast().block().length;
    }
    return requests.isOfHead(response, ahead);
  }

  /**
   * The next record. The one after it is read, too: its beginning is this record's end, and it may
   * be the request that this record answers.
   */
  private @Nullable ArchiveRecord take() throws IOException {
    boolean one = !ahead.isEmpty() || readAhead();
    if (!one && aheadFailure != null) {
      throw aheadFailure;
    }
    ArchiveRecord record = ahead.pollFirst();
    if (ahead.isEmpty()) {
      readAhead(); // a failure is thrown after this record was returned
    }
    return record;
  }

  /** Reads one more record ahead; returns whether there is one. */
  private boolean readAhead() {
    if (ended) {
      return false;
    }
    try {
      ArchiveRecord next = records.next();
      ended = next == null;
      if (next != null) {
        ahead.addLast(next);
      }
    } catch (IOException e) {
      aheadFailure = e;
      ended = true;
    }
    return !ended;
  }

  /** A reference to a record, or null if the record cannot be read alone. */
  private @Nullable BodyRef reference(ArchiveRecord record) {
    ArchiveRecord next = ahead.peekFirst();
    long end = next != null ? next.offset() : aheadFailure == null ? storedBytes : -1;
    return uri != null && record.offset() >= 0 && end > record.offset()
        ? new BodyRef(uri, record.offset(), end - record.offset())
        : null;
  }

  private InputPage damaged(ArchiveRecord record, long number, String reason) {
    counts.damage();
    String url = url(record);
    return new InputPage(
        url.isEmpty() ? null : url.getBytes(UTF_8),
        Limits.beginning(record.block()),
        name + "#" + number,
        "the record at " + record.place() + " " + reason);
  }

  private static @Nullable Instant time(ArchiveRecord record) {
    try {
      Instant time = FetchTime.parse(record.header("WARC-Date"));
      return time.isBefore(Instant.EPOCH) ? null : time.truncatedTo(ChronoUnit.MILLIS);
    } catch (DateTimeException e) {
      // A page without a valid time is still a page.
      return null;
    }
  }

  /**
   * The target URL. Some writers put it in angle brackets, as in the first standard's grammar, and
   * some leave a space in it.
   */
  static String url(ArchiveRecord record) {
    String target = record.header("WARC-Target-URI").replace(" ", "%20");
    boolean bracketed = target.startsWith("<") && target.endsWith(">");
    return bracketed ? target.substring(1, target.length() - 1) : target;
  }

  private static boolean isHttp(String url) {
    String lower = url.toLowerCase(Locale.ROOT);
    return lower.startsWith("http:") || lower.startsWith("https:");
  }

  /**
   * Reads a page.
   *
   * @param request the request that it answers, if that is not a GET; null if it is not known
   */
  private InputPage read(
      ArchiveRecord record, String type, String url, long number, @Nullable ArchiveRecord request)
      throws IOException {
    String origin = name + "#" + number;
    byte[] key = url.getBytes(UTF_8);
    if (record.tooLarge()) {
      return new InputPage(key, record.block(), origin, limits.tooLarge("the record's body"));
    }
    EventWriter.Fetched fetched;
    try {
      fetched = fetched(record, type, url, limits);
    } catch (IOException e) {
      return new InputPage(key, Limits.beginning(record.block()), origin, e.getMessage());
    }
    if (fetched.time() == null && !record.header("WARC-Date").isEmpty()) {
      counts.skip("WARC-Date that is not a time (record read)");
    }
    BodyRef ref = uri == null ? null : reference(record);
    if (uri != null && ref == null) {
      return damaged(
          record,
          number,
          "cannot be referred to: its gzip member holds more than this record, or is followed by"
              + " damage");
    }
    StoredRecord asked = request == null ? null : request.stored();
    return events.write(fetched, ref, origin).from(record.stored().answering(asked));
  }

  /**
   * The page that a record archives.
   *
   * @param type type of the record, in lower case
   * @throws IOException if it is a response that cannot be decoded
   */
  static EventWriter.Fetched fetched(ArchiveRecord record, String type, String url, Limits limits)
      throws IOException {
    String declared = record.header("Content-Type");
    boolean http = type.equals("response") || isOfHttp(declared);
    ResponseHeader header = http ? ResponseHeader.of(record.block()) : null;
    if (!http || (header == null && isBody(record, type))) {
      String own = type.equals("response") && isOfHttp(declared) ? "" : declared;
      return new EventWriter.Fetched(url, time(record), -1, own, marks(record), record.block());
    }
    try {
      ArchivedResponse got =
          ArchivedResponse.read(header, record.block(), record.truncated(), limits);
      return new EventWriter.Fetched(
          url, time(record), got.status(), got.contentType(), got.headers(), got.body());
    } catch (IOException e) {
      throw new IOException("the HTTP response cannot be decoded: " + e.getMessage(), e);
    }
  }

  private static Map<String, String> marks(ArchiveRecord record) {
    return record.truncated().isEmpty()
        ? Map.of()
        : Map.of(Page.TRUNCATED_HEADER, record.truncated());
  }

  /** Whether a record's content type says that it holds an HTTP message. */
  static boolean isOfHttp(String contentType) {
    return contentType.toLowerCase(Locale.ROOT).startsWith("application/http");
  }

  /**
   * Whether a record without an HTTP header holds a body alone: ARC had no HTTP headers before
   * 2001, some tools write responses of type text/html, and a resource may be a request.
   */
  private static boolean isBody(ArchiveRecord record, String type) {
    byte[] block = record.block();
    return !type.equals("response")
        || !isOfHttp(record.header("Content-Type"))
        || (block.length > 0 && block[0] == '<');
  }

  /** Largest block of a record whose body may be as large as the limit. */
  static int blockLimit(Limits limits) {
    return (int) Math.min((long) limits.maxBytes() + HEADER_BYTES, Integer.MAX_VALUE - 8);
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
