package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.core.bytemap.ByteMap;
import org.jspecify.annotations.Nullable;

/** An ordered map of bytes that holds everything learned. */
public interface MirrorStore extends ByteMap {

  /** The last key that starts with a prefix. */
  byte @Nullable [] last(byte[] prefix);
}
