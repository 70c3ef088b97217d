package dev.crawlsieve.sites.passage;

import dev.crawlsieve.core.page.BlockKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Finds the passages in a site's counted pages: a function of these, in any order. */
final class SiteSample {

  private static final BlockKind[] KINDS = BlockKind.values();

  /** Real sites need up to three. */
  private static final int MOST_ROUNDS = 8;

  private final List<SitePage> pages; // of distinct text

  /** The pages; of those with one text, the one with the smallest key counts. */
  SiteSample(List<SitePage> all) {
    List<SitePage> sorted = new ArrayList<>(all);
    sorted.sort(Comparator.comparingLong(SitePage::key));
    Set<Long> texts = new HashSet<>();
    sorted.removeIf(page -> !texts.add(page.text()));
    pages = sorted;
  }

  /** What is known of a block that is a passage. */
  private static final class Found {
    private int pages;
    private int bytes;
    private BlockKind kind = BlockKind.TEXT;
    private String text = "";
    private Passage.Seen first;
    private Passage.Seen last;
    private String folder;

    Found(Passage.Seen seen, String in) {
      first = seen;
      last = seen;
      folder = in;
    }

    void add(SitePage page, int block, Passage.Seen seen, String in) {
      first = seen.compareTo(first) < 0 ? seen : first;
      last = seen.compareTo(last) > 0 ? seen : last;
      folder = common(folder, in);
      if (pages++ == 0) {
        kind = KINDS[page.kind(block)];
        bytes = page.bytes(block);
      }
      if (text.isEmpty()) {
        text = page.text(block);
      }
    }
  }

  /** How many pages are counted. */
  int pages() {
    return pages.size();
  }

  /** The passages by hash. */
  Map<Long, Passage> passages(PassageSettings settings) {
    double least = Math.max(settings.pages(), settings.share() * pages.size());
    Map<Long, Passage> passages = new TreeMap<>();
    if (pages.size() < least) {
      return passages;
    }
    Set<Long> often = mostlyTakenOut(often(least));
    Map<Long, Found> found = new TreeMap<>();
    String folder = folder(pages.get(0).url());
    for (SitePage page : pages) {
      Passage.Seen seen = new Passage.Seen(page.url(), page.time());
      String in = folder(page.url());
      folder = common(folder, in);
      for (int i = 0; i < page.blocks(); i++) {
        if (often.contains(page.hash(i))) {
          found.computeIfAbsent(page.hash(i), hash -> new Found(seen, in)).add(page, i, seen, in);
        }
      }
    }
    String site = pages.get(0).site();
    String all = folder;
    found.forEach(
        (hash, of) ->
            passages.put(
                hash,
                new Passage(
                    site,
                    hash,
                    of.text,
                    of.bytes,
                    of.kind,
                    of.pages,
                    pages.size(),
                    of.first,
                    of.last,
                    of.folder.equals(all) ? "" : of.folder)));
    return passages;
  }

  /**
   * Those of some blocks that are taken out in most of their places if they are the passages: not
   * the labels that a template puts between a page's own lines. Each that leaves makes neighbours
   * stand by themselves, so this is asked again until none leaves.
   */
  private Set<Long> mostlyTakenOut(Set<Long> often) {
    Set<Long> passages = new HashSet<>(often);
    for (int round = 0; round < MOST_ROUNDS; round++) {
      Map<Long, Integer> votes = new HashMap<>();
      pages.forEach(page -> vote(page, passages, votes));
      if (!passages.removeIf(hash -> votes.getOrDefault(hash, 0) <= 0)) {
        break;
      }
    }
    return passages;
  }

  /** Adds 1 for each passage of a page that is taken out, and -1 for each that is not. */
  private static void vote(SitePage page, Set<Long> passages, Map<Long, Integer> votes) {
    int blocks = page.blocks();
    for (int from = 0, to; from < blocks; from = Math.max(to, from + 1)) {
      long bytes = -1; // without the last line feed
      for (to = from; to < blocks && passages.contains(page.hash(to)); to++) {
        bytes += page.bytes(to) + 1;
      }
      int vote = KnownPassages.isTakenOut(from, to, blocks, bytes) ? 1 : -1;
      for (int i = from; i < to; i++) {
        votes.merge(page.hash(i), vote, Integer::sum);
      }
    }
  }

  /** Hashes of the blocks that are on so many pages. */
  private Set<Long> often(double least) {
    long[] hashes = new long[pages.stream().mapToInt(SitePage::blocks).sum()];
    int size = 0;
    for (SitePage page : pages) {
      for (int i = 0; i < page.blocks(); i++) {
        hashes[size++] = page.hash(i);
      }
    }
    Arrays.sort(hashes);
    Set<Long> often = new HashSet<>();
    for (int from = 0, to = 0; from < size; from = to) {
      while (to < size && hashes[to] == hashes[from]) {
        to++;
      }
      if (to - from >= least) {
        often.add(hashes[from]);
      }
    }
    return often;
  }

  /** The folder of a URL's path, with a slash at both ends. */
  private static String folder(String url) {
    int path = url.indexOf('/', url.indexOf("://") + 3);
    if (path < 0) {
      return "/";
    }
    int end = path;
    while (end < url.length() && url.charAt(end) != '?' && url.charAt(end) != '#') {
      end++;
    }
    return url.substring(path, url.lastIndexOf('/', end - 1) + 1);
  }

  /** The innermost folder that two are in. */
  private static String common(String folder, String other) {
    if (other.startsWith(folder)) {
      return folder;
    }
    int slash = 0;
    for (int i = 0; i < Math.min(folder.length(), other.length()); i++) {
      if (folder.charAt(i) != other.charAt(i)) {
        break;
      }
      slash = folder.charAt(i) == '/' ? i : slash;
    }
    return folder.substring(0, slash + 1);
  }
}
