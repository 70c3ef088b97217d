// nodewarc.cjs BASE OUT: fetches the pages of truth.jsonl, and writes them with node-warc
const fs = require('fs');
const { RequestLibWARCWriter, RequestLibWARCGenerator } = require('node-warc');

const [base, out] = process.argv.slice(2);
(async () => {
  const writer = new (RequestLibWARCWriter || RequestLibWARCGenerator)();
  writer.initWARC(out, { appending: false });
  await writer.writeWarcInfoRecord({ software: 'node-warc' });
  for (const line of fs.readFileSync('truth.jsonl', 'utf8').trim().split('\n')) {
    const href = base + JSON.parse(line).path;
    const response = await fetch(href);
    const body = Buffer.from(await response.arrayBuffer());
    const request = { href, method: 'GET', headers: { accept: '*/*' } };
    await writer.generateWarcEntry({ request, statusCode: response.status, headers: Object.fromEntries(response.headers), body });
  }
  writer.end();
})();
