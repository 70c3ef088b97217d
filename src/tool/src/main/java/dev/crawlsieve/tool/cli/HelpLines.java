package dev.crawlsieve.tool.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Help whose lines about options end at blanks only. Picocli also ends them after a dot or a colon
 * inside of a URL, a setting or a file name, which can then not be copied.
 */
final class HelpLines extends Help {

  HelpLines(CommandSpec command, ColorScheme colors) {
    super(command, colors);
  }

  @Override
  public Layout createDefaultLayout(
      List<OptionSpec> options, List<PositionalParamSpec> parameters, ColorScheme colors) {
    Layout usual = super.createDefaultLayout(options, parameters, colors);
    return new Layout(
        colors, usual.textTable(), usual.optionRenderer(), usual.parameterRenderer()) {
      @Override
      public void layout(ArgSpec argument, Text[][] rows) {
        super.layout(argument, broken(rows));
      }

      private Text[][] broken(Text[][] rows) {
        List<Text[]> lines = new ArrayList<>();
        for (Text[] row : rows) {
          addLines(row, lines);
        }
        return lines.toArray(new Text[0][]);
      }

      /** Adds a row as one for each line of its last column. */
      private void addLines(Text[] row, List<Text[]> lines) {
        int last = row.length - 1;
        Column column = table.columns()[last];
        int room = column.width - column.indent;
        String indent = " ".repeat(table.indentWrappedLines);
        Text[] line = row.clone();
        Text rest = row[last];
        int end = end(rest.plainString(), room);
        line[last] = rest.substring(0, end);
        lines.add(line);
        while (end < rest.plainString().length()) {
          rest = rest.substring(end + 1);
          end = end(rest.plainString(), room - indent.length());
          line = new Text[row.length];
          Arrays.fill(line, text(""));
          line[last] = text(indent).concat(rest.substring(0, end));
          lines.add(line);
        }
      }

      private Text text(String plain) {
        return colorScheme.ansi().new Text(plain, colorScheme);
      }
    };
  }

  /** Where a line of words ends that may have so many characters: at a blank, or with the words. */
  private static int end(String words, int room) {
    if (words.length() <= room) {
      return words.length();
    }
    int blank = words.lastIndexOf(' ', room);
    return blank > 0 ? blank : words.indexOf(' ') > 0 ? words.indexOf(' ') : words.length();
  }
}
