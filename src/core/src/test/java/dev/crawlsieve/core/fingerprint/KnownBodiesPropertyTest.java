package dev.crawlsieve.core.fingerprint;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.FingerprintSeed;
import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.BodySource;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageHeaders;
import dev.crawlsieve.core.page.UnjudgedPageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** A page whose body is known gets what it would get if all bodies were read. */
class KnownBodiesPropertyTest {

  private static final long ROOM = 1 << 20;
  private static final FingerprintSettings RAW = FingerprintSettings.RAW;
  private static final PageSettings EVENTS =
      new PageSettings(PageSettings.Format.JSON, 1 << 20, Set.of("utm_source"));

  private static final String WORDS =
      "<p>One of the many things that a page of this kind may say about the zoo of the town, such"
          + " as when the bears are fed, who may watch, and what a ticket is.";

  private static final List<byte[]> BODIES =
      List.of(
          bytes(""),
          bytes("<title>Zoo</title><h1>Bears</h1>" + WORDS),
          bytes("<title>Zoo</title><h1>Bears</h1>" + WORDS + " Today."),
          bytes("<link rel=canonical href=/bears><title>Zoo</title>" + WORDS),
          bytes("<html lang=de><title>Zoo</title>" + WORDS),
          bytes("<meta http-equiv=refresh content='0; url=/elsewhere'>Wait"),
          bytes("# Bears\n\n" + WORDS.repeat(30)),
          "<title>Zoo in K\u00f6ln</title><p>\u00c4pfel f\u00fcr B\u00e4ren".getBytes(ISO_8859_1),
          bytes("..."),
          new byte[] {'%', 'P', 'D', 'F', '-', 0, 1, 2});

  private static final List<String> TYPES =
      List.of(
          "",
          "text/html",
          "text/html; charset=utf-8",
          "text/html; charset=iso-8859-1",
          "text/html; charset=shift_jis",
          "application/xhtml+xml",
          "text/plain",
          "text/markdown",
          "application/pdf");

  private static final List<String> URLS =
      List.of(
          "https://zoo.example/bears", "https://zoo.example/", "http://www.other.example/x?y=1");

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  /** A page and its position. */
  private interface Made {

    FingerprintedPage of(PageFingerprinter fingerprinter)
        throws BadPageException, UnjudgedPageException;
  }

