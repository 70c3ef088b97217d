package dev.crawlsieve.tool.sieve;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.text.Sha256;
import dev.crawlsieve.core.work.Folders;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Puts web archives into one file that replay tools open: the archives, an index of their records
 * that can be read in parts, and a list of the pages (<a
 * href="https://specs.webrecorder.net/wacz/1.1.1/">WACZ 1.1.1</a>).
 *
 * <p>Each archive is read twice, since its checksum stands before it. Memory is bounded: index and
 * page list are put in order on disk.
 */
final class WaczFile {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String VERSION = "1.1.1";

  private record Measured(long crc, String hash) {}

  private interface Opener {
    InputStream open() throws IOException;
  }

  /** Reads a part of a stream, or all of it. */
  private interface Reader {
    void read(InputStream in) throws IOException;
  }

  /** What a file in the package holds; it can be read more than once. */
  private record Content(long bytes, Opener opener) {

    static Content of(Path file) throws IOException {
      return new Content(Files.size(file), () -> Files.newInputStream(file));
    }

    static Content of(byte[] bytes) {
      return new Content(bytes.length, () -> new ByteArrayInputStream(bytes));
    }
  }

  private final ZipOutputStream zip;
  private final ArrayNode resources = JSON.createArrayNode();

  private WaczFile(ZipOutputStream zip) {
    this.zip = zip;
  }

  /**
   * Writes a package. {@code out} stays open.
   *
   * @param archives the archives, gzipped by record, by the name that they get
   * @param temporary folder for what is put in order; emptied first, and left behind
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
    try (WaczIndex index = new WaczIndex(temporary.resolve("records"))) {
      for (Map.Entry<String, Path> archive : archives.entrySet()) {
        file.archive(archive.getKey(), archive.getValue(), index);
      }
      try (OutputStream lines = opened(indexes);
          OutputStream blocks = opened(summary)) {
        index.writeRecords(lines, blocks);
      }
      try (OutputStream lines = opened(pages)) {
        index.writePages(lines);
      }
    }
    file.resource("indexes/index.cdx.gz", indexes, ZipEntry.STORED); // parts of it are read
    file.resource("indexes/index.idx", summary, ZipEntry.DEFLATED);
    file.resource("pages/pages.jsonl", pages, ZipEntry.DEFLATED);
    file.describe();
    zip.finish();
  }

  private static OutputStream opened(Path file) throws IOException {
    return new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
  }

  private void archive(String name, Path archive, WaczIndex index) throws IOException {
    Content content = Content.of(archive);
    Measured measured = measured(content, in -> index.add(name, in));
    resource("archive/" + name, content, measured, ZipEntry.STORED);
  }

  private void resource(String path, Path file, int method) throws IOException {
    Content content = Content.of(file);
    resource(path, content, measured(content, in -> {}), method);
  }

  private void resource(String path, Content content, Measured measured, int method)
      throws IOException {
    entry(path, content, measured, method);
    resources
        .addObject()
        .put("name", path.substring(path.lastIndexOf('/') + 1))
        .put("path", path)
        .put("hash", measured.hash())
        .put("bytes", content.bytes());
  }

  private void entry(String path, Content content, Measured measured, int method)
      throws IOException {
    ZipEntry entry = new ZipEntry(path);
    entry.setMethod(method);
    if (method == ZipEntry.STORED) {
      entry.setSize(content.bytes());
      entry.setCrc(measured.crc());
    }
    zip.putNextEntry(entry);
    try (InputStream in = content.opener().open()) {
      in.transferTo(zip);
    }
    zip.closeEntry();
  }

  private void describe() throws IOException {
    String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    ObjectNode data = JSON.createObjectNode();
    data.put("profile", "data-package").put("wacz_version", VERSION);
    data.put("software", WarcValues.software());
    data.put("created", now).put("modified", now).set("resources", resources);
    Content described = Content.of(JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(data));
    Measured measured = measured(described, in -> {});
    entry("datapackage.json", described, measured, ZipEntry.DEFLATED);
    ObjectNode digest = JSON.createObjectNode();
    digest.put("path", "datapackage.json").put("hash", measured.hash());
    Content hashed = Content.of(JSON.writeValueAsBytes(digest));
    entry("datapackage-digest.json", hashed, measured(hashed, in -> {}), ZipEntry.DEFLATED);
  }

  private static Measured measured(Content content, Reader reader) throws IOException {
    MessageDigest sha256 = Sha256.digest();
    CRC32 crc = new CRC32();
    try (InputStream in = content.opener().open()) {
      InputStream all = new CheckedInputStream(new DigestInputStream(in, sha256), crc);
      reader.read(new BufferedInputStream(all, 1 << 16));
      all.transferTo(OutputStream.nullOutputStream()); // what the reader has left
    }
    String hash = "sha256:" + HexFormat.of().formatHex(sha256.digest());
    return new Measured(crc.getValue(), hash);
  }
}
