package dev.crawlsieve.core.index.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Damages files of a folder at random: bits flip, parts are overwritten, lost or doubled, files are
 * missing, empty, exchanged, or from another time or another folder.
 */
final class FileDamage {

  private static final Set<String> COMMITTED = Set.of("CURRENT", "MANIFEST");

  private final SplittableRandom random;
  private final List<Path> earlier;
  private final List<Path> others;
  private final StringBuilder done = new StringBuilder();

  /**
   * @param earlier the folder at earlier times
   * @param other another folder, whose files may also take the place of those of their kind
   */
  FileDamage(SplittableRandom random, List<Path> earlier, Path other) {
    this.random = random;
    this.earlier = earlier;
    others = Stream.concat(earlier.stream(), Stream.of(other)).toList();
  }

  /** Files that differ only in their numbers are of one kind. */
  static String kind(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".sst") ? "sst" : name.replaceAll("[-.0-9]+$", "").replaceAll("\\d", "");
  }

  /** Makes a copy whose files can be damaged one by one; those that never change are links. */
  static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (Path file : files(from)) {
      Path copy = to.resolve(file.getFileName());
      if (kind(file).equals("sst")) {
        Files.createLink(copy, file);
      } else {
        Files.copy(file, copy);
      }
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** Damages one or two files. */
  void damage(Path folder) throws IOException {
    int times = random.nextInt(5) == 0 ? 2 : 1;
    for (int i = 0; i < times; i++) {
      damageOne(folder);
    }
  }

  /** What was done. */
  @Override
  public String toString() {
    return done.toString();
  }

  /** A file, each as likely as it is large. */
  private Path largeOne(List<Path> files) {
    long bytes = files.stream().mapToLong(file -> file.toFile().length()).sum();
    long at = random.nextLong(bytes + 1);
    for (Path file : files) {
      at -= file.toFile().length();
      if (at <= 0) {
        return file;
      }
    }
    return files.get(0);
  }

  private void damageOne(Path folder) throws IOException {
    if (random.nextInt(20) == 0) {
      takeBack(folder);
      return;
    }
    List<Path> files = files(folder);
    List<String> kinds = files.stream().map(FileDamage::kind).distinct().toList();
    String kind = random.nextInt(2) == 0 ? "sst" : one(kinds);
    List<Path> same = files.stream().filter(file -> kind(file).equals(kind)).toList();
    if (same.isEmpty()) {
      return;
    }
    Path file = random.nextBoolean() ? one(same) : largeOne(same);
    done.append(kind).append(' ').append(file.getFileName()).append(": ");
    int what = random.nextInt(16);
    switch (what) {
      case 0 -> {
        done.append("deleted; ");
        Files.delete(file);
      }
      case 1 -> {
        done.append("empty; ");
        replace(file, new byte[0]);
      }
      case 2, 3 -> exchange(file, one(same));
      case 4, 5 -> {
        Path folderOfOther = one(others);
        List<Path> other =
            files(folderOfOther).stream().filter(one -> kind(one).equals(kind)).toList();
        Path named = folderOfOther.resolve(file.getFileName());
        if (!other.isEmpty()) {
          Path source = Files.exists(named) && random.nextBoolean() ? named : one(other);
          done.append("is now ").append(source).append("; ");
          replace(file, Files.readAllBytes(source));
        }
      }
      default -> replace(file, changed(Files.readAllBytes(file), what));
    }
  }

  /** The folder is, or only believes to be, at an earlier time. */
  private void takeBack(Path folder) throws IOException {
    Path then = one(earlier);
    boolean all = random.nextBoolean();
    done.append("taken back to ").append(then).append(all ? "; " : " in part; ");
    if (all) {
      FastFolder.remove(folder);
      copy(then, folder);
      return;
    }
    for (Path file : files(then)) {
      Path now = folder.resolve(file.getFileName());
      if (COMMITTED.contains(kind(file)) || (random.nextBoolean() && !Files.exists(now))) {
        replace(now, Files.readAllBytes(file));
      }
    }
    if (random.nextBoolean()) {
      Files.deleteIfExists(folder.resolve("delta.saved"));
    }
  }

  private byte[] changed(byte[] bytes, int what) {
    if (bytes.length == 0) {
      done.append("no longer empty; ");
      return random(1 + random.nextInt(100));
    }
    int at = place(bytes.length);
    int some = 1 + random.nextInt(Math.min(bytes.length, 1 << random.nextInt(14)));
    int end = Math.min(bytes.length, at + some);
    switch (what) {
      case 6, 7, 8, 9 -> {
        int flips = random.nextInt(3) > 0 ? 1 : 2 + random.nextInt(20);
        for (int i = 0; i < flips; i++) {
          int bit = random.nextInt(8);
          done.append("bit ").append(bit).append(" of byte ").append(at).append(" flips, ");
          bytes[at] ^= (byte) (1 << bit);
          at = place(bytes.length);
        }
        done.append("; ");
      }
      case 10 -> {
        done.append("cut at ").append(at).append("; ");
        return Arrays.copyOf(bytes, at);
      }
      case 11 -> {
        done.append(some).append(" bytes at the end; ");
        byte[] more = Arrays.copyOf(bytes, bytes.length + some);
        System.arraycopy(random(some), 0, more, bytes.length, random.nextBoolean() ? some : 0);
        return more;
      }
      case 12 -> {
        done.append("zeros from ").append(at).append(" to ").append(end).append("; ");
        Arrays.fill(bytes, at, end, (byte) 0);
      }
      case 13 -> {
        done.append("anything from ").append(at).append(" to ").append(end).append("; ");
        System.arraycopy(random(end - at), 0, bytes, at, end - at);
      }
      case 14 -> {
        int from = random.nextInt(bytes.length - (end - at) + 1);
        done.append("from ").append(at).append(" to ").append(end).append(" what is at ");
        done.append(from).append("; ");
        System.arraycopy(bytes, from, bytes, at, end - at);
      }
      default -> {
        done.append("lacks the bytes from ").append(at).append(" to ").append(end).append("; ");
        byte[] less = new byte[bytes.length - (end - at)];
        System.arraycopy(bytes, 0, less, 0, at);
        System.arraycopy(bytes, end, less, at, bytes.length - end);
        return less;
      }
    }
    return bytes;
  }

  /** Anywhere, and often among the last bytes, where files say how they are to be read. */
  private int place(int length) {
    return random.nextInt(3) > 0
        ? random.nextInt(length)
        : length - 1 - random.nextInt(Math.min(length, 1 << random.nextInt(13)));
  }

  private void exchange(Path one, Path other) throws IOException {
    done.append("exchanged with ").append(other.getFileName()).append("; ");
    byte[] bytes = Files.readAllBytes(one);
    replace(one, Files.readAllBytes(other));
    replace(other, bytes);
  }

  /** In a new file, because the old one may have another name elsewhere. */
  private static void replace(Path file, byte[] bytes) throws IOException {
    Path next = file.resolveSibling("next");
    Files.write(next, bytes);
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private byte[] random(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) random.nextInt();
    }
    return bytes;
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
