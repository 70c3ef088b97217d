package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.DetectorSettings.Kind;
import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.core.name.TestNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Detectors of every kind, for properties that hold for all of them. */
public final class TestDetectors {

  private static final List<DetectorSettings> SIMILAR =
      List.of(
          DetectorSettings.combined(3, 0.65, 0.5),
          DetectorSettings.simhash(0),
          DetectorSettings.simhash(3),
          DetectorSettings.simhash(7),
          DetectorSettings.sketch(0.5),
          DetectorSettings.sketch(0.7),
          DetectorSettings.combined(7, 0.8, 0.3),
          DetectorSettings.exact());

  /** Some of every kind, and each of them with names compared; the default kind comes first. */
  public static final List<DetectorSettings> SOME = alsoCompared();

  private TestDetectors() {}

  private static List<DetectorSettings> alsoCompared() {
    List<DetectorSettings> some = new ArrayList<>(SIMILAR);
    for (int i = 0; i < SIMILAR.size(); i++) {
      some.add(SIMILAR.get(i).with(TestNames.THRESHOLDS.get(i % TestNames.THRESHOLDS.size())));
    }
    return List.copyOf(some);
  }

  /** Any of every kind, with or without names compared; SimHashes may differ in so many bits. */
  public static Arbitrary<DetectorSettings> any(int mostBits) {
    Arbitrary<Integer> bits = Arbitraries.integers().between(0, mostBits);
    Arbitrary<Double> similarity = Arbitraries.of(0.3, 0.5, 0.65, 0.7, 0.8, 0.9, 0.95, 1.0);
    Arbitrary<Double> share = Arbitraries.of(0.0, 0.5, 1.0);
    Arbitrary<DetectorSettings> similar =
        Combinators.combine(Arbitraries.of(Kind.class), bits, similarity, share)
            .as((kind, k, s, c) -> DetectorSettings.of(kind, values(k, s, s * c)));
    return Combinators.combine(similar, Arbitraries.of(TestNames.THRESHOLDS).injectNull(0.4))
        .as((detector, names) -> names == null ? detector : detector.with(names));
  }

  private static Map<Threshold, Double> values(double k, double similarity, double confirming) {
    return Map.of(
        Threshold.DISTANCE, k, Threshold.SIMILARITY, similarity, Threshold.CONFIRMING, confirming);
  }
}
