package dev.crawlsieve.core.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where bodies that page events refer to may be read.
 *
 * @param folders folders whose files may be read: absolute, without {@code .} and {@code ..}
 * @param prefixes http and https addresses below which bodies may be requested; the path of each
 *     ends with a slash
 * @param timeout the longest time that reading one body over HTTP may take, including retries
 */
public record BodyRefSettings(List<Path> folders, List<URI> prefixes, Duration timeout) {

  /**
   * The longest time for reading one body in a stream: with a longer wait, the open transaction
   * would time out.
   */
  public static final Duration TIMEOUT = Duration.ofSeconds(5);

  public BodyRefSettings {
    folders = List.copyOf(folders);
    prefixes = List.copyOf(prefixes);
  }

  /**
   * Parses the folders and addresses.
   *
   * @param roots absolute folders, as paths or {@code file:} URIs, and http(s) addresses
   * @throws SettingsException if a root is neither
   */
  public static BodyRefSettings of(List<String> roots, Duration timeout) {
    List<Path> folders = new ArrayList<>();
    List<URI> prefixes = new ArrayList<>();
    for (String root : roots) {
      String lower = root.toLowerCase(Locale.ROOT);
      if (lower.startsWith("http:") || lower.startsWith("https:")) {
        prefixes.add(prefix(root));
      } else {
        folders.add(folder(root));
      }
    }
    return new BodyRefSettings(folders, prefixes, timeout);
  }

  /** Whether any bodies may be read over a network. */
  public boolean remote() {
    return !prefixes.isEmpty();
  }

  /** Whether nothing may be read. */
  public boolean isEmpty() {
    return folders.isEmpty() && prefixes.isEmpty();
  }

  private static URI prefix(String root) {
    try {
      URI uri = new URI(root.endsWith("/") ? root : root + "/");
      if (uri.getHost() != null
          && uri.getRawUserInfo() == null
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null
          && uri.normalize().equals(uri)) {
        return uri;
      }
    } catch (URISyntaxException e) {
      throw refused(root, e);
    }
    throw refused(root, null);
  }

  private static Path folder(String root) {
    try {
      Path path =
          root.toLowerCase(Locale.ROOT).startsWith("file:")
              ? Path.of(new URI(root))
              : Path.of(root);
      if (path.isAbsolute() && path.normalize().equals(path)) {
        return path;
      }
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw refused(root, e);
    }
    throw refused(root, null);
  }

  private static SettingsException refused(String root, @Nullable Exception cause) {
    return new SettingsException(
        "body.ref.roots has '"
            + root
            + "', must have absolute folders, and http or https addresses of a host and a path"
            + " without login, query or '..'",
        cause);
  }
}
