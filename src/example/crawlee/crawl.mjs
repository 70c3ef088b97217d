// Crawls a site, asks crawlsieve before it fetches and stores, and prints the URLs that are new:
//
//   npm install crawlee kafkajs
//   node crawl.mjs https://example.org/
//
// It needs `crawlsieve run --http 127.0.0.1:8080 --set mirrors.enabled=true`.
import { CheerioCrawler, Configuration } from 'crawlee';
import { CompressionTypes, Kafka } from 'kafkajs';
import { isCopy, isKnown } from './ask.mjs';

const start = process.argv[2];
const brokers = (process.env.CRAWLSIEVE_BROKERS ?? 'localhost:9092').split(',');
const producer = new Kafka({ brokers }).producer();
await producer.connect();

const crawler = new CheerioCrawler(
  {
    maxRequestsPerMinute: 240, // a crawler that is faster than the verdicts saves less
    maxConcurrency: 4,
    additionalMimeTypes: ['text/plain'],
    preNavigationHooks: [
      async ({ request }) => {
        request.skipNavigation = request.url !== start && (await isKnown(request.url));
      },
    ],
    async requestHandler({ request, response, body, contentType, enqueueLinks }) {
      if (request.skipNavigation) return;
      const event = {
        url: request.loadedUrl,
        fetchTime: Date.now(),
        status: response.statusCode,
        contentType: `${contentType.type}; charset=utf-8`, // body is decoded
        html: body.toString(),
      };
      const copy = await isCopy(event); // asked first: afterwards each page is a copy of itself
      await producer.send({
        topic: 'pages',
        compression: CompressionTypes.GZIP,
        messages: [{ key: event.url, value: JSON.stringify(event) }],
      });
      if (!copy) console.log(event.url);
      await enqueueLinks({ strategy: 'same-hostname' });
    },
  },
  new Configuration({ persistStorage: false }),
);
await crawler.run([start]);
await producer.disconnect();
