package dev.crawlsieve.chaos;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.stream.feed.InputGroup;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How a chaos run is to be.
 *
 * @param kills how often a process is killed, 0 or more
 * @param seed of the plan of faults and of the pages
 * @param pages how many pages are produced, 1 or more
 * @param poison one in so many records is a bad or odd one, 2 or more; 0 for none
 * @param kinds only kinds of these whose name contains this
 * @param inputs real pages, of which as many as are asked for are made
 * @param settings the user's settings for the instances
 * @param keep folder that the logs stay in; null if they need not
 * @param program class path and main class of this program, to start children with
 */
public record ChaosSettings(
    int kills,
    long seed,
    int pages,
    int poison,
    String kinds,
    List<InputGroup> inputs,
    Map<String, String> settings,
    Path keep,
    Program program) {

  /**
   * Where this program is.
   *
   * @param classPath its class path
   * @param mainClass its main class, which knows the commands {@code run} and {@code broker-member}
   */
  public record Program(String classPath, String mainClass) {}

  public ChaosSettings {
    inputs = List.copyOf(inputs);
    settings = Map.copyOf(settings);
    if (kills < 0) {
      throw new SettingsException("--kills is " + kills + ", must be 0 or more");
    }
    if (pages < 1) {
      throw new SettingsException("--pages is " + pages + ", must be 1 or more");
    }
    if (poison < 0 || poison == 1) {
      throw new SettingsException("--poison is " + poison + ", must be 2 or more, or 0 for none");
    }
  }

  /** What would be done, a line each. */
  public List<String> plan() {
    return FaultPlan.of(kills, seed).stream().map(Fault::toString).toList();
  }
}
