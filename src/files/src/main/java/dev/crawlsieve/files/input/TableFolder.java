package dev.crawlsieve.files.input;

import static java.util.Comparator.comparingLong;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Folders that are tables of Delta Lake, Iceberg or Hudi. Their files also hold rows that the table
 * no longer has; which these are is in a log of their own. They are refused rather than read: the
 * libraries that read the logs bring Hadoop's client along (Delta Kernel 4.0: 50 of 69 MB).
 */
enum TableFolder {
  DELTA(
      "Delta Lake",
      "_delta_log",
      "(?<table>.*)/_delta_log/(?<log>(\\d*).*)",
      "DuckDB, \"COPY (FROM delta_scan('file://TABLE')) TO 'pages.parquet'\""),
  ICEBERG(
      "Iceberg",
      "metadata",
      "(?<table>.*)/metadata/(?<log>v?(\\d*)[^/]*\\.metadata\\.json)",
      "DuckDB, \"COPY (FROM iceberg_scan('TABLE/metadata/LOG')) TO 'pages.parquet'\""),
  HUDI(
      "Hudi",
      ".hoodie",
      "(?<table>.*)/\\.hoodie/(?<log>(\\d*).*)",
      "Spark, spark.read.format(\"hudi\").load(\"TABLE\").write.parquet(\"pages\")");

  private final String people;
  private final String logs;
  private final Pattern log;
  private final String command;

  TableFolder(String people, String logs, String log, String command) {
    this.people = people;
    this.logs = logs;
    this.log = Pattern.compile(log, Pattern.DOTALL);
    this.command = command;
  }

  /**
   * Refuses a folder that is such a table, has one in it, or has Parquet files of one around it.
   *
   * @param paths the files in the folder, relative to it
   * @throws InputException if there is one
   */
  static void refuse(Path folder, List<String> paths) throws IOException, InputException {
    boolean parquet = paths.stream().anyMatch(path -> path.endsWith(".parquet"));
    for (TableFolder kind : values()) {
      List<Path> around = parquet ? kind.logsAround(folder) : List.of();
      Matcher last =
          Stream.concat(paths.stream().map(folder::resolve), around.stream())
              .map(file -> kind.log.matcher(file.toString().replace('\\', '/')))
              .filter(Matcher::matches)
              .max(comparingLong(TableFolder::number))
              .orElse(null);
      if (last != null) {
        String table = last.group("table");
        throw new InputException(
            table
                + " is a table of "
                + kind.people
                + ", whose files also hold rows that it no longer has: write those that it has with "
                + kind.command.replace("TABLE", table).replace("LOG", last.group("log"))
                + ", and give these; or name its files, '"
                + table
                + "/**.parquet', to read all rows");
      }
    }
  }

  /** The files of logs in the folders around one. */
  private List<Path> logsAround(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path above = folder.getParent(); above != null; above = above.getParent()) {
      Path logs = above.resolve(this.logs);
      if (Files.isDirectory(logs) && Files.isReadable(logs)) {
        try (Stream<Path> listed = Files.list(logs)) {
          listed.forEach(files::add);
        }
      }
    }
    return files;
  }

  /** The number that a version of the table begins with, or 0. */
  private static long number(Matcher log) {
    String digits = log.group(3);
    return digits.isEmpty() || digits.length() > 18 ? 0 : Long.parseLong(digits);
  }
}
