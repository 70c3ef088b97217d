package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.page.DataFormat;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides which files are pages, which content type their names imply, and which URLs they get.
 *
 * <p>A file has no URL of its own. It gets {@code http://localhost/NAME/PATH}, where NAME is the
 * name of the given folder or zip and PATH the file's path within it; or, if the user gives a base
 * URL, that URL followed by PATH.
 */
public final class PageFiles {

  private static final String DEFAULT_BASE = "http://localhost/";

  private static final Pattern EXTENSION =
      Pattern.compile("\\.(?!\\d+\\b)[A-Za-z0-9]{1,10}+(?!\\w)");

  private PageFiles() {}

  /** Content type that a file's name implies; null if the file is not a page. */
  static @Nullable String contentType(String name) {
    return switch (FileKind.named(name)) {
      case PAGE ->
          name.toLowerCase(Locale.ROOT).endsWith(".xhtml") ? "application/xhtml+xml" : "text/html";
      case TEXT -> "text/plain";
      case MARKDOWN -> "text/markdown";
      default -> null;
    };
  }

  /** Whether a file is a page, judged by its name. */
  static boolean isPage(String name) {
    return contentType(name) != null;
  }

  /**
   * The content type of a file in a folder, which may be compressed; null if it is not a page.
   *
   * @param paths all files in the folder: a web server keeps compressed forms beside pages
   */
  static @Nullable String contentType(String path, Set<String> paths) {
    return hasOther(path, paths) ? null : contentType(InputFile.withoutCompression(path));
  }

  /** Whether a file is the compressed form of another one in its folder. */
  static boolean hasOther(String path, Set<String> paths) {
    String plain = InputFile.withoutCompression(path);
    return !plain.equals(path)
        && isPage(plain)
        && (paths.contains(plain) || (path.endsWith(".zst") && paths.contains(plain + ".gz")));
  }

  /** Opens a file. */
  interface Content {
    InputStream open() throws IOException;
  }

  /**
   * Whether a file that is named like nothing that is read is an HTML page, judged by its content:
   * wget names pages as their URLs end.
   */
  static boolean isUnnamedPage(String name, Content content) {
    if (FileKind.named(InputFile.withoutCompression(name)) != FileKind.UNKNOWN) {
      return false;
    }
    try (InputStream in = content.open()) {
      return DataFormat.isHtml(in.readNBytes(DataFormat.SNIFFED_BYTES));
    } catch (IOException e) {
      return false; // it is skipped and counted by its name
    }
  }

  /** Why a file that is not a page was skipped: by its extension, which a query may follow. */
  static String skipReason(String name) {
    String file = name.substring(name.lastIndexOf('/') + 1);
    int query = file.indexOf('?');
    Matcher extension = EXTENSION.matcher(query < 0 ? file : file.substring(0, query));
    String reason = "file without extension";
    while (extension.find()) {
      reason = extension.group() + " file";
    }
    return reason;
  }

  /**
   * Base URL of the files in a folder or zip.
   *
   * @param baseUrl the base URL that the user gave, or null
   * @param name name of the folder or zip
   */
  static String base(@Nullable String baseUrl, String name) {
    if (baseUrl == null) {
      return DEFAULT_BASE + (name.isEmpty() ? "" : encode(name) + "/");
    }
    return baseUrl.endsWith("/") ? baseUrl : baseUrl + "/";
  }

  static String url(@Nullable String base, String path) {
    return base + encode(path);
  }

  /**
   * The base URL for a single file with which it gets the same URL as when it is read from a
   * folder.
   *
   * @param name the folder's name in URLs, or the empty string
   * @return null if the file's pages have URLs of their own, or get those of their zip
   */
  public static @Nullable String base(Path file, Path folder, String name) {
    Path parent = file.toAbsolutePath().normalize().getParent();
    FileKind kind = FileKind.named(InputFile.withoutCompression(InputFile.fileName(file)));
    if (parent == null || !(kind == FileKind.UNKNOWN || isPage(kind.endings()[0]))) {
      return null;
    }
    String inside = folder.relativize(parent).toString().replace('\\', '/');
    return base(null, name) + (inside.isEmpty() ? "" : encode(inside) + "/");
  }

  /**
   * The URLs that a file may have got without a base URL, the longest first: when it was read from
   * a folder above it, or by itself.
   *
   * @param path its path; a path within a zip follows {@code !/}
   */
  public static List<String> urls(String path) {
    String whole = Path.of(path.replace("!/", "/")).toAbsolutePath().normalize().toString();
    String rest = InputFile.withoutCompression(whole.replace('\\', '/'));
    List<String> urls = new ArrayList<>();
    while (!rest.isEmpty()) {
      urls.add(DEFAULT_BASE + encode(rest.startsWith("/") ? rest.substring(1) : rest));
      int next = rest.indexOf('/', 1);
      rest = next < 0 ? "" : rest.substring(next);
    }
    return urls;
  }

  /** Percent-encodes everything except the unreserved characters of RFC 3986 and the slash. */
  private static String encode(String path) {
    return URLEncoder.encode(path, UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~")
        .replace("%2F", "/");
  }
}
