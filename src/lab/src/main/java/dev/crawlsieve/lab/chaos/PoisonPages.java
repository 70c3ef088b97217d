package dev.crawlsieve.lab.chaos;

import static dev.crawlsieve.lab.chaos.Events.WORDS;
import static dev.crawlsieve.lab.chaos.Events.bytes;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * Bad input of many kinds, and the required fate of each: a dead letter with a reason, or for odd
 * but valid pages, a place on {@code unique} or {@code duplicate}.
 */
public final class PoisonPages {

  /** Largest value accepted by the settings for these pages, in bytes. */
  public static final int MAX_BYTES = 11_000_000;

  /** The header that names the scope of raw pages. */
  public static final String SCOPE = "site";

  private static final byte[] GARBAGE = {(byte) 0xff, (byte) 0xfe, 0, (byte) 0xc3, 0x28, 'x'};

  private PoisonPages() {}

  /**
   * Invalid page events, and odd but valid ones.
   *
   * @param maxBytes the value of {@code page.max.bytes}
   */
  public static List<Poison> json(int maxBytes) {
    List<Poison> all = new ArrayList<>();
    for (String[] row : PoisonTable.rows("bad")) {
      all.add(bad(row[1], PoisonTable.repeated(row[2]), row[3]));
    }
    all.add(bad("blanks only", "   \n ", "blank, must be a JSON object"));
    all.add(bad("invalid UTF-8", invalidUtf8(), "not UTF-8"));
    all.add(bad("UTF-16", page("a", "x").getBytes(UTF_16), "not UTF-8"));
    all.add(bad("raw NUL bytes", "{\"url\":\"http://a.example/\",\"html\":\"a\0b\"}", "not JSON"));
    all.add(bad("null value", (byte[]) null, "the value is null"));
    all.add(
        bad(
            "larger than page.max.bytes",
            page("a", "x".repeat(maxBytes)),
            "must be at most " + maxBytes));
    all.add(
        bad("key that is not UTF-8, and no URL", "{\"html\":\"x\"}", "key is not UTF-8")
            .key(GARBAGE));
    all.addAll(oddJson());
    return all;
  }

  private static List<Poison> oddJson() {
    List<Poison> all = new ArrayList<>();
    for (String[] row : PoisonTable.rows("odd")) {
      all.add(odd(row[1], PoisonTable.repeated(row[2])));
    }
    all.add(odd("byte order mark before the event", "\ufeff" + page("bom", WORDS)));
    all.add(odd("a key that is not UTF-8, and a URL", page("key", WORDS)).key(GARBAGE));
    all.add(
        odd("header values that are no UTF-8", page("h", WORDS)).headers(headers("x", GARBAGE)));
    all.add(odd("a header without a value", page("hn", WORDS)).headers(headers("x", null)));
    all.add(odd("timestamp of 1970", page("1970", WORDS)).at(0));
    all.add(odd("timestamp far in the future", page("future", WORDS)).at(253_402_300_799_000L));
    all.add(odd("unknown character set", base64("text/html; charset=klingon-8", bytes(WORDS))));
    all.add(
        odd(
            "character set with a bad name",
            base64("text/html; charset=\\u0000;;=", bytes(WORDS))));
    all.add(
        odd(
            "another character set than declared",
            base64(
                "text/html; charset=utf-8", "<p>caf\u00e9 na\u00efve</p>".getBytes(ISO_8859_1))));
    all.add(
        odd(
            "UTF-16 body declared as UTF-8",
            base64("text/html; charset=utf-8", WORDS.getBytes(UTF_16))));
    all.add(odd("gzip that nobody undid", base64("text/html", gzip(bytes(WORDS)))));
    all.add(
        odd(
            "PDF as html",
            base64("text/html", bytes("%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n<</A/B>>"))));
    all.add(odd("PNG as html", base64("text/html", binary(0x89, 'P', 'N', 'G', 13, 10, 26, 10))));
    all.add(odd("ELF as html", base64("text/html", binary(0x7f, 'E', 'L', 'F', 2, 1, 1, 0))));
    return all;
  }

