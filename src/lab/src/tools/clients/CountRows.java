import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.apache.iceberg.io.CloseableIterable;

/** CountRows FOLDER: the verdicts in the table crawl.verdicts of FOLDER/warehouse, by decision, and the table's columns. */
public class CountRows {

  public static void main(String[] args) throws Exception {
    TreeMap<Object, Integer> decisions = new TreeMap<>();
    int rows = 0;
    try (HadoopCatalog catalog = new HadoopCatalog(new Configuration(), "file://" + args[0] + "/warehouse")) {
      Table table = catalog.loadTable(TableIdentifier.of("crawl", "verdicts"));
      try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
        for (Record record : records) {
          rows++;
          decisions.merge(record.getField("decision"), 1, Integer::sum);
        }
      }
      System.out.println(rows + " verdicts, " + decisions + ", in " + table.schema().columns().size() + " columns");
    }
  }
}
