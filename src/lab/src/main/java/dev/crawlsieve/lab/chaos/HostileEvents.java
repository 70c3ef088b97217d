package dev.crawlsieve.lab.chaos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Page events with texts, fields, URLs and encodings that are hard to read. */
final class HostileEvents {

  private HostileEvents() {}

  static List<PoisonKind> kinds() {
    List<PoisonKind> all = new ArrayList<>();
    fields(all);
    texts(all);
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

  private static void texts(List<PoisonKind> all) {
    for (String[] row : PoisonTable.rows("text")) {
      Supplier<String> text = () -> PoisonTable.unescaped(row);
      all.add(PoisonKind.either(row[1] + ", in HTML", () -> Events.html("<p>" + text.get())));
      all.add(PoisonKind.either(row[1] + ", in a title", () -> Events.titled(text.get())));
      all.add(PoisonKind.either(row[1] + ", plain", () -> Events.text(text.get())));
    }
  }

  private static void urls(List<PoisonKind> all) {
    for (String[] row : PoisonTable.rows("url")) {
      String url = PoisonTable.unescaped(row);
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
