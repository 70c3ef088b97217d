package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.html.AttributeName;
import dev.crawlsieve.core.html.StartTag;
import dev.crawlsieve.core.text.Ascii;
import dev.crawlsieve.core.text.WhiteSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A page's first pictures: their files, and their alternative texts, one of which may be its
 * heading. What another site shows in a frame, such as a video or a document, is one, too.
 */
final class Pictures {

  /**
   * A picture, or what another site shows in a frame.
   *
   * @param name of its file, in lower case, without the size that content management systems add;
   *     of a frame the path and query
   * @param container the innermost container around it
   */
  record Picture(String name, Container container) {}

  private static final int MOST = 32;
  private static final int LONGEST = 100;
  private static final int LONGEST_TITLE = 1_000;
  private static final int LONGEST_NAME = 200;

  /** The size in the name of a scaled copy: photo-300x200.jpg. */
  private static final Pattern SIZE = Pattern.compile("-\\d{1,5}+x\\d{1,5}+(?=\\.\\w++$)");

  /** A URL with a host: its path and query. */
  private static final Pattern FRAME =
      Pattern.compile("\\s*+(?:https?+:)?+//[^/?#]++/([^#]{1,400}+)", Pattern.CASE_INSENSITIVE);

  /** A parameter whose value is a URL, or a part of one. */
  private static final Pattern WITH_URL =
      Pattern.compile("[?&;][^=&;]*+=[^&;/%]*+(?:/|%2f|%3a)[^&;]*+");

  private static final Set<String> EXTENSIONS =
      Set.of("jpg", "jpeg", "png", "gif", "webp", "avif", "bmp", "tif", "tiff", "jxl", "heic");

  private static final int LONGEST_EXTENSION = 5; // with the dot

  private final List<String> texts = new ArrayList<>();
  private final List<Picture> files = new ArrayList<>();

  /** Adds the text of a picture, unless it is long or many were added already. */
  void add(String says) {
    if (says.length() <= LONGEST && texts.size() < MOST) {
      texts.add(says);
    }
  }

  /**
   * Adds the file of a picture, unless many were added already. A URL that does not end in the
   * extension of a picture may be a counter or another script.
   */
  void add(@Nullable String url, Container container) {
    String name = files.size() < MOST ? name(url) : "";
    if (!name.isEmpty()) {
      files.add(new Picture(name, container));
    }
  }

  /**
   * Adds what another site shows in a frame, such as a video, unless many pictures were added
   * already. It is known by its path and query, without parameters with a URL: buttons to like or
   * share a page have its address there.
   *
   * @param url its URL; one that is relative is that of a page of this site, and does not count
   */
  void addFrame(@Nullable String url, Container container) {
    Matcher path = url == null || files.size() == MOST ? null : FRAME.matcher(url);
    if (path != null && path.lookingAt()) {
      files.add(
          new Picture(WITH_URL.matcher(Ascii.lower(path.group(1))).replaceAll(""), container));
    }
  }

  /** Whether a link leads to a picture, judged by the extension of its URL. */
  static boolean isLinkedBy(StartTag link) {
    return isExtension(link.extension(AttributeName.HREF, LONGEST_EXTENSION));
  }

  private static boolean isExtension(String withDot) {
    return !withDot.isEmpty() && EXTENSIONS.contains(Ascii.lower(withDot.substring(1)));
  }

  /** The name of the file, or the empty string if the URL is not that of a picture. */
  private static String name(@Nullable String url) {
    if (url == null) {
      return "";
    }
    int end = 0;
    while (end < url.length() && url.charAt(end) != '?' && url.charAt(end) != '#') {
      end++;
    }
    int dot = url.lastIndexOf('.', end - 1);
    if (dot < Math.max(0, end - LONGEST_EXTENSION) || !isExtension(url.substring(dot, end))) {
      return "";
    }
    int start = Math.max(end - LONGEST_NAME, url.lastIndexOf('/', dot) + 1);
    return SIZE.matcher(Ascii.lower(url.substring(start, end))).replaceFirst("");
  }

  /** The files of the first pictures, in document order. */
  List<Picture> files() {
    return files;
  }

  /** The longest text that occurs in the title, or the empty string. */
  String inTitle(String title) {
    String longest = "";
    String begins = title.substring(0, Math.min(title.length(), LONGEST_TITLE));
    String named = WhiteSpace.collapsed(begins, false);
    for (String text : texts) {
      String says = WhiteSpace.collapsed(text, false);
      longest = says.length() > longest.length() && named.contains(says) ? says : longest;
    }
    return longest;
  }
}
