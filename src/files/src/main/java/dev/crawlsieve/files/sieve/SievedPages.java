package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.FingerprintFileReader;
import dev.crawlsieve.core.fingerprint.ScopeHash;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.sites.cluster.Features;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The pages that an earlier sieve kept, as reference pages. They are read from its folder without
 * their bodies: the fingerprints are in one file, and the verdicts, in the same order, in another.
 */
public final class SievedPages {

  private static final byte[] NO_BODY = {};

  private final SieveFolder folder;
  private final int lanes;
  private final int fingerprintHash;
  private final Overrides overrides;

  /** A kept page. Its position and time are assigned by the sieve that reads it. */
  record Kept(
      String origin, int lane, byte[] scope, byte[] fingerprint, @Nullable OverrideRule override) {

    /** The page at a position. */
    PreparedPage at(Coordinates at, long timestamp) {
      return new PreparedPage(
          new NumberedPage(new InputPage(null, NO_BODY, origin, null), at, timestamp, true, null),
          new PreparedPage.Judged(
              lane,
              scope,
              FingerprintCodec.reference(fingerprint, at, timestamp),
              override,
              Features.NONE),
          null);
    }
  }

  /** Takes the pages in order. */
  @FunctionalInterface
  interface Taker {
    void take(Kept page) throws InterruptedException;
  }

  SievedPages(Path folder, SieveSettings settings) {
    this.folder = new SieveFolder(folder);
    this.lanes = settings.lanes();
    this.fingerprintHash = settings.fingerprinting().hash();
    this.overrides = settings.index().rule().overrides();
  }

  /** The files that are read. */
  List<Path> files() {
    return List.of(folder.fingerprints(), folder.verdicts());
  }

  /** Whether a folder holds the files of an earlier sieve. */
  static boolean stands(Path path) {
    SieveFolder files = new SieveFolder(path);
    return Files.isRegularFile(files.fingerprints()) && Files.isRegularFile(files.verdicts());
  }

  /**
   * Whether a folder's fingerprints and scopes are the same as under these settings. Never if
   * better copies may be kept, since that needs more than fingerprints.
   *
   * @throws SieveException if the file of fingerprints cannot be read
   * @throws dev.crawlsieve.core.config.SettingsException if this version lacks a setting that
   *     decided, as in a replay
   */
  static boolean fits(Path path, SieveSettings settings) {
    try (FingerprintFileReader reader =
        FingerprintFileReader.open(new SieveFolder(path).fingerprints())) {
      settings.ensureKnown(reader.settings()); // all settings affect which pages were kept
      FingerprintFileReader.Entry first = reader.next();
      String scope = "dedup.scope";
      return !settings.clusters().keepPreferred()
          && Objects.equals(settings.recorded().get(scope), reader.settings().get(scope))
          && (first == null || made(first.fingerprint(), settings.fingerprinting().hash()));
    } catch (IOException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }

  private static boolean made(byte[] fingerprint, int hash) {
    try {
      FingerprintCodec.ensureReadable(fingerprint);
    } catch (UnreadableFingerprintException e) {
      return false; // of another version
    }
    return FingerprintCodec.settings(fingerprint) == hash;
  }

  /**
   * Reads the kept pages in the order in which they were decided on.
   *
   * @throws SieveException if the two files cannot be read, or do not belong together
   */
  void read(Taker taker) throws InterruptedException {
    Path file = folder.fingerprints();
    try (FingerprintFileReader reader = FingerprintFileReader.open(file);
        BufferedReader verdicts = Files.newBufferedReader(folder.verdicts())) {
      long number = 0;
      for (var next = reader.next(); next != null; next = reader.next()) {
        number++;
        String line = verdicts.readLine();
        if (!made(next.fingerprint(), fingerprintHash)) {
          throw new SieveException(file + " is damaged: fingerprint " + number + " is unreadable");
        }
        if (verdict(line, number, next.fingerprint()).route() == Verdict.Route.UNIQUE) {
          int lane = ScopeHash.lane(next.scope(), lanes);
          OverrideRule override =
              overrides.of(FingerprintCodec.url(next.fingerprint(), 0)).decision();
          taker.take(
              new Kept(file + ":" + number, lane, next.scope(), next.fingerprint(), override));
        }
      }
      if (verdicts.readLine() != null) {
        throw apart(number + 1);
      }
    } catch (IOException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }

  private Verdict verdict(String line, long number, byte[] fingerprint) {
    try {
      Verdict verdict = line == null ? null : VerdictCodec.decode(line.getBytes(UTF_8));
      if (verdict == null || !verdict.source().equals(FingerprintCodec.source(fingerprint))) {
        throw apart(number);
      }
      return verdict;
    } catch (UnreadableRecordException e) {
      throw new SieveException(folder.verdicts() + ":" + number + ": " + e.getMessage(), e);
    }
  }

  private SieveException apart(long line) {
    return new SieveException(
        "%s and %s do not belong together: they differ at page %s"
            .formatted(folder.verdicts(), folder.fingerprints(), line));
  }
}
