package dev.crawlsieve.core.override;

import java.util.ArrayList;
import java.util.List;

/** The domains that a host is in. */
final class Domains {

  private Domains() {}

  /** The domains above a host, nearest first; none above an IP address. */
  static List<String> above(String host) {
    List<String> above = new ArrayList<>();
    for (int dot = next(host, 0); dot >= 0; dot = next(host, dot + 1)) {
      above.add(host.substring(dot + 1));
    }
    return above;
  }

  /** Index of the next dot, after which another domain begins; -1 if there is none. */
  static int next(String host, int from) {
    char last = host.charAt(host.length() - 1);
    boolean address = last == ']' || (last >= '0' && last <= '9');
    return address ? -1 : host.indexOf('.', from);
  }
}
