import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.util.Base64;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.ToolRunner;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.protocol.Content;
import org.apache.nutch.tools.warc.WARCExporter;
import org.apache.nutch.util.NutchConfiguration;
import java.util.Map;
import java.util.TreeMap;

/**
 * WriteNutch FOLDER BASE headers|bare: a segment of the pages of truth.jsonl, with what protocol-http stores of them with
 * store.http.headers or without, and what WARCExporter makes of it. The plugin itself is not on Maven Central.
 */
public class WriteNutch {

  public static void main(String[] args) throws Exception {
    boolean withHeaders = args[2].equals("headers");
    Configuration conf = NutchConfiguration.create();
    conf.set("fs.defaultFS", "file:///");
    Path segments = new Path("file://" + args[0] + "/segments-" + args[2]);
    Path segment = new Path(segments, "20260131120000");
    Map<String, JsonObject> pages = new TreeMap<>(); // a map file is in order of its keys
    for (String line : Files.readAllLines(java.nio.file.Path.of(args[0], "truth.jsonl"))) {
      JsonObject page = JsonParser.parseString(line).getAsJsonObject();
      pages.put(args[1] + page.get("path").getAsString(), page);
    }
    try (MapFile.Writer contents = writer(conf, segment, Content.DIR_NAME, Content.class);
        MapFile.Writer fetches = writer(conf, segment, CrawlDatum.FETCH_DIR_NAME, CrawlDatum.class)) {
      int number = 0;
      for (Map.Entry<String, JsonObject> entry : pages.entrySet()) {
        JsonObject page = entry.getValue();
        byte[] body = Base64.getDecoder().decode(page.get("body").getAsString());
        String type = page.get("contentType").getAsString();
        int status = page.get("status").getAsInt();
        Metadata metadata = new Metadata();
        metadata.set("Content-Type", type);
        metadata.set("_ip_", "127.0.0.1");
        if (withHeaders) { // as they came; the body is stored decoded
          String transfer =
              switch (number++ % 3) {
                case 0 -> "Content-Length: " + body.length;
                case 1 -> "Content-Encoding: gzip\r\nContent-Length: " + body.length / 2;
                default -> "Transfer-Encoding: chunked\r\nContent-Encoding: gzip";
              };
          metadata.set(
              "_response.headers_",
              "HTTP/1.1 " + status + (status == 200 ? " OK" : " Not Found") + "\r\nContent-Type: " + type + "\r\n" + transfer + "\r\n\r\n");
        }
        contents.append(new Text(entry.getKey()), new Content(entry.getKey(), entry.getKey(), body, type, metadata, conf));
        CrawlDatum datum = new CrawlDatum(status == 200 ? CrawlDatum.STATUS_FETCH_SUCCESS : CrawlDatum.STATUS_FETCH_GONE, 0);
        datum.setFetchTime(1769860800000L);
        fetches.append(new Text(entry.getKey()), datum);
      }
    }
    System.exit(
        ToolRunner.run(
            conf, new WARCExporter(), new String[] {"file://" + args[0] + "/nutch-" + args[2], "-dir", segments.toString()}));
  }

  private static MapFile.Writer writer(Configuration conf, Path segment, String name, Class<?> value) throws Exception {
    return new MapFile.Writer(
        conf,
        new Path(segment, name + "/part-r-00000"),
        MapFile.Writer.keyClass(Text.class),
        MapFile.Writer.valueClass(value));
  }
}
