package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Formats of pages that are not read, and what to do with each. */
enum UnreadFormat {
  TAR(
      "a tar archive, which is not read: unpack it, and name the folder",
      "\\.(tgz|tzst|tar(\\.(gz|zst))?)",
      ".{257}ustar.*"),
  SEVEN_ZIP(
      "a 7z archive, which is not read: unpack it, and name the folder",
      "\\.7z",
      "7z\u00bc\u00af'\u001c.*"),
  RAR("a RAR archive, which is not read: unpack it, and name the folder", "\\.rar", "Rar!.*"),
  HAR(
      "a HAR, which is read as lines of jq -c '.log.entries[] | select(.response.content.mimeType |"
          + " startswith(\"text/html\"))', with --fields url=request.url,fetchTime=startedDateTime,"
          + "status=response.status,contentType=response.content.mimeType,html=response.content.text",
      "\\.har",
      "(\u00ef\u00bb\u00bf)?\\s*\\{\\s*\"log\"\\s*:\\s*\\{\\s*\"(version|creator|browser|pages|entries)\".*"),
  MHTML(
      "MHTML, which is not read: save the page as HTML, or see docs/recipes.md, \"MHTML\"",
      "\\.mht(ml)?",
      "From: [<\"]Saved by .*"),
  INDEX(
      "an index of web archives" + UnreadFormat.OF_AN_INDEX,
      "\\.cdxj?",
      "( CDX |!meta |[a-z0-9-]+(,[a-z0-9-]+)*(:\\d+)?\\)/).*");

  /** What to do with an index of web archives. */
  static final String OF_AN_INDEX =
      ", not pages: name the archives, or make page events with 'bodyRef' of it, as docs/recipes.md"
          + " shows (\"Indexes\")";

  private final String sentence;
  private final Pattern ending;
  private final Pattern beginning;

  UnreadFormat(String sentence, String ending, String beginning) {
    this.sentence = sentence;
    this.ending = Pattern.compile(ending + "$", Pattern.CASE_INSENSITIVE);
    this.beginning = Pattern.compile(beginning, Pattern.DOTALL);
  }

  /**
   * What a file is and what to do with it, for people; null if it is in no such format.
   *
   * @param name its name, with a compression suffix
   * @param first its first bytes, uncompressed
   */
  static @Nullable String sentence(String name, byte[] first) {
    String start = new String(first, ISO_8859_1);
    for (UnreadFormat format : values()) {
      if (format.ending.matcher(name).find() || format.beginning.matcher(start).matches()) {
        return format.sentence;
      }
    }
    return null;
  }
}
