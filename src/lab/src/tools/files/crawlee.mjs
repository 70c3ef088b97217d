// crawlee.mjs BASE: crawls into storage/, with the dataset "default" of pages and "requests" of whole requests
import { Dataset, HttpCrawler } from 'crawlee';

const base = process.argv[2];
const requests = await Dataset.open('requests');
await new HttpCrawler({
  maxRequestRetries: 0,
  additionalMimeTypes: ['text/plain', 'application/xhtml+xml'],
  ignoreHttpErrorStatusCodes: [404],
  async requestHandler({ request, body, response, pushData, addRequests }) {
    const html = body.toString();
    await pushData({ url: request.loadedUrl, status: response.statusCode, html });
    await requests.pushData({ request, body: html, headers: response.headers });
    if (request.url === base + '/') {
      await addRequests([...html.matchAll(/href="([^"]+)"/g)].map((m) => base + m[1].replaceAll('&amp;', '&')));
    }
  },
}).run([base + '/']);
