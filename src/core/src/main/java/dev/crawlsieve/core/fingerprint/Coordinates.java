package dev.crawlsieve.core.fingerprint;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A record's position in its topic.
 *
 * @param partition partition number, from 0
 * @param offset offset in the partition, from 0
 */
public record Coordinates(int partition, long offset) implements Comparable<Coordinates> {

  /** The position of a page that has none yet. */
  public static final Coordinates NONE = new Coordinates(-1, -1);

  private static final Comparator<Coordinates> ORDER =
      Comparator.comparingInt(Coordinates::partition).thenComparingLong(Coordinates::offset);

  private static final Pattern FORM = Pattern.compile("(\\d{1,9})@(\\d{1,18})");

  /**
   * {@return the position in the form of {@link #toString}, {@code partition@offset}; empty if the
   * text has another form}
   *
   * @param text the text to read
   */
  public static Optional<Coordinates> parse(String text) {
    Matcher parts = FORM.matcher(text);
    return parts.matches()
        ? Optional.of(
            new Coordinates(Integer.parseInt(parts.group(1)), Long.parseLong(parts.group(2))))
        : Optional.empty();
  }

  @Override
  public int compareTo(Coordinates other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return partition + "@" + offset;
  }
}
