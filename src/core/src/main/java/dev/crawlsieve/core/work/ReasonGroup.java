package dev.crawlsieve.core.work;

import java.util.regex.Pattern;

/** Groups reasons: removes the parts of a reason that differ from record to record. */
public final class ReasonGroup {

  private static final int LONGEST = 120;

  /** Quoted text; a quote after a letter is an apostrophe. */
  private static final Pattern QUOTED = Pattern.compile("(?<!\\w)'([^']*)'");

  /** Quoted text that is kept: names, for example of fields, and commands to run. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z]\\w{0,19}(?: -[a-z]{1,3})?");

  /** Text that a JSON parser quotes because it cannot read it. */
  private static final Pattern UNREAD =
      Pattern.compile("(?<=Unrecognized token |character \\()'[^']*'");

  private static final Pattern NUMBER = Pattern.compile("(?<!UTF-)\\b(?:0x\\p{XDigit}+|\\d+)\\b");
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private ReasonGroup() {}

  /**
   * The group of a reason: the reason on one line, with # for each number and '…' for quoted text,
   * cut if it is long.
   */
  public static String of(String reason) {
    String line = BLANKS.matcher(reason.strip()).replaceAll(" ");
    String unquoted =
        QUOTED
            .matcher(UNREAD.matcher(line).replaceAll("'…'"))
            .replaceAll(quoted -> NAME.matcher(quoted.group(1)).matches() ? "$0" : "'…'");
    String group = NUMBER.matcher(unquoted).replaceAll("#");
    if (group.length() <= LONGEST) {
      return group;
    }
    int end = Character.isHighSurrogate(group.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return group.substring(0, end) + "…";
  }
}
