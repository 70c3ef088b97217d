package dev.crawlsieve.files.input;

import dev.crawlsieve.core.encoding.GzipMembers;
import dev.crawlsieve.core.text.EightAscii;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lines of JSON, each a page event, passed on byte for byte. Lines end with a line feed; lines of
 * white space are skipped. Memory is bounded for lines of any length. Of a gzip, a damaged member
 * is left out, and with it what follows up to a line that begins an object: members may begin
 * anywhere.
 */
final class JsonLines extends JsonEvents {

  private final @Nullable GzipMembers members;
  private final String name;
  private final ReadCounts counts;
  private long lineNumber;
  private long length; // of the line so far
  private @Nullable InputPage ahead; // the first one after damage

  /**
   * @param members the source of the lines, or null if they are not gzipped
   */
  JsonLines(
      InputStream in,
      @Nullable GzipMembers members,
      String name,
      Limits limits,
      EventKeyReader keys,
      ReadCounts counts) {
    super(in, limits, keys);
    this.members = members;
    this.name = name;
    this.counts = counts;
  }

  @Override
  public @Nullable InputPage next() throws IOException {
    InputPage page = ahead;
    ahead = null;
    if (page != null) {
      return page;
    }
    try {
      return line();
    } catch (GzipMembers.DamagedException e) {
      return damaged(e, Objects.requireNonNull(members));
    }
  }

  private @Nullable InputPage line() throws IOException {
    while (readLine()) {
      if (!isBlank()) {
        return page(length, lineNumber, name + ":" + lineNumber, "the line");
      }
    }
    return null;
  }

  /**
   * What stands for a damaged member and the lines that cannot be read with it.
   *
   * @throws IOException if nothing follows it
   */
  private InputPage damaged(GzipMembers.DamagedException e, GzipMembers from) throws IOException {
    long place = from.memberAt();
    String origin = name + ":" + lineNumber;
    byte[] beginning = Limits.beginning(Arrays.copyOf(event, (int) Math.min(length, event.length)));
    while (ahead == null && from.resume()) {
      try {
        do {
          ahead = line();
        } while (ahead != null && (ahead.value().length == 0 || ahead.value()[0] != '{'));
        if (ahead == null) {
          break;
        }
      } catch (GzipMembers.DamagedException again) {
        ahead = null; // the search goes on
      }
    }
    if (ahead == null) {
      throw new IOException(e.getMessage() + ", at byte " + place, e);
    }
    counts.damage();
    return new InputPage(
        null,
        beginning,
        origin,
        "the lines at byte " + place + " cannot be read: " + e.getMessage());
  }

  /**
   * Reads a line without its line feed, of which {@code event} keeps the beginning, and returns
   * whether there is one.
   */
  private boolean readLine() throws IOException {
    lineNumber++;
    length = 0;
    if (!hasMore()) {
      return false;
    }
    do {
      int from = at;
      at = EightAscii.find(chunk, at, filled, '\n');
      length += keep(length, from);
    } while (at == filled && hasMore());
    at += at < filled ? 1 : 0;
    return true;
  }

  private boolean isBlank() {
    for (int i = 0; i < length && !limits.exceeds(length); i++) {
      if (event[i] != ' ' && event[i] != '\t' && event[i] != '\r') {
        return false;
      }
    }
    return !limits.exceeds(length);
  }
}
