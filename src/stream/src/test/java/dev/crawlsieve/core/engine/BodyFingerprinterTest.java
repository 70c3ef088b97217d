package dev.crawlsieve.core.engine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.FingerprintSeed;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.fingerprint.Sketches;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.stream.config.SieveConfig;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class BodyFingerprinterTest {

  private static final String URL = "https://www.example.org/a?utm_source=x";
  private static final String HTML = "text/html; charset=iso-8859-1";
  private static final byte[] BODY = Prose.page(1, 0).replace("word1", "é").getBytes(ISO_8859_1);

  private final BodyFingerprinter fingerprinter = new BodyFingerprinter();

  @Test
  void shouldMakeTheFingerprintOfTheProduct() throws Exception {
    SieveConfig config = SieveConfig.of(Map.of("page.format", "raw"));
    Fingerprint ofTheProduct =
        new PageFingerprinter(config.fingerprinting())
            .fingerprint(
                URL.getBytes(UTF_8),
                BODY,
                name -> name.equals("content-type") ? HTML.getBytes(UTF_8) : null,
                Coordinates.NONE,
                1_000)
            .fingerprint();

    assertThat(fingerprinter.fingerprint(URL, BODY, HTML, Instant.ofEpochSecond(1)))
        .isEqualTo(ofTheProduct);
    assertThat(ofTheProduct.charset().name()).isEqualTo("windows-1252");
  }

  @Test
  void shouldTakeASeedAsTheProductDoes() throws Exception {
    String seed = "a secret of this crawl";
    SieveConfig config = SieveConfig.of(Map.of("page.format", "raw", "fingerprint.seed", seed));
    Fingerprint ofTheProduct =
        new PageFingerprinter(config.fingerprinting())
            .fingerprint(
                URL.getBytes(UTF_8),
                BODY,
                name -> name.equals("content-type") ? HTML.getBytes(UTF_8) : null,
                Coordinates.NONE,
                0)
            .fingerprint();
    Fingerprint without = fingerprinter.fingerprint(URL, BODY, HTML);

    assertThat(new BodyFingerprinter(FingerprintSeed.of(seed)).fingerprint(URL, BODY, HTML))
        .isEqualTo(ofTheProduct);
    assertThat(ofTheProduct.settings()).isNotEqualTo(without.settings());
    assertThat(ofTheProduct.simhash()).isNotEqualTo(without.simhash());
    assertThat(Sketches.similarity(ofTheProduct.sketch(), without.sketch())).isLessThan(0.1);
    assertThat(ofTheProduct.content()).isEqualTo(without.content());
    assertThat(ofTheProduct.name()).isEqualTo(without.name());
  }

  @Test
  void shouldGuessTheTypeWhereNoneIsDeclared() throws Exception {
    Fingerprint guessed = fingerprinter.fingerprint(URL, BODY, null);

    assertThat(guessed.simhash()).isEqualTo(fingerprinter.fingerprint(URL, BODY, "").simhash());
    assertThat(guessed.timestamp()).isZero();
    assertThat(guessed.nearEligible()).isTrue();
  }

  @Test
  void shouldRefuseWhatIsNoPageAndGoOn() throws Exception {
    assertThatThrownBy(() -> fingerprinter.fingerprint("mailto:a@example.org", BODY, HTML))
        .isInstanceOf(BadPageException.class);
    assertThatThrownBy(() -> fingerprinter.fingerprint(URL, new byte[(16 << 20) + 1], HTML))
        .isInstanceOf(BadPageException.class)
        .hasMessageContaining("must be at most 16777216");
    assertThatThrownBy(
            () -> fingerprinter.fingerprint(URL, "<b>".repeat(1_100_000).getBytes(UTF_8), HTML))
        .isInstanceOf(BadPageException.class);
    assertThatThrownBy(() -> fingerprinter.fingerprint(URL, BODY, "image/png"))
        .isInstanceOf(UnjudgedPageException.class)
        .hasMessageContaining("image/png");

    assertThat(fingerprinter.fingerprint(URL, BODY, HTML))
        .isEqualTo(new BodyFingerprinter().fingerprint(URL, BODY, HTML));
  }

  @Test
  void shouldReadItsStoredForm() throws Exception {
    Fingerprint fingerprint = fingerprinter.fingerprint(URL, BODY, HTML);

    assertThat(Fingerprint.fromBytes(fingerprint.toBytes())).isEqualTo(fingerprint);
  }
}
