package dev.crawlsieve.core.html;

/**
 * The attributes of a formatting element that is reconstructed repeatedly: parsed once, and each
 * value decoded once, whatever their length.
 */
final class KeptTag implements HtmlAttributes {

  private static final int NAMES = AttributeName.values().length;

  private final StartTag tag;
  private final String[] values = new String[NAMES];
  private final long[] hashes = new long[NAMES];
  private int hashed;
  private int memo = NO_MEMO;

  /**
   * @param tag already read; must not be reused for another tag
   */
  KeptTag(StartTag tag) {
    this.tag = tag;
  }

  @Override
  public boolean any() {
    return tag.any();
  }

  @Override
  public boolean has(AttributeName name) {
    return tag.has(name);
  }

  @Override
  public String value(AttributeName name) {
    int slot = name.slot();
    if (values[slot] == null && tag.has(name)) {
      values[slot] = tag.value(name);
    }
    return values[slot];
  }

  @Override
  public long hash(AttributeName name) {
    int slot = name.slot();
    if ((hashed & name.bit()) == 0) {
      hashes[slot] = tag.hash(name);
      hashed |= name.bit();
    }
    return hashes[slot];
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
