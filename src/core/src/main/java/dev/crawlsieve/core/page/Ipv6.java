package dev.crawlsieve.core.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads an IPv6 address (RFC 4291, section 2.2) as the URL Standard does (section 3.5). */
final class Ipv6 {

  private static final int PIECES = 8;
  private static final int MOST_CHARS = 45;
  private static final String PIECE = "[0-9A-Fa-f]{1,4}";
  private static final Pattern HALF = Pattern.compile("(?:" + PIECE + "(?::" + PIECE + ")*)?");
  private static final String BYTE = "(0|[1-9][0-9]{0,2})";

  /** An address with an IPv4 address in place of the last two pieces. */
  private static final Pattern WITH_IPV4 =
      Pattern.compile("(.*:)" + String.join("\\.", BYTE, BYTE, BYTE, BYTE));

  private static final Pattern ZEROS = Pattern.compile("(?<![0-9a-f])0(?::0)+(?![0-9a-f])");

  private Ipv6() {}

  /**
   * The short form of an address (RFC 5952, without its section 5: all numbers are hexadecimal);
   * null if it is not one.
   */
  static @Nullable String shortForm(String text) {
    Matcher ipv4 = WITH_IPV4.matcher(text);
    if (text.length() > MOST_CHARS) {
      return null;
    }
    if (!ipv4.matches()) {
      return ofPieces(text);
    }
    int[] bytes = IntStream.range(2, 6).map(i -> Integer.parseInt(ipv4.group(i))).toArray();
    boolean fit = IntStream.of(bytes).allMatch(each -> each < 256);
    return fit
        ? ofPieces(
            "%s%x:%x".formatted(ipv4.group(1), bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]))
        : null;
  }

  private static @Nullable String ofPieces(String text) {
    String[] halves = text.split("::", 2);
    List<String> pieces = pieces(halves[0]);
    if (pieces != null && halves.length == 2) {
      List<String> last = pieces(halves[1]);
      if (last == null || pieces.size() + last.size() >= PIECES) {
        return null;
      }
      pieces.addAll(Collections.nCopies(PIECES - pieces.size() - last.size(), "0"));
      pieces.addAll(last);
    }
    return pieces == null || pieces.size() != PIECES ? null : shortened(String.join(":", pieces));
  }

  /** The hexadecimal numbers of one side of a double colon, without leading zeros. */
  private static @Nullable List<String> pieces(String half) {
    if (!HALF.matcher(half).matches()) {
      return null;
    }
    List<String> pieces = new ArrayList<>();
    for (String piece : half.isEmpty() ? new String[0] : half.split(":")) {
      pieces.add(Integer.toHexString(Integer.parseInt(piece, 16)));
    }
    return pieces;
  }

  /** The first of the longest runs of at least two zeros becomes a double colon. */
  private static String shortened(String address) {
    MatchResult longest =
        ZEROS
            .matcher(address)
            .results()
            .reduce((one, next) -> next.group().length() > one.group().length() ? next : one)
            .orElse(null);
    return longest == null
        ? address
        : address.substring(0, Math.max(0, longest.start() - 1))
            + "::"
            + address.substring(Math.min(address.length(), longest.end() + 1));
  }
}
