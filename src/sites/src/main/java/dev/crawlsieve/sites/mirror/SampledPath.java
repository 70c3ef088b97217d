package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.core.fingerprint.Coordinates;
import java.nio.ByteBuffer;

/**
 * A path in a site's sample.
 *
 * @param order the part of the path's key by which it was sampled
 * @param content the kept page that stands for its content
 */
record SampledPath(long order, String path, Coordinates content) {

  byte[] stored() {
    byte[] text = Fields.bytes(path);
    ByteBuffer out = ByteBuffer.allocate(1 + 4 + 8 + 4 + text.length);
    out.put(Fields.VERSION).putInt(content.partition()).putLong(content.offset());
    Fields.put(out, text);
    return out.array();
  }

  static SampledPath of(byte[] key, byte[] stored) {
    ByteBuffer in = Fields.open(stored);
    Coordinates content = new Coordinates(in.getInt(), in.getLong());
    return new SampledPath(StoreKeys.order(key), Fields.text(in), content);
  }

  static Coordinates content(byte[] stored) {
    ByteBuffer in = Fields.open(stored);
    return new Coordinates(in.getInt(), in.getLong());
  }
}
