package dev.crawlsieve.stream.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.eval.EvaluationException;
import dev.crawlsieve.core.eval.Label;
import dev.crawlsieve.core.eval.TruthFile;
import dev.crawlsieve.core.eval.TruthPair;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.HttpUrl;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.http.RefusedException;
import dev.crawlsieve.stream.kafka.RecordJson;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Labels that people give to pairs of pages while they look at them, in a truth file that {@code
 * evaluate} reads.
 *
 * <p>A label is on disk when {@link #add} returns. {@code evaluate} accepts one label for each
 * pair, so another label for the same pair takes the place of the one before. The file may be
 * edited meanwhile; it is read again when it has changed. Thread-safe; one instance writes a file.
 */
final class PairLabels {

  static final long MAX_BYTES = 4 << 20;
  private static final Pattern UNWRITABLE = Pattern.compile("[\t\r\n]");
  private static final String HEAD = "# url_a TAB url_b TAB 1 (copies), 0 (different pages) or ?\n";

  private final Path file;
  private final UrlKey urls;
  private final Map<Set<String>, Label> labels = new HashMap<>();
  private Version read;

  /** Tells whether the file was changed by somebody else. */
  private record Version(long bytes, long modifiedMillis) {

    static Version of(Path file) throws IOException {
      return new Version(Files.size(file), Files.getLastModifiedTime(file).toMillis());
    }
  }

  private PairLabels(Path file, PageSettings settings) {
    this.file = file;
    this.urls = new UrlKey(settings);
  }

  /**
   * Opens a file of labels; creates it if it does not exist.
   *
   * @throws SieveException if it is not a valid truth file, is too large, or cannot be written
   */
  static PairLabels open(Path file, PageSettings settings) {
    try {
      if (!Files.exists(file) || Files.size(file) == 0) {
        Files.writeString(file, HEAD);
      }
      // A changed label replaces the file itself, not a link to it.
      PairLabels labels = new PairLabels(file.toRealPath(), settings);
      if (!Files.isWritable(file)) {
        throw new SieveException("the file of labels " + file + " (--labels) is not writable");
      }
      labels.refresh();
      return labels;
    } catch (EvaluationException e) {
      throw new SieveException(e.getMessage() + " (--labels)", e);
    } catch (CharacterCodingException e) {
      throw new SieveException("the file of labels " + file + " (--labels) is not UTF-8 text", e);
    } catch (IOException e) {
      throw new SieveException(
          "the file of labels " + file + " (--labels) cannot be written: " + e, e);
    }
  }

  private void refresh() throws IOException, EvaluationException {
    Version now = Version.of(file);
    if (now.equals(read)) {
      return;
    }
    if (now.bytes() > MAX_BYTES) {
      throw new EvaluationException(
          file + ": is larger than " + MAX_BYTES + " bytes, must be smaller to be added to");
    }
    labels.clear();
    read = null;
    String text = Files.readString(file);
    if (text.lines().anyMatch(PairLabels::isPair)) {
      TruthFile truth = TruthFile.read(new StringReader(text), file.toString());
      for (TruthPair pair : truth.pairs(url -> Optional.of(urls.form(url)))) {
        labels.put(Set.of(pair.urlA(), pair.urlB()), pair.label());
      }
    }
    read = now;
  }

  private static boolean isPair(String line) {
    return !line.isBlank() && !line.startsWith("#");
  }

  /** Number of labelled pairs. */
  synchronized int pairs() {
    return labels.size();
  }

  /** Adds its label, if it has one, to a verdict that names the page that it copies. */
  synchronized void mark(ObjectNode verdict) {
    JsonNode original = verdict.path("duplicateOf");
    if (!original.isObject()) {
      return;
    }
    Label label = labels.get(pair(verdict.path("url").asText(), original.path("url").asText()));
    if (label != null) {
      verdict.put("label", label.sign());
    }
  }

  /** The normal forms of two URLs; one, if they are the same page's. */
  private Set<String> pair(String a, String b) {
    String formA = urls.form(a);
    String formB = urls.form(b);
    return formA.equals(formB) ? Set.of(formA) : Set.of(formA, formB);
  }

  /**
   * Records a label.
   *
   * @param body a JSON object: the URLs {@code a} and {@code b}, and {@code label}, which is 1 for
   *     near-duplicates, 0 for different pages, or ?
   * @return the number of labelled pairs, and whether this label replaced another one
   * @throws RefusedException if it is not a label of a pair, or cannot be written
   */
  ObjectNode add(byte[] body) throws RefusedException {
    JsonNode json;
    try {
      json = RecordJson.JSON.readTree(body);
    } catch (IOException e) {
      throw new RefusedException(400, "the body is not JSON");
    }
    Label label =
        Label.of(json.path("label").asText())
            .orElseThrow(() -> new RefusedException(400, "label must be 1, 0 or ?"));
    return add(url(json, "a"), url(json, "b"), label);
  }

  /** A page's URL as a line of a truth file can hold it: still the same page's. */
  private static String url(JsonNode json, String name) throws RefusedException {
    String url = json.path(name).asText();
    // No page's URL depends on these: see HttpUrl.
    String clean = UNWRITABLE.matcher(url).replaceAll("").replaceAll("\\p{Cs}", "\ufffd").trim();
    try {
      HttpUrl unused = HttpUrl.parse(clean);
    } catch (BadPageException e) {
      throw new RefusedException(400, name + " must be the URL of a page: " + e.getMessage());
    }
    return clean;
  }

  private synchronized ObjectNode add(String a, String b, Label label) throws RefusedException {
    Set<String> pair = pair(a, b);
    if (pair.size() < 2) {
      throw new RefusedException(400, "both URLs are the same page's: a pair is two pages");
    }
    Label before;
    try {
      refresh();
      before = labels.get(pair);
      if (before == null) {
        append(line(a, b, label));
      } else if (before != label) {
        replace(pair, line(a, b, label));
      }
      read = Version.of(file);
    } catch (EvaluationException e) {
      throw new RefusedException(409, e.getMessage());
    } catch (CharacterCodingException e) {
      throw new RefusedException(409, "the file of labels is not UTF-8 text");
    } catch (IOException e) {
      throw new RefusedException(500, "the label was not written: " + e);
    }
    labels.put(pair, label);
    return RecordJson.JSON
        .createObjectNode()
        .put("pairs", labels.size())
        .put("replaced", before != null && before != label);
  }

  private static String line(String a, String b, Label label) {
    return a + "\t" + b + "\t" + label.sign() + "\n";
  }

  private void append(String line) throws IOException, RefusedException {
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long end = out.size();
      ByteBuffer last = ByteBuffer.allocate(1);
      boolean open = end > 0 && out.read(last, end - 1) == 1 && last.get(0) != '\n';
      ByteBuffer bytes = UTF_8.encode(open ? "\n" + line : line);
      ensureRoom(end + bytes.remaining());
      try {
        write(out, bytes, end);
      } catch (IOException e) {
        out.truncate(end); // no half lines, if the disk is full
        throw e;
      }
    }
  }

  private static void write(FileChannel out, ByteBuffer bytes, long from) throws IOException {
    out.position(from);
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
    out.force(true);
  }

  private void replace(Set<String> pair, String line) throws IOException, RefusedException {
    StringBuilder text = new StringBuilder();
    for (String old : Files.readAllLines(file)) {
      String[] column = old.split("\t", -1);
      if (!isPair(old) || !pair.equals(pair(column[0].strip(), column[1].strip()))) {
        text.append(old).append('\n');
      }
    }
    ByteBuffer bytes = UTF_8.encode(text.append(line).toString());
    ensureRoom(bytes.remaining());
    Path made = file.resolveSibling(file.getFileName() + ".new");
    try (FileChannel out =
        FileChannel.open(
            made,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      write(out, bytes, 0);
    }
    Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private void ensureRoom(long bytes) throws RefusedException {
    if (bytes > MAX_BYTES) {
      throw new RefusedException(
          507, "the file of labels is full: it holds at most " + MAX_BYTES + " bytes");
    }
  }
}
