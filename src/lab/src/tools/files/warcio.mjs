// warcio.mjs BASE OUT VERSION: fetches the pages of truth.jsonl, and writes them with warcio.js
import { WARCRecord, WARCSerializer } from 'warcio';
import fs from 'node:fs';

const [base, out, warcVersion] = process.argv.slice(2);
const file = fs.createWriteStream(out);
for (const line of fs.readFileSync('truth.jsonl', 'utf8').trim().split('\n')) {
  const url = base + JSON.parse(line).path;
  const response = await fetch(url);
  const body = new Uint8Array(await response.arrayBuffer());
  const record = await WARCRecord.create(
    { url, date: new Date().toISOString(), type: 'response', warcVersion, httpHeaders: Object.fromEntries(response.headers), statusline: `HTTP/1.1 ${response.status} ${response.statusText}` },
    (async function* () { yield body; })());
  file.write(await WARCSerializer.serialize(record, { gzip: out.endsWith('.gz') }));
}
file.end();
