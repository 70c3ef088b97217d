package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.tool.inspect.PageLines;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Damaged;
import dev.crawlsieve.tool.terminal.InputOptions;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import dev.crawlsieve.tool.terminal.Skipped;
import java.util.Locale;
import picocli.CommandLine.Mixin;

/** Options and code shared by {@code fingerprint} and {@code extract}. */
final class ShownPages {

  @Mixin private InputOptions inputs;
  @Mixin private SettingsOptions settings;
  @Mixin private JsonOption json;

  int show(PageLines.Show what, Console console) {
    SieveConfig config = settings.config();
    config.page().requireEvents();
    PageLines pages = new PageLines(config);
    pages.show(
        what,
        inputs.group(),
        console::line,
        (origin, reason) -> console.note(origin + ": " + reason));
    if (json.wanted()) {
      console.json(
          JsonNodeFactory.instance
              .objectNode()
              .put("pages", pages.pages())
              .put("bad", pages.bad())
              .put("damaged", pages.damages().count()));
    }
    console.note(
        String.format(
            Locale.ROOT, "%,d pages, %,d of them bad and left out", pages.pages(), pages.bad()));
    new Skipped(pages.skipped()).tell(console);
    return new Damaged(pages.damages()).tell(console, "", false);
  }
}
