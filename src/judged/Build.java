import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Makes page events of unpacked sources: {@code java Build.java SOURCES.tsv DIR NAME…} reads DIR/sources/NAME and writes
 * DIR/pages/NAME.jsonl.gz, and beside it NAME.tsv with the URL, language, version and item of every page, from which
 * {@code Structure.java} makes labels.
 *
 * <p>A source's {@code layout} is a regular expression with the named groups {@code path} (what names the item),
 * {@code language}, {@code version}, {@code charset} and {@code host}; its {@code base} is a URL in which these stand in
 * braces. A page counts only if the layout matches its whole path. Without a layout, the folder that all pages share is
 * left out, and the rest is the path. The base {@code saved} stands for the URL that a saved page gives for itself. The
 * base {@code walk URL [HOME]} stands for a copy of a whole site at that URL: its pages are those that links lead to from
 * its home page (or where paths match the regular expression HOME), in the order of the walk, each at the address that it
 * had.
 */
public final class Build {
  private static final int MAX_PAGES = 4_000; // of one source, unless its row says otherwise
  private static final int MAX_WALK = 1_500; // of a site that is walked
  private static final int MIN_BYTES = 200;
  private static final int MAX_BYTES = 2_000_000;

  private static final Pattern HTML = Pattern.compile("(?i).*\\.(x?html?|testhtml)(\\.gz)?");
  private static final Pattern MAN = Pattern.compile(
      "(?:.*/)?man/(?:(?<language>[a-z]{2,3}(?:_[A-Z]{2})?)(?:[.@][^/]*)?/)?man[0-9]\\w*/(?<path>[^/]+?\\.[0-9]\\w*?)(?:\\.gz)?");
  private static final Pattern BASE = Pattern.compile("(?i)<base\\s[^>]*?\\bhref\\s*=\\s*[\"']?([^\"'\\s>]+)");
  private static final Pattern FRAMES = Pattern.compile("(?i)<frameset");
  private static final Pattern REFRESH = Pattern.compile("(?i)http-equiv\\s*=\\s*[\"']?refresh");
  private static final Pattern REDIRECT = Pattern.compile("(?i)\\A\\s*(REDIRECT|\\.so )");
  private static final Pattern FRONT = Pattern.compile("(?s)\\A---\\n(.*?)\\n---\\n");
  private static final List<Pattern> OWN_URL = Stream.of(
      "<!--\\s*saved from url=\\(\\d+\\)(https?://[^\\s>]+)",
      "<link\\b[^>]*\\brel=[\"']?canonical[\"']?[^>]*\\bhref=[\"']?(https?://[^\"'\\s>]+)",
      "<link\\b[^>]*\\bhref=[\"']?(https?://[^\"'\\s>]+)[\"']?[^>]*\\brel=[\"']?canonical\\b",
      "<meta\\b[^>]*\\bproperty=[\"']?og:url[\"']?[^>]*\\bcontent=[\"']?(https?://[^\"'\\s>]+)",
      "<meta\\b[^>]*\\bcontent=[\"']?(https?://[^\"'\\s>]+)[\"']?[^>]*\\bproperty=[\"']?og:url\\b",
      "<base\\b[^>]*\\bhref=[\"']?(https?://[^\"'\\s>]+)")
      .map(regex -> Pattern.compile("(?i)" + regex)).toList();
  private static final Pattern LINK = Pattern.compile(
      "(?i)<(?:a|area|frame|iframe)\\s[^>]*?\\b(?:href|src)\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'|([^\\s\"'>]+))"
          + "|;\\s*url=([^\"'>\\s]+)[\"']?\\s*/?>");
  private static final Pattern MIRRORED = Pattern.compile("<!-- Mirrored from (\\S+) by HTTrack");
  private static final Pattern XML = Pattern.compile("(?i)\\A[\\s\\u00ef\\u00bb\\u00bf]*<(?:\\?xml(?!.{0,300}<(?:!doctype\\s+)?html)|rss|feed|oembed|urlset)");

  record Source(String name, String kind, String languages, String version, String get, String base, int pages, String layout) {}

  record Page(Path file, Map<String, String> parts) {
    String item() {
      return parts.get("path");
    }
  }

