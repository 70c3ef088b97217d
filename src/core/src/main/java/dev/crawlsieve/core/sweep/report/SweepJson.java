package dev.crawlsieve.core.sweep.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.eval.Counts;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.sweep.ChangedPage;
import dev.crawlsieve.core.sweep.ClusterSizes;
import dev.crawlsieve.core.sweep.DecisionDiff;
import dev.crawlsieve.core.sweep.ReplayedLog;
import dev.crawlsieve.core.sweep.SettingResult;
import dev.crawlsieve.core.sweep.SweepReport;
import java.util.Optional;

/**
 * A sweep as JSON: {@code log}; {@code settings}, one object for each setting with {@code set} (as
 * {@code --set} takes it), counts of pages, {@code diff}, {@code examples}, {@code clusters} and
 * {@code truth}; {@code nearest}; {@code truthPairs}. What is not known is null.
 */
public final class SweepJson {

  private static final ObjectMapper JSON = new ObjectMapper();

  private SweepJson() {}

  /** Everything that the report holds. */
  public static ObjectNode of(SweepReport report) {
    ObjectNode root = JSON.createObjectNode();
    root.set("log", log(report.log()));
    ArrayNode settings = root.putArray("settings");
    report.settings().forEach(result -> settings.add(setting(report, result)));
    root.set("nearest", JSON.valueToTree(report.nearest()));
    root.put("truthPairs", report.truthPairs());
    return root;
  }

  private static ObjectNode log(ReplayedLog log) {
    ObjectNode node = JSON.valueToTree(log);
    if (log.bytesPerPage() <= 0) {
      node.putNull("bytesPerPage");
    }
    return node;
  }

  private static ObjectNode setting(SweepReport report, SettingResult result) {
    ObjectNode node = JSON.createObjectNode();
    node.put("setting", result.setting().text());
    node.put("inForce", result.setting().inForce());
    node.set("set", JSON.valueToTree(result.setting().settings()));
    node.put("pages", result.pages());
    node.put("kept", result.kept());
    node.put("dropped", result.dropped());
    node.put("droppedShare", result.droppedShare());
    node.put("exact", result.exact());
    node.put("near", result.near());
    node.put("revisit", result.revisit());
    if (result.overridden() > 0) {
      node.put("override", result.overridden());
    }
    node.put("bytesSaved", report.log().bytesPerPage() > 0 ? report.bytesSaved(result) : null);
    node.set("diff", result.diff().map(SweepJson::diff).orElse(null));
    ArrayNode examples = node.putArray("examples");
    result.examples().forEach(page -> examples.add(changed(page)));
    node.set("clusters", clusters(result.clusters()));
    node.set("truth", result.truth().map(SweepJson::truth).orElse(null));
    return node;
  }

  private static ObjectNode diff(DecisionDiff diff) {
    ObjectNode node = JSON.createObjectNode();
    node.put("compared", diff.compared());
    node.put("flips", diff.flips());
    return node.setAll((ObjectNode) JSON.valueToTree(diff));
  }

  private static ObjectNode changed(ChangedPage page) {
    ObjectNode node = JSON.createObjectNode();
    node.put(
        "change",
        switch (page.change()) {
          case NOW_DROPPED -> "nowDropped";
          case NOW_KEPT -> "nowKept";
          case OTHER_ORIGINAL -> "otherOriginal";
        });
    putPage(node, page.url(), page.source());
    node.set("before", copy(page.before()));
    node.set("now", copy(page.now()));
    return node;
  }

  private static ObjectNode copy(Optional<ChangedPage.Copy> copyOf) {
    if (copyOf.isEmpty()) {
      return null;
    }
    ChangedPage.Copy copy = copyOf.get();
    ObjectNode node = JSON.createObjectNode();
    putPage(node, copy.url(), copy.source());
    node.put("exact", copy.exact());
    node.put("distance", copy.distance());
    node.put("similarity", copy.similarity() < 0 ? null : copy.similarity());
    return node;
  }

  private static void putPage(ObjectNode node, String url, Coordinates source) {
    node.put("url", url);
    node.put("partition", source.partition());
    node.put("offset", source.offset());
  }

  private static ObjectNode clusters(ClusterSizes clusters) {
    ObjectNode node = JSON.createObjectNode();
    node.put("withCopies", clusters.withCopies());
    node.set("byPower", JSON.valueToTree(clusters.byPower()));
    ArrayNode largest = node.putArray("largest");
    for (ClusterSizes.Cluster cluster : clusters.largest()) {
      ObjectNode of = largest.addObject();
      putPage(of, cluster.url(), cluster.source());
      of.put("pages", cluster.pages());
    }
    return node;
  }

  private static ObjectNode truth(Counts counts) {
    return JSON.valueToTree(counts);
  }
}
