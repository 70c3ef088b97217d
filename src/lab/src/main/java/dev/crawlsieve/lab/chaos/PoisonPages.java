package dev.crawlsieve.lab.chaos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

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
  private static final String WORDS = "an old man mends his wooden boat by the river at night ";

  private PoisonPages() {}

  /**
   * Invalid page events, and odd but valid ones.
   *
   * @param maxBytes the value of {@code page.max.bytes}
   */
  public static List<Poison> json(int maxBytes) {
    List<Poison> all = new ArrayList<>();
    all.add(bad("not JSON", "<html>this is no JSON</html>", "not JSON"));
    all.add(
        bad("truncated JSON", "{\"url\":\"http://a.example/\",\"html\":\"<p>and th", "not JSON"));
    all.add(
        bad(
            "a JSON array",
            "[{\"url\":\"http://a.example/\"}]",
            "an array, must be a JSON object"));
    all.add(bad("a JSON string", "\"a page\"", "a string, must be a JSON object"));
    all.add(bad("a URL", "\"http://a.example/\"", "a URL alone, must be a page event"));
    all.add(bad("blanks only", "   \n ", "blank, must be a JSON object"));
    all.add(
        bad(
            "more after the object",
            page("a", "x") + "}",
            "continues after the JSON object's end"));
    all.add(bad("two objects", page("a", "x") + page("a", "y"), "continues after"));
    all.add(
        bad(
            "URL is a number",
            "{\"url\":7,\"html\":\"x\"}",
            "'url' is an integer, must be a string"));
    all.add(
        bad(
            "html is an object",
            "{\"url\":\"http://a.example/\",\"html\":{\"a\":1}}",
            "'html' is an object, must be a string"));
    all.add(
        bad(
            "status is a word",
            "{\"url\":\"http://a.example/\",\"status\":\"fine\",\"html\":\"x\"}",
            "'status' is 'fine', must be digits"));
    all.add(
        bad(
            "headers is an array of no pairs",
            "{\"url\":\"http://a.example/\",\"headers\":[7],\"html\":\"x\"}",
            "'headers' has an integer among its pairs"));
    all.add(bad("no URL", "{\"html\":\"x\"}", "no URL, must have 'url' or 'id'"));
    all.add(bad("relative URL", url("/only/a/path"), "is not absolute"));
    all.add(bad("URL of a script", url("javascript:alert(1)"), "must be http or https"));
    all.add(bad("URL without a host", url("http:///?path"), "has no host"));
    all.add(bad("garbage URL", url("http://[[[%%%/"), "has a host that is not"));
    all.add(bad("URL with a port too high", url("http://a.example:99999/"), "has port '99999'"));
    all.add(
        bad(
            "URL of 20,000 characters",
            url("http://a.example/" + "x".repeat(20_000)),
            "20017 characters long, must be at most"));
    all.add(bad("invalid UTF-8", invalidUtf8(), "not UTF-8"));
    all.add(bad("UTF-16", page("a", "x").getBytes(UTF_16), "not UTF-8"));
    all.add(bad("raw NUL bytes", "{\"url\":\"http://a.example/\",\"html\":\"a\0b\"}", "not JSON"));
    all.add(
        bad(
            "invalid base64",
            "{\"url\":\"http://a.example/\",\"bodyBase64\":\"%%%no base64%%%\"}",
            "'bodyBase64' is not base64"));
    all.add(
        bad(
            "two bodies",
            "{\"url\":\"http://a.example/\",\"html\":\"x\",\"text\":\"x\"}",
            "two bodies, 'html' and 'text'"));
    all.add(bad("no body", "{\"url\":\"http://a.example/\"}", "no body, must have"));
    all.add(bad("a body of null", "{\"url\":\"http://a.example/\",\"html\":null}", "no body"));
    all.add(bad("null value", (byte[]) null, "the value is null"));
    all.add(bad("empty value", "", "the value is empty"));
    all.add(
        bad(
            "the same field twice",
            "{\"url\":\"http://a.example/\",\"url\":\"http://b.example/\",\"html\":\"x\"}",
            "'url' occurs twice"));
    all.add(
        bad(
            "nested 100,000 levels deep",
            "{\"url\":\"http://a.example/\",\"x\":" + "[".repeat(100_000),
            "nested more than 1000 levels"));
    all.add(
        bad(
            "field name of 20,000 characters",
            "{\"" + "n".repeat(20_000) + "\":1}",
            "field name of more than"));
    all.add(
        bad(
            "larger than page.max.bytes",
            page("a", "x".repeat(maxBytes)),
            "must be at most " + maxBytes));
    all.add(
        bad(
            "10 MB of elements",
            page("div", "<div>".repeat(2_000_000)),
            "more than 1000000 elements (its element budget)"));
    all.add(
        bad("key that is not UTF-8, and no URL", "{\"html\":\"x\"}", "key is not UTF-8")
            .key(GARBAGE));
    all.addAll(oddJson());
    return all;
  }

  private static List<Poison> oddJson() {
    List<Poison> all = new ArrayList<>();
    all.add(odd("byte order mark before the event", "\ufeff" + page("bom", WORDS)));
    all.add(odd("lone surrogates in the text", page("surrogates", "\\ud800" + WORDS + "\\udfff")));
    all.add(odd("lone surrogate in the URL", url("http://a.example/\\ud800")));
    all.add(odd("escaped NUL bytes", page("nul", "\\u0000" + WORDS + "\\u0000")));
    all.add(odd("empty html", page("empty", "")));
    all.add(odd("only a script", page("script", "<script>document.write('x')</script>")));
    all.add(odd("a key that is not UTF-8, and a URL", page("key", WORDS)).key(GARBAGE));
    all.add(
        odd("header values that are no UTF-8", page("h", WORDS)).headers(headers("x", GARBAGE)));
    all.add(odd("a header without a value", page("hn", WORDS)).headers(headers("x", null)));
    all.add(odd("timestamp of 1970", page("1970", WORDS)).at(0));
    all.add(odd("timestamp far in the future", page("future", WORDS)).at(253_402_300_799_000L));
    all.add(odd("negative status", field("\"status\":-1")));
    all.add(odd("a status of 5,000 digits", field("\"status\":" + "9".repeat(5_000))));
    all.add(odd("a number of a million digits", field("\"score\":" + "9".repeat(1_000_000))));
    all.add(odd("fetch time of nonsense", field("\"fetchTime\":\"yesterday\"")));
    all.add(odd("an enormous exponent", field("\"score\":1e999999999")));
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
    all.add(odd("10 MB of <", page("lt", "<".repeat(10_000_000))));
    all.add(odd("300,000 open elements", page("div", "<div>".repeat(300_000))));
    all.add(odd("100,000 attributes", page("attr", "<p" + " a=1".repeat(100_000) + ">" + WORDS)));
    all.add(
        odd(
            "an entity bomb",
            page(
                "entities",
                "<!DOCTYPE x [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;'>]><p>"
                    + "&b;&amp;&#x10FFFF;&#99999999999;".repeat(50_000))));
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

  private static String url(String url) {
    return "{\"url\":\"" + url + "\",\"html\":\"<p>" + WORDS + "</p>\"}";
  }

  private static String field(String field) {
    return "{\"url\":\"http://poison.example/f\"," + field + ",\"html\":\"" + WORDS + "\"}";
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

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
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
