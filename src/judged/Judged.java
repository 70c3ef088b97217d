import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * Draws near drops of the collection to be judged, and says how many of those that were judged are
 * right, by kind of source.
 *
 * <pre>
 * java src/judged/Judged.java sample COLLECTION VERDICTS HALF N SEED   N of each kind: kind, both URLs
 * java src/judged/Judged.java report COLLECTION VERDICTS HALF          precision with its interval
 * </pre>
 *
 * <p>VERDICTS is the {@code verdicts.jsonl} of {@code sieve COLLECTION/pages/*.jsonl.gz}, in the
 * order of the files' names. The judgements are in {@code judged.tsv} beside this file.
 */
public final class Judged {

  private static final Pattern URL = Pattern.compile("\"url\":\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern POSITION =
      Pattern.compile("\"partition\":0,\"offset\":(\\d+),\"timestamp\"");
  private static final double Z = 1.96;

  private record Drop(String kind, String url, String kept) {}

  public static void main(String[] args) throws IOException {
    if (args.length < 4 || !(args[0].equals("report") || args[0].equals("sample") && args.length == 6)) {
      System.err.println(
          "report COLLECTION VERDICTS HALF, or sample COLLECTION VERDICTS HALF N SEED");
      System.exit(2);
    }
    Path here = Path.of("src/judged");
    List<Drop> drops = drops(here, Path.of(args[1]), Path.of(args[2]), args[3]);
    if (args[0].equals("report")) {
      report(drops, here.resolve("judged.tsv"));
    } else {
      sample(drops, Integer.parseInt(args[4]), Long.parseLong(args[5]));
    }
  }

  /** The near drops of one half, each with the kind of its source. */
  private static List<Drop> drops(Path here, Path collection, Path verdicts, String half)
      throws IOException {
    Map<String, String[]> sources = new HashMap<>();
    for (String line : Files.readAllLines(here.resolve("sources.tsv"))) {
      String[] fields = line.split("\t");
      sources.put(fields[0], fields);
    }
    TreeMap<Long, String[]> byPosition = new TreeMap<>(); // of each source's first page
    long position = 0;
    for (Path file : files(collection.resolve("pages"))) {
      byPosition.put(position, sources.get(file.getFileName().toString().replace(".jsonl.gz", "")));
      position += lines(file);
    }
    List<Drop> drops = new ArrayList<>();
    try (BufferedReader in = Files.newBufferedReader(verdicts)) {
      for (String verdict = in.readLine(); verdict != null; verdict = in.readLine()) {
        Matcher at = POSITION.matcher(verdict);
        if (verdict.contains("\"match\":\"near\"") && at.find()) {
          String[] source = byPosition.floorEntry(Long.parseLong(at.group(1))).getValue();
          Matcher url = URL.matcher(verdict);
          String own = url.find() ? url.group(1) : "";
          String kept = url.find() ? url.group(1) : "";
          if (source[3].equals(half)) {
            drops.add(new Drop(source[1], own, kept));
          }
        }
      }
    }
    return drops;
  }

  private static List<Path> files(Path pages) throws IOException {
    try (var files = Files.list(pages)) {
      return files.filter(file -> file.toString().endsWith(".jsonl.gz")).sorted().toList();
    }
  }

  private static long lines(Path file) {
    try (BufferedReader in =
        new BufferedReader(
            new java.io.InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file), 1 << 16),
                java.nio.charset.StandardCharsets.ISO_8859_1))) {
      return in.lines().count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void sample(List<Drop> drops, int count, long seed) {
    Collections.shuffle(drops, new Random(seed));
    Map<String, Integer> drawn = new HashMap<>();
    for (Drop drop : drops) {
      if (drawn.merge(drop.kind(), 1, Integer::sum) <= count) {
        System.out.println(drop.kind() + "\t" + drop.url() + "\t" + drop.kept());
      }
    }
  }

  private static void report(List<Drop> drops, Path judged) throws IOException {
    Map<String, String> labels = new HashMap<>();
    for (String line : Files.readAllLines(judged)) {
      String[] fields = line.split("\t");
      labels.put(fields[0] + "\t" + fields[1], fields[2]);
    }
    Map<String, int[]> kinds = new TreeMap<>(); // drops, right, wrong
    for (Drop drop : drops) {
      int[] counts = kinds.computeIfAbsent(drop.kind(), kind -> new int[3]);
      counts[0]++;
      String label = labels.getOrDefault(drop.url() + "\t" + drop.kept(), "");
      counts[1] += label.equals("1") ? 1 : 0;
      counts[2] += label.equals("0") ? 1 : 0;
    }
    double right = 0;
    long all = 0;
    for (Map.Entry<String, int[]> kind : kinds.entrySet()) {
      int[] counts = kind.getValue();
      int read = counts[1] + counts[2];
      double share = read == 0 ? Double.NaN : (double) counts[1] / read;
      double centre = (share + Z * Z / (2 * read)) / (1 + Z * Z / read);
      double spread =
          Z * Math.sqrt(share * (1 - share) / read + Z * Z / (4.0 * read * read)) / (1 + Z * Z / read);
      System.out.printf(
          Locale.ROOT,
          "%-14s %,7d drops, %3d judged: %.2f (%.2f to %.2f)%n",
          kind.getKey(),
          counts[0],
          read,
          share,
          Math.max(0, centre - spread),
          Math.min(1, centre + spread));
      if (read > 0) {
        right += counts[0] * share;
        all += counts[0];
      }
    }
    System.out.printf(Locale.ROOT, "all, by their drops: %.3f%n", right / all);
  }
}
