package dev.crawlsieve.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.DBOptions;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/** The sorted files of one merge, taken in all at once or not at all. */
final class TableFiles implements AutoCloseable {

  private static final long FILE_BYTES = 64L << 20;

  private final RocksFolder files;
  private final DBOptions dbOptions = new DBOptions();
  private final Options options;
  private final EnvOptions env = new EnvOptions();
  private final List<String> paths = new ArrayList<>();
  private SstFileWriter writer;
  private long written;

  TableFiles(RocksFolder files) {
    this.files = files;
    options = new Options(dbOptions, files.tableOptions());
  }

  /** Adds a bucket; keys ascend over all files. */
  void put(byte[] key, byte[] bucket) {
    try {
      begin();
      writer.put(key, bucket);
      wrote(key.length + bucket.length);
    } catch (RocksDBException e) {
      throw files.failed("write the tables", e);
    }
  }

  /** Says that there is no such bucket any more; keys ascend over all files. */
  void delete(byte[] key) {
    try {
      begin();
      writer.delete(key);
      wrote(key.length);
    } catch (RocksDBException e) {
      throw files.failed("write the tables", e);
    }
  }

  private void begin() throws RocksDBException {
    if (writer != null) {
      return;
    }
    Path path = files.folder().resolve("merge-" + paths.size() + ".ingest");
    try {
      Files.deleteIfExists(path); // of a merge that a crash cut short
    } catch (IOException e) {
      throw new IndexException("cannot write the tables of the index in " + files.folder(), e);
    }
    paths.add(path.toString());
    writer = new SstFileWriter(env, options);
    writer.open(path.toString());
  }

  private void wrote(int bytes) throws RocksDBException {
    written += bytes;
    if (written >= FILE_BYTES) {
      finish();
    }
  }

  /** Makes all buckets visible, in one step. */
  void ingest() {
    try (IngestExternalFileOptions how = new IngestExternalFileOptions().setMoveFiles(true)) {
      if (writer != null) {
        finish();
      }
      if (!paths.isEmpty()) {
        files.db().ingestExternalFile(files.tables(), paths, how);
      }
    } catch (RocksDBException e) {
      throw files.failed("ingest the tables", e);
    }
  }

  private void finish() throws RocksDBException {
    writer.finish();
    writer.close();
    writer = null;
    written = 0;
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
      throw new IndexException("cannot delete the files of a merge in " + files.folder(), e);
    }
  }
}
