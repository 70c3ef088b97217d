package dev.crawlsieve.tool.sieve;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Writes verdicts as CSV (RFC 4180, in UTF-8): a header line, then a line for each. Columns are the
 * fields of {@code verdicts.jsonl}, nested ones with a dot; what is null or missing is empty.
 *
 * <p>No cell begins with a character that a spreadsheet takes for a formula: URLs begin with their
 * scheme, and everything else is a number, a hash or a word of ours.
 */
final class VerdictTable {

  /** The columns in order. */
  static final List<String> COLUMNS =
      List.of(
          """
          url decision kind
          duplicateOf.url duplicateOf.partition duplicateOf.offset
          match distance similarity agreeing table compared detector settings
          partition offset timestamp lane laneOffset
          newVersionOf.url newVersionOf.partition newVersionOf.offset
          replaces.url replaces.partition replaces.offset replaces.by
          reference duplicateOf.reference newVersionOf.reference replaces.reference
          override.action override.url override.host
          override.matches.url override.matches.partition override.matches.offset
          override.matches.reference
          identity contained
          """
              .strip()
              .split("\\s+"));

  private static final List<JsonPointer> FIELDS =
      COLUMNS.stream().map(name -> JsonPointer.compile("/" + name.replace('.', '/'))).toList();

  private final SequenceWriter rows;

  /**
   * @param header whether to begin with the header line
   */
  VerdictTable(OutputStream out, boolean header) throws IOException {
    CsvSchema schema =
        CsvSchema.builder()
            .addColumns(COLUMNS, CsvSchema.ColumnType.STRING)
            .setUseHeader(header)
            .setLineSeparator("\r\n")
            .build();
    rows = new CsvMapper().writerFor(String[].class).with(schema).writeValues(out);
  }

  void add(Verdict verdict) throws IOException {
    ObjectNode fields = VerdictCodec.tree(verdict);
    String[] row = new String[FIELDS.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = fields.at(FIELDS.get(i)).asText("").strip();
    }
    SequenceWriter unused = rows.write(row);
  }

  void flush() throws IOException {
    rows.flush();
  }
}
