#!/usr/bin/env bash
# Debezium's JDBC sink 3.6.0.Final (Maven Central) with PostgreSQL 15 (Debian).
#
# Expected: with `schema.evolution=basic` the sink makes a table of whatever fields a record has; a program that writes
# SQL quotes the names in it.
# Seen: `quote.identifiers` is false unless it is set. A field whose name is a word of SQL (offset, user, end, select)
# makes a statement that PostgreSQL does not read, and the task fails with "Could not find table", whatever the field.
# Setting it later makes other tables of names with capitals: duplicateOf was a table or column duplicateof before.
# Matters: positions in a log or a file are called offset in many records about crawls. Set `quote.identifiers=true`
# before the first record.
#
# Needs Debian's postgresql; listens on 127.0.0.1.
set -euo pipefail
work=$(mktemp -d)
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
as_postgres() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
trap 'as_postgres "$bin/pg_ctl" -D "$work/pg" -m immediate stop >/dev/null 2>&1; rm -rf "$work"' EXIT
cd "$work"
chmod 755 .

cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>sink</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>connect-runtime</artifactId><version>4.3.1</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-simple</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
XML
plugin=org.apache.maven.plugins:maven-dependency-plugin:3.8.1
mvn -q -B -Dstyle.color=never $plugin:build-classpath -Dmdep.outputFile=classpath $plugin:copy -DoutputDirectory=. \
  -Dartifact=io.debezium:debezium-connector-jdbc:3.6.0.Final:tar.gz:plugin >maven.log
tar -xzf debezium-connector-jdbc-*.tar.gz

mkdir pg
[ "$(id -u)" != 0 ] || chown postgres pg
as_postgres "$bin/initdb" -D "$work/pg" -U crawl --auth=trust >initdb.log
port=$((20000 + RANDOM % 12000))
as_postgres "$bin/pg_ctl" -D "$work/pg" -o "-p $port -c listen_addresses=127.0.0.1 -k $work/pg" -l "$work/pg/log" -w \
  start >pg.log

cat >Sink.java <<'JAVA'
import io.debezium.connector.jdbc.JdbcSinkConnectorTask;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

public class Sink {
  public static void main(String[] args) {
    for (String field : List.of("position", "duplicateOf", "offset", "user", "end")) {
      for (boolean quote : new boolean[] {false, true}) {
        System.out.println(field + ", quote.identifiers=" + quote + ": " + write(args[0], field, quote));
      }
    }
    System.exit(0);
  }

  private static String write(String port, String field, boolean quote) {
    JdbcSinkConnectorTask task = new JdbcSinkConnectorTask();
    task.initialize((SinkTaskContext) Proxy.newProxyInstance(Sink.class.getClassLoader(),
        new Class<?>[] {SinkTaskContext.class}, (proxy, method, values) ->
            method.getReturnType() == Set.class ? Set.of() : method.getReturnType() == Map.class ? Map.of() : null));
    Schema schema = SchemaBuilder.struct().name("verdict").field("url", Schema.STRING_SCHEMA)
        .field(field, Schema.INT64_SCHEMA).build();
    try {
      task.start(Map.of("name", "sink", "connection.url", "jdbc:postgresql://127.0.0.1:" + port + "/postgres",
          "connection.username", "crawl", "connection.password", "", "insert.mode", "upsert", "primary.key.mode", "kafka",
          "schema.evolution", "basic", "collection.name.format", "of_" + field.toLowerCase() + "_" + quote,
          "quote.identifiers", "" + quote));
      Struct value = new Struct(schema).put("url", "https://example.org/").put(field, 17L);
      task.put(List.of(new SinkRecord("verdicts", 0, null, null, schema, value, 0)));
      task.put(List.of()); // throws what went wrong before
      return "written";
    } catch (Exception e) {
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      return cause.getMessage();
    } finally {
      task.stop();
    }
  }
}
JAVA
java -Dorg.slf4j.simpleLogger.defaultLogLevel=off -cp "$(cat classpath):debezium-connector-jdbc/*" Sink.java "$port" \
  2>java.log | tee seen
{
  echo "columns of duplicateOf:"
  "$bin/psql" -h 127.0.0.1 -p "$port" -U crawl -Atc "SELECT table_name || ' ' || column_name FROM information_schema.columns
    WHERE lower(column_name) = 'duplicateof' ORDER BY 1" postgres
} | tee -a seen

diff - seen <<'END'
position, quote.identifiers=false: written
position, quote.identifiers=true: written
duplicateOf, quote.identifiers=false: written
duplicateOf, quote.identifiers=true: written
offset, quote.identifiers=false: Could not find table: of_offset_false
offset, quote.identifiers=true: written
user, quote.identifiers=false: Could not find table: of_user_false
user, quote.identifiers=true: written
end, quote.identifiers=false: Could not find table: of_end_false
end, quote.identifiers=true: written
columns of duplicateOf:
of_duplicateof_false duplicateof
of_duplicateof_true duplicateOf
END
