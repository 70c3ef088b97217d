package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.sites.mirror.Finding;
import dev.crawlsieve.sites.mirror.Mirror;
import dev.crawlsieve.sites.mirror.MirrorCounts;
import dev.crawlsieve.sites.mirror.UrlRule;
import dev.crawlsieve.tool.inspect.MirrorSearch;
import dev.crawlsieve.tool.terminal.JsonOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    footerHeading = "%nWhat the words mean:%n",
    footer = {
      "  mirror      two places that have the same pages under the same paths",
      "  alias       two such sites whose names differ in scheme or 'www.' alone",
      "  rule        a difference between URLs of one site that changes nothing",
      "  support     how many sampled pairs of pages have the same content there",
      "  confidence  their share of all sampled pairs that could be compared, 0 to 1"
    })
final class MirrorsCommand extends ConsoleCommand {

  @Mixin private JsonOption json;

  @Parameters(
      paramLabel = "VERDICTS",
      arity = "1..*",
      description =
          "Folders written by 'crawlsieve sieve', or verdicts.jsonl files in them, read in the"
              + " order given.")
  private List<Path> files;

  private record Found(
      List<ObjectNode> findings,
      long verdicts,
      long notSampled,
      long evicted,
      long sitesRefused,
      long pairsDropped,
      long evaluationsLeftOut) {}

  @Override
  public Integer call() {
    MirrorSearch search = new MirrorSearch();
    files.forEach(search::read);
    List<Finding> findings = search.findings();
    findings.forEach(finding -> console.line(line(finding)));
    MirrorCounts counts = search.counts();
    note(
        "%s; mirrors and URL rules: %,d%s",
        Figures.count(counts.observations(), "verdict"), findings.size(), leftOut(counts));
    if (json.wanted()) {
      result(
          new Found(
              findings.stream().map(Finding::json).toList(),
              counts.observations(),
              counts.notSampled(),
              counts.evicted(),
              counts.sitesRefused(),
              counts.pairsDropped(),
              counts.leftOut()));
    }
    return ExitCode.OK;
  }

  private static String leftOut(MirrorCounts counts) {
    String parts =
        Stream.of(
                leftOut(counts.notSampled() + counts.evicted(), "not in their site's sample"),
                leftOut(counts.sitesRefused(), "of sites beyond the limit"),
                leftOut(counts.pairsDropped(), "pairs of places"),
                leftOut(counts.leftOut(), "evaluations that were too much work"))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(", "));
    return parts.isEmpty() ? "" : "; left out: " + parts;
  }

  private static String leftOut(long count, String what) {
    return count == 0 ? "" : text("%,d %s", count, what);
  }

  private static String line(Finding finding) {
    String what =
        finding instanceof Mirror mirror
            ? (mirror.alias() ? "alias   " : "mirror  ") + mirror.one() + "  " + mirror.two()
            : rule((UrlRule) finding);
    return text("%s  support %,d  confidence %.2f", what, finding.support(), finding.confidence());
  }

  private static String rule(UrlRule rule) {
    String kind = rule.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return "rule    " + rule.site() + "  " + (kind + " " + rule.name()).strip();
  }
}
