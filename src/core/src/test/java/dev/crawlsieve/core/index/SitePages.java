package dev.crawlsieve.core.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import java.util.SplittableRandom;

/** What tests of sites need: pages of made words, as a lane gets them; a function of the seed. */
abstract class SitePages {

  private final PageFingerprinter fingerprinter = new PageFingerprinter(FingerprintSettings.RAW);
  final SplittableRandom random;
  private long offset;

  SitePages(long seed) {
    random = new SplittableRandom(seed);
  }

  final String words(int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append(i == 0 ? "" : " ");
      for (int left = random.nextInt(9_000) + 500; left > 0; left /= 70) {
        words.append("bdfgklmnprstvz".charAt(left % 14)).append("aeiou".charAt(left / 14 % 5));
      }
    }
    return words.toString();
  }

  final ComparedPage page(String url, String title, String text) throws Exception {
    return page(url, title, text, 0);
  }

  final ComparedPage page(String url, String title, String text, long time) throws Exception {
    return html(
        url,
        "<title>%s</title><main><h1>%s</h1><p>%s</p></main>".formatted(title, title, text),
        time);
  }

  final ComparedPage html(String url, String html, long time) throws Exception {
    return ComparedPage.of(
        ScopeKey.NONE,
        offset,
        FingerprintCodec.encode(
            fingerprinter
                .fingerprint(
                    url.getBytes(UTF_8),
                    html.getBytes(UTF_8),
                    name -> name.equals("content-type") ? "text/html".getBytes(UTF_8) : null,
                    new Coordinates(0, offset++),
                    time)
                .fingerprint()));
  }
}
