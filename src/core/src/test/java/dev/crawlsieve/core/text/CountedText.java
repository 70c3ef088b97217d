package dev.crawlsieve.core.text;

/** A text that counts how often its characters are read, for the cost of patterns. */
public final class CountedText implements CharSequence {

  private final String text;
  private long reads;

  /** A text of which nothing was read. */
  public CountedText(String text) {
    this.text = text;
  }

  /** How many characters were read, each time counted. */
  public long reads() {
    return reads;
  }

  @Override
  public char charAt(int index) {
    reads++;
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.subSequence(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
