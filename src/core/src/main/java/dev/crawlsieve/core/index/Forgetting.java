package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.fingerprint.BlockList;
import dev.crawlsieve.core.fingerprint.ContentHash;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.name.PageName;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.HttpUrl;
import dev.crawlsieve.core.page.PageCharset;
import dev.crawlsieve.core.page.UrlNormalizer;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.LongUnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A request to forget the kept pages of a host, or below a URL, and what was learned of them. It is
 * a record of the lane's log, so that whoever decides on that log forgets at the same place.
 *
 * <p>A lane may have many pages, and only seconds for each record. So the request is divided into
 * steps, each of them a record: the first half are about some leaders each, by their ordinals, the
 * second half about some records of sites and dropped pages each, by their keys.
 *
 * <p>The stored form is that of a fingerprint without text, at a position that no page has:
 * partition -1, with the step as offset. Its number of tokens is that of the steps.
 *
 * @param name a {@link HttpUrl#site site}, or the beginning of URLs in the normal form
 * @param step number of the step, from 0
 * @param steps number of steps, even
 */
public record Forgetting(String name, int step, int steps) {

  private static final int PARTITION = -1;
  private static final long LEADERS_OF_STEP = 25_000;
  private static final Pattern HOST = Pattern.compile("[^/?#@:\\\\]+|\\[[^/?#@\\\\]+\\]");
  private static final int SLICES = 1 << 16;
  private static final HexFormat HEX = HexFormat.of();
  private static final UrlNormalizer URLS = UrlNormalizer.of(PageSettings.RAW);

  /**
   * The steps to forget a host with its subdomains.
   *
   * @param leaders bound on the leaders of the lane
   * @throws BadPageException if it is not a host
   */
  public static List<Forgetting> host(String host, long leaders) throws BadPageException {
    HttpUrl parts = HttpUrl.parse("http://" + host + "/");
    if (!HOST.matcher(host).matches()) {
      throw new BadPageException("'" + host + "' must be a host, such as shop.example");
    }
    return steps(parts.site(), leaders);
  }

  /**
   * The steps to forget all URLs that begin alike.
   *
   * @param leaders bound on the leaders of the lane
   * @throws BadPageException if it is not the beginning of a URL up to somewhere in its path
   */
  public static List<Forgetting> prefix(String url, long leaders) throws BadPageException {
    HttpUrl parts = HttpUrl.parse(url);
    if (url.indexOf('?') >= 0 || url.indexOf('#') >= 0) {
      throw new BadPageException("the prefix '" + url + "' must end before the query");
    }
    return steps(URLS.normalize(parts), leaders);
  }

  private static List<Forgetting> steps(String name, long leaders) {
    int half = (int) (leaders / LEADERS_OF_STEP) + 1;
    return IntStream.range(0, 2 * half)
        .mapToObj(step -> new Forgetting(name, step, 2 * half))
        .toList();
  }

  /** The request, if a record of the log that was read as a page is one. */
  public static Optional<Forgetting> of(ComparedPage page) {
    return page.source().partition() == PARTITION
        ? read(page.fingerprint().toBytes())
        : Optional.empty();
  }

  /** The request in a record of the log; empty if the record is not one. */
  public static Optional<Forgetting> read(byte[] fingerprint) {
    try {
      FingerprintCodec.ensureReadable(fingerprint);
      if (FingerprintCodec.source(fingerprint).partition() != PARTITION) {
        return Optional.empty();
      }
      Fingerprint stored = FingerprintCodec.decode(fingerprint);
      long step = stored.source().offset();
      int steps = stored.tokens();
      return step < 0 || step >= steps || steps % 2 != 0
          ? Optional.empty()
          : Optional.of(new Forgetting(stored.url(), (int) step, steps));
    } catch (UnreadableFingerprintException e) {
      return Optional.empty();
    }
  }

  /** The record of the log. */
  public byte[] stored() {
    return new Fingerprint(
            new Coordinates(PARTITION, step),
            0,
            name,
            0,
            new ContentHash(0, 0),
            0,
            0,
            0,
            new short[0],
            PageName.NONE,
            BlockList.NONE,
            steps,
            0,
            0,
            "",
            PageCharset.NONE,
            0,
            0)
        .toBytes();
  }

  /** Whether this is about a page. */
  public boolean covers(String url) {
    try {
      HttpUrl page = HttpUrl.parse(url);
      if (name.indexOf('/') >= 0) {
        return URLS.normalize(page).startsWith(name);
      }
      String site = page.site();
      return site.equals(name) || (!isAddress() && site.endsWith("." + name));
    } catch (BadPageException e) {
      return false; // no page that was fingerprinted has such a URL
    }
  }

  /** Whether this is about the site of a URL, or about some of its pages. */
  public boolean coversSite(String url) {
    return name.indexOf('/') < 0 ? covers(url) : HttpUrl.site(name).equals(HttpUrl.site(url));
  }

  private boolean isAddress() {
    char last = name.charAt(name.length() - 1);
    return last == ']' || (last >= '0' && last <= '9');
  }

  /** Whether this is the last step. */
  public boolean isLast() {
    return step == steps - 1;
  }

  /** How many steps are about leaders, and as many are not. */
  public int half() {
    return steps / 2;
  }

  /**
   * Forgets the leaders of this step.
   *
   * @param ordinals for an ordinal in the lane, how many leaders of the index are below it
   */
  public void forgetLeaders(LeaderIndex index, LongUnaryOperator ordinals) {
    if (step >= half()) {
      return;
    }
    long begin = ordinals.applyAsLong(step * LEADERS_OF_STEP);
    long end = isLastOfLeaders() ? Long.MAX_VALUE : ordinals.applyAsLong(leadersEnd());
    for (long ordinal : index.leaders(begin, end, leader -> covers(leader.url()))) {
      ComparedPage leader = index.get(ordinal);
      if (leader != null) {
        index.put(ordinal, leader.forgotten());
      }
    }
  }

  /** Whether this step forgets a leader with this ordinal in the lane. */
  public boolean covers(long ordinal, ComparedPage leader) {
    return step < half()
        && ordinal >= step * LEADERS_OF_STEP
        && (isLastOfLeaders() || ordinal < leadersEnd())
        && covers(leader.url());
  }

  private boolean isLastOfLeaders() {
    return step == half() - 1;
  }

  private long leadersEnd() {
    return (step + 1) * LEADERS_OF_STEP;
  }

  /**
   * The keys of this step, of what was learned of sites and of dropped pages.
   *
   * @param stored the keys that are stored, from one to below another
   */
  public List<String> keys(BiFunction<String, String, List<String>> stored) {
    return step < half() ? List.of() : stored.apply(slice(after()), slice(after() + 1));
  }

  /**
   * The number of this step among those that are not about leaders, from 0; negative if it is.
   * There are {@link #half} of them.
   */
  public int after() {
    return step - half();
  }

  private String slice(long number) {
    int from = (int) (number * SLICES / half());
    return from == SLICES
        ? SiteRecord.SITE + "g" // after all hexadecimal digits
        : SiteRecord.SITE + HEX.toHexDigits((short) from);
  }

  /** Whether the record under a key is about a site that is forgotten, if only in part. */
  public boolean isSite(String key, byte[] stored) {
    return key.length() == SiteRecord.SITE_CHARS
        && coversSite("http://" + SiteRecord.decode(stored).site() + "/");
  }
}
