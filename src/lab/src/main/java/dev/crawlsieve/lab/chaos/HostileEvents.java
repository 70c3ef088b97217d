package dev.crawlsieve.lab.chaos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Page events with fields, URLs and encodings that are hard to read. */
final class HostileEvents {

  private HostileEvents() {}

  static List<PoisonKind> kinds() {
    List<PoisonKind> all = new ArrayList<>();
    fields(all);
    urls(all);
    bodies(all);
    return all;
  }

  private static void fields(List<PoisonKind> all) {
    all.add(PoisonKind.either("100,000 fields", () -> Events.fields(many(100_000, "\"f%d\":1"))));
    all.add(
        PoisonKind.either(
            "100,000 headers in the event",
            () -> Events.fields("\"headers\":{" + many(100_000, "\"h%d\":\"v\"") + "}")));
    all.add(
        PoisonKind.either(
            "100,000 links",
            () ->
                Events.fields("\"outlinks\":[" + many(100_000, "\"http://l%d.example/\"") + "]")));
    for (int levels : new int[] {100, 999, 1_000, 1_001, 5_000}) {
      all.add(
          PoisonKind.either(
              "nested " + levels + " levels deep",
              () -> Events.fields("\"x\":" + "[".repeat(levels) + "]".repeat(levels))));
      all.add(
          PoisonKind.either(
              "objects " + levels + " levels deep",
              () -> Events.fields("\"x\":" + "{\"y\":".repeat(levels) + "1" + "}".repeat(levels))));
    }
    all.add(
        PoisonKind.either("a field of escapes", () -> Events.fields(string("\\u0000", 50_000))));
    all.add(
        PoisonKind.either("a field of surrogates", () -> Events.fields(string("\\ud800", 50_000))));
    all.add(
        PoisonKind.either("a field of backslashes", () -> Events.fields(string("\\\\", 150_000))));
    for (String time :
        List.of(
            "yesterday", "9999-12-31T23:59:59Z", "+999999999-12-31T23:59:59Z", "1700000000000")) {
      all.add(
          PoisonKind.either(
              "fetch time " + time, () -> Events.fields("\"fetchTime\":\"" + time + "\"")));
    }
    for (String status : List.of("-1", "0", "301", "404", "999", "1e9", "\"200\"", "200.5")) {
      all.add(PoisonKind.either("status " + status, () -> Events.fields("\"status\":" + status)));
    }
    for (String type :
        List.of("image/png", "text/", ";;;", "text/html; charset=", "\\u0000", "x".repeat(9_000))) {
      all.add(
          PoisonKind.either(
              "content type " + type.substring(0, Math.min(20, type.length())),
              () -> Events.fields("\"contentType\":\"" + type + "\"")));
    }
  }

  private static void urls(List<PoisonKind> all) {
    for (String url :
        List.of(
            "http://a.example/" + "../".repeat(2_500),
            "http://a.example/" + "%2e%2e/".repeat(1_000),
            "http://a.example/?" + "a=1&".repeat(2_000),
            "http://a.example/?" + "utm_source=1&".repeat(600),
            "http://a.example/?" + ";".repeat(8_000),
            "http://a.example/#" + "f".repeat(8_000),
            "http://a.example/" + "%25".repeat(2_500),
            "http://a.example/%zz",
            "http://a.example/\ud800",
            "http://" + "a.".repeat(120) + "example/",
            "http://" + "a".repeat(64) + ".example/",
            "http://" + "a.".repeat(3_000) + "example/",
            "http://xn--a/",
            "http://xn--" + "9".repeat(4_000) + "/",
            "http://m\u00fcnchen.example/",
            "http://" + "\u00fc".repeat(3_000) + ".example/",
            "http://a\u0301\u0316" + "\u0301\u0316".repeat(3_000) + ".example/",
            "http://user:secret@a.example/",
            "http://a.example:0/",
            "http://a.example:65535/",
            "http://[::1]/",
            "http://[::ffff:1.2.3.4%25eth0]/",
            "http://0x7f.1/",
            "http://4294967296/",
            "http://a..example/",
            "http://.example/",
            "http://a.example./",
            "http://a_b.example/",
            "HTTP://A.EXAMPLE/",
            " http://a.example/ ",
            "http://a.example/\t\n",
            "http:\\\\a.example\\",
            "http:a.example",
            "http://a.example/" + "\u6f22".repeat(2_500))) {
      String shown = url.length() > 40 ? url.substring(0, 30) + "… of " + url.length() : url;
      all.add(
          PoisonKind.either(
              "URL " + shown.replaceAll("[^\\x20-\\x7e…]", "?"), () -> Events.url(url)));
    }
  }

  private static void bodies(List<PoisonKind> all) {
    byte[] every = new byte[65_536];
    for (int i = 0; i < every.length; i++) {
      every[i] = (byte) (i * 31 + (i >> 8));
    }
    for (String charset :
        List.of(
            "utf-8",
            "utf-16",
            "utf-16le",
            "utf-32",
            "utf-7",
            "windows-1251",
            "koi8-r",
            "shift_jis",
            "euc-jp",
            "iso-2022-jp",
            "gb18030",
            "big5",
            "euc-kr",
            "x-user-defined",
            "replacement",
            "ibm037")) {
      all.add(
          PoisonKind.either(
              "every byte as " + charset,
              () -> Events.body("text/html; charset=" + charset, every)));
    }
    all.add(PoisonKind.either("every byte as nothing", () -> Events.body("text/html", every)));
    all.add(
        PoisonKind.either(
            "UTF-16 without a mark",
            () -> Events.body("text/html", Events.WORDS.repeat(50).getBytes(UTF_16LE))));
    all.add(
        PoisonKind.either(
            "UTF-8 that is cut",
            () ->
                Events.body(
                    "text/html", Arrays.copyOf(Events.bytes("\u6f22".repeat(20_000)), 59_999))));
    all.add(
        PoisonKind.either(
            "a thousand declarations of character sets",
            () ->
                Events.body(
                    "text/html",
                    "<meta charset=koi8-r><?xml encoding='big5'?>"
                        .repeat(1_000)
                        .getBytes(ISO_8859_1))));
  }

  private static String many(int count, String format) {
    return IntStream.range(0, count)
        .mapToObj(i -> format.replace("%d", String.valueOf(i)))
        .collect(Collectors.joining(","));
  }

  private static String string(String unit, int count) {
    return "\"x\":\"" + unit.repeat(count) + "\"";
  }
}
