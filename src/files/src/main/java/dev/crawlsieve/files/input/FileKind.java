package dev.crawlsieve.files.input;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toUnmodifiableMap;

import dev.crawlsieve.files.table.TableReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The kind of a file's contents, determined by its name or else its first bytes. The reading of
 * folders, messages and help texts all use this list.
 */
enum FileKind {
  JSON_LINES("JSONL (also .gz, .zst)", true, ".jsonl, .ndjson"),
  JSON("JSON", false, ".json"),
  WARC("WARC, WET, ARC (also .gz, .zst)", true, ".warc, .wet, .arc"),
  WACZ("WACZ", true, ".wacz"),
  TABLE("Parquet", true, ".parquet"),
  PAGE("HTML", false, ".html, .htm, .xhtml"),
  TEXT("text", false, ".txt"),
  MARKDOWN("Markdown", false, ".md, .markdown, .mdx"),
  ZIP("zip, jar", false, ".zip, .jar"),
  UNKNOWN("", false, "");

  /** The beginning of an object, perhaps in an array. */
  private static final Pattern JSON_START = Pattern.compile("[\\s\\[\\x1e]*\\{");

  private static final Map<String, FileKind> BY_ENDING =
      known()
          .flatMap(kind -> Stream.of(kind.endings()).map(ending -> Map.entry(ending, kind)))
          .collect(toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

  private final String people;
  private final boolean ofPages;
  private final String endings;

  /**
   * @param people its name for people
   * @param ofPages whether files of this kind hold many pages and are looked for in folders
   * @param endings endings of file names, separated by commas
   */
  FileKind(String people, boolean ofPages, String endings) {
    this.people = people;
    this.ofPages = ofPages;
    this.endings = endings;
  }

  /** Whether files of this kind hold many pages and are looked for in folders. */
  boolean ofPages() {
    return ofPages;
  }

  /** Names of kinds for people. */
  static String names(Predicate<FileKind> which) {
    return known().filter(which).map(kind -> kind.people).collect(joining(", "));
  }

  /** The files that folders are searched for, for people: kinds and endings. */
  static String inFolders() {
    Predicate<FileKind> sought =
        kind -> kind.ofPages || kind == JSON || PageFiles.isPage(kind.endings()[0]);
    return names(sought)
        + ", in files that end in "
        + known().filter(sought).map(kind -> kind.endings).collect(joining(", "));
  }

  String[] endings() {
    return endings.split(", ");
  }

  private static Stream<FileKind> known() {
    return Stream.of(values()).filter(kind -> kind != UNKNOWN);
  }

  /**
   * Determines the kind of a file.
   *
   * @param name its name, without a compression suffix
   * @param beginning its first bytes, uncompressed
   */
  static FileKind of(String name, byte[] beginning) {
    String start = new String(beginning, StandardCharsets.ISO_8859_1);
    String text = start.startsWith("\u00ef\u00bb\u00bf") ? start.substring(3) : start;
    FileKind kind = named(name);
    if (kind == TEXT && isJson(text)) {
      return JSON_LINES;
    }
    if (kind != PAGE && kind != TEXT && kind != MARKDOWN && TableReader.isTable(start)) {
      return TABLE;
    }
    return kind == UNKNOWN || kind == TABLE ? byContent(text) : kind;
  }

  /** The kind of a file, judged by the ending of its name. */
  static FileKind named(String name) {
    String ending = name.substring(Math.max(0, name.lastIndexOf('.')));
    return BY_ENDING.getOrDefault(ending.toLowerCase(Locale.ROOT), UNKNOWN);
  }

  private static FileKind byContent(String text) {
    if (text.startsWith("PK\u0003\u0004")) {
      return ZIP;
    }
    if (text.regionMatches(true, 0, "WARC/", 0, 5) || text.startsWith("filedesc:")) {
      return WARC;
    }
    if (isJson(text)) {
      return JSON_LINES;
    }
    return text.stripLeading().startsWith("<") ? PAGE : UNKNOWN;
  }

  private static boolean isJson(String text) {
    return JSON_START.matcher(text).lookingAt();
  }
}
