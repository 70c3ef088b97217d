package dev.crawlsieve.measure.eval;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.HttpUrl;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How well a detector agrees with human judgement. In JSON, the counts over all pairs are next to
 * the other fields.
 *
 * @param pages number of pages
 * @param pairs number of labelled pairs
 * @param detector name of the detector
 * @param settings the detector's other settings, {@code NAME=VALUE, …}
 * @param all counts over all pairs
 * @param sameHost counts over pairs of one host
 * @param crossHost counts over pairs of two hosts
 */
public record Evaluation(
    int pages,
    int pairs,
    String detector,
    String settings,
    @JsonUnwrapped Counts all,
    Counts sameHost,
    Counts crossHost) {

  /**
   * Measures a detector as the stream would use it, see {@link StreamAgreement}.
   *
   * @param truth the labelled pairs
   * @param records the pages by URL, including every page of the pairs
   */
  public static Evaluation of(
      DetectorSettings settings, List<TruthPair> truth, Map<String, ComparedPage> records) {
    Detector detector = Detector.of(settings);
    Set<String> urls = new HashSet<>();
    Counts sameHost = Counts.NONE;
    Counts crossHost = Counts.NONE;
    for (TruthPair pair : truth) {
      urls.addAll(pair.urls());
      boolean matches = StreamAgreement.matches(detector, pair, records);
      if (host(pair.urlA()).equals(host(pair.urlB()))) {
        sameHost = sameHost.with(pair.label(), matches, pair.weight());
      } else {
        crossHost = crossHost.with(pair.label(), matches, pair.weight());
      }
    }
    return new Evaluation(
        urls.size(),
        truth.size(),
        settings.name(),
        text(settings),
        sameHost.plus(crossHost),
        sameHost,
        crossHost);
  }

  /** The settings of a detector except its name, on one line. */
  static String text(DetectorSettings settings) {
    return settings.decisive().entrySet().stream()
        .filter(setting -> !setting.getKey().equals("detector"))
        .map(setting -> setting.getKey() + "=" + setting.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String host(String url) {
    try {
      return HttpUrl.parse(url).host();
    } catch (BadPageException e) {
      throw new IllegalStateException("the URL of a page that was fingerprinted is one", e);
    }
  }
}