  /**
   * Raw bodies that are not pages, and odd ones that are. Each has a scope, except those that test
   * a missing or odd scope.
   */
  public static List<Poison> raw() {
    Map<String, byte[]> scope = headers(SCOPE, bytes("a"));
    List<Poison> all = new ArrayList<>();
    all.add(bad("raw, no key", WORDS, "the record has no key"));
    all.add(bad("raw, empty key", WORDS, "the record has no key").key(new byte[0]));
    all.add(bad("raw, relative key", WORDS, "is not absolute").key(bytes("a/b")));
    all.add(bad("raw, key that is not UTF-8", WORDS, "the key is not UTF-8").key(GARBAGE));
    all.add(bad("raw, null value", (byte[]) null, "the value is null").key(key("null")));
    all.add(odd("raw, empty value", "").key(key("empty")));
    all.add(odd("raw, no content type", WORDS).key(key("typeless")));
    all.add(
        odd("raw, content type that is no UTF-8", WORDS)
            .key(key("type"))
            .headers(headers("content-type", GARBAGE)));
    all.add(
        odd("raw, unknown character set", WORDS)
            .key(key("charset"))
            .headers(headers("content-type", bytes("text/html; charset=klingon"))));
    all.add(
        odd("raw, binary", new String(binary(0, 1, 2, 0xff), ISO_8859_1))
            .key(key("binary"))
            .headers(headers("content-type", bytes("application/pdf"))));
    all.replaceAll(poison -> poison.headers(with(poison.headers(), scope)));
    all.add(bad("raw, no scope", WORDS, "no record header 'site'").key(key("scopeless")));
    all.add(
        bad("raw, scope without a value", WORDS, "no record header 'site'")
            .key(key("scope-null"))
            .headers(headers(SCOPE, null)));
    all.add(
        odd("raw, empty scope", WORDS).key(key("scope-empty")).headers(headers(SCOPE, bytes(""))));
    all.add(
        odd("raw, scope that is no UTF-8", WORDS)
            .key(key("scope-garbage"))
            .headers(headers(SCOPE, GARBAGE)));
    all.add(
        odd("raw, scope of 100 KB", WORDS)
            .key(key("scope-long"))
            .headers(headers(SCOPE, bytes("s".repeat(100_000)))));
    return all;
  }

  private static Poison bad(String name, String value, String reason) {
    return bad(name, bytes(value), reason);
  }

  private static Poison bad(String name, byte @Nullable [] value, String reason) {
    return Poison.bad(name, value, reason);
  }

  private static Poison odd(String name, String value) {
    return Poison.odd(name, bytes(value));
  }

  private static String page(String name, String html) {
    return "{\"url\":\"http://poison.example/" + name + "\",\"html\":\"" + html + "\"}";
  }

  private static String base64(String contentType, byte[] body) {
    return "{\"url\":\"http://poison.example/b\",\"contentType\":\""
        + contentType
        + "\",\"bodyBase64\":\""
        + Base64.getEncoder().encodeToString(body)
        + "\"}";
  }

  private static byte[] key(String name) {
    return bytes("http://poison.example/" + name);
  }

  private static byte[] invalidUtf8() {
    byte[] value = bytes(page("utf8", "caf\u00e9"));
    value[value.length - 3] = (byte) 0xff;
    return value;
  }

  /** The given bytes, followed by every possible byte. */
  private static byte[] binary(int... beginning) {
    byte[] bytes = new byte[beginning.length + 4_096];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i < beginning.length ? beginning[i] : i * 31);
    }
    return bytes;
  }

  public static byte[] gzip(byte[] plain) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static Map<String, byte[]> headers(String name, byte @Nullable [] value) {
    Map<String, byte[]> headers = new HashMap<>();
    headers.put(name, value);
    return headers;
  }

  private static List<Header> with(List<Header> some, Map<String, byte[]> more) {
    List<Header> all = new ArrayList<>(some);
    more.forEach((name, value) -> all.add(new RecordHeader(name, value)));
    return all;
  }
}
