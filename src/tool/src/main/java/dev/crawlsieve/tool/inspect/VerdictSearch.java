package dev.crawlsieve.tool.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UrlNormalizer;
import dev.crawlsieve.core.verdict.UnreadableVerdictException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.TopicSpan;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Finds the verdicts on a URL. */
public final class VerdictSearch {

  private final SieveConfig config;
  private final UrlNormalizer urls;
  private final String url;
  private final String normalizedUrl;

  /**
   * @param url the URL as produced, or another form of it that means the same page
   */
  public VerdictSearch(SieveConfig config, String url) {
    this.config = config;
    this.urls = UrlNormalizer.of(config.page());
    this.url = url;
    this.normalizedUrl = normalized(url);
  }

  /**
   * The verdicts on the topic, in the order of decisions.
   *
   * @throws SieveException if no broker answers, there is no such topic, or a record on it is not a
   *     verdict
   */
  public List<Verdict> onTopic() {
    List<Verdict> found = new ArrayList<>();
    String topic = config.topics().verdicts();
    TopicSpan.required(config, topic)
        .read(
            next -> {
              try {
                offer(next.value(), found);
              } catch (UnreadableVerdictException e) {
                throw new SieveException(
                    topic + " " + next.partition() + "@" + next.offset() + ": " + e.getMessage(),
                    e);
              }
            });
    return sorted(found);
  }

  /**
   * The verdicts in a file of lines, as written by {@code sieve}.
   *
   * @throws SieveException if it cannot be read, or a line is not a verdict
   */
  public List<Verdict> inFile(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new SieveException("there is no file " + file);
    }
    List<Verdict> found = new ArrayList<>();
    long number = 0;
    try (BufferedReader in = Files.newBufferedReader(file)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        offer(line.getBytes(UTF_8), found);
      }
    } catch (UnreadableVerdictException e) {
      throw new SieveException(file + ":" + number + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new SieveException("the file " + file + " cannot be read: " + e, e);
    }
    return sorted(found);
  }

  private void offer(byte[] stored, List<Verdict> found) throws UnreadableVerdictException {
    Verdict verdict = VerdictCodec.decode(stored);
    String about = verdict.url();
    if (about.equals(url) || (normalizedUrl != null && normalizedUrl.equals(normalized(about)))) {
      found.add(verdict);
    }
  }

  /** The normal form, or null if there is none; such a URL is then found only verbatim. */
  private String normalized(String any) {
    try {
      return urls.normalize(any);
    } catch (BadPageException e) {
      return null;
    }
  }

  private static List<Verdict> sorted(List<Verdict> found) {
    found.sort(Comparator.comparingInt(Verdict::lane).thenComparingLong(Verdict::laneOffset));
    return found;
  }
}
