package dev.crawlsieve.measure.replay;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.files.bodies.Bodies;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.run.SettingsInForce;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The source of a replay: the log of fingerprints of a crawl, the verdicts on it, and its pages.
 */
public interface ReplaySource {

  /** A page in its stored form. */
  @FunctionalInterface
  interface StoredPage {
    Page read(PageFingerprinter reader) throws BadPageException;

    /**
     * Reads the page, if it is the one that was decided on.
     *
     * @param url URL of that page, as produced
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
   * A source in the topics of the generation that the settings name.
   *
   * @param given the user's settings
   * @throws dev.crawlsieve.core.config.SettingsException if the given settings contradict those in
   *     force
   * @throws SieveException if no broker answers
   */
  static ReplaySource topics(Map<String, String> given) {
    return new TopicSource(given);
  }

  /** The settings with which the verdicts were made. */
  SettingsInForce inForce();

  /** Reads pages as those settings say. */
  default PageFingerprinter reader() {
    SieveConfig config = inForce().config();
    return Bodies.steps(config.fingerprinting(), config.bodyRefs());
  }

  /**
   * The log of fingerprints as it is now.
   *
   * @throws SieveException if there is no log, or it is empty
   */
  FingerprintLog log();

  /** The folder for data of a running replay that does not fit in memory. */
  Path scratch();

  /** The name of the topic or file of verdicts, for messages. */
  String verdictsName();

  /** The position of a verdict, in human-readable form. */
  String verdictPlace(int partition, long offset);

  /** Reads the published verdicts, with their positions. */
  void readVerdicts(BiConsumer<Coordinates, byte[]> each, Consumer<Progress> progress);

  /**
   * Reads the published verdicts, decoded.
   *
   * @param each receives a verdict and its stored form
   * @throws SieveException if one cannot be decoded
   */
  default void decodeVerdicts(BiConsumer<Verdict, byte[]> each, Consumer<Progress> progress) {
    readVerdicts(
        (at, stored) -> {
          try {
            each.accept(VerdictCodec.decode(stored), stored);
          } catch (UnreadableRecordException e) {
            throw new SieveException(
                verdictPlace(at.partition(), at.offset()) + ": " + e.getMessage(), e);
          }
        },
        progress);
  }

  /**
   * Verdicts by their positions, as passed on by {@link #readVerdicts}.
   *
   * @return the verdicts that still exist
   */
  Map<Coordinates, byte[]> verdicts(Set<Coordinates> places);

  /**
   * Pages by their positions.
   *
   * @return the pages that still exist
   */
  Map<Coordinates, StoredPage> pages(Set<Coordinates> places);

  /** The mean size of a stored page in bytes; 0 if unknown. */
  double bytesPerPage();
}
