import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ObjIntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/**
 * Draws pairs of pages to be judged by readers, and makes a table of their judgements.
 *
 * <pre>
 * java src/judged/Packets.java draw COLLECTION VERDICTS HALF NEAR EXACT KEPT SEED INTO   INTO/packets, INTO/keys
 * java src/judged/Packets.java merge INTO > src/judged/sites-judged.tsv                  reads INTO/answers too
 * </pre>
 *
 * <p>Near drops and exact drops are drawn, and pages that were kept although one before them has nearly the same visible
 * text: Jaccard similarity of the word 3-shingles &ge; .65, or &ge; .8 of the shorter one's shingles. Each site and class
 * is a stratum; its share of the pairs grows with the square root of its size, and a pair's weight is the number of
 * pages in its stratum that it stands for; pairs drawn before into the same folder are not drawn again. Exact drops whose names are other ones are a class of their own, as are XML
 * pages.
 *
 * <p>An answer is a line of INTO/answers/PACKET.READER.tsv: the pair's number; 1 (right to drop), 0 or ?; class; reason.
 */
public final class Packets {
  private static final int PAIRS = 25; // in a packet
  private static final int MAX_SHINGLES = 20_000;
  private static final Pattern FIELD = Pattern.compile("\"(decision|match|reason|similarity|offset|url)\":(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([0-9.]+))");
  private static final Pattern BODY = Pattern.compile("\"bodyBase64\":\"([^\"]*)\"");
  private static final Pattern CHARSET = Pattern.compile("(?i)<meta[^>]{0,200}charset=[\"']?([\\w-]+)");
  private static final Pattern TITLE = Pattern.compile("(?is)<title[^>]*>(.*?)</title>");
  private static final Pattern HEADING = Pattern.compile("(?is)<h[12]\\b[^>]*>(.*?)</h[12]>");
  private static final Pattern CANONICAL = Pattern.compile("(?is)<link\\b(?=[^>]*rel=[\"']?canonical)[^>]*href=[\"']?([^\"'\\s>]+)");

  private static final Pattern ENTITY = Pattern.compile("&#(\\d{2,6});");

  /** A page's verdict: {@code like} is the place of the kept page, and {@code match} near, exact or kept. */
  private record Verdict(int place, String url, String match, String reason, String similarity, int like) {}

  private record Site(String name, String kind, String half) {}

  private record Pair(String id, String kind, Site site, String drawn, double weight, Verdict verdict, String kept) {}

  private record View(String title, String heading, String canonical, List<String> main, List<String> visible) {}

  public static void main(String[] args) throws Exception {
    if (args.length == 9 && args[0].equals("draw")) {
      draw(Path.of(args[1]), Path.of(args[2]), args[3], Arrays.stream(args, 4, 7).mapToInt(Integer::parseInt).toArray(),
          Long.parseLong(args[7]), Path.of(args[8]));
    } else if (args.length == 2 && args[0].equals("merge")) {
      merge(Path.of(args[1]));
    } else {
      System.err.println("draw COLLECTION VERDICTS HALF NEAR EXACT KEPT SEED INTO, or merge INTO");
      System.exit(2);
    }
  }

