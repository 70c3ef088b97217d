package dev.crawlsieve.stream.run;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The settings given by a command line in a deployment file, as the command would read them. */
final class DeployedSettings {

  /** Reads a file by its path in the deployment. */
  @FunctionalInterface
  interface Files {
    String read(String path) throws IOException;
  }

  private DeployedSettings() {}

  /**
   * @param expand expands a word of the command line as the deployment does
   */
  static Map<String, String> of(List<String> words, Files files, UnaryOperator<String> expand)
      throws IOException {
    Map<String, String> settings = new TreeMap<>();
    Map<String, String> given = new TreeMap<>();
    for (int at = 0; at < words.size() - 1; at++) {
      String next = expand.apply(words.get(at + 1));
      if (words.get(at).equals("--config")) {
        Properties file = new Properties();
        file.load(new StringReader(files.read(next)));
        file.stringPropertyNames().forEach(name -> settings.put(name, file.getProperty(name)));
      } else if (words.get(at).equals("--set")) {
        String[] setting = next.split("=", 2);
        given.put(setting[0], setting[1]);
      }
    }
    settings.putAll(given);
    return settings;
  }
}
