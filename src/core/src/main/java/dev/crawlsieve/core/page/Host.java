package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.ibm.icu.text.IDNA;
import com.ibm.icu.util.ICUException;
import dev.crawlsieve.core.text.Ascii;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses the host of an http or https URL into the one form that all its spellings share (WHATWG
 * URL, sections 3.3 to 3.6): a name in lower case and Punycode (UTS 46 without transitional
 * mapping, so a sharp s, a final sigma and joiners stay), an IPv4 address as four decimal numbers,
 * or an IPv6 address in brackets in its short form (RFC 5952).
 *
 * <p>Unlike in the Standard, dots after a name are ignored, wrong Punycode is accepted, and a name
 * that has to be converted must not be longer than {@link #MOST_CONVERTED}, since its conversion
 * takes quadratic time. Everything else takes linear time.
 */
final class Host {

  /**
   * Maximum length of a name that is not all ASCII, in UTF-16 units after percent-decoding. A name
   * in DNS has at most this many characters, including Punycode.
   */
  static final int MOST_CONVERTED = 253;

  /** The forbidden domain code points (section 3.3) other than controls. */
  private static final String FORBIDDEN = " #/:<>?@[\\]^|%\u007f";

  private static final boolean[] IN_NAMES = new boolean[128];

  static {
    for (char c = ' '; c < IN_NAMES.length; c++) {
      IN_NAMES[c] = FORBIDDEN.indexOf(c) < 0;
    }
  }

  private static final String NO_NAME = "a host that is not a valid name";

  private static final IDNA UTS46 =
      IDNA.getUTS46Instance(IDNA.NONTRANSITIONAL_TO_ASCII | IDNA.CHECK_BIDI | IDNA.CHECK_CONTEXTJ);

  /**
   * Errors that ICU reports although the Standard allows them: it sets CheckHyphens and
   * VerifyDnsLength to false.
   */
  private static final Set<IDNA.Error> ALLOWED =
      EnumSet.of(
          IDNA.Error.LEADING_HYPHEN,
          IDNA.Error.TRAILING_HYPHEN,
          IDNA.Error.HYPHEN_3_4,
          IDNA.Error.EMPTY_LABEL,
          IDNA.Error.LABEL_TOO_LONG,
          IDNA.Error.DOMAIN_NAME_TOO_LONG);

  private Host() {}

  /**
   * The form of a host that all its spellings share (section 3.5, "host parsing").
   *
   * @param host as in the URL, without user name and port
   * @param url the whole URL, for messages
   * @throws BadPageException if it is not a valid host
   */
  static String of(String host, String url) throws BadPageException {
    if (host.startsWith("[")) {
      String address =
          host.endsWith("]") ? Ipv6.shortForm(host.substring(1, host.length() - 1)) : null;
      if (address == null) {
        throw bad(url, "a host that is not an IPv6 address");
      }
      return "[" + address + "]";
    }
    String name = host.indexOf('%') < 0 ? host : percentDecoded(host);
    String ascii = withoutEndDots(Ascii.isAscii(name) ? Ascii.lower(name) : converted(name, url));
    if (ascii.isEmpty()) {
      throw bad(url, "no host");
    }
    for (int i = 0; i < ascii.length(); i++) {
      char c = ascii.charAt(i);
      if (c >= IN_NAMES.length || !IN_NAMES[c]) {
        throw bad(url, "a host with " + HttpUrl.quote(String.valueOf(c)));
      }
    }
    String last = ascii.substring(ascii.lastIndexOf('.') + 1);
    if (!isNumber(last)) {
      return ascii;
    }
    String address = ipv4(ascii);
    if (address == null) {
      throw bad(url, "a host that is not an IPv4 address");
    }
    return address;
  }

  private static BadPageException bad(String url, String what) {
    return new BadPageException(message(url, what));
  }

  private static String message(String url, String what) {
    return "the URL " + HttpUrl.quote(url) + " has " + what;
  }

  private static String percentDecoded(String host) {
    byte[] utf8 = host.getBytes(UTF_8);
    int size = 0;
    for (int i = 0; i < utf8.length; i++) {
      if (utf8[i] == '%'
          && i + 2 < utf8.length
          && HexFormat.isHexDigit(utf8[i + 1])
          && HexFormat.isHexDigit(utf8[i + 2])) {
        utf8[size++] =
            (byte) (HexFormat.fromHexDigit(utf8[i + 1]) << 4 | HexFormat.fromHexDigit(utf8[i + 2]));
        i += 2;
      } else {
        utf8[size++] = utf8[i];
      }
    }
    return new String(utf8, 0, size, UTF_8);
  }

  /**
   * A name in ASCII (section 3.3, "domain to ASCII", with {@code beStrict} false). A name that is
   * ASCII already is only converted to lower case, even if its Punycode is wrong.
   */
  private static String converted(String name, String url) throws BadPageException {
    if (name.length() > MOST_CONVERTED) {
      throw bad(
          url, "a host of " + name.length() + " characters, must be at most " + MOST_CONVERTED);
    }
    IDNA.Info info = new IDNA.Info();
    try {
      String ascii = UTS46.nameToASCII(name, new StringBuilder(), info).toString();
      if (ALLOWED.containsAll(info.getErrors())) {
        return ascii;
      }
    } catch (ICUException e) { // the name is too long once its characters are mapped
      throw new BadPageException(message(url, NO_NAME), e);
    }
    throw bad(url, NO_NAME);
  }

  private static String withoutEndDots(String name) {
    int end = name.length();
    while (end > 0 && name.charAt(end - 1) == '.') {
      end--;
    }
    return name.substring(0, end);
  }

  /**
   * Whether a name that ends in this label is an IPv4 address (section 3.6, "ends in a number").
   */
  private static boolean isNumber(String label) {
    boolean hex = label.startsWith("0x");
    for (int i = hex ? 2 : 0; i < label.length(); i++) {
      char c = label.charAt(i);
      if (hex ? !HexFormat.isHexDigit(c) : c < '0' || c > '9') {
        return false;
      }
    }
    return !label.isEmpty();
  }

  /**
   * An IPv4 address of one to four decimal, octal or hexadecimal numbers; null if it is not one.
   */
  private static @Nullable String ipv4(String name) {
    long address = 0;
    int from = 0;
    for (int part = 0; part < 4; part++) {
      int dot = name.indexOf('.', from);
      boolean last = dot < 0;
      long number = number(name, from, last ? name.length() : dot);
      int bytes = last ? 4 - part : 1; // the last number has all remaining bytes
      if (number < 0 || number >= 1L << (8 * bytes)) {
        return null;
      }
      address |= number << (8 * (4 - part - bytes));
      if (last) {
        return (address >> 24)
            + "."
            + (address >> 16 & 255)
            + "."
            + (address >> 8 & 255)
            + "."
            + (address & 255);
      }
      from = dot + 1;
    }
    return null;
  }

  /** The number of an IPv4 address's part, at most 2³³; negative if it is not a number. */
  private static long number(String name, int from, int to) {
    int radix = 10;
    int start = from;
    if (name.startsWith("0x", from)) {
      radix = 16;
      start += 2;
    } else if (to - from > 1 && name.charAt(from) == '0') {
      radix = 8;
      start++;
    }
    long number = from == to ? -1 : 0;
    for (int i = start; i < to && number >= 0; i++) {
      char c = name.charAt(i);
      int digit = HexFormat.isHexDigit(c) ? HexFormat.fromHexDigit(c) : radix;
      number = digit < radix ? Math.min(number * radix + digit, 1L << 33) : -1;
    }
    return number;
  }
}
