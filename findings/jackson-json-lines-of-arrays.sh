#!/usr/bin/env bash
# Jackson 2.22.4 (jackson-databind, Maven Central), ObjectReader.readValues, the usual way to read JSON lines.
#
# Expected: a value a line, whatever the values are: lines of arrays, as CDX servers and exports of tables write them,
# are arrays.
# Seen: if the first value of the input is an array, its elements are the values, and the iterator ends where that array
# does. All other lines are left out, without an error. Where the first line is an object, arrays on later lines are
# values.
# Matters: an index of millions of captures reads as one row of texts. Read lines and parse each by itself.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>lines</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>com.fasterxml.jackson.core</groupId><artifactId>jackson-databind</artifactId><version>2.22.4</version>
    </dependency>
  </dependencies>
</project>
XML
mvn -q -B -Dstyle.color=never org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
  -Dmdep.outputFile=classpath >maven.log

cat >Lines.java <<'JAVA'
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;

public class Lines {
  public static void main(String[] args) throws Exception {
    read("of objects", "{\"url\":\"com,example)/1\"}\n{\"url\":\"com,example)/2\"}\n{\"url\":\"com,example)/3\"}\n");
    String arrays = "[\"com,example)/1\",\"20260131\"]\n[\"com,example)/2\",\"20260131\"]\n";
    read("of arrays", arrays + "[\"com,example)/3\",\"20260131\"]\n");
    read("an object before arrays", "{\"columns\":2}\n" + arrays);
  }

  private static void read(String what, String lines) throws Exception {
    System.out.println(what + ", " + lines.lines().count() + " lines:");
    try (MappingIterator<JsonNode> values = new ObjectMapper().readerFor(JsonNode.class).readValues(lines)) {
      while (values.hasNextValue()) {
        System.out.println("  " + values.nextValue());
      }
    }
  }
}
JAVA
java -cp "$(cat classpath)" Lines.java | tee seen

diff - seen <<'END'
of objects, 3 lines:
  {"url":"com,example)/1"}
  {"url":"com,example)/2"}
  {"url":"com,example)/3"}
of arrays, 3 lines:
  "com,example)/1"
  "20260131"
an object before arrays, 3 lines:
  {"columns":2}
  ["com,example)/1","20260131"]
  ["com,example)/2","20260131"]
END
