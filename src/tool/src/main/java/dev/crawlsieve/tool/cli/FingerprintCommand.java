package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.measure.eval.PageFeatureReader;
import dev.crawlsieve.stream.kafka.reading.FingerprintJson;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import picocli.CommandLine.Command;

/** Prints the fingerprints of pages; needs no broker. */
@Command(
    name = "fingerprint",
    description =
        "Print each page's fingerprint, the features that detectors compare, one JSON object per"
            + " line.",
    footerHeading = "%nWhat the fields mean:%n",
    footer = {
      "  tokens        words of the main text; in scripts without spaces, characters",
      "  shingles      different sequences of three words",
      "  contentHash   hash of the main text: equal ones make an exact copy",
      "  simhash       64 bits, of which near copies differ in few",
      "  sketch        84 min-hashes of 16 bits: the share of equal ones estimates the",
      "                similarity",
      "  nearEligible  whether it has enough shingles for near copies: 32",
      "  mainFallback  whether no main text could be trusted, so that all visible text",
      "                is taken",
      "  charsetFound  as 'extract --help' explains"
    })
final class FingerprintCommand extends ShownPages {

  @Override
  ObjectNode shown(PageFeatureReader reader, Page page, long number) throws BadPageException {
    String normalizedUrl = reader.steps().normalized(page.url());
    Fingerprint fingerprint =
        reader
            .steps()
            .fingerprint(
                page, reader.steps().text(page), normalizedUrl, new Coordinates(0, number), 0);
    ObjectNode object =
        RecordJson.JSON
            .createObjectNode()
            .put("url", page.url())
            .put("normalizedUrl", normalizedUrl);
    FingerprintJson.putFeatures(object, fingerprint);
    return object.put("fingerprint", fingerprint.toBytes());
  }
}
