package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.kafka.errors.BrokerTroubleException;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;

/** A command with settings, whose result is also available as JSON. */
abstract class ResultCommand extends ConsoleCommand {

  @Mixin SettingsOptions settings;
  @Mixin JsonOption json;

  /** The failure that no broker answers, with the option that reads files in place of topics. */
  static SieveException readingFiles(BrokerTroubleException e) {
    return new SieveException(
        e.getMessage() + "; --from DIR reads what 'crawlsieve sieve' has written", e);
  }

  /** Shows a result as JSON if requested; otherwise as text. */
  final void show(Supplier<?> asJson, Runnable asText) {
    if (json.wanted()) {
      result(asJson.get());
    } else {
      asText.run();
    }
  }
}
