package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.mirror.Finding;
import dev.crawlsieve.core.mirror.Mirror;
import dev.crawlsieve.core.mirror.MirrorCounts;
import dev.crawlsieve.core.mirror.UrlRule;
import dev.crawlsieve.tool.inspect.MirrorSearch;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.Version;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Prints the mirrors and URL rules supported by verdicts. */
@Command(
    name = "mirrors",
    description =
        "Find places that hold the same pages under the same paths, and URL differences that do not"
            + " matter, from files of verdicts.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class MirrorsCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private JsonOption json;

  @Parameters(
      paramLabel = "VERDICTS",
      arity = "1..*",
      description = "verdicts.jsonl files written by 'crawlsieve sieve', read in the order given.")
  private List<Path> files;

  MirrorsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    MirrorSearch search = new MirrorSearch();
    files.forEach(search::read);
    List<Finding> findings = search.findings();
    findings.forEach(finding -> console.line(line(finding)));
    MirrorCounts counts = search.counts();
    console.note(
        String.format(
            Locale.ROOT,
            "%,d verdicts; %,d mirrors and URL rules; left out: %,d not in their site's sample, %,d"
                + " of sites beyond the limit, %,d pairs of places, %,d evaluations that were too much work",
            counts.observations(),
            findings.size(),
            counts.notSampled() + counts.evicted(),
            counts.sitesRefused(),
            counts.pairsDropped(),
            counts.leftOut()));
    if (json.wanted()) {
      ObjectNode result = JsonNodeFactory.instance.objectNode();
      ArrayNode all = result.putArray("findings");
      findings.forEach(finding -> all.add(finding.json()));
      console.json(
          result
              .put("verdicts", counts.observations())
              .put("notSampled", counts.notSampled())
              .put("evicted", counts.evicted())
              .put("sitesRefused", counts.sitesRefused())
              .put("pairsDropped", counts.pairsDropped())
              .put("evaluationsLeftOut", counts.leftOut()));
    }
    return ExitCode.OK;
  }

  private static String line(Finding finding) {
    String what =
        finding instanceof Mirror mirror
            ? (mirror.alias() ? "alias   " : "mirror  ") + mirror.one() + "  " + mirror.two()
            : rule((UrlRule) finding);
    return String.format(
        Locale.ROOT,
        "%s  support %,d  confidence %.2f",
        what,
        finding.support(),
        finding.confidence());
  }

  private static String rule(UrlRule rule) {
    String kind = rule.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return "rule    " + rule.site() + "  " + (kind + " " + rule.name()).strip();
  }
}
