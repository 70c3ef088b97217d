package dev.crawlsieve.stream.replay;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.sweep.ChangedPage;
import dev.crawlsieve.core.sweep.SettingResult;
import dev.crawlsieve.core.sweep.SweepReport;
import dev.crawlsieve.core.sweep.report.SweepHtml;
import dev.crawlsieve.core.work.HtmlFile;
import dev.crawlsieve.stream.topology.PageMap;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The HTML page of a sweep, on disk, with excerpts of the bodies that still exist. */
public final class SweepPage {

  private final HtmlFile file;

  private SweepPage(HtmlFile file) {
    this.file = file;
  }

  /**
   * A page to be written later.
   *
   * @throws dev.crawlsieve.core.work.SieveException if it is already clear that it cannot be
   *     written
   */
  public static SweepPage at(Path file) {
    return new SweepPage(HtmlFile.at(file));
  }

  /**
   * Writes the page.
   *
   * @param source holds the pages
   * @throws dev.crawlsieve.core.work.SieveException if it cannot be written, or the pages cannot be
   *     read
   */
  public void write(SweepReport report, ReplaySource source) {
    Map<Coordinates, String> texts = texts(report, source);
    file.write(SweepHtml.of(report, place -> Optional.ofNullable(texts.get(place))));
  }

  private static Map<Coordinates, String> texts(SweepReport report, ReplaySource source) {
    Set<Coordinates> places = new TreeSet<>();
    for (SettingResult result : report.settings()) {
      for (ChangedPage changed : result.examples()) {
        places.add(changed.source());
        changed.before().ifPresent(copy -> places.add(copy.source()));
        changed.now().ifPresent(copy -> places.add(copy.source()));
      }
    }
    PageFingerprinter reader = PageMap.fingerprinter(source.inForce().config());
    Map<Coordinates, String> texts = new HashMap<>();
    source
        .pages(places)
        .forEach(
            (place, found) -> {
              try {
                texts.put(place, reader.text(found.read(reader)).text());
              } catch (BadPageException e) {
                texts.put(place, "(no longer a page: " + e.getMessage() + ")");
              }
            });
    return texts;
  }
}
