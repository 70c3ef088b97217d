package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.html.AttributeName;
import dev.crawlsieve.core.html.StartTag;
import dev.crawlsieve.core.text.Ascii;
import dev.crawlsieve.core.text.WhiteSpace;
import java.util.ArrayList;
import java.util.EnumSet;
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
   * @param name of a picture the name of its file, in lower case, without the size that content
   *     management systems add; of a file to play or to download the path; of what a script sends
   *     or a frame shows the path and what chooses in the query
   * @param container the innermost container around it
   */
  record Picture(String name, Container container) {}

  private static final int MOST = 32;
  private static final int LONGEST = 100;
  private static final int LONGEST_TITLE = 1_000;
  private static final int LONGEST_NAME = 200;
  private static final int LONGEST_URL = 1_000;

  /** The fewest words of a text that tells what a picture shows. */
  private static final int LEAST_WORDS = 5;

  /** The attributes with a URL, or a list of URLs. */
  private static final Set<AttributeName> WITH_URL =
      EnumSet.range(AttributeName.DATA_SRC, AttributeName.XLINK_HREF);

  /** The size in the name of a scaled copy: photo-300x200.jpg. */
  private static final Pattern SIZE = Pattern.compile("-\\d{1,5}+x\\d{1,5}+(?=\\.\\w++$)");

  /** A URL of another site. */
  private static final Pattern HOST = Pattern.compile("\\s*+(?:https?+:)?+//[^/?#]++/");

  /** A URL that is no address of a file: the data itself, a script. */
  private static final Pattern OTHER_SCHEME = Pattern.compile("\\s*+(?!https?+:)[a-z]++:");

  /** What comes before the path, of an absolute or a relative URL. */
  private static final Pattern BEFORE_PATH =
      Pattern.compile("^\\s*+(?:(?:https?+:)?+//[^/]++)?+(?:\\s|/|\\.{1,2}+/)*+");

  private static final Pattern PARAMETERS = Pattern.compile("[?&;#]|%3f");

  /**
   * A parameter that does not choose a picture: its version or size, a cache's, or a URL, since
   * buttons to like or share a page have its address there.
   */
  private static final Pattern IDLE =
      Pattern.compile(
          "(?s)(?:v|ver|version|t|ts|time|r|rnd|rand|random|cb|_|w|h|width|height)=[0-9a-f.]*+"
              + "|(?:[^=]*+=)?+(?:[^/.:]*+[.:][^/]*+)?+/.*+");

  /** What follows the first candidate of a list of files in several sizes. */
  private static final Pattern FURTHER = Pattern.compile(",?+\\s++|,$");

  /** A library's picture, scaled: name, region, size, rotation (IIIF Image API 3, section 4). */
  private static final Pattern IIIF =
      Pattern.compile("(?<![^/])([^/]++)/[^/]++/[^/]++/!?+[\\d.]++/(?:default|native)\\.\\w++$");

  /** What a viewer shows (IIIF Presentation API 3). */
  private static final Pattern MANIFEST =
      Pattern.compile("/(?:manifest(?:\\.json)?+|info\\.json)$");

  private static final Pattern BACKGROUND =
      Pattern.compile("[uU][rR][lL]\\(\\s*+[\"']?+([^\"')]{1,1000}+)");

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
   * Adds what an element shows, unless many were added already. A picture of a pixel is a counter;
   * a frame of this site counts if its query chooses something.
   *
   * @param pictured whether pictures count here
   */
  void add(Tag tag, StartTag attributes, boolean pictured, Container container) {
    switch (tag) {
      case EMBEDDED, PLAYER -> add(url(attributes), true, container);
      case FRAME -> {
        String url = url(attributes);
        boolean other = HOST.matcher(url).lookingAt();
        add(other || url.indexOf('=') >= 0 ? url : null, other, container);
      }
      case IMAGE, PICTURE -> {
        String width = tag == Tag.IMAGE ? attributes.value(AttributeName.WIDTH) : null;
        if (pictured && !"0".equals(width) && !"1".equals(width)) {
          String name = identity(url(attributes), false);
          put(name.isEmpty() ? said(attributes.value(AttributeName.ALT)) : name, false, container);
        }
      }
      default -> {}
    }
    String style = pictured ? attributes.value(AttributeName.STYLE) : null;
    Matcher background = style == null ? null : BACKGROUND.matcher(style);
    if (background != null && background.find()) {
      add(background.group(1), false, container);
    }
    add(pictured ? attributes.value(AttributeName.POSTER) : null, false, container);
  }

  /** What a picture shows, if its text is long enough to tell. */
  private static String said(@Nullable String alternative) {
    return alternative != null && alternative.split(" ", LEAST_WORDS).length == LEAST_WORDS
        ? alternative.substring(0, Math.min(alternative.length(), LONGEST_NAME))
        : "";
  }

  /**
   * Adds a picture, or a file or page of another site. A file is known by its path, as far as the
   * URL says it: chapters of two books may have the same names.
   *
   * @param file whether it is to play or to download, or shown as a whole
   */
  void add(@Nullable String url, boolean file, Container container) {
    if (url != null) {
      put(identity(url, file), file, container);
    }
  }

  /** The same picture may follow itself: for browsers without scripts, or in another form. */
  private void put(String name, boolean file, Container container) {
    Picture picture = new Picture(name, container);
    if (!name.isEmpty()
        && (file ? offered : files.size() - offered) < MOST
        && (files.isEmpty() || !files.get(files.size() - 1).equals(picture))) {
      files.add(picture);
      offered += file ? 1 : 0;
    }
  }

  /** The URL of what an element shows, from the first attribute that has one; else empty. */
  private static String url(StartTag tag) {
    for (AttributeName name : WITH_URL) {
      String url = tag.value(name);
      if (url != null && !url.trim().isEmpty() && !OTHER_SCHEME.matcher(url).lookingAt()) {
        return name.toString().endsWith("set") ? FURTHER.split(url.trim(), 2)[0] : url.trim();
      }
    }
    return "";
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
   * What tells a medium from others, in any markup: the file that it names, in its path or, where a
   * script scales or shows it, in its query; or else the path and the parameters that choose.
   *
   * @param any whether a script counts that has no parameters with names; it may be a counter
   */
  private static String identity(String url, boolean any) {
    int end = pathEnd(url);
    String file = file(url, end);
    if (!file.isEmpty() || OTHER_SCHEME.matcher(url).lookingAt()) {
      return file;
    }
    String path = path(url, end);
    StringBuilder chosen = new StringBuilder(path);
    String query = Ascii.lower(url.substring(end, Math.min(url.length(), end + LONGEST_URL)));
    for (String parameter : PARAMETERS.split(query.replace("%2f", "/").replace("%3a", ":"))) {
      String value = parameter.substring(parameter.indexOf('=') + 1);
      file = file(value, value.length());
      if (!file.isEmpty()) {
        return file;
      }
      boolean chooses = any ? !value.isEmpty() : value.length() < parameter.length();
      if (chooses && !IDLE.matcher(parameter).matches()) {
        chosen.append('&').append(parameter);
      }
    }
    boolean script = path.lastIndexOf('.') > path.lastIndexOf('/');
    return script && !any && chosen.length() == path.length() ? "" : chosen.toString();
  }

  /** A picture's name, another file's path, or the empty string. */
  private static String file(String url, int end) {
    String path = path(url, end);
    String extension = path.substring(path.lastIndexOf('.') + 1);
    if (isPicture(extension)) {
      Matcher iiif = IIIF.matcher(path);
      String name = path.substring(path.lastIndexOf('/') + 1);
      return iiif.find() ? iiif.group(1) : SIZE.matcher(name).replaceFirst("");
    }
    return isFile(extension) || MANIFEST.matcher(path).find() ? path : "";
  }

  /** The end of a path, in lower case and without the host. */
  private static String path(String url, int end) {
    String path = Ascii.lower(url.substring(Math.max(0, end - LONGEST_URL), end));
    String local = BEFORE_PATH.matcher(path).replaceFirst("");
    return local.substring(Math.max(0, local.length() - LONGEST_NAME));
  }

  private static int pathEnd(String url) {
    int end = 0;
    while (end < url.length() && url.charAt(end) != '?' && url.charAt(end) != '#') {
      end++;
    }
    return end;
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
