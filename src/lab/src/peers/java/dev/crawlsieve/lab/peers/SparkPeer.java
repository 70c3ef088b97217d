package dev.crawlsieve.lab.peers;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.feature.HashingTF;
import org.apache.spark.ml.feature.MinHashLSH;
import org.apache.spark.ml.feature.MinHashLSHModel;
import org.apache.spark.ml.feature.NGram;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * MinHashLSH of Spark MLlib in local mode: words, 3-grams, hashed to 2²⁰ features, and a similarity
 * join of all texts with themselves. The join judges its candidates by the exact distance of the
 * hashed features.
 */
final class SparkPeer implements Peer, AutoCloseable {

  private static final int FEATURES = 1 << 20;
  private static final StructType TEXTS =
      new StructType(
          new StructField[] {
            new StructField("id", DataTypes.IntegerType, false, Metadata.empty()),
            new StructField(
                "words", DataTypes.createArrayType(DataTypes.StringType), false, Metadata.empty())
          });

  private final int cores;
  private final int tables;
  private final double similarity;
  private final SparkSession spark;

  SparkPeer(int cores, int tables, double similarity) {
    this.cores = cores;
    this.tables = tables;
    this.similarity = similarity;
    spark =
        SparkSession.builder()
            .master("local[" + cores + "]")
            .config("spark.ui.enabled", false)
            .config("spark.driver.host", "localhost")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", 4L * cores)
            .getOrCreate();
  }

  @Override
  public String name() {
    return "Spark MinHashLSH, " + tables + " tables, local[" + cores + "]";
  }

  @Override
  public Answer find(List<String> texts) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      rows.add(RowFactory.create(i, List.of(texts.get(i).split(" "))));
    }
    Dataset<Row> words = spark.createDataFrame(rows, TEXTS);
    Dataset<Row> shingles =
        new NGram()
            .setN(Shingles.WIDTH)
            .setInputCol("words")
            .setOutputCol("shingles")
            .transform(words);
    Dataset<Row> features =
        new HashingTF()
            .setNumFeatures(FEATURES)
            .setBinary(true)
            .setInputCol("shingles")
            .setOutputCol("features")
            .transform(shingles)
            .select("id", "features")
            .cache();
    MinHashLSHModel model =
        new MinHashLSH()
            .setNumHashTables(tables)
            .setSeed(1)
            .setInputCol("features")
            .setOutputCol("hashes")
            .fit(features);
    Dataset<?> joined =
        model.approxSimilarityJoin(features, features, 1 - similarity + 1e-9, "distance");
    Pairs pairs = new Pairs(texts.size());
    for (Row pair :
        joined
            .select(
                functions.col("datasetA.id").alias("a"), functions.col("datasetB.id").alias("b"))
            .where("a < b")
            .collectAsList()) {
      pairs.add(pair.getInt(0), pair.getInt(1));
    }
    features.unpersist();
    return Answer.of(pairs, texts.size());
  }

  @Override
  public void close() {
    spark.stop();
  }
}
