import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Flink BROKERS TOPIC [SETTING=VALUE]: prints the values of a topic, up to the end that it has at the start. */
public class Flink {
  public static void main(String[] args) throws Exception {
    Properties settings = new Properties();
    for (int i = 2; i < args.length; i++) {
      String[] setting = args[i].split("=", 2);
      settings.setProperty(setting[0], setting[1]);
    }
    KafkaSource<String> source =
        KafkaSource.<String>builder()
            .setBootstrapServers(args[0])
            .setTopics(args[1])
            .setStartingOffsets(OffsetsInitializer.earliest())
            .setBounded(OffsetsInitializer.latest())
            .setDeserializer(KafkaRecordDeserializationSchema.valueOnly(new SimpleStringSchema()))
            .setProperties(settings)
            .build();
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(2);
    try (var values =
        env.fromSource(source, WatermarkStrategy.noWatermarks(), args[1]).executeAndCollect()) {
      while (values.hasNext()) {
        System.out.println(values.next());
      }
    }
  }
}
