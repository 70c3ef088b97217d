package dev.crawlsieve.core.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts that are no markup, such as the sources of a manual: only their addresses name them. */
class PlainTextTest {

  private static final String MAX =
      """
      The property may contain a list of properties for this target whose maximum value may be read
      at generate time when evaluated in the interface variant of the property in all linked
      dependees. For example, if a property appears in the list, then for each dependee, the content
      of that property in all of its dependencies will be compared with each other and with the
      property in the depender. When reading the property at generate time, the maximum value will
      be returned. If the property is not set, then it is ignored. It was added in an early release,
      and has not been changed since, although several people have asked whether it is still of use
      to anybody who builds with presets. Nothing else reads it: neither the installer, nor what
      writes archives, nor any of the scripts that come along. Who sets it by hand should do so
      before the first target is made, since a later value is seen only by those that follow. There
      is no way to remove a name from the list but to set the whole list again, and an empty list is
      as good as none. Names are separated by semicolons and compared letter by letter. Where a
      directory has the property, too, its value is taken for all targets that do not have one of
      their own. A trace of all comparisons is written to the log if the variable for that is on.
      """;

  private static final String MIN =
      MAX.replace("maximum", "minimum").replace("early", "old").replace("people", "users");
  private static final String LONGER =
      MAX + "An error is reported where two of them contradict each other in any way.";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "https://a.example/p/max.txt, https://a.example/p/min.txt, MIN, false",
    "https://a.example/p/max.txt, https://a.example/p/most.txt, MAX, true", // nothing is lost
    "https://a.example/p/max.txt, https://a.example/p/more.txt, LONGER, false",
    "https://a.example/p/7.txt, https://a.example/p/8.txt, MIN, false",
    "https://a.example/page?id=7, https://a.example/page?id=8, MIN, false",
    "https://a.example/max.txt, https://a.example/max.txt?utm_source=b, MIN, true", // an edit
    "https://a.example/1.2/p/max.txt, https://a.example/1.3/p/max.txt, MIN, true",
    "https://a.example/1.2/p/max.txt, https://a.example/1.3/p/max.txt, LONGER, true",
    "https://a.example/p/max.txt, https://b.example/q/most.txt, MIN, true", // a mirror
    "http://localhost/a.parquet/1, http://localhost/a.parquet/2, MIN, true", // nobody wrote them
  })
  void shouldKeepItemsOfOneTemplate(String kept, String url, String text, boolean drops)
      throws Exception {
    BodyFingerprinter fingerprinter = new BodyFingerprinter();
    String page = text.equals("MAX") ? MAX : text.equals("MIN") ? MIN : LONGER;
    try (Sieve sieve = Sieve.open(folder)) {
      sieve.decide(fingerprinter.fingerprint(kept, MAX.getBytes(UTF_8), "text/plain"));
      boolean keeps =
          sieve.decide(fingerprinter.fingerprint(url, page.getBytes(UTF_8), "text/plain")).kept();
      assertThat(keeps).isEqualTo(!drops);
    }
  }
}
