package dev.crawlsieve.core.failure;

import java.util.regex.Pattern;

/** Groups reasons: removes the parts of a reason that differ from record to record. */
public final class ReasonGroup {

  /** What stands for others in a group, to be shown with groups. */
  public static final String LEGEND = "# is any number, '…' any quoted text";

  private static final int LONGEST = 160;

  /** The end of a reason that is an excerpt of the record, which may have quotes, too. */
  private static final Pattern EXCERPT = Pattern.compile("(?<=\\b(?:after|begins with) )'.*'$");

  /**
   * Quoted text; a quote after a letter is an apostrophe. The first group matches what is kept
   * because it tells what to do: names of expected fields, also in a list after "must have", and of
   * those that the record has, and commands to run.
   */
  private static final Pattern QUOTED =
      Pattern.compile(
          "(\\b(?:field|header) '[A-Za-z][\\w.]{0,29}'|(?<!\\w)'[a-z]\\w{0,19} --?[a-z][^']{0,40}'"
              + "|, must have '\\w{1,30}'(?:(?:, | or )'\\w{1,30}'){0,5}"
              + "|; it has '[^']{1,30}'(?:, '[^']{1,30}'){0,9})"
              + "|(?<!\\w)'[^']*'");

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
            .matcher(EXCERPT.matcher(line).replaceFirst("'…'"))
            .replaceAll(quoted -> quoted.group(1) == null ? "'…'" : "$1");
    String group = NUMBER.matcher(unquoted).replaceAll("#");
    if (group.length() <= LONGEST) {
      return group;
    }
    int end = Character.isHighSurrogate(group.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return group.substring(0, end) + "…";
  }
}
