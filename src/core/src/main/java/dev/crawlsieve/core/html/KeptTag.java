package dev.crawlsieve.core.html;

import java.util.EnumMap;
import java.util.Map;

/**
 * The attributes of a formatting element that is reconstructed repeatedly: parsed once, and each
 * value decoded once, whatever their length.
 */
final class KeptTag implements HtmlAttributes {

  private final Map<AttributeName, String> values = new EnumMap<>(AttributeName.class);
  private int memo = NO_MEMO;

  KeptTag(StartTag tag) {
    for (AttributeName name : AttributeName.values()) {
      if (tag.has(name)) {
        values.put(name, tag.value(name));
      }
    }
  }

  @Override
  public boolean any() {
    return !values.isEmpty();
  }

  @Override
  public String value(AttributeName name) {
    return values.get(name);
  }

  @Override
  public int memo() {
    return memo;
  }

  @Override
  public void memoize(int what) {
    memo = what;
  }
}
