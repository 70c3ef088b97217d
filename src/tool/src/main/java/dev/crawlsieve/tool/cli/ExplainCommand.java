package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.DeadPage;
import dev.crawlsieve.tool.inspect.NearestKept;
import dev.crawlsieve.tool.inspect.UrlSearch;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what was decided on a page, and why. */
@Command(
    name = "explain",
    description =
        "Show what was decided on a page and on what evidence: every verdict on the URL, latest"
            + " last, or why it was not judged, or is a dead letter.")
final class ExplainCommand extends ResultCommand {

  @Parameters(
      paramLabel = "URL",
      description = "The page's URL as produced, or an equivalent form of it.")
  private String url;

  @Option(
      names = "--verdicts",
      paramLabel = "FILE",
      description =
          "A verdicts.jsonl written by 'crawlsieve sieve', beside which the pages not judged and"
              + " the dead letters are looked up, too. Default: the verdicts topic.")
  private @Nullable Path file;

  @Override
  public Integer call() {
    SieveConfig config = settings.config();
    UrlSearch search = new UrlSearch(config, url, file);
    List<Verdict> verdicts = search.verdicts();
    List<ObjectNode> unjudged = search.unjudged();
    List<DeadPage> dead = search.dead();
    if (verdicts.isEmpty() && unjudged.isEmpty() && dead.isEmpty()) {
      String where = file == null ? "topic '" + config.topics().verdicts() + "'" : file.toString();
      throw new SieveException("there is no verdict on " + url + " in " + where);
    }
    Optional<Map<String, JsonNode>> clusters =
        file == null && config.clusters().enabled()
            ? Optional.of(search.clusters(verdicts))
            : Optional.empty();
    List<String> overrides = config.rule().overrides().of(url).words();
    if (json.wanted()) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("url", url);
      result.put("verdicts", verdicts.stream().map(one -> json(one, clusters)).toList());
      result.put("unjudged", unjudged);
      result.put("deadLetters", dead);
      if (!overrides.isEmpty()) {
        result.put("overrides", overrides);
      }
      result(result);
    } else {
      for (Verdict verdict : verdicts) {
        JsonNode cluster = clusters.map(all -> all.get(UrlSearch.leader(verdict))).orElse(null);
        Explanation.lines(verdict, cluster, nearest(verdict)).forEach(console::line);
        overrides.forEach(override -> console.line("  override: " + override));
      }
      for (ObjectNode page : unjudged) {
        console.line(page.path("url").asText());
        console.line("  was not judged, because " + page.path("reason").asText());
      }
      for (DeadPage page : dead) {
        console.line(Objects.requireNonNull(page.url()));
        console.line("  is a dead letter of stage " + page.stage() + ": " + page.reason());
        console.line("  it was read at " + page.record());
      }
    }
    return ExitCode.OK;
  }

  private ObjectNode json(Verdict verdict, Optional<Map<String, JsonNode>> clusters) {
    ObjectNode json = VerdictCodec.tree(verdict);
    nearest(verdict)
        .ifPresent(
            near ->
                json.putObject("nearest")
                    .put("url", near.url())
                    .put("distance", near.nearness().distance())
                    .put("similarity", near.nearness().similarity())
                    .put("identity", near.nearness().identity().text())
                    .put("reason", near.reason()));
    clusters.ifPresent(all -> json.set("cluster", all.get(UrlSearch.leader(verdict))));
    return json;
  }

  /** The nearest page kept before one that was kept, from the files of {@code sieve}. */
  private Optional<NearestKept> nearest(Verdict verdict) {
    boolean kept = verdict.evidence() == null && verdict.overridden() == null;
    return file == null || !kept
        ? Optional.empty()
        : NearestKept.of(file, verdict, settings.settings());
  }
}
