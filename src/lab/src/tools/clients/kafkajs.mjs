// kafkajs.mjs BROKER produce FILE TOPIC | consume TOPIC COUNT
import fs from 'node:fs';
import kafkajs from 'kafkajs';

const [broker, what, ...rest] = process.argv.slice(2);
const kafka = new kafkajs.Kafka({ brokers: [broker], logLevel: kafkajs.logLevel.NOTHING });
if (what === 'produce') {
  const [file, topic] = rest;
  const messages = fs.readFileSync(file, 'utf8').trim().split('\n').map((line) => ({ key: JSON.parse(line).url, value: line }));
  const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner });
  await producer.connect();
  await producer.send({ topic, messages });
  await producer.disconnect();
} else {
  const consumer = kafka.consumer({ groupId: `kafkajs-${process.pid}` }); // reads committed records only, by default
  let seen = 0;
  const done = () => { console.log(seen); process.exit(0); };
  await consumer.connect();
  await consumer.subscribe({ topics: [rest[0]], fromBeginning: true });
  let idle = setTimeout(done, 60000);
  await consumer.run({ eachMessage: async () => { seen++; clearTimeout(idle); idle = setTimeout(done, 8000); } });
}
