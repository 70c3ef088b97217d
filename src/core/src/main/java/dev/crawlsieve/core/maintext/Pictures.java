package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.html.AttributeName;
import dev.crawlsieve.core.html.ElementName;
import dev.crawlsieve.core.html.StartTag;
import dev.crawlsieve.core.text.Ascii;
import dev.crawlsieve.core.text.Letters;
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

  private static final ElementName IMG = ElementName.of("img");

  private static final byte PICTURE = 1;
  private static final byte FILE = 2;
  private static final byte FRAME = 3;

  /** What elements show. */
  private static final byte[] SHOWN = new byte[ElementName.count()];

  static {
    shows("img image source amp-img", PICTURE);
    shows("audio video amp-audio amp-video embed object", FILE);
    shows("iframe amp-iframe", FRAME);
  }

  /** The attributes that say which, those that pages load later first: others hold their place. */
  private static final AttributeName[] SAYING = {
    AttributeName.DATA_SRC,
    AttributeName.DATA_LAZY_SRC,
    AttributeName.DATA_ORIGINAL,
    AttributeName.DATA_SRCSET,
    AttributeName.SRC,
    AttributeName.SRCSET,
    AttributeName.DATA,
    AttributeName.HREF,
    AttributeName.XLINK_HREF
  };

  /** The size in the name of a scaled copy: photo-300x200.jpg. */
  private static final Pattern SIZE = Pattern.compile("-\\d{1,5}+x\\d{1,5}+(?=\\.\\w++$)");

  /** The scheme and host of a URL. */
  private static final Pattern HOST = Pattern.compile("\\s*+(?:https?+:)?+//[^/?#]++/");

  /** A URL that is no address of a file: the data itself, a script. */
  private static final Pattern OTHER_SCHEME = Pattern.compile("\\s*+(?!https?+:)[a-z]++:");

  /** Where the path of a relative URL begins. */
  private static final Pattern RELATIVE = Pattern.compile("^(?:\\s|/|\\.{1,2}+/)++");

  private static final Pattern PARAMETERS = Pattern.compile("[?&;#]");

  /** A parameter that chooses no picture, but its version or size, or passes a cache. */
  private static final Pattern PASSING =
      Pattern.compile(
          "(?:v|ver|version|t|ts|time|r|rnd|rand|random|cb|_|w|h|width|height)=[0-9a-f.]*+");

  /** The first candidate of a list of files in several sizes. */
  private static final Pattern CANDIDATE = Pattern.compile("[\\s,]*+(\\S*[^\\s,])");

  /** The names of a picture's file in a IIIF path (Image API 3, section 4): …/name/full/max/0/. */
  private static final Set<String> QUALITIES =
      Set.of("default", "native", "color", "gray", "bitonal");

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

  private static void shows(String elements, byte kind) {
    for (String element : elements.split(" ")) {
      SHOWN[ElementName.of(element).id()] = kind;
    }
  }

  /**
   * Adds what an element shows, unless many were added already.
   *
   * @param pictured whether pictures count here
   */
  void add(ElementName element, StartTag tag, boolean pictured, Container container) {
    byte kind = SHOWN[element.id()];
    if (kind == FILE) {
      addFile(url(tag), container);
    } else if (kind == FRAME) {
      add(frame(url(tag)), container);
    } else if (kind == PICTURE && pictured) {
      addShown(element, tag, container);
    }
    if (pictured && tag.has(AttributeName.POSTER)) {
      addPicture(tag.value(AttributeName.POSTER), container);
    }
    if (pictured && tag.has(AttributeName.DATA_BG)) {
      addPicture(tag.value(AttributeName.DATA_BG), container);
    }
    String style = pictured ? tag.value(AttributeName.STYLE) : null;
    Matcher background = style == null ? null : BACKGROUND.matcher(style);
    if (background != null && background.find()) {
      addPicture(background.group(1), container);
    }
  }

  /** Adds a picture; what cannot be seen is a counter, unless it is the file of a picture. */
  private void addShown(ElementName element, StartTag tag, Container container) {
    String url = url(tag);
    String width = element.equals(IMG) ? tag.value(AttributeName.WIDTH) : null; // AMP: a shape
    String name = named(url);
    if (name.isEmpty() && !"0".equals(width) && !"1".equals(width)) {
      name = Seen.of(element, tag).isHidden() ? "" : identity(url, false);
      String says = name.isEmpty() ? tag.value(AttributeName.ALT) : null;
      if (says != null && says.split(" ", LEAST_WORDS).length == LEAST_WORDS) {
        name = says.substring(0, Math.min(says.length(), LONGEST_NAME));
      }
    }
    add(name, container);
  }

  /** Adds a picture. */
  void addPicture(@Nullable String url, Container container) {
    add(url == null ? "" : identity(url, false), container);
  }

  private void add(String name, Container container) {
    if (!name.isEmpty() && files.size() - offered < MOST) {
      put(new Picture(name, container));
    }
  }

  /** The same picture may follow itself: for browsers without scripts, or in another form. */
  private boolean put(Picture picture) {
    boolean isNew = files.isEmpty() || !files.get(files.size() - 1).equals(picture);
    return isNew && files.add(picture);
  }

  /**
   * Adds a file to play or to download, unless many were added already. It is known by its path, as
   * far as the URL says it: chapters of two books may have the same names.
   */
  void addFile(String url, Container container) {
    String name = offered == MOST ? "" : identity(url, true);
    if (!name.isEmpty() && put(new Picture(name, container))) {
      offered++;
    }
  }

  /**
   * What a frame shows: another site's page, such as a video, or what the query of one of this site
   * chooses.
   */
  private static String frame(String url) {
    boolean other = HOST.matcher(url).lookingAt();
    String name = identity(url, other);
    return other || name.indexOf('=') >= 0 ? name : named(url);
  }

  /** The URL of what an element shows, from the first attribute that has one; else empty. */
  static String url(StartTag tag) {
    for (AttributeName name : SAYING) {
      String url = tag.value(name);
      if (url != null && (name == AttributeName.SRCSET || name == AttributeName.DATA_SRCSET)) {
        Matcher first = CANDIDATE.matcher(url);
        url = first.lookingAt() ? first.group(1) : null;
      }
      if (url != null && !url.trim().isEmpty() && !OTHER_SCHEME.matcher(url).lookingAt()) {
        return url.trim();
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

  /** Whether a URL is that of a manifest, which tells a viewer what it shows (IIIF). */
  static boolean isManifest(String url) {
    return url.endsWith("/manifest.json")
        || url.endsWith("/manifest")
        || url.endsWith("/info.json");
  }

  /**
   * What tells a medium from others, in whatever markup its URL is: the file that it names, or else
   * the path, with the parameters that choose. Those with a URL do not: buttons to like or share a
   * page have its address there.
   *
   * @param any whether a script counts that gets no parameters with names; it may be a counter
   */
  private static String identity(String url, boolean any) {
    String name = named(url);
    if (!name.isEmpty() || OTHER_SCHEME.matcher(url).lookingAt()) {
      return name;
    }
    int end = pathEnd(url);
    String path = path(url, end);
    StringBuilder chosen = new StringBuilder(path);
    for (String parameter : parameters(url, end)) {
      String value = parameter.substring(parameter.indexOf('=') + 1);
      boolean chooses = any ? !parameter.isEmpty() : value.length() < parameter.length();
      if (chooses && !isAddress(value) && !PASSING.matcher(parameter).matches()) {
        chosen.append('&').append(parameter);
      }
    }
    boolean script = path.lastIndexOf('.') > path.lastIndexOf('/');
    return script && !any && chosen.length() == path.length() ? "" : chosen.toString();
  }

  /**
   * The file that a URL names, in its path or, where a script scales or shows it, in its query: a
   * picture's name, another file's path, or the empty string.
   */
  private static String named(String url) {
    int end = pathEnd(url);
    String name = fileAt(url, end);
    if (name.isEmpty() && end < url.length()) {
      for (String parameter : parameters(url, end)) {
        String value = parameter.substring(parameter.indexOf('=') + 1);
        name = name.isEmpty() ? fileAt(value, value.length()) : name;
      }
    }
    return name;
  }

  private static String fileAt(String url, int end) {
    String name = nameAtEnd(url, end);
    String path = name.isEmpty() ? path(url, end) : "";
    int dot = path.lastIndexOf('.');
    boolean isFile = (dot >= 0 && isFile(path.substring(dot + 1))) || isManifest(path);
    return isFile ? path : name;
  }

  /** The end of a path, in lower case and without the host. */
  private static String path(String url, int end) {
    String path = Ascii.lower(url.substring(0, Math.min(end, LONGEST_URL)));
    Matcher host = HOST.matcher(path);
    path = RELATIVE.matcher(host.lookingAt() ? path.substring(host.end()) : path).replaceFirst("");
    return path.substring(Math.max(0, path.length() - LONGEST_NAME));
  }

  /** The parts of query and fragment, in lower case; separators may be escaped. */
  private static String[] parameters(String url, int from) {
    String query = Ascii.lower(url.substring(from, Math.min(url.length(), from + LONGEST_URL)));
    return PARAMETERS.split(query.replace("%2f", "/").replace("%3a", ":").replace("%3f", "?"));
  }

  /** Whether a value is a URL, or a part of one. */
  private static boolean isAddress(String value) {
    int slash = value.indexOf('/');
    return slash == 0
        || (slash > 0 && (value.charAt(slash - 1) == ':' || value.lastIndexOf('.', slash) >= 0));
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
    if (start > 2
        && Letters.isDigit(url.charAt(start - 2))
        && QUALITIES.contains(Ascii.lower(url.substring(start, dot)))) {
      int before = start - 1;
      for (int parts = 0; parts < 3; parts++) {
        before = url.lastIndexOf('/', before - 1);
      }
      start = Math.max(start - LONGEST_NAME, url.lastIndexOf('/', before - 1) + 1);
      return before < start ? "" : Ascii.lower(url.substring(start, before));
    }
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
