package dev.crawlsieve.stream.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.lab.bench.SourcePage;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import java.util.function.Consumer;

/** Decides on pages one after the other, as a lane does. */
public final class PlantedVerdicts {

  private final Decider decider;
  private final PageFingerprinter fingerprinter;
  private final ScopeKeys scopes = new ScopeKeys();
  private long offset;

  public PlantedVerdicts(SieveConfig config, LeaderIndex index) {
    decider = new Decider(index, config.detector().name(), config.verdictHash());
    fingerprinter = new PageFingerprinter(config.fingerprinting());
  }

  public void decide(Iterable<SourcePage> pages, Consumer<Verdict> verdicts)
      throws BadPageException {
    for (SourcePage page : pages) {
      byte[] event = event(page);
      FingerprintedPage made = fingerprint(event);
      ComparedPage leader =
          ComparedPage.of(
              scopes.of(made.scope()), offset++, FingerprintCodec.encode(made.fingerprint()));
      verdicts.accept(decider.decide(0, leader));
    }
  }

  private FingerprintedPage fingerprint(byte[] event) throws BadPageException {
    try {
      return fingerprinter.fingerprint(
          null, event, name -> null, new Coordinates(0, offset), offset);
    } catch (UnjudgedPageException e) {
      throw new IllegalStateException("a planted page is judged", e);
    }
  }

  static byte[] event(SourcePage page) {
    return RecordJson.JSON
        .createObjectNode()
        .put("url", page.url())
        .put("contentType", "text/html; charset=utf-8")
        .put("html", page.html())
        .toString()
        .getBytes(UTF_8);
  }
}
