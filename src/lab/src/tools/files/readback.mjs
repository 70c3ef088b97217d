// readback.mjs TRUTH BASE FILE…: reads what crawlsieve wrote, WARC with warcio.js, Parquet with DuckDB and hyparquet, and
// prints for how many pages of TRUTH (status 200) each has the bytes that were served.
import { DuckDBInstance } from '@duckdb/node-api';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { WARCParser } from 'warcio';
import fs from 'node:fs';

const [truth, base, ...files] = process.argv.slice(2);
const pages = fs.readFileSync(truth, 'utf8').trim().split('\n').map((l) => JSON.parse(l)).filter((p) => p.status === 200);
const readers = {};
const seen = (reader, url, bytes) => (readers[reader] ??= new Map()).set(url, [...(readers[reader].get(url) ?? []), Buffer.from(bytes)]);

for (const file of files) {
  if (file.endsWith('.parquet')) {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const rows = await connection.runAndReadAll(`SELECT url, html FROM '${file}'`);
    for (const [url, html] of rows.getRows()) seen('DuckDB', url, html.bytes ?? Buffer.from(html));
    const objects = await parquetReadObjects({ file: await asyncBufferFromFile(file), compressors, utf8: false, columns: ['url', 'html'] });
    for (const { url, html } of objects) seen('hyparquet', typeof url === 'string' ? url : Buffer.from(url).toString(), html);
  } else {
    for await (const record of new WARCParser(fs.createReadStream(file))) {
      const bytes = await record.readFully(true);
      if (record.warcType === 'response') seen('warcio.js', record.warcTargetURI, bytes);
    }
  }
}
for (const [reader, read] of Object.entries(readers)) {
  const wrong = pages.filter((p) => !(read.get(new URL(base + p.path).href) ?? read.get(base + p.path) ?? []).some((b) => b.equals(Buffer.from(p.body, 'base64'))));
  console.log(`${reader} reads ${pages.length - wrong.length} of ${pages.length} of ours`);
  for (const p of wrong) console.log(`  ${p.path}: ${read.has(base + p.path) ? 'other bytes' : 'not there'}`);
}
