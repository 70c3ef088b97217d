package dev.crawlsieve.input;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.netpreserve.jwarc.WarcConversion;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcTargetRecord;

/**
 * The pages of a web archive (WARC 1.0 and 1.1, WET, and ARC, all as jwarc reads them): responses,
 * resources and conversions of http and https URLs, whatever their status. All else is counted as
 * passed over; a revisit has no body.
 */
final class WarcPages implements PageSource {

  /** Room for a response's header before its body. */
  private static final int HEADER_BYTES = 256 * 1024;

  private final WarcReader reader;
  private final String name;
  private final Limits limits;
  private final Progress progress;
  private final EventWriter events;
  private long number;

  WarcPages(InputStream in, String name, Limits limits, Progress progress) throws IOException {
    this.reader = new WarcReader(in);
    this.name = name;
    this.limits = limits;
    this.progress = progress;
    this.events = new EventWriter(limits);
  }

  @Override
  public InputPage next() throws IOException {
    while (true) {
      Optional<WarcRecord> next = nextRecord();
      if (next.isEmpty()) {
        return null;
      }
      number++;
      WarcRecord record = next.get();
      if (record instanceof WarcResponse
          || record instanceof WarcResource
          || record instanceof WarcConversion) {
        WarcTargetRecord target = (WarcTargetRecord) record;
        String url = url(target);
        if (isHttp(url)) {
          return read(target, url);
        }
        progress.skip(record.type() + " record without an http URL");
      } else {
        progress.skip(record.type() + " record");
      }
    }
  }

  private Optional<WarcRecord> nextRecord() throws IOException {
    try {
      return reader.next();
    } catch (IllegalArgumentException e) {
      throw new IOException("record " + (number + 1) + " has a malformed header", e);
    }
  }

  private static Instant time(WarcRecord record) {
    String date = record.headers().first("WARC-Date").orElse("");
    long millis = EventHeadReader.millis(date);
    return millis < 0 ? null : Instant.ofEpochMilli(millis);
  }

  /** Some writers put the target in angle brackets, as the first standard's grammar had it. */
  private static String url(WarcTargetRecord record) {
    String target = record.headers().first("WARC-Target-URI").orElse("").strip();
    boolean bracketed = target.startsWith("<") && target.endsWith(">");
    return bracketed ? target.substring(1, target.length() - 1) : target;
  }

  private static boolean isHttp(String url) {
    String lower = url.toLowerCase(Locale.ROOT);
    return lower.startsWith("http:") || lower.startsWith("https:");
  }

  private InputPage read(WarcTargetRecord record, String url) throws IOException {
    String origin = name + "#" + number;
    byte[] block = record.body().stream().readNBytes(blockLimit());
    if (block.length == blockLimit()) {
      return new InputPage(
          null, Limits.beginning(block), -1, origin, limits.tooLarge("the record's body"));
    }
    if (record instanceof WarcResponse) {
      try {
        ArchivedResponse http = ArchivedResponse.read(block, limits);
        return events.write(
            new EventWriter.Fetched(
                url, time(record), http.status(), http.contentType(), http.headers(), http.body()),
            origin);
      } catch (IOException e) {
        String defect = "the HTTP response cannot be decoded: " + e.getMessage();
        return new InputPage(null, Limits.beginning(block), -1, origin, defect);
      }
    }
    String declared = record.headers().first("Content-Type").orElse("");
    return events.write(
        new EventWriter.Fetched(url, time(record), -1, declared, Map.of(), block), origin);
  }

  private int blockLimit() {
    return (int) Math.min((long) limits.maxBytes() + HEADER_BYTES, Integer.MAX_VALUE - 8);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
