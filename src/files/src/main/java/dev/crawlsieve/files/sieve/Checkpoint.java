package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.SettingsChanges;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.files.input.InputIdentity;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a run: a JSON file next to its output, which is replaced atomically. Another run
 * with the same inputs and settings can continue from it.
 *
 * @param inputs the inputs that are read
 * @param settings the settings that the output depends on, by name
 * @param pages how many pages were read and written, including dead letters and reference pages
 * @param last {@link InputIdentity#hash} of the last of these pages, empty if there is none
 * @param tally the counts of their outcomes
 * @param seconds how long the run took so far
 * @param lengths lengths of the files in bytes, by final name
 */
record Checkpoint(
    InputIdentity inputs,
    SortedMap<String, String> settings,
    long pages,
    String last,
    Tally tally,
    double seconds,
    SortedMap<String, Long> lengths) {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES) // the format
          .build();

  private static final int FORMAT = 3;

  /** The file of a folder's checkpoint. */
  static Path file(Path dir) {
    return dir.resolve("checkpoint.json" + UnfinishedFiles.SUFFIX);
  }

  /** The file that will replace it. */
  private static Path next(Path dir) {
    return dir.resolve("checkpoint.json.new" + UnfinishedFiles.SUFFIX);
  }

  /**
   * Reads the checkpoint of a folder.
   *
   * @return null if there is none
   * @throws SieveException if it cannot be read
   */
  static @Nullable Checkpoint read(Path dir) {
    Path file = file(dir);
    if (!Files.exists(file)) {
      return null;
    }
    try {
      JsonNode json = JSON.readTree(Files.readAllBytes(file));
      if (json.required("format").intValue() != FORMAT) {
        throw new IllegalArgumentException("it was written by another release");
      }
      return JSON.treeToValue(json, Checkpoint.class);
    } catch (IOException | IllegalArgumentException e) {
      throw new SieveException(
          file + " cannot be read: " + e.getMessage() + "; --force begins again", e);
    }
  }

  /** Replaces the checkpoint of a folder, or leaves it unchanged if that fails. */
  void write(Path dir) throws IOException {
    ObjectNode json = JSON.valueToTree(this);
    json.put("format", FORMAT);
    Path next = next(dir);
    try (FileOutputStream out = new FileOutputStream(next.toFile())) {
      out.write(json.toString().getBytes(UTF_8));
      out.getFD().sync();
    }
    Files.move(next, file(dir), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Removes the checkpoint of a folder, if there is one. */
  static void remove(Path dir) throws IOException {
    Files.deleteIfExists(file(dir));
    Files.deleteIfExists(next(dir));
  }

  /**
   * Checks that a run would write the same files as this one.
   *
   * @throws SieveException if its inputs differ
   * @throws SettingsException if its settings differ
   */
  void ensureSame(InputIdentity inputsNow, SortedMap<String, String> settingsNow) {
    if (!inputsNow.name().equals(inputs.name())) {
      throw new SieveException(
          "the interrupted run read "
              + inputs.text()
              + ", not what is given now: name the same inputs in the same order, or --force to"
              + " begin anew");
    }
    if (!inputsNow.content().equals(inputs.content()) || inputsNow.bytes() != inputs.bytes()) {
      throw new SieveException(
          inputs.text() + " has changed since the run was interrupted; --force begins again");
    }
    List<String> changes = SettingsChanges.of(settings, settingsNow);
    if (!changes.isEmpty()) {
      throw new SettingsException(
          "the interrupted run had other settings: "
              + String.join("; ", changes)
              + ". --resume needs the same, --force begins again");
    }
  }
}
