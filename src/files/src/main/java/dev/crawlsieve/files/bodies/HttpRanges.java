package dev.crawlsieve.files.bodies;

import com.ibm.icu.text.UnicodeSet;
import com.ibm.icu.text.UnicodeSet.SpanCondition;
import dev.crawlsieve.core.text.Ascii;
import dev.crawlsieve.core.text.NormalForm;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads ranges of resources below listed http addresses, with range requests.
 *
 * <p>If a server does not answer, the request is repeated, after pauses that double, until the time
 * for one body is over. After that, no request is sent to the prefix for the same length of time.
 * Otherwise, a store that is down would cost each body its whole time, and the stream's open
 * transaction would time out.
 */
final class HttpRanges {

  private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(100).toNanos();

  /**
   * Characters that no path may contain: backslashes, controls, and the replacement character of
   * malformed UTF-8.
   */
  private static final UnicodeSet FORBIDDEN = new UnicodeSet("[\\\\[:Cc:]\\ufffd]").freeze();

  /** Dots, and characters that a server may ignore before or within them. */
  private static final UnicodeSet DOTS = new UnicodeSet("[.[:Z:][:C:]]").freeze();

  /** Characters that may follow dots at the beginning of a name. */
  private static final UnicodeSet USUAL = new UnicodeSet("[[:L:][:N:]_\\-]").freeze();

  private static final Pattern ENCODED = Pattern.compile("%(?:[0-9A-Fa-f]{2}|u)");

  /** The time until which no request is sent to a prefix, and why. */
  private record Rest(long untilNanos, @Nullable String why) {}

  private final List<URI> prefixes;
  private final long timeoutNanos;
  private final Map<URI, Rest> resting = new HashMap<>();

  HttpRanges(List<URI> prefixes, Duration timeout) {
    this.prefixes = prefixes;
    this.timeoutNanos = timeout.toNanos();
  }

  byte[] read(URI uri, long offset, int length) throws UnreadableBodyException {
    URI prefix = prefix(uri);
    Rest rest = resting.get(prefix);
    if (rest != null && System.nanoTime() - rest.untilNanos() < 0) {
      throw new UnreadableBodyException("not asked for now, since " + rest.why());
    }
    try {
      byte[] bytes = ask(uri, offset, length);
      resting.remove(prefix);
      return bytes;
    } catch (RangeRequest.NoAnswerException e) {
      resting.put(prefix, new Rest(System.nanoTime() + timeoutNanos, e.getMessage()));
      throw new UnreadableBodyException(e.getMessage(), e);
    }
  }

  private byte[] ask(URI uri, long offset, int length)
      throws UnreadableBodyException, RangeRequest.NoAnswerException {
    long deadline = System.nanoTime() + timeoutNanos;
    long pause = FIRST_PAUSE_NANOS;
    RangeRequest request = new RangeRequest(uri, offset, length);
    for (int tries = 1; ; tries++) {
      try {
        // Half of the remaining time, so that a lost connection leaves time for another attempt.
        return request.send((deadline - System.nanoTime()) / 2);
      } catch (RangeRequest.NoAnswerException e) {
        if (deadline - System.nanoTime() < 2 * pause) {
          throw new RangeRequest.NoAnswerException(
              e.getMessage() + " (" + tries + (tries == 1 ? " try)" : " tries)"), e);
        }
      }
      RangeRequest.pause(pause);
      pause *= 2;
    }
  }

  /** The listed prefix that an address is below. */
  private URI prefix(URI uri) throws UnreadableBodyException {
    String path = uri.getRawPath() == null ? "" : uri.getRawPath();
    if (uri.getHost() == null
        || uri.getRawUserInfo() != null
        || uri.getRawQuery() != null
        || uri.getRawFragment() != null) {
      throw new UnreadableBodyException(
          "its address must have a host and a path, and no login, query or fragment");
    }
    if (!isPlain(uri)) {
      throw new UnreadableBodyException("its path must have no '.' and '..', and no hidden ones");
    }
    for (URI prefix : prefixes) {
      if (origin(prefix).equals(origin(uri)) && path.startsWith(prefix.getRawPath())) {
        return prefix;
      }
    }
    throw new UnreadableBodyException("no address in body.ref.roots holds it");
  }

  /**
   * Whether an address's path means the same to every server: decoded once, it has no additional
   * slash, nothing left to decode, and no {@code .} or {@code ..}, not even with characters that a
   * server may ignore before, within or after the dots.
   */
  private static boolean isPlain(URI uri) {
    if (uri.getRawPath() == null) {
      return true;
    }
    String path = NormalForm.compatible(uri.getPath()); // a full-width dot is a dot
    return FORBIDDEN.containsNone(path)
        && !ENCODED.matcher(path).find()
        && slashes(path) == slashes(uri.getRawPath())
        && Arrays.stream(path.split("/")).noneMatch(HttpRanges::isDots);
  }

  /**
   * Whether a segment consists of dots up to its end, or up to the first character that is unusual
   * in a name.
   */
  private static boolean isDots(String segment) {
    int end = DOTS.span(segment, SpanCondition.SIMPLE);
    return segment.lastIndexOf('.', end - 1) >= 0
        && (end == segment.length() || !USUAL.contains(segment.codePointAt(end)));
  }

  private static long slashes(String path) {
    return path.chars().filter(c -> c == '/').count();
  }

  private static String origin(URI uri) {
    String scheme = Ascii.lower(uri.getScheme());
    int port = uri.getPort() >= 0 ? uri.getPort() : scheme.equals("https") ? 443 : 80;
    return scheme + "://" + Ascii.lower(uri.getHost()) + ":" + port;
  }
}
