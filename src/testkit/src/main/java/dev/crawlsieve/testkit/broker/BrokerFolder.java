package dev.crawlsieve.testkit.broker;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.folder.FolderLock;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** The folder of a broker's data, which one process at a time may lock. */
final class BrokerFolder implements AutoCloseable {

  private final Path dir;
  private final Path log;
  private final FolderLock lock;

  private BrokerFolder(Path dir, FolderLock lock) {
    this.dir = dir;
    this.log = dir.resolve("log");
    this.lock = lock;
  }

  /**
   * Locks a folder, which is created if necessary.
   *
   * @throws SieveException if another broker uses it, or it is not writable
   */
  static BrokerFolder take(Path dir) {
    try {
      Files.createDirectories(dir);
      FolderLock lock = FolderLock.take(dir.resolve("crawlsieve-broker.lock"));
      if (lock == null) {
        throw new SieveException("the folder " + dir + " is in use by a running broker");
      }
      return new BrokerFolder(dir, lock);
    } catch (IOException e) {
      throw new SieveException("the broker's folder " + dir + " cannot be written: " + e, e);
    }
  }

  /** The folder itself. */
  Path dir() {
    return dir;
  }

  /** The folder of the broker's data. */
  Path log() {
    return log;
  }

  /** Formats the folder for a broker of a cluster; does nothing if it has been formatted before. */
  void format(int nodeId, String clusterId) {
    try (PrintStream silent =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      new Formatter()
          .setPrintStream(silent)
          .setNodeId(nodeId)
          .setClusterId(clusterId)
          .setDirectories(List.of(log.toString()))
          .setMetadataLogDirectory(log.toString())
          .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
          .setControllerListenerName("CONTROLLER")
          .setUnstableFeatureVersionsEnabled(false)
          .setIgnoreFormatted(true)
          .run();
    } catch (Exception e) {
      throw new SieveException("the broker's folder " + log + " cannot be prepared: " + e, e);
    }
  }

  /** Formats the folder for a new cluster; does nothing if it has been formatted before. */
  void format() {
    if (!Files.exists(log.resolve("meta.properties"))) {
      format(1, Uuid.randomUuid().toString());
    }
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new SieveException("the lock of the broker's folder cannot be released: " + e, e);
    }
  }
}
