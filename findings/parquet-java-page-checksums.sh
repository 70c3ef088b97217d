#!/usr/bin/env bash
# Parquet for Java 1.18.1 (parquet-hadoop, Maven Central), ParquetWriter and ParquetReader with their defaults.
#
# Expected: the writer puts a CRC-32 into each page's header (parquet.page.write-checksum.enabled is true), so the reader
# notices a byte of a page that has changed, as gzip, zip and PNG readers do.
# Seen: the reader returns the changed text, without an error. Only withPageChecksumVerification(true) verifies
# (parquet.page.verify-checksum.enabled, false by default).
# Matters: a bit that a disk or a copy changed becomes a value like any other. Readers have to turn the check on.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>checksums</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>org.apache.parquet</groupId><artifactId>parquet-hadoop</artifactId><version>1.18.1</version>
    </dependency>
    <dependency>
      <groupId>blue.strategic.parquet</groupId><artifactId>parquet-floor</artifactId><version>2.3</version>
      <exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>
    </dependency>
  </dependencies>
</project>
XML
mvn -q -B -Dstyle.color=never org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
  -Dmdep.outputFile=classpath >maven.log

cat >Checksums.java <<'JAVA'
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

public class Checksums {
  public static void main(String[] args) throws Exception {
    MessageType schema = MessageTypeParser.parseMessageType("message m { required binary text (STRING); }");
    Path file = Path.of("table.parquet");
    try (var out = ExampleParquetWriter.builder(new LocalOutputFile(file)).withConf(new PlainParquetConfiguration())
        .withType(schema).build()) {
      Group row = new SimpleGroup(schema);
      row.add("text", "price 100 EUR");
      out.write(row);
    }
    byte[] bytes = Files.readAllBytes(file);
    bytes[new String(bytes, ISO_8859_1).indexOf("price 100") + "price ".length()] = '9';
    Files.write(file, bytes);
    read("by default", file, schema, ParquetReadOptions.builder(new PlainParquetConfiguration()).build());
    read("verified", file, schema,
        ParquetReadOptions.builder(new PlainParquetConfiguration()).usePageChecksumVerification(true).build());
  }

  private static void read(String how, Path file, MessageType schema, ParquetReadOptions options) throws Exception {
    try (ParquetFileReader in = ParquetFileReader.open(new LocalInputFile(file), options)) {
      PageReadStore pages = in.readNextRowGroup();
      Group row = new ColumnIOFactory().getColumnIO(schema).getRecordReader(pages, new GroupRecordConverter(schema)).read();
      System.out.println(how + ": " + row.getString("text", 0));
    } catch (RuntimeException e) {
      System.out.println(how + ": " + e.getMessage().lines().findFirst().orElse(""));
    }
  }
}
JAVA
java -cp "$(cat classpath)" -Dorg.slf4j.simpleLogger.defaultLogLevel=off Checksums.java 2>java.log | tee seen || { cat java.log >&2; exit 1; }

diff - seen <<'END'
by default: price 900 EUR
verified: could not verify page integrity, CRC checksum verification failed
END
