package dev.crawlsieve.core.work;

import java.util.LinkedHashMap;
import java.util.Map;

/** Makes maps of bounded size. */
public final class Latest {

  private Latest() {}

  /** {@return a map that keeps this many entries: the ones read or written last} */
  public static <K, V> Map<K, V> map(int most) {
    return new LinkedHashMap<>(16, 0.75f, true) {
      private static final long serialVersionUID = 1;

      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
      }
    };
  }
}
