package dev.crawlsieve.sites.passage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.failure.JsonFault;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UrlNormalizer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Passages by site, to take them out of pages' texts.
 *
 * <p>Not every line that is a passage is taken out: one by itself between the page's own lines may
 * be a label of what follows, an answer or a verse. Passages that follow each other are, if they
 * are at the beginning or the end of the page, or at least {@value #LINES} lines or {@value #BYTES}
 * bytes together. Not thread-safe.
 */
public final class KnownPassages {

  static final int LINES = 3;
  static final int BYTES = 24;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final UrlNormalizer urls = UrlNormalizer.of(PageSettings.RAW);
  private final Map<String, Set<Long>> hashes = new HashMap<>();

  /**
   * A page's text without passages.
   *
   * @param text the lines that are left, with a line feed between them
   * @param taken the lines that are not, in order
   * @param share how much of the page was taken out, of the bytes of its lines in UTF-8, in [0, 1];
   *     0 if it has none
   */
  public record Remainder(String text, List<Taken> taken, double share) {

    /** Adds it to a page's JSON: the fields {@code text}, {@code share} and {@code passages}. */
    public void show(ObjectNode page) {
      page.put("text", text).put("share", Math.round(share * 1e4) / 1e4);
      ArrayNode passages = page.putArray("passages");
      for (Taken each : taken) {
        passages
            .addObject()
            .put("line", each.line())
            .put("hash", HexFormat.of().toHexDigits(each.hash()));
      }
    }
  }

  /**
   * A line that was taken out.
   *
   * @param line its number among all lines of the page, from 0
   * @param hash that of the passage
   */
  public record Taken(int line, long hash) {}

  /**
   * Reads a file of passages, a line each.
   *
   * @throws SieveException if it cannot be read, naming the line
   */
  public static KnownPassages read(Path file) {
    KnownPassages known = new KnownPassages();
    long number = 0;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        known.add(Passage.of(JSON.readTree(line)));
      }
      return known;
    } catch (IOException | UnreadableRecordException e) {
      throw new SieveException(
          file
              + (number == 0 ? "" : ", line " + number)
              + " cannot be read as passages, which 'sieve --passages' writes: "
              + reason(e),
          e);
    }
  }

  /** Adds a passage, or one with more pages in its place. */
  public void add(Passage passage) {
    hashes.computeIfAbsent(passage.site(), site -> new HashSet<>()).add(passage.hash());
  }

  /**
   * Adds a passage by its {@linkplain Passage#key key}.
   *
   * @throws IllegalArgumentException if it is none
   */
  public void add(String key) {
    hashes.computeIfAbsent(site(key), site -> new HashSet<>()).add(hash(key));
  }

  private static String site(String key) {
    return key.substring(0, Math.max(0, key.lastIndexOf('|')));
  }

  private static long hash(String key) {
    return HexFormat.fromHexDigitsToLong(key.substring(key.lastIndexOf('|') + 1));
  }

  /**
   * Takes a record of the topic {@code passages}.
   *
   * @param key the record's key
   * @param value the record's value; null if the passage is withdrawn
   * @throws UnreadableRecordException if it is something else
   */
  public void take(String key, byte @Nullable [] value) throws UnreadableRecordException {
    try {
      if (value != null) {
        add(Passage.of(JSON.readTree(value)));
        return;
      }
      hashes.getOrDefault(site(key), new HashSet<>()).remove(hash(key));
    } catch (IOException | IllegalArgumentException e) {
      throw new UnreadableRecordException("not a passage: " + reason(e), e);
    }
  }

  private static String reason(Exception e) {
    if (e instanceof JsonProcessingException json) {
      return "it " + JsonFault.of(json);
    }
    return e instanceof CharacterCodingException
        ? "it is not UTF-8"
        : String.valueOf(e.getMessage());
  }

  /** The sites whose passages are known. */
  public SortedSet<String> sites() {
    return new TreeSet<>(hashes.keySet());
  }

  /** Whether passages of a page's site are known. */
  public boolean knows(String url) {
    return !of(url).isEmpty();
  }

  private Set<Long> of(String url) {
    try {
      return hashes.getOrDefault(UrlNormalizer.host(urls.normalize(url)), Set.of());
    } catch (BadPageException e) {
      return Set.of();
    }
  }

  /**
   * Takes passages out of a page.
   *
   * @param url the page's; nothing is taken out if it is none
   */
  public Remainder without(String url, PageLines lines) {
    Set<Long> known = of(url);
    StringBuilder text = new StringBuilder();
    List<Taken> taken = new ArrayList<>();
    int bytes = 0; // of what is taken out
    int line = 0;
    while (line < lines.size()) {
      int end = line;
      while (end < lines.size() && known.contains(lines.hash(end))) {
        end++;
      }
      if (end > line
          && isTakenOut(line, end, lines.size(), lines.end(end - 1) - lines.start(line))) {
        for (; line < end; line++) {
          taken.add(new Taken(line, lines.hash(line)));
          bytes += lines.end(line) - lines.start(line);
        }
      } else {
        for (end = Math.max(end, line + 1); line < end; line++) {
          text.append(text.isEmpty() ? "" : "\n").append(lines.text(line));
        }
      }
    }
    int all = lines.bytes() - lines.size(); // without the line feeds
    return new Remainder(text.toString(), taken, all == 0 ? 0 : (double) bytes / all);
  }

  /**
   * Whether passages that follow each other are taken out.
   *
   * @param from the first one's place among a page's lines
   * @param to the place after the last one
   * @param lines how many lines the page has
   * @param bytes of these passages, with the line feeds between them
   */
  static boolean isTakenOut(int from, int to, int lines, long bytes) {
    return from == 0 || to == lines || to - from >= LINES || bytes >= BYTES;
  }
}
