package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.files.sieve.SieveFolder;
import dev.crawlsieve.measure.eval.PageFeatureReader;
import dev.crawlsieve.sites.passage.KnownPassages;
import dev.crawlsieve.sites.passage.PageLines;
import dev.crawlsieve.stream.kafka.reading.FingerprintJson;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints the text of pages as the sieve compares it; needs no broker. */
@Command(
    name = "extract",
    description =
        "Print each page's title and text as they are compared, one JSON object per line.",
    footerHeading = "%nWhat the fields mean:%n",
    footer = {
      "  text          the main text, or with text=visible all visible text",
      "  mainFallback  whether no main text could be trusted, so that 'text' is all",
      "                visible text",
      "  charsetFound  why the body was read in this charset: mark (byte order mark),",
      "                header, markup (meta, XML declaration), utf8 (it is UTF-8),",
      "                detected, assumed, or none (it came as characters in JSON, as",
      "                which HTML files in UTF-8 are read, too)",
      "  path          of a block, the elements around it: '.header' is what a class or",
      "                id suggests, '[main]' what an element is by its name or role",
      "  reason        the rule that kept or dropped the block, and the element that",
      "                caused it:",
      "",
      "${bundle:block.reasons}"
    })
final class ExtractCommand extends ShownPages {

  private static final int SHOWN_SITES = 3;

  @Option(
      names = "--blocks",
      description =
          "For HTML, also show every block: whether it is in the main text, and by which rule.")
  private boolean blocks;

  @Option(
      names = "--without",
      paramLabel = "FILE|DIR",
      description =
          "Print all visible text without the passages in this file, as 'sieve --passages' writes"
              + " it (or in that of its folder), and say which lines were taken out.")
  private Path without;

  private @Nullable KnownPassages passages; // null until they are read
  private boolean known; // whether the passages of any page's site are known
  private boolean taken; // whether any line was taken out

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
      if (passages == null) {
        passages = KnownPassages.read(SieveFolder.existing(SieveFolder.passages(without)));
      }
      KnownPassages.Remainder rest = passages.without(page.url(), PageLines.of(text.blocks()));
      rest.show(object);
      known |= passages.knows(page.url());
      taken |= !rest.taken().isEmpty();
    }
    FingerprintJson.putCharset(object, text.charset());
    if (blocks) {
      object.set("blocks", RecordJson.JSON.valueToTree(reader.steps().blocks(page)));
    }
    return object;
  }

  @Override
  String remark() {
    if (passages == null || taken) {
      return "";
    }
    Set<String> sites = passages.sites();
    String why;
    if (sites.isEmpty()) {
      why = "the file has no passages; 'sieve --passages' says why it found none";
    } else if (known) {
      why =
          "these pages have no passages of their sites, or only short ones between their own lines";
    } else {
      why =
          "its passages are of "
              + sites.stream().limit(SHOWN_SITES).collect(Collectors.joining(", "))
              + (sites.size() > SHOWN_SITES
                  ? text(" and %,d more sites", sites.size() - SHOWN_SITES)
                  : "")
              + ", and none of these pages is";
    }
    return "nothing was taken out by " + without + ": " + why;
  }
}
