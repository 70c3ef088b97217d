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
 * java src/judged/Judged.java sites VERDICTS HALF                      the same of the judged pairs of real sites
 * </pre>
 *
 * <p>VERDICTS is the {@code verdicts.jsonl} of {@code sieve COLLECTION/pages/*.jsonl.gz}, in the
 * order of the files' names. The judgements are in {@code judged.tsv} beside this file, those of real sites in {@code
 * sites-judged.tsv}. There a pair counts as dropped if the page is a copy of the same kept page; so a rule that was changed
 * is measured by the drops that it shares with the one under which they were drawn.
 */
public final class Judged {

  private static final Pattern URL = Pattern.compile("\"url\":\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern POSITION =
      Pattern.compile("\"partition\":0,\"offset\":(\\d+),\"timestamp\"");
  private static final double Z = 1.96;

  private record Drop(String kind, String url, String kept) {}

  private record Labelled(String url, String kept, String right, String kind, String drawn, double weight) {}

  public static void main(String[] args) throws IOException {
    if (args.length == 3 && args[0].equals("sites")) {
      sites(Path.of("src/judged/sites-judged.tsv"), Path.of(args[1]), args[2]);
      return;
    }
    if (args.length < 4 || !(args[0].equals("report") || args[0].equals("sample") && args.length == 6)) {
      System.err.println(
          "report COLLECTION VERDICTS HALF, sample COLLECTION VERDICTS HALF N SEED, or sites VERDICTS HALF");
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

  private static void sites(Path judged, Path verdicts, String half) throws IOException {
    Map<String, String> keptFor = new HashMap<>();
    try (BufferedReader in = Files.newBufferedReader(verdicts)) {
      for (String verdict = in.readLine(); verdict != null; verdict = in.readLine()) {
        Matcher url = URL.matcher(verdict);
        if (url.find() && verdict.contains("\"decision\":\"duplicate\"")) {
          String own = url.group(1);
          keptFor.put(own, url.find() ? url.group(1) : "");
        }
      }
    }
    Map<String, List<Labelled>> groups = new TreeMap<>();
    for (String line : Files.readAllLines(judged)) {
      String[] f = line.split("\t");
      if (!line.startsWith("#") && f[6].equals(half) && !f[2].equals("?")) {
        String drawn = f[7].replace("exact-other", "exact");
        Labelled pair = new Labelled(f[0], f[1], f[2], f[4], drawn, Double.parseDouble(f[8]));
        groups.computeIfAbsent(drawn + " all", k -> new ArrayList<>()).add(pair);
        groups.computeIfAbsent(drawn + " " + f[4], k -> new ArrayList<>()).add(pair);
      }
    }
    System.out.println("pairs                      judged  right of those dropped now    right dropped now  wrong dropped now");
    for (Map.Entry<String, List<Labelled>> group : groups.entrySet()) {
      double weights = 0;
      double squares = 0;
      double right = 0;
      int[] all = new int[2];
      int[] dropped = new int[2];
      for (Labelled pair : group.getValue()) {
        int label = Integer.parseInt(pair.right());
        all[label]++;
        boolean now = pair.kept().equals(keptFor.get(pair.url()));
        dropped[label] += now ? 1 : 0;
        if (now || pair.drawn().equals("kept")) {
          weights += pair.weight();
          squares += pair.weight() * pair.weight();
          right += label * pair.weight();
        }
      }
      // weights make the sample as uncertain as a smaller one
      double[] interval = interval(right / weights, weights * weights / squares);
      System.out.printf(Locale.ROOT, "%-26s %6d  %.3f (%.3f to %.3f)%s  %4d of %4d       %4d of %4d%n", group.getKey(), all[0] + all[1],
          right / weights, interval[0], interval[1], group.getKey().startsWith("kept") ? " missed" : "       ", dropped[1], all[1], dropped[0], all[0]);
    }
  }

  private static double[] interval(double share, double read) {
    double centre = (share + Z * Z / (2 * read)) / (1 + Z * Z / read);
    double spread = Z * Math.sqrt(share * (1 - share) / read + Z * Z / (4.0 * read * read)) / (1 + Z * Z / read);
    return new double[] {Math.max(0, centre - spread), Math.min(1, centre + spread)};
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
      double[] interval = interval(share, read);
      System.out.printf(
          Locale.ROOT,
          "%-14s %,7d drops, %3d judged: %.2f (%.2f to %.2f)%n",
          kind.getKey(),
          counts[0],
          read,
          share,
          interval[0],
          interval[1]);
      if (read > 0) {
        right += counts[0] * share;
        all += counts[0];
      }
    }
    System.out.printf(Locale.ROOT, "all, by their drops: %.3f%n", right / all);
  }
}
