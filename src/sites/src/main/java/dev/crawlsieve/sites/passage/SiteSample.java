package dev.crawlsieve.sites.passage;

import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.page.HttpUrl;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Finds the passages in a site's counted pages: a function of these, in any order. */
final class SiteSample {

  private static final BlockKind[] KINDS = BlockKind.values();

  /** Real sites need up to three. */
  private static final int MOST_ROUNDS = 8;

  private final List<SitePage> pages; // of distinct text
  private final int[][] numbers; // of each page's blocks
  private final int size; // how many blocks have numbers

  /** The pages; of those with one text, the one with the smallest key counts. */
  SiteSample(List<SitePage> all) {
    List<SitePage> sorted = new ArrayList<>(all);
    sorted.sort(Comparator.comparingLong(SitePage::key));
    Set<Long> texts = new HashSet<>();
    sorted.removeIf(page -> !texts.add(page.text()));
    pages = sorted;
    numbers = new int[pages.size()][];
    Map<Long, Integer> blocks = new HashMap<>();
    for (int p = 0; p < numbers.length; p++) {
      numbers[p] = new int[pages.get(p).blocks()];
      for (int i = 0; i < numbers[p].length; i++) {
        int next = blocks.size();
        Integer known = blocks.putIfAbsent(pages.get(p).hash(i), next);
        numbers[p][i] = known == null ? next : known;
      }
    }
    size = blocks.size();
  }

  /** What is known of a block that is a passage. */
  private static final class Found {
    private final long hash;
    private int pages;
    private int bytes;
    private BlockKind kind = BlockKind.TEXT;
    private String text = "";
    private Passage.Seen first;
    private Passage.Seen last;
    private String folder;

    Found(long hash, Passage.Seen seen, String in) {
      this.hash = hash;
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

  /** The passages, by hash. */
  List<Passage> passages(PassageSettings settings) {
    double least = Math.max(settings.pages(), settings.share() * pages.size());
    if (pages.size() < least) {
      return List.of();
    }
    boolean[] passages = mostlyTakenOut(often(least));
    Found[] found = new Found[size];
    String folder = folder(pages.get(0).url());
    for (int p = 0; p < pages.size(); p++) {
      SitePage page = pages.get(p);
      Passage.Seen seen = new Passage.Seen(page.url(), page.time());
      String in = folder(page.url());
      folder = common(folder, in);
      for (int i = 0; i < page.blocks(); i++) {
        int number = numbers[p][i];
        if (passages[number]) {
          if (found[number] == null) {
            found[number] = new Found(page.hash(i), seen, in);
          }
          found[number].add(page, i, seen, in);
        }
      }
    }
    String site = pages.get(0).site();
    List<Passage> list = new ArrayList<>();
    for (Found of : found) {
      if (of != null) {
        list.add(
            new Passage(
                site,
                of.hash,
                of.text,
                of.bytes,
                of.kind,
                of.pages,
                pages.size(),
                of.first,
                of.last,
                of.folder.equals(folder) ? "" : of.folder));
      }
    }
    list.sort(Comparator.comparingLong(Passage::hash));
    return list;
  }

  /**
   * Keeps those of some blocks that are taken out in most of their places if they are the passages:
   * not the labels that a template puts between a page's own lines, nor content. Each that leaves
   * makes neighbours stand by themselves, so this is asked again until none leaves.
   */
  private boolean[] mostlyTakenOut(boolean[] passages) {
    boolean left = true;
    for (int round = 0; left && round < MOST_ROUNDS; round++) {
      int[] votes = new int[passages.length];
      for (int p = 0; p < pages.size(); p++) {
        vote(pages.get(p), numbers[p], passages, votes);
      }
      left = false;
      for (int i = 0; i < passages.length; i++) {
        left |= passages[i] && votes[i] <= 0;
        passages[i] &= votes[i] > 0;
      }
    }
    return passages;
  }

  /** Adds 1 for each passage of a page that is taken out, and -1 for each that is not. */
  private static void vote(SitePage page, int[] numbers, boolean[] passages, int[] votes) {
    int blocks = numbers.length;
    BitSet content = content(page, numbers, passages);
    for (int from = 0, to; from < blocks; from = Math.max(to, from + 1)) {
      long bytes = -1; // without the last line feed
      for (to = from; to < blocks && passages[numbers[to]]; to++) {
        bytes += page.bytes(to) + 1;
      }
      boolean taken = KnownPassages.isTakenOut(from, to, blocks, bytes);
      for (int i = from; i < to; i++) {
        votes[numbers[i]] += taken && !content.get(i) ? 1 : -1;
      }
    }
  }

  /**
   * The passages in a page's main part that follow its own lines there, one or two at a time, such
   * as the outcome of a vote: they are what the page says, however many others say it.
   */
  private static BitSet content(SitePage page, int[] numbers, boolean[] passages) {
    BitSet content = new BitSet();
    int[] main = IntStream.range(0, numbers.length).filter(page::isInMainPart).toArray();
    for (int from = 0, to; from < main.length; from = Math.max(to, from + 1)) {
      to = from;
      while (to < main.length && passages[numbers[main[to]]]) {
        to++;
      }
      for (int i = from; from > 0 && to - from < KnownPassages.LINES && i < to; i++) {
        content.set(main[i]);
      }
    }
    return content;
  }

  /** Which blocks are on so many pages. */
  private boolean[] often(double least) {
    int[] counts = new int[size];
    for (int[] page : numbers) {
      for (int number : page) {
        counts[number]++;
      }
    }
    boolean[] often = new boolean[size];
    for (int i = 0; i < size; i++) {
      often[i] = counts[i] >= least;
    }
    return often;
  }

  /** The folder of a URL's path, with a slash at both ends. */
  private static String folder(String url) {
    try {
      String path = HttpUrl.parse(url).path();
      return path.substring(0, path.lastIndexOf('/') + 1);
    } catch (BadPageException e) {
      return "/"; // no page that was fingerprinted has such a URL
    }
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
