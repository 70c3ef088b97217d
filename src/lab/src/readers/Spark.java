import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/** Spark BROKERS TOPIC [OPTION=VALUE]…: counts the records of a topic, as a batch and as a stream that ends. */
public class Spark {
  public static void main(String[] args) throws Exception {
    Map<String, String> options = new HashMap<>();
    options.put("kafka.bootstrap.servers", args[0]);
    options.put("subscribe", args[1]);
    options.put("startingOffsets", "earliest");
    for (int i = 2; i < args.length; i++) {
      String[] option = args[i].split("=", 2);
      options.put(option[0], option[1]);
    }
    SparkSession spark =
        SparkSession.builder().master("local[2]").appName("lab").config("spark.ui.enabled", "false")
            .config("spark.driver.host", "localhost").config("spark.driver.bindAddress", "127.0.0.1").getOrCreate();
    long batch = spark.read().format("kafka").options(options).load().count();
    spark.readStream().format("kafka").options(options).load().writeStream().format("memory").queryName("records")
        .trigger(Trigger.AvailableNow()).start().awaitTermination();
    System.out.println(batch + " " + spark.table("records").count());
  }
}
