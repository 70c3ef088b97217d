package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.IndexException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.DBOptions;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/** Writes the sorted files of one run, and ingests them into RocksDB all at once or not at all. */
final class TableFiles implements AutoCloseable {

  /** Suffix of the names of files that are not ingested yet. */
  static final String SUFFIX = ".ingest";

  private static final long FILE_BYTES = 64L << 20;

  private final RocksFolder files;
  private final int run;
  private final DBOptions dbOptions = new DBOptions();
  private final Options options;
  private final EnvOptions env = new EnvOptions();
  private final List<String> paths = new ArrayList<>();
  private @Nullable SstFileWriter writer;
  private long written;

  TableFiles(RocksFolder files, int run) {
    this.files = files;
    this.run = run;
    options = new Options(dbOptions, files.tableOptions());
  }

  /** Adds a value; keys must ascend over all files. */
  void put(byte[] key, byte[] value) {
    try {
      begin().put(key, value);
      wrote(key.length + value.length);
    } catch (RocksDBException e) {
      throw files.failed("write the tables", e);
    }
  }

  /** The same with direct buffers, from position to limit; they are not copied. */
  void put(ByteBuffer key, ByteBuffer value) {
    int bytes = key.remaining() + value.remaining();
    try {
      begin().put(key, value);
      wrote(bytes);
    } catch (RocksDBException e) {
      throw files.failed("write the tables", e);
    }
  }

  private SstFileWriter begin() throws RocksDBException {
    if (writer == null) {
      Path path = files.folder().resolve("run-" + run + "-" + paths.size() + SUFFIX);
      paths.add(path.toString());
      writer = new SstFileWriter(env, options);
      writer.open(path.toString());
    }
    return writer;
  }

  private void wrote(int bytes) throws RocksDBException {
    written += bytes;
    if (written >= FILE_BYTES) {
      finish();
    }
  }

  /** Makes all values visible, atomically. */
  void ingest() {
    try (IngestExternalFileOptions how = new IngestExternalFileOptions().setMoveFiles(true)) {
      finish();
      if (!paths.isEmpty()) {
        files.db().ingestExternalFile(files.tables(), paths, how);
      }
    } catch (RocksDBException e) {
      throw files.failed("ingest the tables", e);
    }
  }

  private void finish() throws RocksDBException {
    if (writer != null) {
      writer.finish();
      writer.close();
      writer = null;
      written = 0;
      warm(Path.of(paths.get(paths.size() - 1)));
    }
  }

  /**
   * Reads a file once, in order, to load it into the system's cache. RocksDB evicts such files from
   * the cache while writing them, and lookups would load them one page at a time.
   */
  private void warm(Path path) {
    try (InputStream file = Files.newInputStream(path)) {
      file.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new IndexException("cannot read the files of a run in " + files.folder(), e);
    }
  }

  @Override
  public void close() {
    if (writer != null) {
      writer.close();
    }
    options.close();
    dbOptions.close();
    env.close();
    try {
      for (String path : paths) {
        Files.deleteIfExists(Path.of(path));
      }
    } catch (IOException e) {
      throw new IndexException("cannot delete the files of a run in " + files.folder(), e);
    }
  }
}
