package dev.crawlsieve.files.input;

import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.files.table.RowColumns;
import dev.crawlsieve.files.table.RowJson;
import dev.crawlsieve.files.table.TableReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a Parquet file as page events: JSON objects of all their columns, so columns are
 * named in the same way as fields of other events. A row without a URL gets one made from its
 * number, from 1.
 */
final class TablePages implements PageSource {

  /** The fields of the standard form that are not the body. */
  private static final List<String> OWN_TEXTS =
      List.of("url", "fetchTime", "status", "contentType", "headers", "reference", "bodyRef");

  private static final RowColumns.Body BYTES = new RowColumns.Body(List.of("bodyBase64"), "");
  private static final RowColumns.Body HTML = new RowColumns.Body(List.of("html"), "text/html");
  private static final RowColumns.Body TEXT = new RowColumns.Body(List.of("text"), "text/plain");

  private final TableReader rows;
  private final RowJson json;
  private final Limits limits;
  private final String name;
  private final EventKeyReader keys;
  private long number;

  TablePages(Path file, EventKeyReader keys, Reading how) throws IOException {
    rows = TableReader.open(file, how.counts()::read);
    try {
      json = new RowJson(rows.schema(), columns(how.fields()));
    } catch (IOException e) {
      rows.close();
      throw e;
    }
    limits = how.limits();
    name = file.toString();
    this.keys = keys;
  }

  /**
   * Says as what columns are read: those that the settings name, and those that are read anyway.
   */
  private static RowColumns columns(PageFields fields) {
    Set<List<String>> texts = new HashSet<>();
    OWN_TEXTS.forEach(name -> texts.add(List.of(name)));
    List<RowColumns.Body> bodies =
        new ArrayList<>(fields.namesBody() ? List.of(BYTES) : List.of(BYTES, HTML, TEXT));
    for (PageFields.Field field : (fields.isOwn() ? PageFields.KNOWN : fields).fields()) {
      List<String> whole = List.of(String.join(".", field.path())); // its name may be the path
      for (List<String> path : List.of(field.path(), whole)) {
        switch (field.target()) {
          case HTML -> bodies.add(new RowColumns.Body(path, "text/html"));
          case TEXT -> bodies.add(new RowColumns.Body(path, "text/plain"));
          case MARKDOWN -> bodies.add(new RowColumns.Body(path, "text/markdown"));
          default -> texts.add(path);
        }
      }
    }
    return new RowColumns(bodies, texts);
  }

  /** The names of the columns, with those of the structs around them. */
  Set<String> columns() {
    Set<String> names = new LinkedHashSet<>();
    addColumns(rows.schema(), "", names);
    return names;
  }

  private static void addColumns(GroupType columns, String within, Set<String> names) {
    for (Type column : columns.getFields()) {
      names.add(within + column.getName());
      if (!column.isPrimitive() && column.getLogicalTypeAnnotation() == null) {
        addColumns(column.asGroupType(), within + column.getName() + ".", names);
      }
    }
  }

  @Override
  public @Nullable InputPage next() throws IOException {
    Group row = rows.next();
    if (row == null) {
      return null;
    }
    byte[] event = json.of(row, limits.maxBytes());
    return keys.page(event, event.length, ++number, name + ":" + number, "the row")
        .from(new InputPage.Row(name, number));
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