  public static void main(String[] args) throws Exception {
    Map<String, Source> sources = read(Path.of(args[0]));
    Path dir = Path.of(args[1]);
    Files.createDirectories(dir.resolve("pages"));
    boolean failed = false;
    for (String name : Arrays.asList(args).subList(2, args.length)) {
      Path out = dir.resolve("pages").resolve(name + ".jsonl.gz");
      if (Files.exists(out)) {
        continue;
      }
      try {
        int pages = build(sources.get(name), dir.resolve("sources").resolve(name), out);
        System.err.println(name + ": " + pages + " pages");
      } catch (IOException | RuntimeException e) {
        System.err.println(name + ": not built: " + e);
        failed = true;
      }
    }
    System.exit(failed ? 1 : 0);
  }

  static Map<String, Source> read(Path file) throws IOException {
    Map<String, Source> sources = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] f = line.split("\t", -1);
      if (f.length != 10) {
        throw new IOException(file + ": 10 columns expected: " + line);
      }
      sources.put(f[0], new Source(f[0], f[1], f[4], f[5], f[6], f[7], f[8].equals("-") ? MAX_PAGES : Integer.parseInt(f[8]), f[9]));
    }
    return sources;
  }

  private static int build(Source source, Path root, Path out) throws IOException {
    boolean walked = source.base().startsWith("walk ");
    List<Page> pages = walked ? walk(source, root) : capped(find(source, root), source.pages());
    if (pages.isEmpty()) {
      throw new IOException("no page in " + root);
    }
    if (!walked) {
      pages.sort(Comparator.comparing(Page::file));
    }
    Path temporary = out.resolveSibling(source.name() + ".tmp");
    List<String> rows = new ArrayList<>();
    Set<String> urls = new HashSet<>();
    Map<Page, byte[]> manual = render(pages.stream().filter(page -> !HTML.matcher(page.file().getFileName().toString()).matches()
        && source.kind().equals("manual")).toList());
    try (OutputStream file = new GZIPOutputStream(Files.newOutputStream(temporary), 1 << 16)) {
      for (Page page : pages) {
        byte[] body = manual.containsKey(page) ? manual.get(page) : body(page.file());
        String text = body == null ? "" : new String(body, StandardCharsets.ISO_8859_1);
        if (stub(text)) {
          continue;
        }
        Map<String, String> front = new TreeMap<>();
        Matcher matter = FRONT.matcher(text);
        if (matter.find()) {
          front = front(new String(matter.group(1).getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
          body = join("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>" + front.getOrDefault("title", "")
              + "</title></head><body>\n", Arrays.copyOfRange(body, matter.end(), body.length), "\n</body></html>\n");
          if (front.containsKey("redirect_to")) {
            continue;
          }
        }
        String url = walked ? page.parts().get("url") : url(source, page, text, urls);
        if (!urls.add(url)) {
          continue;
        }
        String charset = page.parts().get("charset");
        String event = "{\"url\":\"" + url + "\",\"contentType\":\"text/html" + (charset == null ? "" : "; charset=" + charset)
            + "\",\"bodyBase64\":\"" + Base64.getEncoder().encodeToString(body) + "\"}\n";
        file.write(event.getBytes(StandardCharsets.US_ASCII));
        rows.add(String.join("\t", url, page.parts().getOrDefault("language", source.languages()),
            walked && XML.matcher(text).find() ? "xml" : page.parts().getOrDefault("version", source.version()), page.item()));
      }
    }
    if (rows.isEmpty()) {
      Files.delete(temporary);
      throw new IOException("no page in " + root + " that is more than a stub");
    }
    Files.write(out.resolveSibling(source.name() + ".tsv"), rows);
    Files.move(temporary, out, StandardCopyOption.REPLACE_EXISTING);
    return rows.size();
  }

  private static List<Page> find(Source source, Path root) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(root)) {
      files = walk.filter(f -> Files.isRegularFile(f, java.nio.file.LinkOption.NOFOLLOW_LINKS)).sorted().toList();
    }
    boolean manual = source.kind().equals("manual");
    if (source.layout().equals("-") && !manual) {
      files = files.stream().filter(f -> HTML.matcher(f.getFileName().toString()).matches()).toList();
      Path shared = shared(files);
      return files.stream().map(f -> {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("path", (shared == null ? f : shared.relativize(f)).toString().replaceFirst("\\.gz$", ""));
        return new Page(f, parts);
      }).collect(Collectors.toCollection(ArrayList::new));
    }
    Pattern layout = source.layout().equals("-") ? MAN : Pattern.compile(source.layout());
    List<Page> pages = new ArrayList<>();
    for (Path file : files) {
      Matcher m = layout.matcher(root.relativize(file).toString());
      if (m.matches()) {
        Map<String, String> parts = new LinkedHashMap<>();
        for (String group : List.of("path", "language", "version", "charset", "host")) {
          if (layout.pattern().contains("?<" + group + ">") && m.group(group) != null) {
            parts.put(group, m.group(group));
          }
        }
        pages.add(new Page(file, parts));
      }
    }
    return pages;
  }

  /** The pages of a copy of a site, in the order in which a crawler meets them. */
  private static List<Page> walk(Source source, Path root) throws IOException {
    String[] base = source.base().split(" ");
    String site = base[1];
    Map<String, Page> byAddress = new LinkedHashMap<>(); // within the site, as links give it
    for (Page page : find(source, root)) {
      String head = head(page.file());
      Matcher mirrored = MIRRORED.matcher(head);
      String address = mirrored.find() ? site.replaceFirst("//.*", "//") + mirrored.group(1).replace("&amp;", "&")
          : site + address(page.item());
      page.parts().put("url", encode(address.replaceAll("%(?=[0-9A-Fa-f]{2})", "\0")).replace("%00", "%"));
      byAddress.put(page.item(), page);
      byAddress.putIfAbsent(decode(inside(site, address)), page);
    }
    String home = base.length > 2 ? base[2] : "index\\.html?";
    List<Page> homes = byAddress.values().stream().distinct().filter(page -> page.item().matches(home)).toList();
    Set<Page> met = new HashSet<>(homes);
    Set<String> tried = new HashSet<>();
    List<Page> walk = new ArrayList<>();
    for (List<Page> level = homes; !level.isEmpty() && walk.size() < MAX_WALK; ) {
      List<Page> next = new ArrayList<>();
      for (Page page : level) {
        byte[] body = body(page.file());
        if (body == null) {
          continue;
        }
        String text = new String(body, StandardCharsets.UTF_8);
        if (!stub(text) && walk.size() < Math.min(MAX_WALK, source.pages())) {
          walk.add(page);
        }
        String from = base(site, page.item(), text);
        String folder = from.substring(0, from.lastIndexOf('/') + 1);
        Matcher links = LINK.matcher(text);
        while (links.find()) {
          String link = Stream.of(1, 2, 3, 4).map(links::group).filter(g -> g != null).findFirst().orElse("");
          if (!link.isEmpty() && tried.add(folder + " " + (link.startsWith("?") ? from : "") + link)) {
            Page to = linked(byAddress, site, from, link.strip().replace("&amp;", "&").replace("&#038;", "&"));
            if (to != null && met.add(to)) {
              next.add(to);
            }
          }
        }
      }
      level = next;
    }
    return walk;
  }

  /** What a page's links are relative to: itself, or what its base element names (another host: the copy's own top). */
  private static String base(String site, String item, String text) {
    Matcher m = BASE.matcher(text);
    if (!m.find()) {
      return item;
    }
    String to = m.group(1).startsWith("/") && !m.group(1).startsWith("//") ? m.group(1).substring(1) : m.group(1);
    if (to.contains("//")) {
      to = inside(site, to);
      return to.contains("//") ? "" : to;
    }
    String path = to.equals(m.group(1)) ? item.replaceFirst("[^/]*$", "") + to.replaceFirst("(^|/)\\.\\.$", "$1../") : to;
    for (String before = ""; !before.equals(path); ) {
      before = path;
      path = path.replaceFirst("(^|/)(?!\\.\\./)[^/]+/\\.\\.(/|$)", "$1");
    }
    return path;
  }

  private static String head(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return new String(in.readNBytes(4_000), StandardCharsets.UTF_8);
    }
  }

  /** The address that a copying tool made a file's name of. */
  private static String address(String path) {
    String query = path.replaceFirst("^([^?@]*\\.(?:php|asp|aspx|cgi|jsp|cfm|html?|pl))[@?](.*=.*)$", "$1?$2");
    return query.replaceFirst("(\\?.*|\\.(?:php|aspx?|cgi|jsp|cfm))\\.html?$", "$1").replaceFirst("(^|/)index\\.html?(?=$|\\?)", "$1")
        .replaceFirst("\\.[12]\\.html$", ""); // a second file of one name
  }

  /** What follows the site's address, or nothing of that site. */
  private static String inside(String site, String url) {
    String from = site.replaceFirst("^https?://(www\\.)?", "");
    String to = url.replaceFirst("^(https?:)?//(www\\.)?", "");
    return to.startsWith(from) ? to.substring(from.length()) : (to + "/").equals(from) ? "" : url;
  }

  private static Page linked(Map<String, Page> byAddress, String site, String from, String link) {
    String to = link.replaceFirst("#.*", "");
    if (to.startsWith("//") || to.matches("(?i)https?://.*")) {
      to = inside(site, to);
      if (to.contains("//")) {
        return null;
      }
    } else if (to.startsWith("/")) {
      String folder = site.replaceFirst("https?://[^/]*", "");
      to = to.startsWith(folder) ? to.substring(folder.length()) : to.substring(1);
    } else if (to.isEmpty() || to.matches("[a-zA-Z]+:.*")) {
      return null;
    } else {
      to = to.startsWith("?") ? from.replaceFirst("\\?.*", "") + to : from.replaceFirst("[^/]*$", "").concat(to);
    }
    int query = to.indexOf('?');
    String path = query < 0 ? to : to.substring(0, query);
    String rest = query < 0 ? "" : to.substring(query);
    for (String before = ""; !before.equals(path); ) {
      before = path;
      path = path.replaceFirst("(^|/)\\./", "$1").replaceFirst("(^|/)(?!\\.\\./)[^/]+/\\.\\.(/|$)", "$1");
    }
    String plain = decode(path);
    for (String name : List.of(path + rest, plain + decode(rest), plain + rest + ".html", plain + decode(rest) + ".html", plain + "/" + rest,
        (plain + "/index.html").replace("//", "/").replaceFirst("^/", "") + rest, plain.replaceFirst("(^|/)index\\.html?$", "$1") + rest)) {
      Page page = byAddress.get(name);
      if (page != null) {
        return page;
      }
    }
    Page page = byAddress.get(plain);
    if (page == null || !plain.matches(".*[0-9a-f]{4}\\.html?") || rest.isEmpty()) {
      return null;
    }
    if (page.parts().get("url").endsWith(".html")) { // a file's name has a hash of the query that the link still has
      page.parts().put("url", encode(site + plain.replaceFirst("(index|)[0-9a-f]{4}\\.html?$", "")) + encode(rest));
    }
    return page;
  }

  private static String decode(String s) {
    try {
      return java.net.URLDecoder.decode(s.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return s; // a plain % in it
    }
  }

  /** The items whose hash is least, with all their versions and languages: the same ones in every release. */
  private static List<Page> capped(List<Page> pages, int most) {
    Map<String, List<Page>> items = new TreeMap<>(Comparator.comparingLong((String s) -> hash(s)).thenComparing(s -> s));
    pages.forEach(page -> items.computeIfAbsent(page.item(), item -> new ArrayList<>()).add(page));
    List<Page> kept = new ArrayList<>();
    for (List<Page> item : items.values()) {
      if (!kept.isEmpty() && kept.size() + item.size() > most) {
        break;
      }
      kept.addAll(item);
    }
    return kept;
  }

  static long hash(String s) {
    long h = 0xcbf29ce484222325L;
    for (byte b : s.getBytes(StandardCharsets.UTF_8)) {
      h = (h ^ (b & 0xff)) * 0x100000001b3L;
    }
    h = (h ^ h >>> 33) * 0xff51afd7ed558ccdL;
    return h ^ h >>> 33;
  }

  private static Path shared(List<Path> files) {
    Path shared = null;
    for (Path file : files) {
      shared = shared == null ? file.getParent() : shared;
      while (!file.startsWith(shared)) {
        shared = shared.getParent();
      }
    }
    return shared;
  }

  private static byte[] body(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      return null;
    }
    byte[] bytes = Files.readAllBytes(file);
    if (file.toString().endsWith(".gz")) {
      try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
        bytes = in.readNBytes(MAX_BYTES + 1);
      } catch (IOException e) {
        return null;
      }
    }
    return bytes.length > MAX_BYTES ? null : bytes;
  }

  private static boolean stub(String text) {
    return text.length() < MIN_BYTES
        || text.indexOf('<') < 0
        || FRAMES.matcher(text).find()
        || text.length() < 2_000 && REFRESH.matcher(text).find()
        || REDIRECT.matcher(text).find();
  }

  private static Map<String, String> front(String matter) {
    Map<String, String> front = new TreeMap<>();
    for (String line : matter.split("\n")) {
      int colon = line.indexOf(": ");
      if (colon > 0) {
        front.put(line.substring(0, colon), line.substring(colon + 2).strip().replaceAll("^\"|\"$", ""));
      }
    }
    return front;
  }

  private static byte[] join(String head, byte[] body, String tail) {
    byte[] first = head.getBytes(StandardCharsets.UTF_8);
    byte[] last = tail.getBytes(StandardCharsets.UTF_8);
    byte[] all = Arrays.copyOf(first, first.length + body.length + last.length);
    System.arraycopy(body, 0, all, first.length, body.length);
    System.arraycopy(last, 0, all, first.length + body.length, last.length);
    return all;
  }

  private static String url(Source source, Page page, String text, Set<String> taken) {
    if (source.base().startsWith("saved")) {
      for (Pattern pattern : OWN_URL) {
        Matcher m = pattern.matcher(text);
        if (m.find()) {
          String own = encode(new String(m.group(1).replace("&amp;", "&").getBytes(StandardCharsets.ISO_8859_1),
              StandardCharsets.UTF_8).replace("%", "\0")).replace("%00", "%");
          if (!taken.contains(own) && own.length() < 1_000 && own.matches("https?://[A-Za-z0-9.-]+(:\\d+)?([/?].*)?")) {
            return own;
          }
        }
      }
    }
    String url = source.base().replaceFirst("^saved ?", "");
    if (url.isEmpty()) {
      url = "https://" + source.name().toLowerCase(Locale.ROOT) + ".example/{path}";
    }
    Map<String, String> parts = new LinkedHashMap<>(page.parts());
    parts.putIfAbsent("language", source.languages());
    parts.putIfAbsent("version", source.version());
    for (Map.Entry<String, String> part : parts.entrySet()) {
      String value = part.getValue().replace('\\', '/');
      if (value.contains(".php@")) { // how copying tools write a query in a file name
        value = value.replaceFirst("@", "?").replaceFirst("\\.html$", "");
      }
      url = url.replace("{" + part.getKey() + "}", encode(value));
    }
    return url;
  }

  private static String encode(String s) {
    StringBuilder out = new StringBuilder();
    for (byte b : s.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      if (c > ' ' && c < 127 && "\"<>\\^`{|}%#".indexOf(c) < 0) {
        out.append(c);
      } else {
        out.append(String.format("%%%02X", (int) c));
      }
    }
    return out.toString();
  }

  /** Renders manual pages with mandoc, which says of itself where links are redirects. */
  private static Map<Page, byte[]> render(List<Page> pages) {
    String mandoc = System.getenv().getOrDefault("MANDOC", "mandoc");
    return pages.stream().parallel().collect(Collectors.toConcurrentMap(page -> page, page -> {
      try {
        byte[] source = body(page.file());
        if (source == null || REDIRECT.matcher(new String(source, StandardCharsets.ISO_8859_1)).find()) {
          return new byte[0];
        }
        Process process = new ProcessBuilder(mandoc, "-Thtml", "-Kutf-8").redirectError(ProcessBuilder.Redirect.DISCARD).start();
        Thread writer = new Thread(() -> {
          try (OutputStream in = process.getOutputStream()) {
            in.write(source);
          } catch (IOException e) {
            // mandoc gave up on the page: what it wrote is too short to count
          }
        });
        writer.start();
        byte[] html = process.getInputStream().readAllBytes();
        writer.join();
        process.waitFor();
        return html;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }));
  }
}
