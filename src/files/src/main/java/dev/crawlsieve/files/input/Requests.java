package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the request that a response answers. Crawlers and browsers write it as the record before or
 * after the response, with the same URL. If one of the two names a concurrent record ({@code
 * WARC-Concurrent-To}), that must be the other one. The request for a head may be some records away
 * if one of the two names the other.
 */
final class Requests {

  /** Records that are looked at to find a request for a head. */
  static final int MOST = 32;

  /** Their bytes. */
  static final int MOST_BYTES = 1 << 20;

  private static final String CONCURRENT = "WARC-Concurrent-To";
  private static final byte[] GET = "GET ".getBytes(US_ASCII);
  private static final byte[] HEAD = "HEAD ".getBytes(US_ASCII);

  /** The record before, if it is a request for which no response was found; otherwise null. */
  private @Nullable ArchiveRecord before;

  /** The latest requests for heads. */
  private final Deque<ArchiveRecord> heads = new ArrayDeque<>();

  /** A request that was found after its response; null if there is none. */
  private @Nullable ArchiveRecord after;

  /** Must be called for each record that is not a response. */
  @SuppressWarnings("ReferenceEquality") // the same record that was looked at ahead
  void pass(ArchiveRecord record) {
    before = isRequest(record) && record != after ? record : null;
    if (before != null && isHead(before) && before.block().length <= MOST_BYTES / MOST) {
      heads.addLast(before);
      if (heads.size() > MOST) {
        heads.removeFirst();
      }
    }
  }

  /**
   * Whether a response answers a request for a head that is some records away.
   *
   * @param following records after the response
   */
  boolean isOfHead(ArchiveRecord response, Collection<ArchiveRecord> following) {
    return Stream.concat(heads.stream(), following.stream())
        .anyMatch(
            each ->
                isRequest(each)
                    && isHead(each)
                    && belong(response, each)
                    && !(each.header(CONCURRENT) + response.header(CONCURRENT)).isEmpty());
  }

  /**
   * The request that a response answers; null if neither neighbour is the request.
   *
   * @param next the record after the response, or null at the end
   */
  @Nullable ArchiveRecord of(ArchiveRecord response, @Nullable ArchiveRecord next) {
    ArchiveRecord request = before;
    before = null;
    if (request == null || !belong(response, request)) {
      request = next != null && isRequest(next) && belong(response, next) ? next : null;
      after = request;
    }
    return request;
  }

  private static boolean isRequest(ArchiveRecord record) {
    return record.damage() == null
        && !record.tooLarge()
        && record.headers() != null
        && record.header("WARC-Type").toLowerCase(Locale.ROOT).equals("request");
  }

  private static boolean belong(ArchiveRecord response, ArchiveRecord request) {
    return WarcPages.url(response).equals(WarcPages.url(request))
        && names(request, response)
        && names(response, request);
  }

  /** Whether a record names the other one as concurrent, or names none. */
  private static boolean names(ArchiveRecord one, ArchiveRecord other) {
    String named = one.header(CONCURRENT);
    return named.isEmpty() || named.equals(other.header("WARC-Record-ID"));
  }

  static boolean isGet(ArchiveRecord request) {
    return asks(request, GET);
  }

  /** Whether a request is a HEAD, which is answered without a body. */
  static boolean isHead(ArchiveRecord request) {
    return asks(request, HEAD);
  }

  private static boolean asks(ArchiveRecord request, byte[] method) {
    byte[] block = request.block();
    return block.length >= method.length
        && Arrays.equals(block, 0, method.length, method, 0, method.length);
  }
}
