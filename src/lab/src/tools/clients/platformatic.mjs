// platformatic.mjs BROKER produce FILE TOPIC | consume TOPIC
import fs from 'node:fs';
import { Consumer, FetchIsolationLevels, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';

const [broker, what, ...rest] = process.argv.slice(2);
const options = { clientId: 'platformatic', bootstrapBrokers: [broker] };
if (what === 'produce') {
  const [file, topic] = rest;
  const messages = fs.readFileSync(file, 'utf8').trim().split('\n').map((line) => ({ topic, key: JSON.parse(line).url, value: line }));
  const producer = new Producer({ ...options, serializers: stringSerializers });
  await producer.send({ messages });
  await producer.close();
} else {
  const consumer = new Consumer({ ...options, groupId: `platformatic-${process.pid}`, deserializers: stringDeserializers, isolationLevel: FetchIsolationLevels.READ_COMMITTED });
  const stream = await consumer.consume({ topics: [rest[0]], mode: 'earliest', autocommit: false });
  let seen = 0;
  const done = () => { console.log(seen); process.exit(0); };
  let idle = setTimeout(done, 60000);
  stream.on('error', (e) => { console.log(`${seen}, then ${e.message}: ${e.cause?.message ?? ''}`); process.exit(1); });
  stream.on('data', () => { seen++; clearTimeout(idle); idle = setTimeout(done, 8000); });
}
