package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.text.Printable;
import dev.crawlsieve.core.text.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Identifies inputs by their names, and by what can be read quickly of their content.
 *
 * @param name 16 hex digits of a hash of the inputs' absolute paths and base URLs, in order, and of
 *     everything else that decides what is produced; for streams such as standard input, which have
 *     no lasting name, also of the first page
 * @param text the first input as the user named it, and how many others there are
 * @param bytes total size of the files, including those in folders; streams count as 0
 * @param content 16 hex digits of a hash of the size and first 64 KiB of each file, and of the
 *     names and sizes of the files in each folder, but for the output of this run
 */
public record InputIdentity(String name, String text, long bytes, String content) {

  private static final int BEGINNING_BYTES = 64 << 10;
  private static final int TEXT_CHARS = 200;
  private static final int HASH_BYTES = 8;

  /**
   * Identifies inputs.
   *
   * @param first the first page of all inputs; null if streams need not be told apart
   * @throws SieveException if an input cannot be read
   */
  public static InputIdentity of(List<InputGroup> inputs, @Nullable InputPage first) {
    MessageDigest names = Sha256.digest();
    MessageDigest contents = Sha256.digest();
    long bytes = 0;
    for (InputGroup group : inputs) {
      add(names, String.valueOf(group.baseUrl()));
      if (group.references() != null) {
        add(names, group.references().toString());
      }
      if (group.reference()) {
        add(names, "reference");
      }
      for (Path path : group.paths()) {
        add(names, path.toAbsolutePath().normalize().toString());
        try {
          bytes += content(path, group, names, contents, first);
        } catch (IOException e) {
          throw new SieveException(path + " cannot be read: " + e.getMessage(), e);
        }
      }
    }
    return new InputIdentity(hex(names.digest()), text(inputs), bytes, hex(contents.digest()));
  }

  private static long content(
      Path path,
      InputGroup group,
      MessageDigest names,
      MessageDigest contents,
      @Nullable InputPage first)
      throws IOException {
    if (Files.isDirectory(path)) {
      return folder(path, group, contents);
    }
    if (!Files.isRegularFile(path)) {
      add(names, first == null ? "" : hash(first));
      return 0;
    }
    long size = Files.size(path);
    add(contents, String.valueOf(size));
    try (InputStream in = Files.newInputStream(path)) {
      contents.update(in.readNBytes(BEGINNING_BYTES));
    }
    return size;
  }

  private static long folder(Path folder, InputGroup group, MessageDigest contents)
      throws IOException {
    long bytes = 0;
    Path real = folder.toRealPath(); // as in PageInputs, only named links are followed
    for (Path file :
        InputFile.filesIn(real, group.outIn(real)).stream()
            .filter(each -> Files.isRegularFile(each, NOFOLLOW_LINKS))
            .sorted()
            .toList()) {
      long size = Files.size(file);
      add(contents, real.relativize(file) + " " + size);
      bytes += size;
    }
    return bytes;
  }

  private static String text(List<InputGroup> inputs) {
    List<Path> paths = inputs.stream().flatMap(group -> group.paths().stream()).toList();
    String first = paths.isEmpty() ? "no input" : paths.get(0).toString();
    String named = first.equals("-") ? "standard input" : first;
    String cut = Printable.cut(named, TEXT_CHARS);
    int others = paths.size() - 1;
    return others < 1 ? cut : cut + " and " + others + (others == 1 ? " other" : " others");
  }

  /** 16 hex digits of a hash of a page. */
  public static String hash(InputPage page) {
    MessageDigest digest = Sha256.digest();
    digest.update(page.value());
    add(digest, String.valueOf(page.defect()));
    return hex(digest.digest());
  }

  /** Adds a string and its end, so different lists of strings never give the same bytes. */
  private static void add(MessageDigest digest, String text) {
    digest.update(text.getBytes(UTF_8));
    digest.update((byte) 0);
  }

  private static String hex(byte[] hash) {
    return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
  }
}
