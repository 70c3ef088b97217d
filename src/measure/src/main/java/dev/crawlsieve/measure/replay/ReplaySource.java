package dev.crawlsieve.measure.replay;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.stream.run.SettingsInForce;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** What a replay reads: the log of fingerprints of a crawl, the verdicts on it, and its pages. */
public interface ReplaySource {

  /** Receives records with their positions. */
  @FunctionalInterface
  interface Records {
    void record(Coordinates at, byte[] value);
  }

  /** A page in its stored form. */
  @FunctionalInterface
  interface StoredPage {
    Page read(PageFingerprinter reader) throws BadPageException;

    /**
     * The same, if it is the page that was decided on.
     *
     * @param url of that page, as produced
     */
    default Page read(String url, PageFingerprinter reader) throws BadPageException {
      Page page = read(reader);
      if (!FingerprintCodec.isUrl(url, page.url())) {
        throw new BadPageException("another page is at its position, " + page.url());
      }
      return page;
    }
  }

  /**
   * The topics of the generation that the settings name.
   *
   * @param given the user's settings
   * @throws dev.crawlsieve.core.config.SettingsException if they contradict those in force
   * @throws dev.crawlsieve.core.work.SieveException if no broker answers
   */
  static ReplaySource topics(Map<String, String> given) {
    return new TopicSource(given);
  }

  /** The settings that the verdicts were made with. */
  SettingsInForce inForce();

  /**
   * The log of fingerprints as it is now.
   *
   * @throws dev.crawlsieve.core.work.SieveException if there is none, or it is empty
   */
  FingerprintLog log();

  /** The folder in which a replay keeps what does not fit in memory, while it lasts. */
  Path scratch();

  /** The name of what holds the verdicts, a topic or a file, for messages. */
  String verdictsName();

  /** The position of a verdict, in human-readable form. */
  String verdictPlace(int partition, long offset);

  /** Reads the published verdicts. */
  void readVerdicts(Records each, Consumer<Progress> progress);

  /**
   * Verdicts by their positions, as passed on by {@link #readVerdicts}.
   *
   * @return those that still exist
   */
  Map<Coordinates, byte[]> verdicts(Set<Coordinates> places);

  /**
   * Pages by their positions.
   *
   * @return those that still exist
   */
  Map<Coordinates, StoredPage> pages(Set<Coordinates> places);

  /** The mean size of a stored page in bytes; 0 if that is not known. */
  double bytesPerPage();
}
