package dev.crawlsieve.stream.broker;

import dev.crawlsieve.core.work.SieveException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** The folder of a broker's data, locked by one process at a time. */
final class BrokerFolder implements AutoCloseable {

  private final Path log;
  private final FileChannel channel;

  private BrokerFolder(Path log, FileChannel channel) {
    this.log = log;
    this.channel = channel;
  }

  /**
   * Locks a folder, and creates it if necessary.
   *
   * @throws SieveException if another broker uses it, or it is not writable
   */
  static BrokerFolder take(Path dir) {
    try {
      Files.createDirectories(dir);
      FileChannel channel =
          FileChannel.open(
              dir.resolve("crawlsieve-broker.lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
      if (!locked(channel)) {
        channel.close();
        throw new SieveException("the folder " + dir + " is in use by a running broker");
      }
      return new BrokerFolder(dir.resolve("log"), channel);
    } catch (IOException e) {
      throw new SieveException("the broker's folder " + dir + " cannot be written: " + e, e);
    }
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      // The other broker is in this process.
      return false;
    }
  }

  /** The folder of the broker's data. */
  Path log() {
    return log;
  }

  /** Formats the folder for its first broker; does nothing if it has been formatted. */
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

  /** Formats the folder with a new cluster, unless it has been formatted. */
  void format() {
    if (!Files.exists(log.resolve("meta.properties"))) {
      format(1, Uuid.randomUuid().toString());
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new SieveException("the lock of the broker's folder cannot be released: " + e, e);
    }
  }
}
