package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.lab.bench.process.Program;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The settings of a chaos run.
 *
 * @param kills number of times a process is killed, 0 or more
 * @param faults only these kinds of fault; all if it is empty
 * @param seed of the plan of faults and of the pages
 * @param pages number of pages produced, 1 or more
 * @param poison one in this many records is a bad or odd one, 2 or more; 0 for none
 * @param inputs real pages, from which the requested number is generated
 * @param settings the user's settings for the instances
 * @param keep folder in which the logs are kept; null if they are not needed
 * @param program to start child processes with; its main class knows {@code run} and {@code
 *     broker-member}
 */
public record ChaosSettings(
    int kills,
    Set<Fault.Kind> faults,
    long seed,
    int pages,
    int poison,
    List<InputGroup> inputs,
    Map<String, String> settings,
    Path keep,
    Program program) {

  public ChaosSettings {
    faults = Set.copyOf(faults.isEmpty() ? EnumSet.allOf(Fault.Kind.class) : faults);
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

  /** The planned faults. */
  List<Fault> faultPlan() {
    return FaultPlan.of(kills, seed, faults);
  }

  /** The planned faults, one per line. */
  public List<String> plan() {
    return faultPlan().stream().map(Fault::toString).toList();
  }
}
