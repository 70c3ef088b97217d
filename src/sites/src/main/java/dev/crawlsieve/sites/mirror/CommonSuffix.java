package dev.crawlsieve.sites.mirror;

import org.jspecify.annotations.Nullable;

/** Splits two paths into two prefixes and their longest common suffix. */
final class CommonSuffix {

  private CommonSuffix() {}

  /**
   * The pair of roots for which two URLs with the same content are evidence; null if the last
   * segments of the URLs differ.
   */
  static @Nullable Pair roots(SiteUrl a, SiteUrl b) {
    String x = a.path();
    String y = b.path();
    int shift = y.length() - x.length();
    int endX = SiteUrl.endOfPath(x);
    if (SiteUrl.endOfPath(y) - endX != shift) {
      return null;
    }
    int cut = -1;
    for (int i = x.length(); i > 0 && i + shift > 0; i--) {
      if (x.charAt(i - 1) != y.charAt(i + shift - 1)) {
        break;
      }
      if (i <= endX && x.charAt(i - 1) == '/') {
        cut = i;
      }
    }
    return cut < 0
        ? null
        : Pair.of(
            new Root(a.site(), x.substring(0, cut)),
            new Root(b.site(), y.substring(0, cut + shift)));
  }
}