  private static List<Object> outcome(PageFingerprinter fingerprinter, Made page) {
    try {
      FingerprintedPage made = page.of(fingerprinter);
      return List.of(
          hex(made.fingerprint().toBytes()), hex(made.scope()), made.canonical(), made.text());
    } catch (BadPageException | UnjudgedPageException e) {
      return List.of(e.getClass(), e.getMessage());
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static <T> T any(List<T> some, Random random) {
    return some.get(random.nextInt(some.size()));
  }

  private static Made raw(Random random, int number) {
    Map<String, byte[]> headers = new HashMap<>();
    headers.put("content-type", bytes(any(TYPES, random)));
    headers.put("content-language", bytes(any(List.of("", "de", "en, fr", "no language"), random)));
    headers.put("link", bytes(any(List.of("", "</bears>; rel=canonical"), random)));
    headers.put(Page.REFERENCE_HEADER, bytes(any(List.of("true", "false"), random)));
    byte[] url = bytes(any(URLS, random));
    byte[] body = any(BODIES, random);
    return fingerprinter ->
        fingerprinter.fingerprint(url, body, headers::get, new Coordinates(1, number), number);
  }

  private static Made event(Random random, int number) {
    String field = any(List.of("html", "text", "markdown"), random);
    String said = new String(any(BODIES, random), ISO_8859_1).replaceAll("[^ -~]", "?");
    byte[] event =
        bytes(
            "{\"url\":\"%s\",\"%s\":\"%s\",\"title\":\"%s\",\"canonical\":\"%s\"}"
                .formatted(
                    any(URLS, random),
                    field,
                    said,
                    any(List.of("", "A title"), random),
                    any(List.of("", "https://zoo.example/lions"), random)));
    return fingerprinter ->
        fingerprinter.fingerprint(null, event, PageHeaders.NONE, new Coordinates(0, number), 7);
  }

  private static PageFingerprinter fingerprinter(PageSettings pages, KnownBodies known) {
    return new PageFingerprinter(RAW, pages, BodySource.NONE, known);
  }

  @Property(tries = 30)
  void sameFingerprintsAsIfAllBodiesWereRead(@ForAll long seed, @ForAll boolean events) {
    Random random = new Random(seed);
    PageSettings pages = events ? EVENTS : RAW.page();
    PageFingerprinter reading = fingerprinter(pages, null);
    KnownBodies known = new KnownBodies(random.nextBoolean() ? ROOM : 200_000);
    List<PageFingerprinter> knowing =
        List.of(fingerprinter(pages, known), fingerprinter(pages, known));
    for (int i = 0; i < 200; i++) {
      Made page = events ? event(random, i) : raw(random, i);
      assertThat(outcome(any(knowing, random), page)).isEqualTo(outcome(reading, page));
    }
  }

  private static Page page(byte[] body, String type, String language) throws BadPageException {
    return Page.of(URLS.get(0), type, language, new Body(body, false));
  }

  @Test
  void shouldNotReadAKnownBody() throws Exception {
    KnownBodies known = new KnownBodies(ROOM);
    PageFingerprinter fingerprinter = fingerprinter(RAW.page(), known);
    Page page = page(BODIES.get(1), "text/html", "");
    Page other = page(BODIES.get(3), "text/html", "");
    Fingerprinter plain = new Fingerprinter(FingerprintSeed.NONE, RAW.hash());
    known.put(known.key(page, RAW.hash()), plain.reading(other, fingerprinter.text(other)));
    FingerprintedPage made =
        fingerprinter.fingerprint(
            bytes(URLS.get(0)),
            BODIES.get(1),
            PageHeaders.named("content-type", bytes("text/html")),
            Coordinates.NONE,
            0);
    assertThat(made.fingerprint().bodyHash()).isEqualTo(PageFingerprinter.bodyHash(other));
    assertThat(made.text().heading()).as("read when it is asked for").isEqualTo("Bears");
  }

  @Test
  void shouldTellApartAllThatReadingsDependOn() throws BadPageException {
    BodyKeys keys = new BodyKeys();
    byte[] body = new byte[5_000];
    Set<ContentHash> all = new HashSet<>();
    List<Page> pages = new ArrayList<>();
    for (int length : new int[] {0, 1, 1_023, 1_024, 1_025, 2_048, 5_000}) {
      pages.add(page(Arrays.copyOf(body, length), "text/html", ""));
    }
    for (int at = 0; at < body.length; at += at % 1_024 < 40 || at > 4_000 ? 1 : 13) {
      byte[] changed = body.clone();
      changed[at] ^= (byte) (1 << at % 8);
      pages.add(page(changed, "text/html", ""));
    }
    pages.add(page(body, "text/html", "d"));
    pages.add(page(body, "text/htmld", ""));
    pages.add(page(body, "text/html; charset=d", ""));
    Page page = page(body, "text/html", "");
    pages.add(Page.of(page.url(), "text/html", "", new Body(body, true)));
    pages.add(page.asBytes());
    for (Page other : pages) {
      assertThat(all.add(keys.of(other, 1))).isTrue();
    }
    assertThat(all.add(keys.of(page, 2))).isTrue();
    assertThat(all.add(keys.of(page, 1))).as("the same again").isFalse();
    assertThat(all.add(new BodyKeys().of(page, 1))).as("of another process").isTrue();
  }

  @Test
  void shouldKeepWithinItsBytes() throws BadPageException {
    KnownBodies known = new KnownBodies(ROOM);
    PageFingerprinter fingerprinter = fingerprinter(RAW.page(), null);
    Fingerprinter plain = new Fingerprinter(FingerprintSeed.NONE, RAW.hash());
    int pages = 2_000;
    int found = 0;
    for (int i = 0; i < 2 * pages; i++) {
      int again = i % pages;
      String title = "Bear ".repeat(again % 100 == 0 ? 10_000 : again % 100);
      byte[] body = bytes("<title>" + title + "</title><h1>Bear " + again + "</h1>" + WORDS);
      Page page = page(body, "text/html", "");
      ContentHash key = known.key(page, 0);
      BodyReading reading = plain.reading(page, fingerprinter.text(page));
      BodyReading before = known.get(key);
      if (before != null) {
        found++;
        assertThat(before.bodyHash()).isEqualTo(reading.bodyHash());
      }
      known.put(key, reading);
      assertThat(known.bytes()).isLessThanOrEqualTo(ROOM);
    }
    assertThat(known.bytes()).isGreaterThan(ROOM / 2);
    assertThat(found).as("of pages that come again in order, more than fit").isGreaterThan(30);
  }
}
