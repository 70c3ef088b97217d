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
 * heading. What else it shows or offers counts as one, too: what another site shows in a frame,
 * such as a video, and files to play or to download.
 */
final class Pictures {

  /**
   * A picture, or what counts as one.
   *
   * @param name of its file, in lower case, without the size that content management systems add;
   *     of a frame the path and query, of a file to play or to download the path
   * @param container the innermost container around it
   */
  record Picture(String name, Container container) {}

  private static final int MOST = 32;
  private static final int LONGEST = 100;
  private static final int LONGEST_TITLE = 1_000;
  private static final int LONGEST_NAME = 200;
  private static final int LONGEST_QUERY = 1_000;

  /** The size in the name of a scaled copy: photo-300x200.jpg. */
  private static final Pattern SIZE = Pattern.compile("-\\d{1,5}+x\\d{1,5}+(?=\\.\\w++$)");

  /** A URL with a host: its path and query. */
  private static final Pattern FRAME =
      Pattern.compile("\\s*+(?:https?+:)?+//[^/?#]++/([^#]{1,400}+)", Pattern.CASE_INSENSITIVE);

  /** Where the path of a relative URL begins. */
  private static final Pattern RELATIVE = Pattern.compile("^(?:\\s|/|\\.{1,2}+/)++");

  /** A parameter whose value is a URL, or a part of one. */
  private static final Pattern WITH_URL =
      Pattern.compile("[?&;][^=&;]*+=[^&;/%]*+(?:/|%2f|%3a)[^&;]*+");

  /**
   * The last part of a path, where a parameter's value is one; separators may be escaped. Only
   * whole parts are tried, or a long one would be read again from each of its characters.
   */
  static final Pattern IN_VALUE = Pattern.compile("(?<![^/=&;?#])[^/=&;?#]++(?=[&;#]|$)");

  private static final Set<String> EXTENSIONS =
      Set.of("jpg", "jpeg", "png", "gif", "webp", "avif", "bmp", "tif", "tiff", "jxl", "heic");

  /** Of recordings, documents and archives. */
  private static final Set<String> FILE_EXTENSIONS =
      Set.of(
          ("mp3 m4a ogg oga opus wav flac mid wma mp4 m4v webm ogv mov avi wmv mpg mpeg mkv flv"
                  + " pdf ps djvu epub mobi doc docx odt rtf xls xlsx ods csv ppt pptx odp"
                  + " zip rar 7z gz tgz bz2 xz tar iso apk exe dmg deb rpm jar")
              .split(" "));

  private static final int LONGEST_EXTENSION = 5; // with the dot

  private final List<String> texts = new ArrayList<>();
  private final List<Picture> files = new ArrayList<>();
  private int offered; // of these, files to play or to download

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
    String name = files.size() - offered < MOST ? name(url) : "";
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
    Matcher path = url == null || files.size() - offered >= MOST ? null : FRAME.matcher(url);
    if (path != null && path.lookingAt()) {
      files.add(
          new Picture(WITH_URL.matcher(Ascii.lower(path.group(1))).replaceAll(""), container));
    }
  }

  /**
   * Adds a file to play or to download, unless many were added already. It is known by its path, as
   * far as the URL says it: chapters of two books may have the same names.
   */
  void addFile(@Nullable String url, Container container) {
    if (url == null || offered == MOST) {
      return;
    }
    String path = Ascii.lower(url.substring(0, pathEnd(url)));
    Matcher host = FRAME.matcher(path);
    String name = RELATIVE.matcher(host.lookingAt() ? host.group(1) : path).replaceFirst("");
    if (!name.isEmpty()) {
      offered++;
      files.add(new Picture(name.substring(Math.max(0, name.length() - LONGEST_NAME)), container));
    }
  }

  /** Whether a meta element names a picture that stands for the page (Open Graph protocol). */
  static boolean isNamedBy(StartTag meta) {
    String property = meta.value(AttributeName.PROPERTY);
    String name = property == null ? meta.value(AttributeName.NAME) : property;
    return name != null && (Ascii.same("og:image", name) || Ascii.same("twitter:image", name));
  }

  /** The extension of the URL that a link leads to, in lower case; empty if it has none. */
  static String extension(StartTag link) {
    String withDot = link.extension(AttributeName.HREF, LONGEST_EXTENSION);
    return withDot.isEmpty() ? "" : Ascii.lower(withDot.substring(1));
  }

  static boolean isPicture(String extension) {
    return EXTENSIONS.contains(extension);
  }

  /** Whether an extension is that of a file to play or to download. */
  static boolean isFile(String extension) {
    return FILE_EXTENSIONS.contains(extension);
  }

  /**
   * The name of the file, in the path or, where a script scales pictures, in the query; the empty
   * string if the URL is not that of a picture.
   */
  private static String name(@Nullable String url) {
    if (url == null) {
      return "";
    }
    int end = pathEnd(url);
    String path = nameAtEnd(url, end);
    if (!path.isEmpty() || end == url.length() || url.charAt(end) == '#') {
      return path;
    }
    String query =
        Ascii.lower(url.substring(end, Math.min(url.length(), end + LONGEST_QUERY)))
            .replace("%2f", "/");
    Matcher values = IN_VALUE.matcher(query);
    while (values.find()) {
      String name = nameAtEnd(values.group(), values.group().length());
      if (!name.isEmpty()) {
        return name;
      }
    }
    return "";
  }

  private static int pathEnd(String url) {
    int end = 0;
    while (end < url.length() && url.charAt(end) != '?' && url.charAt(end) != '#') {
      end++;
    }
    return end;
  }

  /** The name of the file at the end of a path, or the empty string if it is not a picture's. */
  private static String nameAtEnd(String url, int end) {
    int dot = url.lastIndexOf('.', end - 1);
    if (dot < Math.max(0, end - LONGEST_EXTENSION)
        || !isPicture(Ascii.lower(url.substring(dot + 1, end)))) {
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
