import com.digitalpebble.stormcrawler.Metadata;
import com.digitalpebble.stormcrawler.protocol.ProtocolResponse;
import com.digitalpebble.stormcrawler.protocol.okhttp.HttpProtocol;
import com.digitalpebble.stormcrawler.warc.FileTimeSizeRotationPolicy;
import com.digitalpebble.stormcrawler.warc.WARCFileNameFormat;
import com.digitalpebble.stormcrawler.warc.WARCHdfsBolt;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.storm.Config;
import org.apache.storm.task.IOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;

/** WriteStorm FOLDER BASE: fetches the pages of truth.jsonl, and writes them with WARCHdfsBolt, as in a topology. */
public class WriteStorm {

  public static void main(String[] args) throws Exception {
    Config conf = new Config();
    conf.put("http.agent.name", "lab");
    conf.put("http.store.headers", true);
    conf.put("protocol.md.prefix", "protocol.");
    conf.put("http.skip.robots", true);
    HttpProtocol protocol = new HttpProtocol();
    protocol.configure(conf);

    WARCHdfsBolt bolt = new WARCHdfsBolt();
    bolt.withFileNameFormat(new WARCFileNameFormat().withPath(args[0]));
    bolt.withHeader(new HashMap<>(Map.of("software", "StormCrawler 1.18", "format", "WARC File Format 1.0")));
    bolt.withRequestRecords();
    bolt.withFsUrl("file:///");
    bolt.withRotationPolicy(
        new FileTimeSizeRotationPolicy(1, FileTimeSizeRotationPolicy.Units.GB));

    TopologyContext context =
        new TopologyContext(null, conf, Map.of(1, "warc"), Map.of("warc", List.of(1)), Map.of(), "lab", null, null, 1, 1,
            List.of(1), Map.of(), Map.of(), Map.of(), Map.of(), null);
    bolt.prepare(conf, context, new OutputCollector(proxy(IOutputCollector.class, Map.of())));
    Pattern path = Pattern.compile("\"path\": \"([^\"]*)\"");
    for (String line : Files.readAllLines(Path.of(args[0], "truth.jsonl"))) {
      Matcher found = path.matcher(line);
      found.find();
      String url = args[1] + found.group(1);
      ProtocolResponse response = protocol.getProtocolOutput(url, new Metadata());
      Metadata metadata = new Metadata();
      metadata.putAll(response.getMetadata(), "protocol.");
      bolt.execute(proxy(Tuple.class, Map.of("url", url, "content", response.getContent(), "metadata", metadata)));
    }
    bolt.cleanup();
    System.exit(0);
  }

  @SuppressWarnings("unchecked")
  private static <T> T proxy(Class<T> type, Map<String, Object> fields) {
    return (T)
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, values) ->
                switch (method.getName()) {
                  case "getBinaryByField", "getStringByField", "getValueByField" -> fields.get(values[0]);
                  case "contains" -> fields.containsKey(values[0]);
                  case "hashCode" -> System.identityHashCode(self);
                  case "equals" -> self == values[0];
                  case "toString" -> type.getSimpleName();
                  default -> method.getReturnType() == boolean.class ? (Object) false : null;
                });
  }
}
