package dev.crawlsieve.core.work;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file in a folder that keeps the folder to one owner at a time. The system frees it when the
 * process ends, however it does.
 */
public final class FolderLock implements AutoCloseable {

  private final Path file;
  private final FileChannel channel;

  private FolderLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes a lock.
   *
   * @param file is created, and deleted when the lock is closed
   * @return null if somebody else has it, perhaps in this process
   */
  public static FolderLock take(Path file) throws IOException {
    while (true) {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        if (lock(channel) == null) {
          channel.close();
          return null;
        }
        // Whoever had it may have removed the file between its opening and its locking.
        String mine = ProcessHandle.current().pid() + " " + System.nanoTime();
        channel.truncate(0);
        int unused = channel.write(ByteBuffer.wrap(mine.getBytes(UTF_8)));
        if (mine.equals(content(file))) {
          return new FolderLock(file, channel);
        }
        channel.close();
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    }
  }

  private static FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // by this very process
    }
  }

  private static String content(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  @Override
  public void close() throws IOException {
    if (channel.isOpen()) {
      Files.deleteIfExists(file);
      channel.close();
    }
  }
}
