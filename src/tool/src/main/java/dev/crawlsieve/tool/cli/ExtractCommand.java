package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.files.sieve.SieveFolder;
import dev.crawlsieve.measure.eval.PageFeatureReader;
import dev.crawlsieve.sites.passage.KnownPassages;
import dev.crawlsieve.sites.passage.PageLines;
import dev.crawlsieve.stream.kafka.FingerprintJson;
import dev.crawlsieve.stream.kafka.RecordJson;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints the text of pages as the sieve compares it; needs no broker. */
@Command(
    name = "extract",
    description =
        "Print each page's title and text as they are compared, one JSON object per line.")
final class ExtractCommand extends ShownPages {

  @Option(
      names = "--blocks",
      description = "For HTML, also show every block: whether it was kept, and by which rule.")
  private boolean blocks;

  @Option(
      names = "--without",
      paramLabel = "FILE",
      description =
          "Print all visible text without the passages in this file, as 'sieve --passages' writes"
              + " it, and say which lines were taken out.")
  private Path without;

  private @Nullable KnownPassages passages; // once they are read

  @Override
  ObjectNode shown(PageFeatureReader reader, Page page, long number) throws BadPageException {
    PageText text = reader.steps().text(page);
    ObjectNode object =
        RecordJson.JSON
            .createObjectNode()
            .put("url", page.url())
            .put("title", text.title())
            .put("text", text.text())
            .put("mainFallback", text.mainFallback());
    if (without != null) {
      KnownPassages known = passages == null ? KnownPassages.read(SieveFolder.existing(without)) : passages;
      passages = known;
      known.without(page.url(), PageLines.of(text.blocks())).show(object);
    }
    FingerprintJson.putCharset(object, text.charset());
    if (blocks) {
      object.set("blocks", RecordJson.JSON.valueToTree(reader.steps().blocks(page)));
    }
    return object;
  }
}
