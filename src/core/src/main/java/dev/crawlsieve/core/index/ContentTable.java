package dev.crawlsieve.core.index;

/**
 * Finds exact copies: keyed by the content hash's high half; entries hold what pages say outside
 * their main text, which rules out those that name other items.
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
  public boolean holds(LeaderRecord record) {
    return true;
  }

  @Override
  public long key(LeaderRecord record) {
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
