import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_timestamp;
import static org.apache.spark.sql.functions.unbase64;

import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Spark write FOLDER BASE: the pages of truth.jsonl as tables of bytes, maps, structs and VARIANT. Spark read TRUTH BASE
 * FILE…: how many of them tables of crawlsieve have, as Spark reads them.
 */
public class Spark {

  public static void main(String[] args) throws Exception {
    SparkSession spark =
        SparkSession.builder().master("local[1]").appName("lab").config("spark.ui.enabled", "false")
            .config("spark.sql.session.timeZone", "UTC").getOrCreate();
    if (args[0].equals("write")) {
      write(spark, args[1], args[2]);
    } else {
      read(spark, args[1], args[2], Arrays.copyOfRange(args, 3, args.length));
    }
    spark.stop();
  }

  private static void write(SparkSession spark, String folder, String base) {
    Dataset<Row> pages =
        spark.read().json(folder + "/truth.jsonl")
            .withColumn("url", concat(lit(base), col("path")))
            .withColumn("fetchTime", to_timestamp(lit("2026-01-31T12:00:00Z")))
            .withColumn("status", col("status").cast("int"))
            .withColumn("html", unbase64(col("body")))
            .coalesce(1);
    pages
        .select(col("url"), col("status"), col("fetchTime"), map(lit("Content-Type"), array(col("contentType"))).as("headers"),
            array(struct(lit("/x").as("href"))).as("links"), col("html"))
        .write().parquet(folder + "/spark-map");
    spark.conf().set("spark.sql.parquet.outputTimestampType", "INT96");
    spark.conf().set("spark.sql.parquet.writeLegacyFormat", "true"); // as Spark before 1.4 and Hive write lists
    pages
        .select(col("url"), col("status"), col("fetchTime"), map(lit("Content-Type"), array(col("contentType"))).as("headers"),
            array(struct(lit("/x").as("href"))).as("links"), col("html"))
        .write().option("compression", "gzip").parquet(folder + "/spark-legacy");
    pages
        .select(struct(col("url").as("sourceURL"), col("status").as("statusCode")).as("metadata"), col("fetchTime"),
            col("contentType"), col("html"))
        .write().option("compression", "zstd").parquet(folder + "/spark-struct");
    pages
        .select(expr("parse_json(to_json(named_struct('sourceURL', url, 'statusCode', status)))").as("metadata"),
            col("fetchTime"), col("contentType"), col("html"))
        .write().parquet(folder + "/spark-variant");
  }

  private static void read(SparkSession spark, String truth, String base, String[] files) {
    Map<String, byte[]> read = new HashMap<>();
    for (Row row : spark.read().parquet(files).select("url", "html").collectAsList()) {
      read.put(row.getString(0), row.getAs(1));
    }
    long pages = 0;
    long right = 0;
    for (Row page : spark.read().json(truth).where("status = 200").collectAsList()) {
      pages++;
      byte[] body = Base64.getDecoder().decode(page.<String>getAs("body"));
      if (Arrays.equals(body, read.get(base + page.<String>getAs("path")))) {
        right++;
      }
    }
    System.out.println("Spark " + spark.version() + " reads " + right + " of " + pages + " of ours");
  }
}
