#!/usr/bin/env bash
# @platformatic/kafka 1.35.0 (npm), stringSerializers and stringDeserializers, with Kafka 4.4.0 (Maven Central).
#
# Expected: a serializer for strings refuses what is no string, or sends it as it is; a reader shows all headers of a
# record, which Kafka lets have a name twice and keeps in order.
# Seen: a value that is a Buffer is sent as null, without an error: on a compacted topic that deletes the page it was to
# replace. A header that is a number (a status) is sent as null, too. Of a header that is there twice (link, set-cookie)
# the reader's Map has the last one; kafkajs 2.2.4 and kcat have both.
# Matters: bodies of fetched pages are Buffers; give those fields a serializer of bytes. Repeated headers cannot be read
# with deserializers of strings; without any, the keys are Buffers and all are there.
set -euo pipefail
work=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null; wait; rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts @platformatic/kafka@1.35.0 kafkajs@2.2.4

cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>broker</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>4.4.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
XML
mvn -q -B -Dstyle.color=never org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
  -Dmdep.outputFile=classpath >maven.log
port=$((20000 + RANDOM % 12000))
cat >server.properties <<END
log.dirs=$work/log
process.roles=broker,controller
node.id=1
listeners=PLAINTEXT://127.0.0.1:$port,CONTROLLER://127.0.0.1:$((port + 1))
advertised.listeners=PLAINTEXT://127.0.0.1:$port
controller.listener.names=CONTROLLER
controller.quorum.voters=1@127.0.0.1:$((port + 1))
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
offsets.topic.replication.factor=1
group.initial.rebalance.delay.ms=0
END
java -cp "$(cat classpath)" kafka.tools.StorageTool format -t MkU3OEVBNTcwNTJENDM2Qk -c server.properties >format.log 2>&1
java -Xmx512m -cp "$(cat classpath)" kafka.Kafka server.properties >broker.log 2>&1 &
pid=$!
until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
  kill -0 "$pid"
  sleep 1
done

cat >clients.mjs <<'JS'
import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import kafkajs from 'kafkajs';

const broker = process.argv[2];
const kafka = new kafkajs.Kafka({ brokers: [broker], logLevel: kafkajs.logLevel.NOTHING });
const admin = kafka.admin();
await admin.connect();
await admin.createTopics({ waitForLeaders: true, topics: [{ topic: 'pages', numPartitions: 1 }] });
await admin.disconnect();

const producer = new Producer({ clientId: 'producer', bootstrapBrokers: [broker], serializers: stringSerializers });
await producer.send({ messages: [
  { topic: 'pages', key: 'a string', value: '<p>text' },
  { topic: 'pages', key: 'a Buffer', value: Buffer.from('<p>text') },
  { topic: 'pages', key: 'a number as header', value: '<p>text', headers: { status: 200 } },
] });
await producer.close();
const other = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner });
await other.connect();
await other.send({ topic: 'pages', messages: [{ key: 'a header twice', value: '<p>text', headers: { link: ['</1>', '</2>'] } }] });
await other.disconnect();

const show = (value) => value?.toString() ?? 'null';
const kafkajsConsumer = kafka.consumer({ groupId: 'kafkajs' });
await kafkajsConsumer.connect();
await kafkajsConsumer.subscribe({ topics: ['pages'], fromBeginning: true });
await new Promise((done) => kafkajsConsumer.run({ eachMessage: async ({ message: { key, value, headers } }) => {
  const shown = Object.entries(headers).map(([name, values]) => ` ${name}=${[values].flat().map(show)}`);
  console.log(`kafkajs: ${key}: ${show(value)}${shown}`);
  if (String(key) === 'a header twice') done();
} }));
kafkajsConsumer.disconnect();

for (const deserializers of [stringDeserializers, undefined]) {
  const groupId = `platformatic-${deserializers ? 'strings' : 'bytes'}`;
  const consumer = new Consumer({ clientId: groupId, groupId, bootstrapBrokers: [broker], deserializers });
  const stream = await consumer.consume({ topics: ['pages'], mode: 'earliest', autocommit: false });
  for await (const { key, value, headers } of stream) {
    const shown = [...headers].map(([name, content]) => ` ${show(name)}=${show(content)}`);
    console.log(`${groupId}: ${show(key)}: ${show(value)}${shown}`);
    if (show(key) === 'a header twice') break;
  }
}
process.exit(0);
JS
node clients.mjs "127.0.0.1:$port" | tee seen

diff - seen <<'END'
kafkajs: a string: <p>text
kafkajs: a Buffer: null
kafkajs: a number as header: <p>text status=null
kafkajs: a header twice: <p>text link=</1>,</2>
platformatic-strings: a string: <p>text
platformatic-strings: a Buffer: null
platformatic-strings: a number as header: <p>text status=null
platformatic-strings: a header twice: <p>text link=</2>
platformatic-bytes: a string: <p>text
platformatic-bytes: a Buffer: null
platformatic-bytes: a number as header: <p>text status=null
platformatic-bytes: a header twice: <p>text link=</1>, link=</2>
END
