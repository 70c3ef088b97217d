package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.FetchTime;
import dev.crawlsieve.core.page.HttpUrl;
import dev.crawlsieve.core.text.Ascii;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcDigest;

/** Values of WARC and HTTP headers, made so that a page can neither end nor begin a line. */
final class WarcValues {

  private static final Pattern LINE_BREAKS = Pattern.compile("[\n\r\t]");
  private static final Pattern UNSAFE = Pattern.compile("[\\x00-\\x20\\x7f]");
  private static final Pattern CONTROLS = Pattern.compile("[\\x00-\\x1f\\x7f]+");
  private static final Pattern SURROGATES = Pattern.compile("\\p{Cs}");

  /** The profile of ISO 8601 that the standard names (W3C-DTF). */
  private static final Pattern DATE =
      Pattern.compile("\\d{4}(-\\d\\d(-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?Z)?)?)?");

  /** What precedes the host of a URL, with a user name; and the host. */
  private static final Pattern SITE =
      Pattern.compile("(?i)(https?://(?:[^/?#\\\\]*@)?)(\\[[^/?#\\\\]*\\]|[^/?#:\\[\\\\]+)");

  private static final Pattern NOT_ASCII = Pattern.compile("[^\\x00-\\x7f]+");

  private static final byte[] END = {'\r', '\n', '\r', '\n'};

  private WarcValues() {}

  /**
   * A URL as browsers ask for it, and so as replay tools look for it: on one line as in {@link
   * #asGiven}, its host in Punycode, and what is not ASCII percent-encoded. A URL with another
   * scheme than http and https, or with a host that is not a name, is only put on one line.
   */
  static String target(String url) {
    String given = asGiven(url);
    Matcher site = SITE.matcher(given);
    if (Ascii.isAscii(given) || !site.lookingAt()) {
      return given;
    }
    String host = ascii(site.group(2));
    return host == null
        ? given
        : escaped(site.group(1)) + host + escaped(given.substring(site.end()));
  }

  /** A host in Punycode; null if it is not a name. */
  private static @Nullable String ascii(String host) {
    if (Ascii.isAscii(host)) {
      return host;
    }
    try {
      return HttpUrl.parse("http://" + host).host() + (host.endsWith(".") ? "." : "");
    } catch (BadPageException e) {
      return null; // browsers cannot open it either
    }
  }

  private static String escaped(String text) {
    return NOT_ASCII.matcher(text).replaceAll(found -> URLEncoder.encode(found.group(), UTF_8));
  }

  /**
   * A URL on one line: without surrounding blanks and line breaks, with other control characters
   * and blanks percent-encoded.
   */
  static String asGiven(String url) {
    String clean = LINE_BREAKS.matcher(url.trim()).replaceAll("");
    clean = SURROGATES.matcher(clean).replaceAll("\ufffd");
    return UNSAFE
        .matcher(clean)
        .replaceAll(found -> String.format(Locale.ROOT, "%%%02X", (int) found.group().charAt(0)));
  }

  /** A header's value on one line: runs of control characters become a blank. */
  static String line(String value) {
    return CONTROLS.matcher(value).replaceAll(" ").strip();
  }

  /**
   * A date as given if it is valid, else the same time in the standard's form, or another moment's
   * if it is not a time at all.
   *
   * @param otherwise milliseconds since 1970-01-01T00:00Z
   */
  static String date(String given, long otherwise) {
    if (DATE.matcher(given).matches()) {
      return given;
    }
    try {
      Instant time = FetchTime.parse(given);
      if (!time.isBefore(Instant.EPOCH)) {
        return time.toString();
      }
    } catch (DateTimeException e) {
      // A page without a valid time is still a page.
    }
    return Instant.ofEpochMilli(otherwise).toString();
  }

  /** The SHA-1 of a part of a block, in the form that most crawlers write. */
  static String digest(byte[] block, int from) {
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      sha1.update(block, from, block.length - from);
      return new WarcDigest(sha1).prefixedBase32();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }

  /** The name and version of this software in what it writes. */
  static String software() {
    String version = WarcValues.class.getPackage().getImplementationVersion();
    return "crawlsieve" + (version == null ? "" : "/" + version);
  }

  /** A record as a gzip member, so that it can be read alone. */
  static byte[] member(byte @Nullable [] header, byte[] block) {
    ByteArrayOutputStream member = new ByteArrayOutputStream(512 + block.length / 3);
    try (GZIPOutputStream out = new GZIPOutputStream(member, 1 << 13)) {
      out.write(header);
      out.write(block);
      out.write(END);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // never: it writes to memory
    }
    return member.toByteArray();
  }
}
