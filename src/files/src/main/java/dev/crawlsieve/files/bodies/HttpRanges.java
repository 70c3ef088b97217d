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
 * Reads stretches of what listed http addresses serve, with range requests.
 *
 * <p>If an address does not answer, it is asked again, after pauses that double, until the time for
 * one body is over. From then on it is not asked at all for as long again: a store that is away
 * costs each body in turn its whole time otherwise, and the stream's open transaction ends.
 */
final class HttpRanges {

  private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(100).toNanos();

  /** What no path may hold: backslashes, controls, and what malformed UTF-8 decodes to. */
  private static final UnicodeSet FORBIDDEN = new UnicodeSet("[\\\\[:Cc:]\\ufffd]").freeze();

  /** Dots, and what a server may skip before or within them. */
  private static final UnicodeSet DOTS = new UnicodeSet("[.[:Z:][:C:]]").freeze();

  /** What may follow dots at the beginning of a name. */
  private static final UnicodeSet USUAL = new UnicodeSet("[[:L:][:N:]_\\-]").freeze();

  private static final Pattern ENCODED = Pattern.compile("%(?:[0-9A-Fa-f]{2}|u)");

  /** When a prefix may be asked again, and why not before. */
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
        // Half of the time that is left, so that a lost connection leaves time to try another.
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

  /** The listed prefix below which an address is. */
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
   * Whether an address's path means the same to every server: decoded once, it has no further
   * slash, nothing left to decode, and no {@code .} or {@code ..}, also with what a server may skip
   * before, within or after dots.
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

  /** Whether a segment is dots up to its end or the first character that is unusual in a name. */
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
