#!/usr/bin/env bash
# Kafka Connect 4.4.0 (connect-api, Maven Central), SimpleHeaderConverter, which is what a worker reads and writes
# record headers with unless `header.converter` says otherwise.
#
# Expected: a header is bytes; a converter that is told nothing hands on the text that it holds, and a connector that
# copies records writes the same bytes.
# Seen: each value is parsed by itself. Text that looks like a number becomes one and is written back as another text,
# and the column of a sink has another type from record to record. A hash in hexadecimal looks like a number when it
# happens to have digits alone, or digits around one "e": 2.8 % of those of eight digits. They lose their leading zeros,
# or are multiplied out, and two different hashes become one.
# Matters: for headers that hold digests, versions, positions or dates of a crawl, use StringConverter or
# ByteArrayConverter as `header.converter`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>headers</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>connect-api</artifactId><version>4.4.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
XML
mvn -q -B -Dstyle.color=never org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
  -Dmdep.outputFile=classpath >maven.log

cat >Headers.java <<'JAVA'
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;

public class Headers {
  private static final SimpleHeaderConverter CONVERTER = new SimpleHeaderConverter();

  private static String copied(String text) {
    SchemaAndValue value = CONVERTER.toConnectHeader("topic", "header", text.getBytes());
    byte[] bytes = CONVERTER.fromConnectHeader("topic", "header", value.schema(), value.value());
    return value.schema().type() + " " + new String(bytes);
  }

  public static void main(String[] args) {
    CONVERTER.configure(Map.of());
    for (String text : new String[] {"c55265a5", "00123456", "55265e05", "552650e4", "0.92860", "1.10", "2026-01-31"}) {
      System.out.println(text + " -> " + copied(text));
    }
    Random random = new Random(1);
    int changed = 0;
    for (int i = 0; i < 100_000; i++) {
      String hash = String.format("%08x", random.nextInt());
      if (hash.matches(".*e[0-9]{3,}")) {
        continue; // with an exponent of three digits and more the numbers only become longer
      }
      changed += copied(hash).equals("STRING " + hash) ? 0 : 1;
    }
    System.out.println(changed + " of 100000 hashes are numbers");
  }
}
JAVA
java -cp "$(cat classpath)" Headers.java | tee seen

diff - seen <<'END'
c55265a5 -> STRING c55265a5
00123456 -> INT32 123456
55265e05 -> INT64 5526500000
552650e4 -> INT64 5526500000
0.92860 -> FLOAT32 0.9286
1.10 -> FLOAT32 1.1
2026-01-31 -> INT32 2026-01-31
2803 of 100000 hashes are numbers
END
