package dev.crawlsieve.lab.corpus;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.measure.eval.Label;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/**
 * Writes an evaluation set: pages as JSON page events, one per line; pairs as truth file; and pairs
 * with their kinds.
 */
public final class EvaluationSetWriter {

  /**
   * The first fetch time; the others follow at intervals of one second, so that a set is a function
   * of its seed.
   */
  private static final Instant FIRST_FETCH = Instant.parse("2025-01-01T00:00:00Z");

  private final Writer pages;
  private final Writer truth;
  private final Writer kinds;
  private final Set<String> urls = new HashSet<>();
  private int pairs;

  /**
   * Writes to three UTF-8 files, which the caller closes.
   *
   * @param pages page events, JSON lines
   * @param truth {@code url_a TAB url_b TAB label}
   * @param kinds the same and {@code TAB kind}
   */
  public EvaluationSetWriter(Writer pages, Writer truth, Writer kinds) {
    this.pages = pages;
    this.truth = truth;
    this.kinds = kinds;
  }

  /** Writes a page, unless one with its URL was written before. */
  void page(SourcePage page) throws IOException {
    if (!urls.add(page.url())) {
      return;
    }
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event.put("url", page.url());
    event.put("fetchTime", FIRST_FETCH.plusSeconds(urls.size()).toString());
    event.put("status", 200);
    event.put("contentType", "text/html; charset=utf-8");
    event.put("html", page.html());
    pages.write(event + "\n");
  }

  /** Writes two pages and their label. */
  void pair(SourcePage a, SourcePage b, Label label, String kind) throws IOException {
    page(a);
    page(b);
    String line = a.url() + "\t" + b.url() + "\t" + label.sign();
    truth.write(line + "\n");
    kinds.write(line + "\t" + kind + "\n");
    pairs++;
  }

  /** Number of pages written. */
  public int pages() {
    return urls.size();
  }

  /** Number of pairs written. */
  public int pairs() {
    return pairs;
  }

  /** Whether a page with this URL was written. */
  boolean has(String url) {
    return urls.contains(url);
  }
}
