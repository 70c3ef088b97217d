package dev.crawlsieve.core.verdict;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Reason;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What is read is what was written. */
final class VerdictCodecPropertyTest {

  @Property
  void readsWhatItWrote(@ForAll("verdicts") Verdict verdict) throws UnreadableRecordException {
    byte[] stored = VerdictCodec.encode(verdict);

    assertThat(VerdictCodec.decode(stored)).isEqualTo(verdict);
    assertThat(VerdictCodec.encode(VerdictCodec.decode(stored))).isEqualTo(stored);
    assertThat(VerdictCodec.tree(verdict)).hasToString(new String(stored, UTF_8));
  }

  @Provide
  Arbitrary<Verdict> verdicts() {
    return Arbitraries.oneOf(unique(), duplicates(), overridden());
  }

  private static Arbitrary<Verdict> overridden() {
    Arbitrary<OverrideRule> rules =
        Combinators.combine(
                Arbitraries.of(OverrideRule.Action.class),
                Arbitraries.of(OverrideRule.Subject.class),
                urls(),
                Arbitraries.integers().greaterOrEqual(0))
            .as(OverrideRule::new);
    return Combinators.combine(pages(), rules, originals(), counts(), bases())
        .as(
            (page, rule, original, compared, basis) ->
                Verdict.overridden(
                    page,
                    rule,
                    rule.action() == OverrideRule.Action.KEEP ? original : null,
                    compared,
                    basis));
  }

  private static Arbitrary<Verdict> unique() {
    return Combinators.combine(pages(), counts(), bases(), originals().injectNull(0.5))
        .as(
            (page, compared, basis, earlier) ->
                new Verdict(page, null, compared, basis, earlier, null, null));
  }

  private static Arbitrary<Verdict> duplicates() {
    return Combinators.combine(pages(), evidence(), counts(), bases(), replaced().injectNull(0.5))
        .as(
            (page, evidence, compared, basis, replaced) ->
                Verdict.duplicate(page, evidence, compared, basis).replacing(replaced));
  }

  private static Arbitrary<JudgedPage> pages() {
    return Combinators.combine(
            urls(),
            places(),
            Arbitraries.longs(),
            counts(),
            counts(),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false))
        .as(JudgedPage::new);
  }

  private static Arbitrary<Evidence> evidence() {
    return Combinators.combine(
            Arbitraries.of(Verdict.Kind.class),
            originals(),
            Arbitraries.of(Evidence.Match.class),
            Arbitraries.integers().between(0, 64),
            Arbitraries.integers()
                .between(0, 10_000)
                .map(share -> share / 10_000.0)
                .injectNull(0.2),
            Arbitraries.integers().between(-1, 6),
            urls())
        .as(
            (kind, original, match, distance, similarity, agreeing, table) ->
                new Evidence(
                    kind,
                    original,
                    match,
                    distance,
                    similarity == null ? -1 : similarity,
                    agreeing,
                    Reason.NOTHING_LOST,
                    -1,
                    table));
  }

  private static Arbitrary<Verdict.Basis> bases() {
    return Combinators.combine(urls(), Arbitraries.integers()).as(Verdict.Basis::new);
  }

  private static Arbitrary<Verdict.Original> originals() {
    return Combinators.combine(urls(), places(), Arbitraries.of(true, false))
        .as((url, at, reference) -> new Verdict.Original(url, at, reference));
  }

  private static Arbitrary<Verdict.Replaced> replaced() {
    return Combinators.combine(urls(), places(), urls()).as(Verdict.Replaced::new);
  }

  private static Arbitrary<Coordinates> places() {
    return Combinators.combine(counts(), Arbitraries.longs().between(0, Long.MAX_VALUE))
        .as(Coordinates::new);
  }

  private static Arbitrary<Integer> counts() {
    return Arbitraries.integers().between(0, Integer.MAX_VALUE);
  }

  private static Arbitrary<String> urls() {
    return Arbitraries.strings()
        .withCharRange('\0', '\u0100')
        .withCharRange('\u2000', '\ud7ff')
        .withChars('"', '\\', '/')
        .ofMaxLength(40);
  }
}
