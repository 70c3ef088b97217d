package dev.crawlsieve.core.page;

import dev.crawlsieve.core.text.Ascii;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a page's record. Applied to a name, it returns the value of the last header of
 * exactly that name; if there is none, of the last one whose name differs only in case, as in HTTP;
 * null if there is none either.
 */
public interface PageHeaders extends Function<String, byte @Nullable []> {

  /** No headers. */
  PageHeaders NONE = named("", null);

  /** Number of headers. */
  int count();

  /** Bytes of all names and values together. */
  long bytes();

  /**
   * A single header.
   *
   * @param name ASCII
   * @param value null if there is no header at all
   */
  static PageHeaders named(String name, byte @Nullable [] value) {
    return new PageHeaders() {
      @Override
      public byte @Nullable [] apply(String wanted) {
        return Ascii.same(wanted, name) ? value : null;
      }

      @Override
      public int count() {
        return value == null ? 0 : 1;
      }

      @Override
      public long bytes() {
        return value == null ? 0 : name.length() + value.length;
      }
    };
  }
}
