package dev.crawlsieve.stream.replay;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.stream.run.SettingsInForce;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** What a replay reads: the log of fingerprints of a crawl, the verdicts on it, and its pages. */
public interface ReplaySource {

  /** Takes records with their places. */
  @FunctionalInterface
  interface Records {
    void record(Coordinates at, byte[] value);
  }

  /** A page where it is stored. */
  @FunctionalInterface
  interface StoredPage {
    Page read(PageFingerprinter reader) throws BadPageException;
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
   * @throws dev.crawlsieve.core.work.SieveException if there is none, or nothing in it
   */
  FingerprintLog log();

  /** What the verdicts stand in, for people: a topic, a file. */
  String verdictsName();

  /** A place of a verdict, for people. */
  String verdictPlace(int partition, long offset);

  /** Reads the verdicts that are out. */
  void readVerdicts(Records each, Consumer<Progress> progress);

  /**
   * Fingerprints by their places in the log, lane and offset.
   *
   * @return those that are still there
   */
  Map<Coordinates, byte[]> fingerprints(Set<Coordinates> places);

  /**
   * Verdicts by their places, as {@link #readVerdicts} gave them.
   *
   * @return those that are still there
   */
  Map<Coordinates, byte[]> verdicts(Set<Coordinates> places);

  /**
   * Pages by their places.
   *
   * @return those that are still there
   */
  Map<Coordinates, StoredPage> pages(Set<Coordinates> places);

  /** Bytes of a page on average as it is stored; 0 if that is not known. */
  double bytesPerPage();
}
