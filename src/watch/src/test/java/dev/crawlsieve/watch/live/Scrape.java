package dev.crawlsieve.watch.live;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Prometheus stores of one scrape of the job {@code crawlsieve}: the samples with the labels
 * of their target, and {@code up}.
 *
 * @param second when, in seconds
 * @param samples values by name and labels
 */
record Scrape(long second, Map<String, Map<Map<String, String>, Double>> samples) {

  private static final Map<String, String> TARGET =
      Map.of("instance", "one:8080", "job", "crawlsieve");
  private static final Pattern LINE =
      Pattern.compile("(?m)^((?:crawlsieve|disk)_\\w+)(?:\\{(.*)})? (\\S+)$");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"\\\\]*)\"");

  /** A scrape that the target answered with a text in Prometheus' format. */
  static Scrape answered(long second, String text) {
    Map<String, Map<Map<String, String>, Double>> samples = new HashMap<>();
    samples.put("up", Map.of(TARGET, 1.0));
    Matcher line = LINE.matcher(text);
    while (line.find()) {
      Map<String, String> labels = new TreeMap<>(TARGET);
      if (line.group(2) != null) {
        LABEL.matcher(line.group(2)).results().forEach(l -> labels.put(l.group(1), l.group(2)));
      }
      samples
          .computeIfAbsent(line.group(1), name -> new HashMap<>())
          .put(labels, Double.valueOf(line.group(3)));
    }
    return new Scrape(second, samples);
  }

  /** A scrape that the target did not answer. */
  static Scrape unanswered(long second) {
    return new Scrape(second, Map.of("up", Map.of(TARGET, 0.0)));
  }
}
