package dev.crawlsieve.tool.terminal;

import java.util.List;
import java.util.Locale;

/** The format of everything on standard error. */
public enum LogFormat {
  /** Lines for people. */
  TEXT,
  /** One JSON object per line: see {@link JsonLine}. */
  JSON;

  private static final String OPTION = "--log";

  /**
   * The format that a command line requests. It is determined before the command line is parsed,
   * since parsing may fail.
   *
   * @return the format; {@link #TEXT} if the command line names none, or one that does not exist
   */
  public static LogFormat of(List<String> args) {
    LogFormat format = TEXT;
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      if (arg.startsWith(OPTION + "=")) {
        format = named(arg.substring(OPTION.length() + 1));
      } else if (arg.equals(OPTION) && i + 1 < args.size()) {
        format = named(args.get(i + 1));
      }
    }
    return format;
  }

  private static LogFormat named(String name) {
    return name.toUpperCase(Locale.ROOT).equals(JSON.name()) ? JSON : TEXT;
  }
}
