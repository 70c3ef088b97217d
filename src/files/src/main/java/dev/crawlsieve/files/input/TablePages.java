package dev.crawlsieve.files.input;

import dev.crawlsieve.files.table.RowJson;
import dev.crawlsieve.files.table.TableReader;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.parquet.example.data.Group;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a Parquet file as page events: JSON objects of all their columns, so that columns are
 * named as the fields of other events are. A row without an address is addressed by its number,
 * from 1.
 */
final class TablePages implements PageSource {

  private final TableReader rows;
  private final String name;
  private final EventKeyReader keys;
  private long number;

  TablePages(Path file, Reading how) throws IOException {
    rows = TableReader.open(file, how.progress()::read);
    name = file.toString();
    keys = how.keys(InputFile.fileName(file), true);
  }

  @Override
  public @Nullable InputPage next() throws IOException {
    Group row = rows.next();
    if (row == null) {
      return null;
    }
    byte[] event = RowJson.of(row);
    return keys.page(event, event.length, ++number, name + ":" + number, "the row");
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
