package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.fingerprint.ContentHash;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.TestFingerprints;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.name.PageName;
import dev.crawlsieve.core.name.TestNames;

/** Records of synthetic pages. */
public final class Pages {

  private static final short[] SKETCH = new short[Fingerprint.SKETCH_SIZE];

  private Pages() {}

  public static ComparedPage page(
      long id, long scope, ContentHash content, long simhash, boolean near) {
    return page(id, scope, content, simhash, SKETCH, near);
  }

  public static ComparedPage page(
      long id, long scope, ContentHash content, long simhash, short[] sketch, boolean near) {
    return page(id, id, scope, content, simhash, sketch, near);
  }

  public static ComparedPage page(
      long id,
      long url,
      long scope,
      ContentHash content,
      long simhash,
      short[] sketch,
      boolean near) {
    return of(scope, fingerprint(id, url, content, simhash, sketch, near));
  }

  /** The record of a page. */
  public static ComparedPage of(long scope, Fingerprint page) {
    return ComparedPage.of(
        new ScopeKey(scope, 0), page.source().offset(), FingerprintCodec.encode(page));
  }

  /** The same at an address. */
  static Fingerprint fingerprint(long id, String url) {
    ContentHash content = new ContentHash(Keys.mix(id), id);
    return fingerprint(id, url, id, content, Keys.mix(id + 1), sketch(id), true);
  }

  /** The features of a page without a name. */
  public static Fingerprint fingerprint(
      long id, long url, ContentHash content, long simhash, short[] sketch, boolean near) {
    String address = "https://www.example.com/a/page/of/usual/length/" + url;
    return fingerprint(id, address, url, content, simhash, sketch, near);
  }

  private static Fingerprint fingerprint(
      long id,
      String url,
      long urlHash,
      ContentHash content,
      long simhash,
      short[] sketch,
      boolean near) {
    return TestFingerprints.of(
        new Coordinates(0, id),
        id,
        url,
        urlHash,
        content,
        id,
        simhash,
        sketch,
        100,
        98,
        "en",
        near ? Fingerprint.FLAG_NEAR_ELIGIBLE | Fingerprint.FLAG_TEXT : Fingerprint.FLAG_TEXT,
        1);
  }

  /** Pages of one text at addresses of one host. */
  static ComparedPage named(long id, String title, boolean near) {
    return named(id, title, near, 0, 0);
  }

  /** The same with text beside it. */
  static ComparedPage named(long id, String title, boolean near, long rest, int restShingles) {
    PageName name = TestNames.name(title, "", "", "http://h.example/" + id);
    Fingerprint page = fingerprint(id, id, new ContentHash(1, 1), 0, SKETCH, near).named(name);
    return of(0, TestNames.with(page, rest, restShingles));
  }

  /** A near-eligible page of scope 0, with content unique to its id. */
  public static ComparedPage page(long id, long simhash) {
    return page(id, 0, new ContentHash(Keys.mix(id), id), simhash, true);
  }

  /** The same with a sketch. */
  public static ComparedPage page(long id, long simhash, short[] sketch) {
    return page(id, 0, new ContentHash(Keys.mix(id), id), simhash, sketch, true);
  }

  /** A near-eligible page with content unique to its id and a URL of so many letters. */
  static ComparedPage page(long id, long simhash, int urlLength) {
    ContentHash content = new ContentHash(Keys.mix(id), id);
    return of(0, fingerprint(id, "u".repeat(urlLength), id, content, simhash, sketch(id), true));
  }

  /** A random sketch, always the same for the same seed. */
  public static short[] sketch(long seed) {
    short[] sketch = new short[Fingerprint.SKETCH_SIZE];
    for (int i = 0; i < sketch.length; i++) {
      sketch[i] = (short) Keys.mix(seed * 1_000_003 + i);
    }
    return sketch;
  }

  /** The same sketch with other min-hashes at some indexes. */
  public static short[] differing(short[] sketch, int... places) {
    short[] other = sketch.clone();
    for (int place : places) {
      other[place]++;
    }
    return other;
  }
}
