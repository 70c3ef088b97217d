package dev.crawlsieve.files.sieve;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.core.text.Sha256;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Packs web archives into one file that replay tools can open: the archives, an index of their
 * records that can be read in parts, and a list of the pages (<a
 * href="https://specs.webrecorder.net/wacz/1.1.1/">WACZ 1.1.1</a>).
 *
 * <p>Each archive is read twice, since its checksum precedes it. Memory is bounded: index and page
 * list are sorted on disk.
 */
final class WaczFile {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String VERSION = "1.1.1";

  private record Data(
      String profile,
      @JsonProperty("wacz_version") String version,
      String software,
      String created,
      String modified,
      List<Resource> resources) {}

  private record Resource(String name, String path, String hash, long bytes) {}

  private record Digest(String path, String hash) {}

  private record Measured(long crc, String hash) {}

  /** Reads a part of a stream, or all of it. */
  private interface Reader {
    void read(InputStream in) throws IOException;
  }

  private final ZipOutputStream zip;
  private final List<Resource> resources = new ArrayList<>();

  private WaczFile(ZipOutputStream zip) {
    this.zip = zip;
  }

  /**
   * Writes a package. {@code out} stays open.
   *
   * @param archives the archives, gzipped by record, with the names that they get
   * @param temporary folder for sorting; emptied first, and left behind
   */
  static void write(OutputStream out, Map<String, Path> archives, Path temporary)
      throws IOException {
    ZipOutputStream zip = new ZipOutputStream(out);
    WaczFile file = new WaczFile(zip);
    if (Files.exists(temporary)) {
      Folders.remove(temporary);
    }
    Files.createDirectories(temporary);
    Path indexes = temporary.resolve("index.cdx.gz");
    Path summary = temporary.resolve("index.idx");
    Path pages = temporary.resolve("pages.jsonl");
    try (OutputStream listed = opened(pages);
        WaczIndex index = new WaczIndex(temporary.resolve("records"), listed)) {
      for (Map.Entry<String, Path> archive : archives.entrySet()) {
        String name = archive.getKey();
        Reader reader = in -> index.add(name, in);
        file.resource("archive/" + name, archive.getValue(), ZipEntry.STORED, reader);
      }
      try (OutputStream lines = opened(indexes);
          OutputStream blocks = opened(summary)) {
        index.writeRecords(lines, blocks);
      }
    }
    file.resource("indexes/index.cdx.gz", indexes, ZipEntry.STORED); // read in parts
    file.resource("indexes/index.idx", summary, ZipEntry.DEFLATED);
    file.resource("pages/pages.jsonl", pages, ZipEntry.DEFLATED);
    file.describe(temporary);
    zip.finish();
  }

  private static OutputStream opened(Path file) throws IOException {
    return new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
  }

  private void resource(String path, Path file, int method) throws IOException {
    resource(path, file, method, in -> {});
  }

  private void resource(String path, Path file, int method, Reader reader) throws IOException {
    Measured measured = measured(file, reader);
    ZipEntry entry = new ZipEntry(path);
    entry.setMethod(method);
    if (method == ZipEntry.STORED) {
      entry.setSize(Files.size(file));
      entry.setCrc(measured.crc());
    }
    write(entry, file);
    String name = path.substring(path.lastIndexOf('/') + 1);
    resources.add(new Resource(name, path, measured.hash(), Files.size(file)));
  }

  private void write(ZipEntry entry, Path file) throws IOException {
    zip.putNextEntry(entry);
    Files.copy(file, zip);
    zip.closeEntry();
  }

  private void describe(Path temporary) throws IOException {
    String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    Data data = new Data("data-package", VERSION, WarcValues.software(), now, now, resources);
    Path described = temporary.resolve("datapackage.json");
    JSON.writerWithDefaultPrettyPrinter().writeValue(described.toFile(), data);
    write(new ZipEntry("datapackage.json"), described);
    Digest digest = new Digest("datapackage.json", measured(described, in -> {}).hash());
    Path hashed = temporary.resolve("datapackage-digest.json");
    JSON.writeValue(hashed.toFile(), digest);
    write(new ZipEntry("datapackage-digest.json"), hashed);
  }

  private static Measured measured(Path file, Reader reader) throws IOException {
    MessageDigest sha256 = Sha256.digest();
    CRC32 crc = new CRC32();
    try (InputStream in = Files.newInputStream(file)) {
      InputStream all = new CheckedInputStream(new DigestInputStream(in, sha256), crc);
      reader.read(new BufferedInputStream(all, 1 << 16));
      all.transferTo(OutputStream.nullOutputStream()); // what the reader has left
    }
    String hash = "sha256:" + HexFormat.of().formatHex(sha256.digest());
    return new Measured(crc.getValue(), hash);
  }
}