  private static void draw(Path collection, Path verdictsFile, String half, int[] counts, long seed, Path into) throws Exception {
    List<Site> sites = new ArrayList<>(); // by place
    List<Boolean> xml = new ArrayList<>();
    Map<String, Site> byName = new HashMap<>();
    for (String line : Files.readAllLines(Path.of("src/judged/sites.tsv"))) {
      String[] f = line.split("\t");
      byName.put(f[0], new Site(f[0], f[1], f[3]));
    }
    List<Path> files = files(collection.resolve("pages"));
    for (Path file : files) {
      String name = file.getFileName().toString().replace(".jsonl.gz", "");
      for (String row : Files.readAllLines(file.resolveSibling(name + ".tsv"))) {
        sites.add(byName.get(name));
        xml.add(row.split("\t")[2].equals("xml"));
      }
    }
    List<Verdict> verdicts = verdicts(verdictsFile);
    Set<String> before = drawnBefore(into.resolve("keys"));
    Map<Integer, Verdict> all = verdicts.stream().collect(Collectors.toMap(Verdict::place, v -> v));
    Map<String, List<Verdict>> strata = new TreeMap<>();
    for (Verdict v : verdicts) {
      if (sites.get(v.place()).half().equals(half) && (v.match().equals("near") || v.match().equals("exact"))) {
        String drawn = v.match();
        strata.computeIfAbsent(drawn + "\t" + sites.get(v.place()).name() + (xml.get(v.place()) ? "\txml" : ""), k -> new ArrayList<>()).add(v);
      }
    }
    for (Verdict v : counts[2] == 0 ? List.<Verdict>of() : alike(files, verdicts, place -> sites.get(place).half().equals(half))) {
      strata.computeIfAbsent("kept\t" + sites.get(v.place()).name() + (xml.get(v.place()) ? "\txml" : ""), k -> new ArrayList<>()).add(v);
    }
    Random random = new Random(seed);
    List<Pair> pairs = new ArrayList<>();
    Map<String, Integer> wanted = Map.of("near", counts[0], "exact", counts[1], "kept", counts[2]);
    for (String drawn : List.of("near", "exact", "kept")) {
      Map<String, List<Verdict>> own = strata.entrySet().stream().filter(e -> e.getKey().startsWith(drawn + "\t"))
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, TreeMap::new));
      if (wanted.get(drawn) == 0) {
        continue;
      }
      Map<String, Integer> shares = shares(own, wanted.get(drawn));
      for (Map.Entry<String, List<Verdict>> stratum : own.entrySet()) {
        List<Verdict> members = stratum.getValue();
        int size = members.size();
        members.removeIf(v -> before.contains(v.url() + "\t" + all.get(v.like()).url()));
        Collections.shuffle(members, random);
        int share = Math.min(members.size(), shares.get(stratum.getKey()));
        for (Verdict v : members.subList(0, share)) {
          Site site = sites.get(v.place());
          pairs.add(new Pair("", xml.get(v.place()) ? "xml" : site.kind(), site, drawn, (double) size / share, v, all.get(v.like()).url()));
        }
      }
    }
    Collections.shuffle(pairs, random);
    System.err.printf(Locale.ROOT, "%s: %s%n", half, strata.entrySet().stream().collect(Collectors.groupingBy(e -> e.getKey().split("\t")[0],
        TreeMap::new, Collectors.summingInt(e -> e.getValue().size()))));
    write(files, pairs, half + "-" + seed, into);
  }

  private static Set<String> drawnBefore(Path keys) throws IOException {
    Set<String> pairs = new HashSet<>();
    if (Files.isDirectory(keys)) {
      try (var files = Files.list(keys)) {
        for (Path file : files.toList()) {
          Files.readAllLines(file).forEach(line -> pairs.add(line.split("\t")[1] + "\t" + line.split("\t")[2]));
        }
      }
    }
    return pairs;
  }

  /** How many of each stratum: the more the larger it is, by the square root; a tenth of it for XML. */
  private static Map<String, Integer> shares(Map<String, List<Verdict>> strata, int wanted) {
    Map<String, Integer> shares = new HashMap<>();
    double low = 0;
    double high = 1_000;
    for (int i = 0; i < 60; i++) {
      double factor = (low + high) / 2;
      strata.forEach((name, members) -> shares.put(name,
          (int) Math.min(members.size(), Math.max(1, Math.round(factor * Math.sqrt(members.size()) * (name.endsWith("\txml") ? .1 : 1))))));
      if (shares.values().stream().mapToInt(n -> n).sum() > wanted) {
        high = factor;
      } else {
        low = factor;
      }
    }
    return shares;
  }

  private static List<Verdict> verdicts(Path file) throws IOException {
    List<Verdict> verdicts = new ArrayList<>();
    try (BufferedReader in = Files.newBufferedReader(file)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        Map<String, List<String>> fields = new HashMap<>();
        Matcher m = FIELD.matcher(line);
        while (m.find()) {
          fields.computeIfAbsent(m.group(1), k -> new ArrayList<>()).add(m.group(2) == null ? m.group(3) : m.group(2));
        }
        List<String> places = fields.get("offset"); // of the kept page, then its own
        boolean kept = fields.get("decision").get(0).equals("unique");
        verdicts.add(new Verdict(Integer.parseInt(places.get(places.size() - 1)), fields.get("url").get(0),
            kept ? "kept" : fields.getOrDefault("match", List.of("revisit")).get(0), fields.getOrDefault("reason", List.of("-")).get(0),
            fields.getOrDefault("similarity", List.of("-")).get(0), kept ? -1 : Integer.parseInt(places.get(0))));
      }
    }
    return verdicts;
  }

  /** Pages of a half that were kept, each with the kept page of it before it whose visible text is most alike, if it is alike enough. */
  private static List<Verdict> alike(List<Path> files, List<Verdict> verdicts, java.util.function.IntPredicate wanted) throws IOException {
    Map<Integer, Verdict> kept = verdicts.stream().filter(v -> v.match().equals("kept") && wanted.test(v.place()))
        .collect(Collectors.toMap(Verdict::place, v -> v));
    Map<Integer, long[]> texts = new HashMap<>();
    Map<Long, int[]> index = new HashMap<>(); // of every 16th shingle: the newest pages that have it
    List<Verdict> found = new ArrayList<>();
    pages(files, kept.keySet()::contains, (html, place) -> {
      long[] shingles = shingles(words(visible(html)));
      if (shingles.length < 10) {
        return;
      }
      Map<Integer, Integer> common = new HashMap<>();
      for (long shingle : shingles) {
        if (shingle % 16 == 0) {
          int[] pages = index.getOrDefault(shingle, new int[0]);
          Arrays.stream(pages).forEach(page -> common.merge(page, 1, Integer::sum));
          int[] more = Arrays.copyOfRange(pages, Math.max(0, pages.length - 63), Math.max(0, pages.length - 63) + Math.min(pages.length, 63) + 1);
          more[more.length - 1] = place;
          index.put(shingle, more);
        }
      }
      texts.put(place, shingles);
      int best = -1;
      double most = 0;
      double jaccard = 0;
      for (int other : common.entrySet().stream().sorted(Map.Entry.<Integer, Integer>comparingByValue().reversed()).limit(8)
          .map(Map.Entry::getKey).toList()) {
        double both = common(shingles, texts.get(other));
        double j = both / (shingles.length + texts.get(other).length - both);
        double contained = both / Math.min(shingles.length, texts.get(other).length);
        if ((j >= .65 || contained >= .8) && Math.max(j, contained - .15) > most) {
          most = Math.max(j, contained - .15);
          jaccard = j;
          best = other;
        }
      }
      if (best >= 0) {
        found.add(new Verdict(place, kept.get(place).url(), "kept", "-", String.format(Locale.ROOT, "%.2f", jaccard), best));
      }
    });
    return found;
  }

  private static double common(long[] a, long[] b) {
    int common = 0;
    for (int i = 0, j = 0; i < a.length && j < b.length; ) {
      if (a[i] == b[j]) {
        common++;
        i++;
        j++;
      } else if (a[i] < b[j]) {
        i++;
      } else {
        j++;
      }
    }
    return common;
  }

  private static void write(List<Path> files, List<Pair> pairs, String name, Path into) throws Exception {
    Set<Integer> places = new HashSet<>();
    pairs.forEach(pair -> places.addAll(List.of(pair.verdict().place(), pair.verdict().like())));
    Path drawn = Files.createTempFile("drawn", ".jsonl");
    List<Integer> order = new ArrayList<>();
    Map<Integer, String> htmls = new HashMap<>();
    try (Writer out = Files.newBufferedWriter(drawn)) {
      pages(files, places::contains, (html, place) -> htmls.put(place, html), (line, place) -> {
        order.add(place);
        try {
          out.write(line + "\n");
        } catch (IOException e) {
          throw new java.io.UncheckedIOException(e);
        }
      });
    }
    Process extract = new ProcessBuilder("./crawlsieve", "extract", drawn.toString()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Map<Integer, View> views = new HashMap<>();
    try (BufferedReader in = new BufferedReader(new InputStreamReader(extract.getInputStream(), StandardCharsets.UTF_8))) {
      for (int place : order) {
        String line = in.readLine();
        Matcher text = Pattern.compile("\"text\":\"((?:[^\"\\\\]|\\\\.)*+)\"").matcher(line);
        String html = htmls.get(place);
        views.put(place, new View(first(TITLE, html), first(HEADING, html), first(CANONICAL, html),
            words(text.find() ? unescape(text.group(1)) : ""), words(visible(html))));
      }
    }
    Files.delete(drawn);
    Files.createDirectories(into.resolve("packets"));
    Files.createDirectories(into.resolve("keys"));
    for (int from = 0; from < pairs.size(); from += PAIRS) {
      String packetName = String.format("%s-%02d", name, from / PAIRS + 1);
      StringBuilder packet = new StringBuilder();
      StringBuilder key = new StringBuilder();
      for (int i = from; i < Math.min(pairs.size(), from + PAIRS); i++) {
        Pair pair = pairs.get(i);
        String id = packetName + "." + (i - from + 1);
        packet.append(shown(id, pair, views.get(pair.verdict().place()), views.get(pair.verdict().like())));
        key.append(String.join("\t", id, pair.verdict().url(), pair.kept(), pair.kind(), pair.site().name(), pair.site().half(), pair.drawn(),
            String.format(Locale.ROOT, "%.2f", pair.weight()), pair.verdict().similarity(), pair.verdict().reason())).append("\n");
      }
      Files.writeString(into.resolve("packets/" + packetName + ".txt"), packet);
      Files.writeString(into.resolve("keys/" + packetName + ".tsv"), key);
      System.out.println(packetName);
    }
  }

  private static String shown(String id, Pair pair, View a, View b) {
    Verdict v = pair.verdict();
    StringBuilder out = new StringBuilder("=".repeat(110) + "\n" + id + "  " + pair.kind() + "  " + pair.site().name() + "  "
        + (pair.drawn().equals("kept") ? "KEPT, with the kept page most like it" : "DROPPED as " + v.match()) + "  similarity " + v.similarity()
        + ", reason " + v.reason() + "\n");
    String one = pair.drawn().equals("kept") ? "page " : "drop ";
    String[][] rows = {{"url", v.url(), pair.kept()}, {"title", a.title(), b.title()}, {"heading", a.heading(), b.heading()},
        {"canonical", a.canonical(), b.canonical()}, {"main text", cut(a.main(), 500), cut(b.main(), 500)}};
    for (String[] row : rows) {
      out.append(String.format("%s%-9s %s%nkept %-9s %s%n", one, row[0], row[1], row[0], row[2]));
    }
    out.append(String.format("words: main text %d and %d, whole visible text %d and %d%n", a.main().size(), b.main().size(), a.visible().size(), b.visible().size()));
    out.append("-- main text, only in the first: ").append(only(a.main(), b.main(), List.of(), 300));
    out.append("\n-- main text, only in the kept one: ").append(only(b.main(), a.main(), List.of(), 300));
    out.append("\n-- elsewhere on the page, only in the first: ").append(only(a.visible(), b.visible(), a.main(), 150));
    out.append("\n-- elsewhere on the page, only in the kept one: ").append(only(b.visible(), a.visible(), b.main(), 150));
    return out.append("\n\n").toString();
  }

  private static String cut(List<String> words, int most) {
    String text = String.join(" ", words.subList(0, Math.min(words.size(), most)));
    return text.length() <= most ? text : text.substring(0, most) + " …";
  }

  /** The runs of words that no 3-shingle of the other text covers, nor one of what was shown already, with a few words before. */
  private static String only(List<String> words, List<String> other, List<String> shown, int most) {
    Set<String> known = new HashSet<>();
    for (List<String> text : List.of(other, shown)) {
      for (int i = 0; i + 2 < text.size(); i++) {
        known.add(shingle(text, i));
      }
      if (text.size() < 3) {
        known.addAll(text);
      }
    }
    boolean[] covered = new boolean[words.size()];
    for (int i = 0; i + 2 < words.size(); i++) {
      if (known.contains(shingle(words, i))) {
        covered[i] = covered[i + 1] = covered[i + 2] = true;
      }
    }
    int all = 0;
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < covered.length; i++) {
      if (covered[i] || words.size() < 3 && known.contains(words.get(i))) {
        continue;
      }
      if (all++ < most) {
        if (i == 0 || covered[i - 1]) {
          out.append(" … ").append(String.join(" ", words.subList(Math.max(0, i - 3), i))).append(" [[");
        }
        out.append(' ').append(words.get(i));
        if (i + 1 == covered.length || covered[i + 1] || all == most) {
          out.append(" ]]");
        }
      }
    }
    return all + " words" + (all == 0 ? "" : ":" + out);
  }

  private static String shingle(List<String> words, int at) {
    return (words.get(at) + " " + words.get(at + 1) + " " + words.get(at + 2)).toLowerCase(Locale.ROOT);
  }

  private static String first(Pattern pattern, String html) {
    Matcher m = pattern.matcher(html);
    return m.find() ? cut(words(entities(m.group(1).replaceAll("<[^>]*>", " "))), 200) : "-";
  }

  /** The text without comments, scripts, styles and tags. */
  private static String visible(String html) {
    StringBuilder text = new StringBuilder(html.length() / 2);
    for (int i = 0; i < html.length(); ) {
      char c = html.charAt(i);
      if (c != '<') {
        text.append(c);
        i++;
        continue;
      }
      int end = html.startsWith("<!--", i) ? html.indexOf("-->", i) : html.indexOf('>', i);
      for (String name : List.of("script", "style", "noscript", "template")) {
        if (html.regionMatches(true, i + 1, name, 0, name.length())) {
          end = end(html, "</" + name, i);
        }
      }
      text.append(' ');
      int close = end < 0 ? -1 : html.indexOf('>', end);
      i = close < 0 ? html.length() : close + 1;
    }
    return entities(text.toString());
  }

  private static int end(String html, String tag, int from) {
    for (int i = html.indexOf("</", from); i >= 0; i = html.indexOf("</", i + 2)) {
      if (html.regionMatches(true, i, tag, 0, tag.length())) {
        return i;
      }
    }
    return -1;
  }

  private static String entities(String text) {
    if (text.indexOf('&') < 0) {
      return text;
    }
    return ENTITY.matcher(text).replaceAll(m -> {
      int c = Integer.parseInt(m.group(1));
      return Matcher.quoteReplacement(Character.isValidCodePoint(c) ? Character.toString(c) : " ");
    }).replace("&nbsp;", " ").replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
  }

  /** Words; where a script has no blanks, each character is one. */
  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (java.util.StringTokenizer tokens = new java.util.StringTokenizer(text, " \t\n\r\f\u00a0"); tokens.hasMoreTokens(); ) {
      String word = tokens.nextToken();
      int from = 0;
      for (int i = 0; i < word.length(); i++) {
        char c = word.charAt(i);
        if (c >= 0x2e80 && c < 0xa000 || c >= 0x0e00 && c < 0x0e80) {
          if (from < i) {
            words.add(word.substring(from, i));
          }
          words.add(word.substring(i, i + 1));
          from = i + 1;
        }
      }
      if (from < word.length()) {
        words.add(word.substring(from));
      }
    }
    return words;
  }

  private static long[] shingles(List<String> words) {
    long[] hashes = new long[Math.min(MAX_SHINGLES, Math.max(0, words.size() - 2))];
    for (int i = 0; i < hashes.length; i++) {
      long h = 0;
      for (int k = 0; k < 3; k++) {
        h = h * 1_000_003 + words.get(i + k).toLowerCase(Locale.ROOT).hashCode();
        h = (h ^ h >>> 33) * 0xff51afd7ed558ccdL;
      }
      hashes[i] = h ^ h >>> 33;
    }
    return Arrays.stream(hashes).sorted().distinct().toArray();
  }

  private static void pages(List<Path> files, java.util.function.IntPredicate wanted, ObjIntConsumer<String> html) throws IOException {
    pages(files, wanted, html, (line, place) -> {});
  }

  private static void pages(List<Path> files, java.util.function.IntPredicate wanted, ObjIntConsumer<String> html, ObjIntConsumer<String> line)
      throws IOException {
    int place = 0;
    for (Path file : files) {
      try (BufferedReader in = new BufferedReader(new InputStreamReader(
          new GZIPInputStream(Files.newInputStream(file), 1 << 16), StandardCharsets.US_ASCII), 1 << 16)) {
        for (String event = in.readLine(); event != null; event = in.readLine(), place++) {
          if (wanted.test(place)) {
            Matcher body = BODY.matcher(event);
            html.accept(decoded(body.find() ? Base64.getDecoder().decode(body.group(1)) : new byte[0]), place);
            line.accept(event, place);
          }
        }
      }
    }
  }

  private static String decoded(byte[] html) {
    String plain = new String(html, StandardCharsets.ISO_8859_1);
    Matcher m = CHARSET.matcher(plain);
    try {
      return new String(html, m.find() ? Charset.forName(m.group(1)) : StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return plain; // a charset that does not exist
    }
  }

  private static String unescape(String json) {
    return Pattern.compile("\\\\(?:u([0-9a-fA-F]{4})|(.))").matcher(json).replaceAll(m -> Matcher.quoteReplacement(
        m.group(1) != null ? String.valueOf((char) Integer.parseInt(m.group(1), 16)) : "ntrbf".contains(m.group(2)) ? " " : m.group(2)));
  }

  private static List<Path> files(Path pages) throws IOException {
    try (var files = Files.list(pages)) {
      return files.filter(file -> file.toString().endsWith(".jsonl.gz")).sorted().toList();
    }
  }

  private static String stratum(String[] key) {
    return key[3] + "\t" + key[4] + "\t" + key[6];
  }

  /** One row for each pair that was judged; where two readers differ, it is ?. Says how often they agree. */
  private static void merge(Path into) throws IOException {
    Map<String, List<String[]>> answers = new TreeMap<>();
    try (var files = Files.list(into.resolve("answers"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".tsv")).sorted().toList()) {
        for (String line : Files.readAllLines(file)) {
          String[] f = (line + "\t\t\t").split("\t", -1);
          if (f[1].matches("[01?]")) {
            answers.computeIfAbsent(f[0], id -> new ArrayList<>()).add(f);
          }
        }
      }
    }
    Map<String, Integer> draws = new HashMap<>(); // in which a stratum was drawn
    try (var files = Files.list(into.resolve("keys"))) {
      for (Path file : files.toList()) {
        Files.readAllLines(file).stream().map(line -> stratum(line.split("\t", -1)) + "\t" + file.getFileName().toString().replaceFirst("-\\d+\\.tsv$", ""))
            .distinct().forEach(draw -> draws.merge(draw, 1, (a, b) -> 1));
      }
    }
    Map<String, Integer> times = new HashMap<>();
    draws.keySet().forEach(draw -> times.merge(draw.substring(0, draw.lastIndexOf('\t')), 1, Integer::sum));
    System.out.println("# dropped\tkept\tright\tclass\tkind\tsite\thalf\tdrawn\tweight\tsimilarity\tnames\treaders");
    Map<String, Integer> table = new TreeMap<>(); // of two readers' answers
    try (var files = Files.list(into.resolve("keys"))) {
      for (Path file : files.sorted().toList()) {
        for (String line : Files.readAllLines(file)) {
          String[] key = line.split("\t", -1);
          List<String[]> given = answers.getOrDefault(key[0], List.of());
          if (given.isEmpty()) {
            continue;
          }
          boolean agreed = given.stream().map(f -> f[1]).distinct().count() == 1;
          if (given.size() > 1) {
            table.merge(given.get(0)[1] + given.get(1)[1], 1, Integer::sum);
          }
          System.out.println(String.join("\t", key[1], key[2], agreed ? given.get(0)[1] : "?", agreed ? given.get(0)[2] : "readers-differ",
              key[3], key[4], key[5], key[6],
              String.format(Locale.ROOT, "%.2f", Double.parseDouble(key[7]) / times.get(stratum(key))), key[8], key[9], String.valueOf(given.size())));
        }
      }
    }
    double all = table.values().stream().mapToInt(n -> n).sum();
    double same = 0;
    double chance = 0;
    for (String answer : List.of("0", "1", "?")) {
      same += table.getOrDefault(answer + answer, 0) / all;
      double first = table.entrySet().stream().filter(e -> e.getKey().startsWith(answer)).mapToInt(Map.Entry::getValue).sum() / all;
      double second = table.entrySet().stream().filter(e -> e.getKey().endsWith(answer)).mapToInt(Map.Entry::getValue).sum() / all;
      chance += first * second;
    }
    if (all > 0) {
      System.err.printf(Locale.ROOT, "%d pairs were read twice: agreement %.3f, kappa %.3f; answers %s%n", (int) all, same, (same - chance) / (1 - chance), table);
    }
  }
}
