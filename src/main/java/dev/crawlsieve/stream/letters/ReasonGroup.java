package dev.crawlsieve.stream.letters;

import java.util.regex.Pattern;

/** Reasons without what differs from record to record. */
final class ReasonGroup {

  private static final int LONGEST = 120;

  /** Quoted text; a quote after a letter is an apostrophe. */
  private static final Pattern QUOTED = Pattern.compile("(?<!\\w)'([^']*)'");

  /** What stays in quotes: names, such as a field's. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z]\\w{0,19}");

  private static final Pattern NUMBER = Pattern.compile("\\b\\d+\\b");
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private ReasonGroup() {}

  /** The reason on one line, with # for each number and '…' for quoted text, cut if it is long. */
  static String of(String reason) {
    String line = BLANKS.matcher(reason.strip()).replaceAll(" ");
    String unquoted =
        QUOTED
            .matcher(line)
            .replaceAll(quoted -> NAME.matcher(quoted.group(1)).matches() ? "$0" : "'…'");
    String group = NUMBER.matcher(unquoted).replaceAll("#");
    if (group.length() <= LONGEST) {
      return group;
    }
    int end = Character.isHighSurrogate(group.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return group.substring(0, end) + "…";
  }
}
