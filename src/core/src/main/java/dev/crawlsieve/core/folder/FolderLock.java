package dev.crawlsieve.core.folder;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A locked file in a folder, which gives the folder to one owner at a time. The system releases the
 * lock when the process ends, even if it is killed.
 *
 * <p>On Unix, a process loses its lock on a file as soon as it closes any of its descriptors of
 * that file (POSIX, {@code fcntl}). So a process opens the file only once: a second request in the
 * same process is refused before the file is opened.
 */
public final class FolderLock implements AutoCloseable {

  /** The files that this process has locked, or is about to. */
  private static final Set<Path> TAKEN = ConcurrentHashMap.newKeySet();

  private static final Object MISSING = new Object();
  private static final Object PRESENT = new Object();

  private final Path file;
  private final FileChannel channel;

  private FolderLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes the lock.
   *
   * @param file the file, which is created, and deleted when the lock is closed; its folder must
   *     exist
   * @return the lock; null if another owner has it, perhaps in this process
   */
  public static @Nullable FolderLock take(Path file) throws IOException {
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
    Path real = folder.toRealPath().resolve(file.getFileName());
    if (!TAKEN.add(real)) {
      return null;
    }
    FileChannel channel = null;
    try {
      channel = locked(real);
    } finally {
      if (channel == null) {
        TAKEN.remove(real);
      }
    }
    return channel == null ? null : new FolderLock(real, channel);
  }

  /** The file, open and locked; null if another process has it. */
  private static @Nullable FileChannel locked(Path file) throws IOException {
    while (true) {
      Object before = identity(file);
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      boolean mine = false;
      try {
        if (lock(channel) == null) {
          return null;
        }
        // The previous owner may have removed the file between its opening and its locking here.
        mine = before != MISSING && before.equals(identity(file));
        if (mine) {
          return channel;
        }
      } finally {
        if (!mine) {
          channel.close();
        }
      }
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // another class loader's copy of this class has it
    }
  }

  /** Identifies a file without opening it, to tell it from another file of the same name. */
  private static Object identity(Path file) throws IOException {
    try {
      Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      return key == null ? PRESENT : key; // on Windows, where an open file cannot be removed
    } catch (NoSuchFileException e) {
      return MISSING;
    }
  }

  @Override
  public void close() throws IOException {
    if (channel.isOpen()) {
      try (channel) {
        Files.deleteIfExists(file);
      } finally {
        TAKEN.remove(file);
      }
    }
  }
}
