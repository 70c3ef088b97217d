package dev.crawlsieve.sites.passage;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.page.BlockKind;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/**
 * A block that a site says on many of its pages.
 *
 * @param site the host of the normalised URLs
 * @param hash XXH3-64 of the block's text in UTF-8
 * @param text the text, or its beginning if {@code bytes} is more
 * @param bytes length of the whole text in UTF-8
 * @param kind what it is, on the page that the text was taken from
 * @param pages on how many pages it stands, of those that were counted
 * @param of how many pages of the site were counted, see {@link Passages}
 * @param first the earliest of the counted pages that have it
 * @param last the latest of them
 * @param section the folder that all of them are in, such as {@code /blog/}, if the site has
 *     counted pages elsewhere; otherwise the empty string
 */
public record Passage(
    String site,
    long hash,
    String text,
    int bytes,
    BlockKind kind,
    int pages,
    int of,
    Seen first,
    Seen last,
    String section) {

  private static final JsonFactory FACTORY = new JsonFactory();

  /** A page, and when it was fetched, milliseconds since 1970-01-01T00:00Z. */
  public record Seen(String url, long time) implements Comparable<Seen> {

    @Override
    public int compareTo(Seen other) {
      return time == other.time ? url.compareTo(other.url) : Long.compare(time, other.time);
    }

    private ObjectNode json() {
      return JsonNodeFactory.instance
          .objectNode()
          .put("url", url)
          .put("time", Instant.ofEpochMilli(time).toString());
    }

    private static Seen of(JsonNode json) {
      return new Seen(
          json.path("url").asText(), Instant.parse(json.path("time").asText()).toEpochMilli());
    }
  }

  /** The share of the counted pages that have it, in (0, 1]. */
  public double share() {
    return (double) pages / of;
  }

  /** Its key on the topic: the site, and the hash in 16 hexadecimal digits. */
  public String key() {
    return key(site, hash);
  }

  static String key(String site, long hash) {
    return site + "|" + HexFormat.of().toHexDigits(hash);
  }

  /** The pages of what {@link #json} wrote, read without the rest. */
  static int pages(byte[] json) throws IOException {
    try (JsonParser parser = FACTORY.createParser(json)) {
      parser.nextToken();
      for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
        int value = parser.nextIntValue(0);
        if (field.equals("pages")) {
          return value;
        }
      }
      throw new IOException("a passage has no pages");
    }
  }

  /** The record for the topic, or the line for the file. */
  public ObjectNode json() {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("site", site)
            .put("text", text)
            .put("bytes", bytes)
            .put("hash", HexFormat.of().toHexDigits(hash))
            .put("kind", word(kind))
            .put("pages", pages)
            .put("of", of)
            .put("share", Math.round(share() * 1e4) / 1e4);
    json.set("first", first.json());
    json.set("last", last.json());
    return json.put("section", section.isEmpty() ? null : section);
  }

  /**
   * Reads what {@link #json} wrote.
   *
   * @throws UnreadableRecordException if it is something else
   */
  public static Passage of(JsonNode json) throws UnreadableRecordException {
    try {
      return new Passage(
          text(json, "site"),
          HexFormat.fromHexDigitsToLong(text(json, "hash")),
          text(json, "text"),
          json.path("bytes").asInt(),
          kind(text(json, "kind")),
          json.path("pages").asInt(),
          json.path("of").asInt(),
          Seen.of(json.path("first")),
          Seen.of(json.path("last")),
          json.path("section").asText(""));
    } catch (IllegalArgumentException | java.time.DateTimeException e) {
      throw new UnreadableRecordException("not a passage: " + e.getMessage(), e);
    }
  }

  private static String word(BlockKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static BlockKind kind(String word) {
    return Arrays.stream(BlockKind.values())
        .filter(kind -> word(kind).equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no kind of blocks is '" + word + "'"));
  }

  private static String text(JsonNode json, String field) {
    if (!json.path(field).isTextual()) {
      throw new IllegalArgumentException("it has no field '" + field + "'");
    }
    return json.path(field).textValue();
  }
}
