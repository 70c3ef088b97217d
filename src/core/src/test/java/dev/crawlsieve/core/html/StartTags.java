package dev.crawlsieve.core.html;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Start tags outside of pages. */
public final class StartTags {

  private StartTags() {}

  /** A tag with these attributes, as written in markup. */
  public static StartTag of(String attributes) {
    byte[] utf8 = (attributes + '>').getBytes(UTF_8);
    StartTag tag = new StartTag(utf8, utf8.length);
    tag.read(0);
    return tag;
  }
}
