import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.io.OutputStreamWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Labels pairs by where their pages stand: {@code java Structure.java SOURCES.tsv DIR OUT.tsv.gz} reads what
 * {@code Build.java} wrote to DIR/pages, and keeps the pairs of each group in DIR/structure. The columns of a row, separated by tabs, are the two URLs, 1 (same item) or 0
 * (another item), the kind of pair, the source and half of the first page, and the word 3-shingle Jaccard and
 * containment (the share of the shorter page's shingles) of the texts without markup.
 *
 * <p>Pairs whose texts are equal are left out, and so are names that say nothing about the item or are not stable from
 * release to release: see {@link #NUMBERED} and {@link #OVERVIEW}.
 */
public final class Structure {
  private static final long SEED = 20_261_124;
  private static final int PAIRS = 150; // of a source and label, and at most twice that of a group
  private static final int CANDIDATES = 30_000; // of a group, whose similarity is computed
  private static final double SAME = 0.5; // least similarity of the same path in two releases
  private static final double OTHER = 0.2; // least similarity of two paths
  private static final double TRANSLATED = 0.1; // least similarity of a translation and the original
  private static final double UNTRANSLATED = 0.5; // from here on, a translation may be the original
  private static final double MOVED = 0.8; // from here on, two pages of one name may be one item at two places
  private static final int BINS = 64;
  private static final int MAX_SHINGLES = 20_000;

  /** Names that number a section or an entry, as in ch07s02 or a20561: another release gives them to another item. */
  private static final Pattern NUMBERED = Pattern.compile("[a-z]{0,5}\\d+(?:[a-z_.-]+\\d+)*(?:_source)?|.*_\\d+_\\d+_\\d+.*");
  /** Pages that are often a second copy of another one, or hold what all others say. */
  private static final Pattern OVERVIEW = Pattern.compile("(?:.*/)?(?:index|_index|overview.*|toc|contents|genindex.*|search|_print)|.*/_print(?:/.*)?");

  record Source(String name, String kind, String group, String half) {}

  record Page(String url, String language, String version, String path, Source source, long[] shingles, int[] minima) {
    String name() {
      return path.substring(path.lastIndexOf('/') + 1);
    }
  }

  record Pair(Page a, Page b, boolean same, String kind, double jaccard) {}

  public static void main(String[] args) throws IOException {
    Map<String, List<Source>> groups = new TreeMap<>();
    for (String line : Files.readAllLines(Path.of(args[0]))) {
      String[] f = line.split("\t", -1);
      if (!line.startsWith("#") && !Set.of("saved-web", "site").contains(f[1])) {
        groups.computeIfAbsent(f[2], group -> new ArrayList<>()).add(new Source(f[0], f[1], f[2], f[3]));
      }
    }
    Path done = Path.of(args[1]).resolve("structure");
    Files.createDirectories(done);
    try (Writer out = new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(Path.of(args[2]))), StandardCharsets.UTF_8)) {
      for (Map.Entry<String, List<Source>> group : groups.entrySet()) {
        Path file = done.resolve(group.getKey() + ".tsv");
        if (!Files.exists(file)) {
          Files.write(file, rows(group.getKey(), group.getValue(), Path.of(args[1]).resolve("pages")));
        }
        Map<String, Integer> written = new HashMap<>();
        for (String row : Files.readAllLines(file)) {
          String[] f = row.split("\t");
          if (written.merge(f[4] + "\t" + f[2], 1, Integer::sum) <= PAIRS) {
            out.write(row + "\n");
          }
        }
      }
    }
  }

  private static List<String> rows(String group, List<Source> sources, Path folder) throws IOException {
    List<Page> pages = new ArrayList<>();
    for (Source source : sources) {
      read(source, folder, pages);
    }
    List<Pair> pairs = label(pages, new Random(SEED ^ group.hashCode()));
    List<String> rows = new ArrayList<>();
    for (Pair p : pairs) {
      rows.add(String.join("\t", p.a().url(), p.b().url(), p.same() ? "1" : "0", p.kind(), p.a().source().name(),
          p.a().source().half(), String.format(Locale.ROOT, "%.3f\t%.3f", p.jaccard(), containment(p.a(), p.b()))));
    }
    long same = pairs.stream().filter(Pair::same).count();
    System.err.println(group + ": " + pages.size() + " pages, " + same + " same, " + (pairs.size() - same) + " other");
    return rows;
  }

  private static void read(Source source, Path folder, List<Page> pages) throws IOException {
    Path events = folder.resolve(source.name() + ".jsonl.gz");
    if (!Files.exists(events)) {
      throw new IOException(source.name() + " has no pages: run collect first");
    }
    Map<String, String[]> rows = new HashMap<>();
    for (String row : Files.readAllLines(folder.resolve(source.name() + ".tsv"))) {
      String[] f = row.split("\t", -1);
      rows.put(f[0], f);
    }
    try (BufferedReader in = new BufferedReader(new InputStreamReader(new GZIPInputStream(Files.newInputStream(events)),
        StandardCharsets.UTF_8), 1 << 16)) {
      for (String line; (line = in.readLine()) != null; ) {
        String url = line.substring(8, line.indexOf('"', 8));
        int body = line.indexOf("\"bodyBase64\":\"") + 14;
        byte[] html = Base64.getDecoder().decode(line.substring(body, line.indexOf('"', body)));
        long[] shingles = shingles(text(decode(html)));
        String[] row = rows.get(url);
        String path = row[3].replaceFirst("\\.x?html?$", "");
        pages.add(new Page(url, row[1], row[2], path, source, shingles, minima(shingles)));
      }
    }
  }

  private static List<Pair> label(List<Page> pages, Random random) {
    List<Pair> pairs = new ArrayList<>();
    long sources = pages.stream().map(Page::source).distinct().count();
    int most = sources > 1 ? 2 * PAIRS : PAIRS;
    pairs.addAll(sample(same(pages, random), most, random));
    List<Pair> translations = sample(translations(pages, random), PAIRS / 2, random);
    pairs.addAll(translations);
    int others = pairs.stream().anyMatch(Pair::same) ? most : PAIRS / 2 + translations.size() / 2; // there are more groups of one release than of several
    pairs.addAll(sample(other(pages, random), others - translations.size(), random));
    return pairs;
  }

  /** The same path and language in two releases: one pair of releases for each item. */
  private static List<Pair> same(List<Page> pages, Random random) {
    List<Pair> pairs = new ArrayList<>();
    for (List<Page> item : by(pages, page -> page.language() + "\t" + page.path()).values()) {
      Collections.shuffle(item, random);
      if (NUMBERED.matcher(item.get(0).name()).matches()) {
        continue;
      }
      int taken = 0;
      for (int i = 0; i + 1 < item.size() && taken < 3; i++) {
        Page a = item.get(i);
        Page b = item.get(i + 1);
        if (!a.version().equals(b.version()) && !Arrays.equals(a.shingles(), b.shingles())) {
          double jaccard = jaccard(a, b);
          if (jaccard > SAME) {
            pairs.add(new Pair(a, b, true, "release", jaccard));
            taken++;
          }
        }
      }
    }
    return pairs;
  }

  private static List<Pair> translations(List<Page> pages, Random random) {
    List<Pair> pairs = new ArrayList<>();
    for (List<Page> item : by(pages, page -> (page.source().kind().equals("manual") ? "" : page.version()) + "\t" + page.path()).values()) {
      Collections.shuffle(item, random);
      for (int i = 0; i + 1 < Math.min(item.size(), 8); i++) {
        Page a = item.get(i);
        Page b = item.get(i + 1);
        if (!a.language().equals(b.language())) {
          double jaccard = jaccard(a, b);
          if (jaccard >= TRANSLATED && jaccard < UNTRANSLATED) {
            pairs.add(new Pair(a, b, false, "translation", jaccard));
          }
        }
      }
    }
    return pairs;
  }

  /** Two paths of one release and language whose min-hashes agree somewhere. */
  private static List<Pair> other(List<Page> pages, Random random) {
    Map<String, List<Page>> buckets = new LinkedHashMap<>();
    for (Page page : pages) {
      if (OVERVIEW.matcher(page.path()).matches() || page.shingles().length < 8) {
        continue;
      }
      for (int band = 0; band < BINS; band += 2) {
        if (page.minima()[band] != Integer.MAX_VALUE && page.minima()[band + 1] != Integer.MAX_VALUE) {
          String key = page.language() + "\t" + page.version() + "\t" + band + "\t" + page.minima()[band] + "\t" + page.minima()[band + 1];
          buckets.computeIfAbsent(key, k -> new ArrayList<>()).add(page);
        }
      }
    }
    List<List<Page>> shuffled = new ArrayList<>(buckets.values());
    shuffled.removeIf(bucket -> bucket.size() < 2);
    Collections.shuffle(shuffled, random);
    Set<String> seen = new HashSet<>();
    List<Pair> pairs = new ArrayList<>();
    for (List<Page> bucket : shuffled) {
      Collections.shuffle(bucket, random);
      for (int i = 0; i + 1 < Math.min(bucket.size(), 20) && seen.size() < CANDIDATES; i++) {
        Page a = bucket.get(i);
        Page b = bucket.get(i + 1);
        if (!seen.add(a.url().compareTo(b.url()) < 0 ? a.url() + "\t" + b.url() : b.url() + "\t" + a.url())) {
          continue;
        }
        String one = a.path().toLowerCase(Locale.ROOT);
        String two = b.path().toLowerCase(Locale.ROOT);
        double jaccard = jaccard(a, b);
        if (jaccard >= OTHER
            && !Arrays.equals(a.shingles(), b.shingles())
            && !one.endsWith(two) && !two.endsWith(one)
            && !(jaccard >= MOVED && a.name().equalsIgnoreCase(b.name()))) {
          pairs.add(new Pair(a, b, false, a.source().kind().equals("manual") ? "manual" : "path", jaccard));
        }
      }
    }
    return pairs;
  }

  /** As many as possible from every tenth of similarity, the most similar first; a page is used thrice at most. */
  private static List<Pair> sample(List<Pair> pairs, int most, Random random) {
    Collections.shuffle(pairs, random);
    List<List<Pair>> tenths = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      tenths.add(new ArrayList<>());
    }
    pairs.forEach(pair -> tenths.get(9 - Math.min(9, (int) (pair.jaccard() * 10))).add(pair));
    Map<String, Integer> used = new HashMap<>();
    List<Pair> sample = new ArrayList<>();
    for (boolean more = true; more && sample.size() < most; ) {
      more = false;
      for (List<Pair> tenth : tenths) {
        while (!tenth.isEmpty() && sample.size() < most) {
          Pair pair = tenth.remove(tenth.size() - 1);
          if (used.getOrDefault(pair.a().url(), 0) < 3 && used.getOrDefault(pair.b().url(), 0) < 3) {
            used.merge(pair.a().url(), 1, Integer::sum);
            used.merge(pair.b().url(), 1, Integer::sum);
            sample.add(pair);
            more = true;
            break;
          }
        }
      }
    }
    return sample;
  }

  private static Map<String, List<Page>> by(List<Page> pages, java.util.function.Function<Page, String> key) {
    Map<String, List<Page>> map = new TreeMap<>();
    pages.forEach(page -> map.computeIfAbsent(key.apply(page), k -> new ArrayList<>()).add(page));
    return map;
  }

  private static int common(Page a, Page b) {
    long[] one = a.shingles();
    long[] two = b.shingles();
    int common = 0;
    for (int i = 0, j = 0; i < one.length && j < two.length; ) {
      if (one[i] == two[j]) {
        common++;
        i++;
        j++;
      } else if (one[i] < two[j]) {
        i++;
      } else {
        j++;
      }
    }
    return common;
  }

  private static double jaccard(Page a, Page b) {
    int common = common(a, b);
    int all = a.shingles().length + b.shingles().length - common;
    return all == 0 ? 0 : (double) common / all;
  }

  private static double containment(Page a, Page b) {
    return (double) common(a, b) / Math.max(1, Math.min(a.shingles().length, b.shingles().length));
  }

  private static int[] minima(long[] shingles) {
    int[] minima = new int[BINS];
    Arrays.fill(minima, Integer.MAX_VALUE);
    for (long shingle : shingles) {
      int bin = (int) (shingle >>> 58);
      minima[bin] = Math.min(minima[bin], (int) (shingle >>> 20) & 0x7fffffff);
    }
    return minima;
  }

  private static String decode(byte[] html) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(html)).toString();
    } catch (CharacterCodingException e) {
      return new String(html, StandardCharsets.ISO_8859_1);
    }
  }

  /** The text without comments, scripts, styles and tags. */
  private static String text(String html) {
    StringBuilder text = new StringBuilder(html.length() / 2);
    for (int i = 0; i < html.length(); ) {
      char c = html.charAt(i);
      if (c != '<') {
        text.append(c);
        i++;
        continue;
      }
      int end;
      if (html.startsWith("<!--", i)) {
        end = html.indexOf("-->", i);
      } else if (html.regionMatches(true, i, "<script", 0, 7)) {
        end = end(html, "</script", i);
      } else if (html.regionMatches(true, i, "<style", 0, 6)) {
        end = end(html, "</style", i);
      } else {
        end = html.indexOf('>', i);
      }
      text.append(' ');
      int close = end < 0 ? -1 : html.indexOf('>', end);
      i = close < 0 ? html.length() : close + 1;
    }
    return text.toString();
  }

  private static int end(String html, String tag, int from) {
    for (int i = html.indexOf("</", from); i >= 0; i = html.indexOf("</", i + 2)) {
      if (html.regionMatches(true, i, tag, 0, tag.length())) {
        return i;
      }
    }
    return -1;
  }

  /** Sorted hashes of three words each; a character is a word where words have no blanks between them. */
  private static long[] shingles(String text) {
    long[] words = new long[1024];
    int count = 0;
    long word = 0;
    for (int i = 0; i <= text.length(); ) {
      int c = i < text.length() ? text.codePointAt(i) : ' ';
      i += Character.charCount(c);
      boolean alone = c >= 0x2e80 && Character.isIdeographic(c) || c >= 0x3040 && c < 0x3100 || c >= 0x0e00 && c < 0x0e80
          || c >= 0x1780 && c < 0x1800;
      boolean part = Character.isLetterOrDigit(c) || Character.getType(c) == Character.NON_SPACING_MARK;
      if (word != 0 && (!part || alone)) {
        words = count == words.length ? Arrays.copyOf(words, 2 * count) : words;
        words[count++] = mix(word);
        word = 0;
      }
      if (alone && part) {
        words = count == words.length ? Arrays.copyOf(words, 2 * count) : words;
        words[count++] = mix(c);
      } else if (part) {
        word = word * 31 + Character.toLowerCase(c) + 7;
      }
    }
    int shingles = Math.min(MAX_SHINGLES, Math.max(0, count - 2));
    long[] hashes = new long[shingles];
    for (int i = 0; i < shingles; i++) {
      hashes[i] = mix(words[i] * 3 + mix(words[i + 1] * 5 + mix(words[i + 2])));
    }
    Arrays.sort(hashes);
    int distinct = 0;
    for (int i = 0; i < shingles; i++) {
      if (i == 0 || hashes[i] != hashes[i - 1]) {
        hashes[distinct++] = hashes[i];
      }
    }
    // unsigned order is not needed: the two sides of a comparison are sorted alike
    return Arrays.copyOf(hashes, distinct);
  }

  private static long mix(long h) {
    h = (h ^ h >>> 33) * 0xff51afd7ed558ccdL;
    h = (h ^ h >>> 33) * 0xc4ceb9fe1a85ec53L;
    return h ^ h >>> 33;
  }
}
