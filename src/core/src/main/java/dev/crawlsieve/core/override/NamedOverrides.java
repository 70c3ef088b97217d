package dev.crawlsieve.core.override;

import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.PageOverrides;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UrlNormalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Overrides by normalised URL and by host.
 *
 * <p>An override that names the page itself takes precedence over one that names its host, and a
 * host takes precedence over the domains above it. Thresholds are those of the nearest domain that
 * has any. Groups whose members never match each other count regardless of which of a page's names
 * is in them.
 */
final class NamedOverrides implements Overrides {

  /**
   * The most groups that one name can be in: they are compared with the groups of every candidate.
   */
  static final int MOST_GROUPS = 1_000;

  /** The overrides for one name. Changed only while the file is read. */
  static final class Entry {
    private @Nullable OverrideRule decision;
    private @Nullable HostThresholds thresholds;
    private int decisionName;
    private int thresholdsName;
    private final List<Long> memberships = new ArrayList<>(0);
    private final List<Integer> membershipNames = new ArrayList<>(0);

    @Nullable OverrideRule decision() {
      return decision;
    }

    void decide(OverrideRule rule, int name) {
      decision = rule;
      decisionName = name;
    }

    void compare(HostThresholds with, int name) {
      thresholds = with;
      thresholdsName = name;
    }

    /**
     * Adds a place in a group; returns false if the name already has it or is in too many groups.
     */
    boolean join(long place, int name) {
      return memberships.size() < MOST_GROUPS
          && memberships.add(place)
          && membershipNames.add(name);
    }
  }

  /** What a line says about a name. */
  record Said(int line, String what, String name) {}

  private final UrlNormalizer urls;
  private final Map<String, Entry> ofUrls;
  private final Map<String, Entry> ofHosts;
  private final Map<String, Entry> ofFolders;
  private final List<Said> names;
  private final boolean decides;
  private final int longestHost;
  private final int longestFolder;
  private final String digest;

  NamedOverrides(
      UrlNormalizer urls,
      Map<String, Entry> ofUrls,
      Map<String, Entry> ofHosts,
      Map<String, Entry> ofFolders,
      List<Said> names,
      boolean decides,
      String digest) {
    this.urls = urls;
    this.names = names;
    this.ofUrls = ofUrls;
    this.ofHosts = ofHosts;
    this.ofFolders = ofFolders;
    this.decides = decides;
    this.digest = digest;
    longestHost = longest(ofHosts);
    longestFolder = longest(ofFolders);
  }

  private static int longest(Map<String, Entry> named) {
    return named.keySet().stream().mapToInt(String::length).max().orElse(0);
  }

  @Override
  public String digest() {
    return digest;
  }

  @Override
  public boolean decides() {
    return decides;
  }

  @Override
  public int names() {
    return names.size();
  }

  @Override
  public String name(int number) {
    Said said = names.get(number);
    return "line " + said.line() + ": " + said.what() + " " + said.name();
  }

  /** {@inheritDoc} Nothing applies to a string that is not the URL of a page. */
  @Override
  public PageOverrides of(String url) {
    String page;
    try {
      page = urls.normalize(url);
    } catch (BadPageException e) {
      return PageOverrides.NONE; // no fingerprint of a page has such a URL
    }
    Found found = new Found();
    found.add(ofUrls.get(page));
    folders(page, longestFolder).forEach(folder -> found.add(ofFolders.get(folder)));
    String host = UrlNormalizer.host(page);
    int from = 0;
    while (from >= 0) {
      // names longer than any in the file are skipped, so hosts with many labels cost no more
      if (host.length() - from <= longestHost) {
        found.add(ofHosts.get(host.substring(from)));
      }
      int dot = Domains.next(host, from);
      from = dot < 0 || dot + 1 == host.length() ? -1 : dot + 1;
    }
    return found.all();
  }

  /**
   * The folders of a URL, each with the slash at its end, the outermost first. Folders longer than
   * any named one are left out, so a URL with many slashes costs no more.
   *
   * @param url the URL in its normal form
   * @param longest length of the longest named folder
   */
  static List<String> folders(String url, int longest) {
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

  /** Collects what applies to a page, from its nearest name to its furthest. */
  private static final class Found {
    private @Nullable OverrideRule decision;
    private @Nullable HostThresholds thresholds;
    private final List<Long> memberships = new ArrayList<>(0);
    private final List<Integer> names = new ArrayList<>(0);

    void add(@Nullable Entry entry) {
      if (entry == null) {
        return;
      }
      if (decision == null && entry.decision != null) {
        decision = entry.decision;
        names.add(0, entry.decisionName);
      }
      if (thresholds == null && entry.thresholds != null) {
        thresholds = entry.thresholds;
        names.add(entry.thresholdsName);
      }
      memberships.addAll(entry.memberships);
      names.addAll(entry.membershipNames);
    }

    PageOverrides all() {
      return decision == null && thresholds == null && memberships.isEmpty()
          ? PageOverrides.NONE
          : new PageOverrides(
              decision,
              thresholds == null ? HostThresholds.NONE : thresholds,
              memberships.stream().mapToLong(place -> place).toArray(),
              names.stream().mapToInt(name -> name).toArray());
    }
  }
}
