package dev.crawlsieve.lab.bench.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.ToDoubleFunction;

/**
 * The benchmark of the topology as JSON: {@code limits}, and for every kind of page the {@code
 * passThrough} and the {@code detectors}. A figure that both a detector and the pass-through have
 * is an object with {@code value}, {@code passThrough} and {@code ratio}.
 */
public final class BenchJson {

  private BenchJson() {}

  /** The result. */
  public static ObjectNode of(BenchResult result) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.set("limits", limits(result.limits()));
    root.put("sources", result.sources());
    root.put("partitions", result.partitions());
    root.put("threads", result.threads());
    root.put("processingGuarantee", result.guarantee());
    ArrayNode kinds = root.putArray("kinds");
    result.kinds().forEach(kind -> kinds.add(kind(kind)));
    return root;
  }

  /** The limits as JSON. */
  static ObjectNode limits(Limits limits) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("cores", limits.cores())
        .put("java", limits.java())
        .put("loadAverage", rounded(limits.loadAverage()))
        .put("heapBytes", limits.heapBytes())
        .put("heapPeakBytes", limits.heapPeakBytes())
        .put("indexMemoryBytes", limits.indexMemoryBytes())
        .put("pendingCacheBytes", limits.pendingCacheBytes())
        .put("residentPeakBytes", limits.residentPeakBytes());
  }

  private static ObjectNode kind(KindResult kind) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("kind", kind.kind());
    node.put("pages", kind.pages());
    node.put("bytes", kind.bytes());
    node.put("rounds", kind.passThrough().rounds().size());
    if (kind.pacedPagesPerSecond() > 0) {
      node.put("capacityPagesPerSecond", rounded(kind.capacityPagesPerSecond()));
      node.put("pacedPagesPerSecond", rounded(kind.pacedPagesPerSecond()));
    }
    node.set("passThrough", passThrough(kind.passThrough()));
    ArrayNode detectors = node.putArray("detectors");
    kind.detectors().forEach(result -> detectors.add(detector(result, kind.passThrough())));
    return node;
  }

  private static ObjectNode passThrough(CaseResult bare) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("pagesPerSecond", rounded(Comparison.median(bare, Figures::pagesPerSecond)));
    node.put("megabytesPerSecond", rounded(Comparison.median(bare, Figures::megabytesPerSecond)));
    node.put(
        "cpuSecondsPerThousandPages",
        rounded(Comparison.median(bare, Figures::cpuSecondsPerThousand)));
    node.set("cpuMicrosPerPage", cpu(bare, bare));
    node.put("compilerShare", rounded(Comparison.median(bare, Figures::compilerShare)));
    node.put("brokerBytesPerPage", rounded(Comparison.median(bare, Figures::brokerBytesPerPage)));
    if (!bare.latencies().isEmpty()) {
      node.put("p50Millis", Comparison.median(Comparison.percentiles(bare, 50)));
      node.put("p99Millis", Comparison.median(Comparison.percentiles(bare, 99)));
    }
    return node;
  }

  private static ObjectNode detector(CaseResult result, CaseResult bare) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("detector", result.name());
    Figures last = result.rounds().get(result.rounds().size() - 1);
    node.put("unique", last.unique());
    node.put("duplicate", last.duplicate());
    node.set("pagesPerSecond", comparison(Comparison.of(result, bare, Figures::pagesPerSecond)));
    node.set(
        "megabytesPerSecond", comparison(Comparison.of(result, bare, Figures::megabytesPerSecond)));
    node.set(
        "cpuSecondsPerThousandPages",
        comparison(Comparison.of(result, bare, Figures::cpuSecondsPerThousand)));
    node.set("cpuMicrosPerPage", cpu(result, bare));
    // Indicates how reliable the figures are; not to be compared.
    node.put("compilerShare", rounded(Comparison.median(result, Figures::compilerShare)));
    node.set(
        "brokerBytesPerPage", comparison(Comparison.of(result, bare, Figures::brokerBytesPerPage)));
    // A pass-through has no state: there is nothing to compare with.
    node.put("stateBytesPerPage", rounded(Comparison.median(result, Figures::stateBytesPerPage)));
    if (!result.latencies().isEmpty()) {
      node.set("p50Millis", comparison(Comparison.ofLatency(result, bare, 50)));
      node.set("p99Millis", comparison(Comparison.ofLatency(result, bare, 99)));
    }
    return node;
  }

  /**
   * Whose threads use the CPU time of a page; {@code warm} is the process without the JIT compiler,
   * and its {@code ratio} that to the pass-through and the same work without Kafka together.
   */
  private static ObjectNode cpu(CaseResult result, CaseResult bare) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("streams", micros(result, PageCpu::streams))
            .put("clients", micros(result, PageCpu::clients))
            .put("broker", micros(result, PageCpu::broker))
            .put("machine", micros(result, PageCpu::machine))
            .put("warm", rounded(Comparison.median(result, Figures::warmMicrosPerPage)));
    if (!result.alone().isEmpty()) {
      Comparison parts = Comparison.withParts(result, bare);
      node.put("alone", rounded(Comparison.median(result.alone())))
          .put("ratio", rounded(parts.ratio()))
          .put("leastRatio", rounded(parts.leastRatio()))
          .put("mostRatio", rounded(parts.mostRatio()));
    }
    return node;
  }

  private static double micros(CaseResult result, ToDoubleFunction<PageCpu> part) {
    return rounded(Comparison.median(result, figures -> part.applyAsDouble(figures.cpu())));
  }

  /** A comparison as JSON. */
  static ObjectNode comparison(Comparison comparison) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("value", rounded(comparison.value()))
        .put("passThrough", rounded(comparison.passThrough()))
        .put("ratio", rounded(comparison.ratio()))
        .put("leastRatio", rounded(comparison.leastRatio()))
        .put("mostRatio", rounded(comparison.mostRatio()));
  }

  /** Rounds to four significant digits. */
  static double rounded(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return value;
    }
    return new BigDecimal(value).round(new MathContext(4)).doubleValue();
  }
}
