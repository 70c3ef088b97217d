package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.extract.HostilePages;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random crawl input: pages with copies, near copies and later versions on a few hosts, pages that
 * are not judged, malicious pages, and lines that are not pages. A function of its seed.
 */
final class RandomCrawl {

  private static final int WORDS = 120;
  private static final List<HostilePages.Pattern> HOSTILE = HostilePages.all();

  private final SplittableRandom random;
  private final List<String[]> originals = new ArrayList<>();
  private final List<String> urls = new ArrayList<>();

  RandomCrawl(long seed) {
    this.random = new SplittableRandom(seed);
  }

  List<byte[]> lines(int count) {
    List<byte[]> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(random.nextInt(8) == 0 ? odd(i) : page(i));
    }
    return lines;
  }

  private byte[] page(int number) {
    ObjectNode event = event(number);
    String text = String.join(" ", words());
    switch (random.nextInt(4)) {
      case 0 -> event.put("text", text);
      case 1 -> event.put("contentType", "text/html").put("bodyBase64", text.getBytes(UTF_8));
      default ->
          event.put(
              "html",
              "<html><head><title>"
                  + number
                  + "</title>"
                  + canonical()
                  + "</head><body><nav><a href=/>home</a></nav><p>"
                  + text
                  + "</p></body></html>");
    }
    return bytes(event);
  }

  private ObjectNode event(int number) {
    String url =
        !urls.isEmpty() && random.nextInt(6) == 0
            ? urls.get(random.nextInt(urls.size()))
            : (random.nextBoolean() ? "http" : "https")
                + "://h"
                + random.nextInt(5)
                + ".example/"
                + number
                + (random.nextInt(9) == 0 ? "/ü?utm_source=x#y" : "");
    urls.add(url);
    ObjectNode event = JsonNodeFactory.instance.objectNode().put("url", url);
    if (random.nextInt(3) > 0) {
      event.put("fetchTime", "2026-01-0" + (1 + random.nextInt(9)) + "T00:00:00Z");
    }
    return event;
  }

  private String canonical() {
    return switch (random.nextInt(4)) {
      case 0 -> "<link rel=canonical href='" + urls.get(urls.size() - 1) + "'>";
      case 1 -> "<link rel=canonical href='http://elsewhere.example/'>";
      default -> "";
    };
  }

  /** New words, or those of an earlier page with a few others. */
  private String[] words() {
    if (originals.isEmpty() || random.nextInt(2) == 0) {
      String[] words = new String[random.nextInt(5) == 0 ? random.nextInt(20) : WORDS];
      for (int i = 0; i < words.length; i++) {
        words[i] = word();
      }
      originals.add(words);
      return words;
    }
    String[] words = originals.get(random.nextInt(originals.size())).clone();
    for (int edits = random.nextInt(4) * random.nextInt(4);
        edits > 0 && words.length > 0;
        edits--) {
      words[random.nextInt(words.length)] = word();
    }
    return words;
  }

  private String word() {
    return "w" + Integer.toString(random.nextInt(40_000), 36);
  }

  private byte[] odd(int number) {
    return switch (random.nextInt(12)) {
      case 0 -> bytes(event(number).put("status", 301));
      case 1 -> bytes(event(number).put("contentType", "image/png").put("bodyBase64", "AA=="));
      case 2 -> bytes(event(number).put("html", ""));
      case 3 ->
          bytes(
              event(number)
                  .put("html", "<meta http-equiv=refresh content='0;url=/'><p>moved here"));
      case 4 -> "no page event".getBytes(UTF_8);
      case 5 -> "{\"url\":\"http://h1.example/ÿ\",\"html\":\"é\"}".getBytes(ISO_8859_1);
      case 6 -> bytes(event(number));
      case 7 -> "{\"url\":\"mailto:a@b.example\",\"text\":\"words\"}".getBytes(UTF_8);
      case 8 -> ("[".repeat(5_000) + "]").getBytes(UTF_8);
      case 9 ->
          ("{\"html\":\"<p>" + "x ".repeat(99) + "\",\"url\":\"http://h2.example/\"} \r")
              .getBytes(UTF_8);
      case 10 -> bytes(event(number).put("html", "<p>\u0000\ud800 &#x0; words of it " + number));
      default -> hostile(number);
    };
  }

  private byte[] hostile(int number) {
    HostilePages.Pattern pattern = HOSTILE.get(random.nextInt(HOSTILE.size()));
    return bytes(
        event(number)
            .put("contentType", pattern.type())
            .put("bodyBase64", pattern.page(2_000 + random.nextInt(8_000))));
  }

  private static byte[] bytes(ObjectNode event) {
    return event.toString().getBytes(UTF_8);
  }
}
