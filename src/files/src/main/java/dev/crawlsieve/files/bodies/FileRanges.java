package dev.crawlsieve.files.bodies;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;

/**
 * Reads ranges of files below listed folders. The location of a file is the one after all symbolic
 * links are followed. Only regular files are opened.
 */
record FileRanges(List<Path> folders) {

  byte[] read(URI uri, long offset, int length) throws UnreadableBodyException {
    Path path = path(uri);
    if (folders.stream().noneMatch(path::startsWith)) {
      // The same message whether the file exists or not, so it does not reveal which files exist.
      throw new UnreadableBodyException("no folder in body.ref.roots holds it");
    }
    try {
      Path real = path.toRealPath();
      if (!isBelowFolder(real)) {
        throw new UnreadableBodyException("a symbolic link leads out of body.ref.roots");
      }
      if (!Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)) {
        throw new UnreadableBodyException("it is not a regular file");
      }
      return read(real, offset, length);
    } catch (NoSuchFileException e) {
      throw new UnreadableBodyException("there is no such file", e);
    } catch (AccessDeniedException e) {
      throw new UnreadableBodyException("the file may not be read: permission denied", e);
    } catch (IOException e) {
      throw new UnreadableBodyException("reading the file failed: " + e.getMessage(), e);
    }
  }

  private static Path path(URI uri) throws UnreadableBodyException {
    try {
      Path path = Path.of(uri);
      if (path.isAbsolute() && path.normalize().equals(path)) {
        return path;
      }
    } catch (IllegalArgumentException e) {
      throw new UnreadableBodyException("its URI is not that of a file on this machine", e);
    }
    throw new UnreadableBodyException("its path must be absolute, without '.' and '..'");
  }

  private boolean isBelowFolder(Path real) throws IOException {
    for (Path folder : folders) {
      if (Files.isDirectory(folder) && real.startsWith(folder.toRealPath())) {
        return true;
      }
    }
    return false;
  }

  private static byte[] read(Path real, long offset, int length)
      throws IOException, UnreadableBodyException {
    try (SeekableByteChannel file =
        Files.newByteChannel(real, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      if (file.size() - length < offset) {
        throw tooShort(file.size());
      }
      byte[] bytes = Channels.newInputStream(file.position(offset)).readNBytes(length);
      if (bytes.length < length) {
        throw tooShort(file.size());
      }
      return bytes;
    }
  }

  private static UnreadableBodyException tooShort(long size) {
    return new UnreadableBodyException("the file ends before that, after " + size + " bytes");
  }
}
