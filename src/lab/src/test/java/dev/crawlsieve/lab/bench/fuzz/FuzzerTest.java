package dev.crawlsieve.lab.bench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.lab.bench.SourcePage;
import dev.crawlsieve.lab.bench.fuzz.FuzzTarget.BrokenException;
import dev.crawlsieve.stream.config.SieveConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FuzzerTest {

  private static final List<SourcePage> PAGES =
      List.of(
          new SourcePage(
              "http://a.example/1?b=c&utm_x=1", "<title>One</title><p>" + "a ".repeat(99)),
          new SourcePage("https://www.b.example/x/../y", "<p>Grüße"));

  @TempDir Path folder;

  private static FuzzTarget target(String name, FuzzTarget.Check check) {
    return new FuzzTarget() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Case next(SplittableRandom random) {
        return new Case(new byte[] {(byte) random.nextInt()}, check);
      }
    };
  }

  private static int depth(int times) {
    return times == 0 ? 0 : 1 + depth(times - 1);
  }

  @Test
  void shouldKeepTheInputsOnWhichSomethingIsWrong() {
    List<FuzzTarget> targets =
        List.of(
            target("well", () -> {}),
            target("broken", () -> BrokenException.unless(false, "it is odd")),
            target("deep", () -> assertThat(depth(1_000_000)).isPositive()));
    try (Fuzzer fuzzer = new Fuzzer(targets, folder.resolve("out"), step -> {})) {
      List<Fuzzer.Result> results = fuzzer.run(7, Duration.ZERO);
      assertThat(results).extracting(Fuzzer.Result::cases).containsExactly(1L, 1L, 1L);
      assertThat(results.get(0).findings()).isEmpty();
      assertThat(results.get(1).findings().get(0)).startsWith("seed 7: ").endsWith("it is odd");
      assertThat(results.get(2).findings().get(0)).contains("StackOverflowError");
    }
    assertThat(folder.resolve("out/broken-7")).hasSize(1);
    assertThat(folder.resolve("out/well-7")).doesNotExist();
  }

  @Test
  void shouldMakeTheSameCaseOfTheSameSeedAndFindNothing() throws Exception {
    List<FuzzTarget> targets = new ArrayList<>();
    targets.add(new ArchiveTarget(PAGES, folder));
    targets.add(new RecordTarget(PAGES));
    targets.add(new UrlTarget(PAGES));
    targets.add(new PageTarget(PAGES));
    targets.addAll(StoredForms.targets(SieveConfig.of(Map.of()), PAGES));
    for (FuzzTarget target : targets) {
      for (int seed = 0; seed < 150; seed++) {
        FuzzTarget.Case one = target.next(new SplittableRandom(seed));
        assertThat(target.next(new SplittableRandom(seed)).input()).isEqualTo(one.input());
        one.check().run();
      }
    }
  }
}
