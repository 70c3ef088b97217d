package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.page.FetchTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcDigest;

/** Makes values of WARC and HTTP headers, in which a page can neither end nor begin a line. */
final class WarcValues {

  private static final Pattern LINE_BREAKS = Pattern.compile("[\n\r\t]");
  private static final Pattern UNSAFE = Pattern.compile("[\\x00-\\x20\\x7f]");
  private static final Pattern CONTROLS = Pattern.compile("[\\x00-\\x1f\\x7f]+");
  private static final Pattern SURROGATES = Pattern.compile("\\p{Cs}");

  /** The profile of ISO 8601 that the standard names (W3C-DTF). */
  private static final Pattern DATE =
      Pattern.compile("\\d{4}(-\\d\\d(-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?Z)?)?)?");

  private static final byte[] END = {'\r', '\n', '\r', '\n'};

  private WarcValues() {}

  /**
   * A URL on one line, as browsers request it and replay tools therefore look for it ({@link
   * BrowserUrl}). A URL that browsers cannot open is only put on one line.
   */
  static String target(String url) {
    String given = asGiven(url);
    String asked = BrowserUrl.of(given);
    return asked == null ? given : asked;
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
   * A date as given, if it is valid; otherwise the same time in the standard's form; or another
   * time, if it is not a time at all.
   *
   * @param otherwise the other time, milliseconds since 1970-01-01T00:00Z
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

  /** Whether two digests, in hexadecimal, base32 or base64, are the same. */
  static boolean sameDigest(String one, String other) {
    if (one.equals(other)) {
      return !one.isEmpty();
    }
    WarcDigest digest = new WarcDigest(one);
    WarcDigest next = new WarcDigest(other);
    try {
      return digest.algorithm().equals(next.algorithm())
          && Arrays.equals(digest.bytes(), next.bytes());
    } catch (RuntimeException e) {
      return false; // one of them is in an unknown form
    }
  }

  /** The name and version of this software, for records that it writes. */
  static String software() {
    String version = WarcValues.class.getPackage().getImplementationVersion();
    return "crawlsieve" + (version == null ? "" : "/" + version);
  }

  /** A record as a gzip member of its own, which can be read alone. */
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
