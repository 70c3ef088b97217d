package dev.crawlsieve.stream.kafka.reading;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.page.PageCharset;
import java.util.HexFormat;

/** Renders a fingerprint as JSON, with bit patterns as hexadecimal digits. */
public final class FingerprintJson {

  private static final HexFormat HEX = HexFormat.of();

  private FingerprintJson() {}

  /** A stored fingerprint with all its fields; or the reason, if it cannot be read. */
  static ObjectNode ofStored(byte[] stored) {
    ObjectNode object = RecordJson.JSON.createObjectNode();
    Fingerprint fingerprint;
    try {
      fingerprint = FingerprintCodec.decode(stored);
    } catch (UnreadableFingerprintException e) {
      return object.put("unreadable", e.getMessage());
    }
    object.put("url", fingerprint.url());
    object.put("partition", fingerprint.source().partition());
    object.put("offset", fingerprint.source().offset());
    object.put("timestamp", fingerprint.timestamp());
    object.put("urlHash", HEX.toHexDigits(fingerprint.urlHash()));
    putFeatures(object, fingerprint);
    object.put("bodyHash", HEX.toHexDigits(fingerprint.bodyHash()));
    object.put("language", fingerprint.language());
    object.put("flags", fingerprint.flags());
    return object.put("settings", HEX.toHexDigits(fingerprint.settings()));
  }

  /** Adds the character set of a page, and how it was determined. */
  public static void putCharset(ObjectNode object, PageCharset charset) {
    object.put("charset", charset.name());
    object.put("charsetFound", charset.found().toString());
  }

  /** Adds the features that detectors compare. */
  public static void putFeatures(ObjectNode object, Fingerprint fingerprint) {
    StringBuilder sketch = new StringBuilder(4 * Fingerprint.SKETCH_SIZE);
    for (short minHash : fingerprint.sketch()) {
      sketch.append(HEX.toHexDigits(minHash));
    }
    object.put("tokens", fingerprint.tokens());
    object.put("shingles", fingerprint.shingles());
    object.put("contentHash", fingerprint.content().toString());
    object.put("simhash", HEX.toHexDigits(fingerprint.simhash()));
    object.put("sketch", sketch.toString());
    object.put("nearEligible", fingerprint.nearEligible());
    putCharset(object, fingerprint.charset());
    object.put("mainFallback", (fingerprint.flags() & Fingerprint.FLAG_MAIN_FALLBACK) != 0);
  }
}
