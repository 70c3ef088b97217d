package dev.crawlsieve.sites.passage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dynatrace.hash4j.hashing.Hashing;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.page.PageBlocks;
import dev.crawlsieve.core.page.PageCharset;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.text.Utf8Text;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Pages made of lines; those that begin with an asterisk are main text. */
final class TestPages {

  private TestPages() {}

  static SitePage page(String url, String... lines) {
    return page(url, 1_000, lines);
  }

  static SitePage page(String url, long time, String... lines) {
    String site = url.substring(8, url.indexOf('/', 8));
    return page(site, url, Hashing.xxh3_64().hashCharsToLong(url), time, text("", lines));
  }

  static SitePage page(String site, String url, long key, long time, PageText text) {
    ChosenLines lines = ChosenLines.of(text.blocks());
    try {
      return SitePage.decode(
          SitePage.encode(site, url, key, time, 0, text, lines, hash -> true), 0);
    } catch (UnreadableRecordException e) {
      throw new AssertionError(e);
    }
  }

  /** A page as it is sent, after so many others that were left out. */
  static byte[] sent(SitePage page, int others) {
    byte[] sent = Arrays.copyOfRange(page.encode(0), 8, page.encode(0).length);
    ByteBuffer.wrap(sent).putInt(25, others);
    return sent;
  }

  /** What is sent of a page by one that has sent others; null if it is left out. */
  static byte @Nullable [] sent(SiteKeys keys, String url, String... lines) {
    SitePage page = page(url, lines);
    SiteKeys.Site site = keys.of(page.site(), page.key());
    if (site == null) {
      return null;
    }
    PageText text = text("", lines);
    return SitePage.encode(
        page.site(),
        url,
        page.key(),
        page.time(),
        site.add(page.key()),
        text,
        ChosenLines.of(text.blocks()),
        site::says);
  }

  /** What a listener was told of. */
  static Passage passage(byte[] json) {
    try {
      return Passage.of(new ObjectMapper().readTree(json));
    } catch (IOException | UnreadableRecordException e) {
      throw new AssertionError(e);
    }
  }

  /** The title is also the heading. */
  static PageText text(String title, String... lines) {
    PageBlocks.Builder blocks = new PageBlocks.Builder(100);
    for (String line : lines) {
      boolean isMain = line.startsWith("*");
      byte[] text = (isMain ? line.substring(1) : line).getBytes(UTF_8);
      BlockKind main = line.equals("*" + title) ? BlockKind.HEADING : BlockKind.TEXT;
      blocks.add(text, 0, text.length, isMain ? main : BlockKind.LINKS, isMain);
    }
    return new PageText(
        title,
        title,
        Utf8Text.NONE,
        Utf8Text.NONE,
        "",
        PageCharset.NONE,
        false,
        false,
        "",
        "",
        blocks.build());
  }
}
