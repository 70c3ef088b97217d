package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.files.sieve.SieveFolder;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.errors.BrokerTroubleException;
import dev.crawlsieve.stream.kafka.reading.DeadPage;
import dev.crawlsieve.stream.run.SettingsInForce;
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
        "Show what was decided on a page and on what evidence: every verdict on the URL,"
            + " latest last, or why it was not judged or became a dead letter.",
    footerHeading = "%nWhat the words mean:%n",
    footer = {
      "  the item      the main text, and what is between it and the heading before it",
      "  SimHash       64 bits for a main text: of equal texts none differ, of similar",
      "                ones few or none, of texts with nothing in common about 32",
      "  similarity    of the sequences of words that either page has, the share that",
      "                both have (an estimate)",
      "  has at least  how much of the dropped page's main text the kept one has, too",
      "  word for word blocks of this page's text that are not on the kept page; one",
      "                that differs in a single word counts in full, 255 at most",
      "  for, against  what speaks for a copy, and what against it",
      "  compared with the kept pages that were near enough to look at in full",
      "  lane          pages of one lane are decided one after the other, in the order",
      "                of its log; not every offset of a log on Kafka holds a page"
    })
final class ExplainCommand extends ResultCommand {

  @Parameters(
      paramLabel = "URL",
      description =
          "The page's URL as produced, or an equivalent form of it; or the path of a file that was"
              + " read without a base URL, which stands for http://localhost/NAME/PATH; or the place"
              + " of a dead letter, as dead-letters.jsonl has it, or its file.")
  private String url;

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description =
          "The folder that 'crawlsieve sieve' wrote, or the verdicts.jsonl in it; pages not"
              + " judged and dead letters are looked up next to it. Default: the topics.")
  private @Nullable Path from;

  @Override
  public Integer call() {
    ensureFolder();
    SieveConfig config = settings.config();
    UrlSearch search = new UrlSearch(ofRun(config), url, verdicts());
    UrlSearch.Found found = find(search, config);
    List<Verdict> verdicts = found.verdicts();
    List<ObjectNode> unjudged = found.unjudged();
    List<DeadPage> dead = found.dead();
    if (found.none()) {
      throw new SieveException(search.missing());
    }
    Optional<Map<String, JsonNode>> clusters =
        from == null && config.clusters().enabled()
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
        Explanation.lines(
                verdict,
                cluster,
                from == null ? nearestOnTopics(verdict, verdicts) : nearest(verdict),
                run(verdict, config))
            .forEach(console::line);
        overrides.forEach(override -> console.line("  override: " + override));
      }
      for (ObjectNode page : unjudged) {
        console.line(page.path("url").asText());
        console.line("  was not judged, because " + page.path("reason").asText());
      }
      for (DeadPage page : dead) {
        console.line(Objects.requireNonNullElse(page.url(), page.record()));
        console.line("  is a dead letter of stage " + page.stage() + ": " + page.reason());
        if (page.url() != null) {
          console.line("  it was read at " + page.record());
        }
      }
    }
    return ExitCode.OK;
  }

  private void ensureFolder() {
    String folder = String.valueOf(from);
    if (folder.matches("https?:/.*")) {
      throw new SettingsException(
          "--from takes the folder that 'sieve' wrote, not an address: did you mean 'explain "
              + folder.replaceFirst(":/+", "://")
              + " --from "
              + url
              + "'?");
    }
  }

  /**
   * The settings under which pages were judged: those of the run that wrote the files, unless the
   * given ones contradict them.
   */
  private SieveConfig ofRun(SieveConfig given) {
    Path file = verdicts();
    if (file == null) {
      return given;
    }
    try {
      return NearestKept.inForce(file, settings.settings()).config();
    } catch (SettingsException e) {
      return given; // to see what these would say
    }
  }

  private UrlSearch.Found find(UrlSearch search, SieveConfig config) {
    if (from != null) {
      return search.find();
    }
    console.fleeting("asking " + config.bootstrapServers() + "…");
    try {
      return search.find();
    } catch (BrokerTroubleException e) {
      throw readingFiles(e);
    } finally {
      console.fleeting("");
    }
  }

  /** The file of verdicts; null if they are on the topic. */
  private @Nullable Path verdicts() {
    return from == null ? null : SieveFolder.verdicts(from);
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
                    .put("reason", near.reason()));
    clusters.ifPresent(all -> json.set("cluster", all.get(UrlSearch.leader(verdict))));
    return json;
  }

  /**
   * The run that decided, with its settings if those in the files, or the given ones, are those of
   * the verdict.
   */
  private Explanation.Run run(Verdict verdict, SieveConfig given) {
    Path file = verdicts();
    SettingsInForce settingsInForce =
        file == null
            ? new SettingsInForce(given, false, given.verdictHash())
            : NearestKept.inForce(file, Map.of());
    boolean known = verdict.basis().settings() == settingsInForce.verdictHash();
    SieveConfig config = settingsInForce.config();
    return new Explanation.Run(
        known ? Optional.of(config.detector()) : Optional.empty(), file == null);
  }

  /** For a kept page, the nearest page that was kept before it, from the files of {@code sieve}. */
  private Optional<NearestKept> nearest(Verdict verdict) {
    boolean kept = verdict.evidence() == null && verdict.overridden() == null;
    Path file = verdicts();
    return file == null || !kept
        ? Optional.empty()
        : NearestKept.of(file, verdict, settings.settings());
  }

  /** The same from the topics, for the latest verdict, if the lane's log is not too long. */
  private Optional<NearestKept> nearestOnTopics(Verdict verdict, List<Verdict> all) {
    boolean latest = verdict.equals(all.get(all.size() - 1));
    if (!latest || verdict.evidence() != null || verdict.overridden() != null) {
      return Optional.empty();
    }
    try {
      return NearestKept.onTopics(verdict, settings.settings(), console::note);
    } catch (SettingsException e) {
      console.note("the nearest page kept before it is not looked for: " + e.getMessage());
      return Optional.empty();
    }
  }
}
