package dev.crawlsieve.core.override;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.Permission;
import dev.crawlsieve.core.page.UrlNormalizer;
import dev.crawlsieve.core.text.ByteOrderMark;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of overrides: JSON lines in UTF-8, of at most {@value #MOST_BYTES} bytes. Each line
 * is an object with one of these fields, and may have a {@code note} for human readers:
 *
 * <pre>
 * {"keep": {"url": U}}           the page is always unique; so are a host's pages: {"host": H}
 * {"drop": {"host": H}}          its pages are always duplicates; so is a page: {"url": U}
 * {"separate": {"hosts": [H, …]}}  pages of two of these never match; so do not two pages:
 *                                {"urls": [U, …]}, nor those below two of these:
 *                                {"folders": [U, …]}
 * {"thresholds": {"host": H, "sketch.min.similarity": 0.9}}
 *                                how near its pages must be to what they copy
 * </pre>
 *
 * <p>A host stands for its subdomains, too. URLs and hosts are normalised like those of pages.
 */
public final class OverridesFile {

  /** Prefix of digests. */
  public static final String DIGEST_PREFIX = "sha256:";

  /** The largest file, in bytes. */
  static final int MOST_BYTES = 64 << 20;

  private OverridesFile() {}

  /**
   * Reads a file.
   *
   * @param pages how URLs are normalised
   * @param detector its thresholds must not be relaxed for hosts
   * @throws SettingsException if the file cannot be read or is too large, or if a line is not an
   *     override or contradicts an earlier one; the message names the first such line
   */
  public static Overrides read(Path file, PageSettings pages, DetectorSettings detector) {
    UrlNormalizer urls = UrlNormalizer.of(pages);
    OverridesBuilder overrides = new OverridesBuilder(urls);
    OverrideLine parser = new OverrideLine(urls, detector, overrides);
    ensureSize(file);
    int number = 0;
    try (BufferedReader lines = ByteOrderMark.skip(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (!line.isBlank()) {
          parser.read(line, number);
        }
      }
    } catch (BadOverrideException e) {
      throw new SettingsException(
          "%s %s line %s: %s".formatted(RuleSettings.OVERRIDES_FILE, file, number, e.getMessage()),
          e);
    } catch (CharacterCodingException e) {
      throw refused(file + " is not UTF-8, in line " + (number + 1) + " or below", e);
    } catch (IOException e) {
      throw refused(file + ", which cannot be read: " + e, e);
    }
    return overrides.build();
  }

  private static void ensureSize(Path file) {
    if (!Files.isRegularFile(file)) {
      Permission.ensure(file);
      throw refused(file + ", which is not a file", null);
    }
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw refused(
            file + " of " + Files.size(file) + " bytes, must have at most " + MOST_BYTES, null);
      }
    } catch (IOException e) {
      throw refused(file + ", which cannot be read: " + e, e);
    }
  }

  private static SettingsException refused(String what, @Nullable Exception cause) {
    return new SettingsException(RuleSettings.OVERRIDES_FILE + " is " + what, cause);
  }
}
