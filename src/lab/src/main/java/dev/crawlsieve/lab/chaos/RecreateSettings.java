package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.files.input.InputGroup;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a run that recreates topics.
 *
 * @param moments how many times a topic is recreated, each in a generation of its own
 * @param topics plain names of the topics, in turn; empty for all that are read or written
 * @param seed of the moments
 * @param pages number of pages produced for each, 1 or more
 * @param inputs real pages, from which the requested number is generated
 * @param settings the user's settings for the instances
 * @param script {@code kafka-topics.sh}; null for an admin client
 */
record RecreateSettings(
    int moments,
    List<String> topics,
    long seed,
    int pages,
    List<InputGroup> inputs,
    Map<String, String> settings,
    @Nullable Path script) {

  RecreateSettings {
    topics = List.copyOf(topics);
    inputs = List.copyOf(inputs);
    settings = Map.copyOf(settings);
    if (moments < 1) {
      throw new SettingsException("--moments is " + moments + ", must be 1 or more");
    }
    if (pages < 1) {
      throw new SettingsException("--pages is " + pages + ", must be 1 or more");
    }
  }
}
