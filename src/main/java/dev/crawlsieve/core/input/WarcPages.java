package dev.crawlsieve.core.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.page.FetchTime;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The pages of a web archive (WARC 0.17 to 1.1, WET, and ARC): responses, resources and conversions
 * with http and https URLs, whatever their status. Everything else is counted as skipped; a revisit
 * has no body. Unreadable stretches are returned with their position.
 */
final class WarcPages implements PageSource {

  /** Allowance for a response's header before its body. */
  private static final int HEADER_BYTES = 256 * 1024;

  private static final Set<String> PAGES = Set.of("response", "resource", "conversion");

  private final WarcRecords records;
  private final String name;
  private final Limits limits;
  private final Progress progress;
  private final EventWriter events;
  private long number;

  /**
   * @param size of the archive, as defined by {@link WarcRecords}
   */
  WarcPages(Uncompressed in, long size, String name, Limits limits, Progress progress) {
    this.records = new WarcRecords(in.stream(), in.members(), size, blockLimit(limits));
    this.name = name;
    this.limits = limits;
    this.progress = progress;
    this.events = new EventWriter(limits);
  }

  @Override
  public InputPage next() throws IOException {
    for (ArchiveRecord record = records.next(); record != null; record = records.next()) {
      number++;
      String type = record.header("WARC-Type").toLowerCase(Locale.ROOT);
      if (record.damage() != null) {
        return damaged(record, record.damage());
      }
      if (type.isEmpty()) {
        return damaged(record, "it has no WARC-Type");
      }
      String url = url(record);
      if (!PAGES.contains(type)) {
        progress.skip(type + " record");
      } else if (!isHttp(url)) {
        progress.skip(type + " record without an http URL");
      } else {
        return read(record, type, url);
      }
    }
    return null;
  }

  private InputPage damaged(ArchiveRecord record, String reason) {
    progress.damage();
    String url = url(record);
    return new InputPage(
        url.isEmpty() ? null : url.getBytes(UTF_8),
        Limits.beginning(record.block()),
        name + "#" + number,
        "the record at " + record.place() + " cannot be read: " + reason);
  }

  private static Instant time(ArchiveRecord record) {
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
  private static String url(ArchiveRecord record) {
    String target = record.header("WARC-Target-URI").replace(" ", "%20");
    boolean bracketed = target.startsWith("<") && target.endsWith(">");
    return bracketed ? target.substring(1, target.length() - 1) : target;
  }

  private static boolean isHttp(String url) {
    String lower = url.toLowerCase(Locale.ROOT);
    return lower.startsWith("http:") || lower.startsWith("https:");
  }

  private InputPage read(ArchiveRecord record, String type, String url) throws IOException {
    String origin = name + "#" + number;
    if (record.tooLarge()) {
      return new InputPage(null, record.block(), origin, limits.tooLarge("the record's body"));
    }
    if (type.equals("response")) {
      try {
        ArchivedResponse http = ArchivedResponse.read(record.block(), limits);
        return events
            .write(
                new EventWriter.Fetched(
                    url,
                    time(record),
                    http.status(),
                    http.contentType(),
                    http.headers(),
                    http.body()),
                origin)
            .from(record.stored());
      } catch (IOException e) {
        String defect = "the HTTP response cannot be decoded: " + e.getMessage();
        return new InputPage(null, Limits.beginning(record.block()), origin, defect);
      }
    }
    return events
        .write(
            new EventWriter.Fetched(
                url, time(record), -1, record.header("Content-Type"), Map.of(), record.block()),
            origin)
        .from(record.stored());
  }

  private static int blockLimit(Limits limits) {
    return (int) Math.min((long) limits.maxBytes() + HEADER_BYTES, Integer.MAX_VALUE - 8);
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
