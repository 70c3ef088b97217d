package dev.crawlsieve.measure.replay;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.measure.sweep.ChangedPage;
import dev.crawlsieve.measure.sweep.SettingResult;
import dev.crawlsieve.measure.sweep.SweepReport;
import dev.crawlsieve.measure.sweep.report.SweepHtml;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Makes the HTML page of a sweep, with excerpts of the bodies that still exist. */
public final class SweepPage {

  private SweepPage() {}

  /**
   * The page.
   *
   * @param source the source of the pages
   * @throws dev.crawlsieve.core.failure.SieveException if the pages cannot be read
   */
  public static String of(SweepReport report, ReplaySource source) {
    Map<Coordinates, String> texts = texts(report, source);
    return SweepHtml.of(report, place -> Optional.ofNullable(texts.get(place)));
  }

  private static Map<Coordinates, String> texts(SweepReport report, ReplaySource source) {
    Map<Coordinates, String> urls = new TreeMap<>();
    for (SettingResult result : report.settings()) {
      for (ChangedPage changed : result.examples()) {
        urls.put(changed.source(), changed.url());
        changed.before().ifPresent(copy -> urls.put(copy.source(), copy.url()));
        changed.now().ifPresent(copy -> urls.put(copy.source(), copy.url()));
      }
    }
    PageFingerprinter reader = source.reader();
    Map<Coordinates, String> texts = new HashMap<>();
    source
        .pages(urls.keySet())
        .forEach(
            (place, found) -> {
              try {
                String url = Objects.requireNonNull(urls.get(place));
                texts.put(place, reader.text(found.read(url, reader)).text());
              } catch (BadPageException e) {
                texts.put(place, "(no longer a page: " + e.getMessage() + ")");
              }
            });
    return texts;
  }
}
