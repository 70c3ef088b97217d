package dev.crawlsieve.core.override;

import java.util.ArrayList;
import java.util.List;

/** The folders that a page is in, according to the path of its URL. */
final class Folders {

  private Folders() {}

  /**
   * The folders of a URL, each with the slash at its end, the outermost first. Folders longer than
   * any named one are left out, so a URL with many slashes costs no more.
   *
   * @param url the URL in its normal form
   * @param longest length of the longest named folder
   */
  static List<String> of(String url, int longest) {
    List<String> folders = new ArrayList<>();
    int query = url.indexOf('?');
    int path = query < 0 ? url.length() : query;
    int slash = url.indexOf('/', url.indexOf("://") + 3);
    while (slash >= 0 && slash < path && slash < longest) {
      folders.add(url.substring(0, slash + 1));
      slash = url.indexOf('/', slash + 1);
    }
    return folders;
  }
}
