package dev.crawlsieve.core.index;

/**
 * Finds exact copies. The key is the high half of the content hash; the payload is the {@link
 * Feature#REST}, which rules out pages that name another item.
 */
public record ContentTable() implements Table {

  @Override
  public String name() {
    return "content";
  }

  @Override
  public int keyBits() {
    return 64;
  }

  @Override
  public boolean holds(ComparedPage record) {
    return true;
  }

  @Override
  public long key(ComparedPage record) {
    return Keys.key(record.contentHigh(), record.scopeHigh());
  }

  @Override
  public Feature payload() {
    return Feature.REST;
  }

  @Override
  public int within() {
    return Long.SIZE;
  }
}
