package dev.crawlsieve.lab.bench.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.lab.bench.SourcePage;
import dev.crawlsieve.lab.bench.fuzz.FuzzTarget.BrokenException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Plants faults that targets must find, and changes that must not count as faults. */
class FuzzTargetsTest {

  private static final int CASES = 500;

  private static List<Exception> findings(FuzzTarget target) {
    List<Exception> findings = new ArrayList<>();
    for (int seed = 0; seed < CASES; seed++) {
      try {
        target.next(new SplittableRandom(seed)).check().run();
      } catch (Exception e) {
        findings.add(e);
      }
    }
    return findings;
  }

  private static FormTarget form(FormTarget.Codec codec) {
    return new FormTarget(
        "a", List.of("{\"a\":{\"b\":1}}".getBytes(UTF_8)), true, BadPageException.class, codec);
  }

  @Test
  void shouldTakeWhatIsDocumented() {
    AtomicInteger accepted = new AtomicInteger();
    FormTarget refusing =
        form(
            stored -> {
              if (stored.length == 0 || stored[0] != '{') {
                throw new BadPageException("not an object");
              }
              accepted.incrementAndGet();
              return stored;
            });
    assertThat(findings(refusing)).isEmpty();
    assertThat(accepted.get()).isBetween(CASES / 2, 2 * CASES - 1);
  }

  @Test
  void shouldFindAnotherException() {
    assertThat(
            findings(
                form(
                    stored -> {
                      if (!new String(stored, UTF_8).contains("\"b\"")) {
                        throw new IllegalStateException("no b");
                      }
                      return stored;
                    })))
        .isNotEmpty()
        .allMatch(finding -> finding instanceof IllegalStateException);
  }

  @Test
  void shouldFindWhatIsReadOtherwiseAgain() {
    assertThat(findings(form(stored -> (new String(stored, UTF_8) + "x").getBytes(UTF_8))))
        .hasSize(CASES)
        .allMatch(finding -> finding instanceof BrokenException);
  }

  @Test
  void shouldReduceAPageThatIsReadInTwoWays() {
    List<SourcePage> pages =
        List.of(
            new SourcePage(
                "http://a.example/", "<title>a</title><nav>" + "b c ".repeat(200) + "</nav><p>d"));
    PageTarget target =
        new PageTarget(
            pages,
            List.of(
                new PageTarget.Pair(PageTarget.characters(true), PageTarget.characters(false))));
    assertThat(findings(target))
        .isNotEmpty()
        .allMatch(finding -> finding instanceof BrokenException)
        .allMatch(finding -> finding.getMessage().length() < 200);
  }
}
