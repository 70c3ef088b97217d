package dev.crawlsieve.lab.bench.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.HttpUrl;
import dev.crawlsieve.core.page.UrlNormalizer;
import dev.crawlsieve.lab.bench.SourcePage;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Normal forms of URLs: they must be short enough, and their own normal forms. */
public final class UrlTarget implements FuzzTarget {

  private static final List<byte[]> TOKENS =
      Stream.of(
              "/",
              "//",
              "/./",
              "/../",
              "..",
              ".",
              "\\",
              "?",
              "&",
              "=",
              "#",
              ";",
              ":",
              "@",
              "[",
              "]",
              "%",
              "%25",
              "%2e",
              "%2F",
              "%3B",
              "%3b",
              "%5f",
              "%75",
              "%zz",
              "%u002e",
              "+",
              " ",
              "\t",
              "\r\n",
              "\0",
              "|",
              "\"",
              "{",
              "^",
              "`",
              "~",
              "www.",
              "WWW.",
              "http:",
              "https://",
              ":443",
              ":80",
              ":65536",
              "utm_x=1",
              ";utm_x=1",
              "jsessionid=1",
              ";jsessionid=1",
              "xn--",
              "\u00fc",
              "\u00df",
              "\u0130",
              "\u65e5",
              "\u3002",
              "\uff0e",
              "\u200d",
              "\ufeff",
              "\ud83d\ude00",
              "[::1]",
              "127.0.0.1")
          .map(token -> token.getBytes(UTF_8))
          .toList();

  private final List<SourcePage> pages;
  private final Mutator mutator = new Mutator(TOKENS);
  private final UrlNormalizer usual = UrlNormalizer.of(PageSettings.RAW);
  private final UrlNormalizer strict = UrlNormalizer.strict();

  /**
   * @param pages whose URLs are changed
   */
  public UrlTarget(List<SourcePage> pages) {
    this.pages = List.copyOf(pages);
  }

  @Override
  public String name() {
    return "urls";
  }

  @Override
  public Case next(SplittableRandom random) {
    byte[] url = pages.get(random.nextInt(pages.size())).url().getBytes(UTF_8);
    byte[] input = mutator.mutate(url, random);
    String read = new String(input, random.nextInt(8) == 0 ? ISO_8859_1 : UTF_8);
    return new Case(
        input,
        () -> {
          check(usual, read);
          check(strict, read);
        });
  }

  private static void check(UrlNormalizer normalizer, String url) throws BrokenException {
    String normal;
    try {
      normal = normalizer.normalize(url);
    } catch (BadPageException e) {
      return;
    }
    try {
      String again = normalizer.normalize(normal);
      BrokenException.unless(normal.length() <= HttpUrl.MAX_CHARS, "the normal form is too long");
      BrokenException.unless(again.equals(normal), "normal forms: " + normal + ", then " + again);
      BrokenException.unless(!UrlNormalizer.host(normal).isEmpty(), "no host in " + normal);
      BrokenException.unless(!UrlNormalizer.domain(normal).isEmpty(), "no domain of " + normal);
    } catch (BadPageException e) {
      throw new BrokenException("the normal form is refused: " + e.getMessage());
    }
  }
}
