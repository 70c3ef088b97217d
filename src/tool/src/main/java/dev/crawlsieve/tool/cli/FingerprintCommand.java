package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.measure.eval.PageFeatureReader;
import dev.crawlsieve.stream.kafka.FingerprintJson;
import dev.crawlsieve.stream.kafka.RecordJson;
import picocli.CommandLine.Command;

/** Prints the fingerprints of pages; needs no broker. */
@Command(
    name = "fingerprint",
    description =
        "Print each page's fingerprint, the features that detectors compare, one JSON object per"
            + " line.")
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
