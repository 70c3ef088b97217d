package dev.crawlsieve.lab.peers;

import dev.crawlsieve.core.config.FingerprintSeed;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.Fingerprinter;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.PagePair;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageCharset;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.stream.config.RuleConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Fingerprint, look up, keep or drop: what the stream does, without the stream. */
final class CrawlsievePeer implements Peer {

  private final String detector;
  private final SieveConfig config;
  private Path folder;
  private TableIndex index;

  CrawlsievePeer(String detector) {
    this.detector = detector;
    this.config = SieveConfig.of(Map.of(RuleConfig.DETECTOR_CONFIG, detector));
  }

  @Override
  public String name() {
    return "crawlsieve, " + detector;
  }

  @Override
  public void open() {
    try {
      folder = Files.createTempDirectory("peers-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    index = TableIndex.open(folder, config.index());
    index.refresh();
  }

  @Override
  public void clear() {
    index.close();
    try {
      remove(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Answer find(List<String> texts) {
    Fingerprinter fingerprinter = new Fingerprinter(FingerprintSeed.NONE, config.fingerprintHash());
    boolean[] kept = new boolean[texts.size()];
    for (int i = 0; i < kept.length; i++) {
      ComparedPage page = record(fingerprinter, i, texts.get(i));
      kept[i] = !index.lookup(page).found();
      if (kept[i]) {
        index.put(index.nextOrdinal(), page);
      }
    }
    return new Answer(null, kept);
  }

  private static ComparedPage record(Fingerprinter fingerprinter, int number, String text) {
    String url = "https://example.org/" + number;
    Page page;
    try {
      page = Page.of(url, "text/plain", "", Body.of(text));
    } catch (BadPageException e) {
      throw new IllegalStateException(e); // the URL is ours
    }
    return ComparedPage.of(
        ScopeKey.NONE,
        number,
        FingerprintCodec.encode(
            fingerprinter.fingerprint(
                page,
                new PageText("", text, "", PageCharset.NONE, false),
                url,
                new Coordinates(0, number),
                0)));
  }

  /** The index answers with the best match only; these are the pairs that it compares and takes. */
  @Override
  public Pairs pairs(List<String> texts, Answer answer) {
    Fingerprinter fingerprinter = new Fingerprinter(FingerprintSeed.NONE, config.fingerprintHash());
    Detector rule = Detector.of(config.detector());
    List<ComparedPage> pages = new ArrayList<>();
    Pairs pairs = new Pairs(texts.size());
    for (int later = 0; later < texts.size(); later++) {
      ComparedPage page = record(fingerprinter, later, texts.get(later));
      for (int earlier = 0; earlier < later; earlier++) {
        ComparedPage other = pages.get(earlier);
        if (rule.reaches(page, other) && rule.rank(PagePair.of(page, other)) != Detector.NO_MATCH) {
          pairs.add(earlier, later);
        }
      }
      pages.add(page);
    }
    return pairs;
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
