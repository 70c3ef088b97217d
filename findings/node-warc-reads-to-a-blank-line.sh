#!/usr/bin/env bash
# node-warc 3.3.1 (npm), WARCStreamTransform, on which its parsers stand, beside warcio.js 2.4.11, which reads the same
# file right.
#
# Expected: the block of a WARC record is as long as its Content-Length says; a reader takes so many bytes and does not
# look into them.
# Seen: node-warc reads lines and does not use the length. A page ends at its first blank line if its lines end in CR
# LF: the rest is left out without an error. A line "WARC/1.0" in a page (here a tutorial on the format) ends its record
# and begins another one, which has no address. Each page has a CR LF at its end that was not there, so no digest of it
# is right.
# Matters: texts, hashes and counts of pages that were read so are those of other pages, and shorter ones look alike.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts node-warc@3.3.1 warcio@2.4.11

cat >read.mjs <<'JS'
import { createRequire } from 'node:module';
import { createReadStream, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { WARCParser } from 'warcio';
const { WARCStreamTransform } = createRequire(import.meta.url)('node-warc');

const pages = [
  ['https://example.org/lf', '<p>one\n\n<p>two\n'],
  ['https://example.org/crlf', '<p>one\r\n\r\n<p>two\r\n'],
  ['https://example.org/about-warc', '<pre>\r\nWARC/1.0\r\nWARC-Type: response\r\n</pre>'],
  ['https://example.org/last', '<p>last'],
];
let file = '';
for (const [url, body] of pages) {
  const block = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${body}`;
  file += `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nWARC-Date: 2026-01-31T12:00:00Z\r\n`
    + `WARC-Record-ID: <urn:uuid:${randomUUID()}>\r\nContent-Type: application/http; msgtype=response\r\n`
    + `Content-Length: ${block.length}\r\n\r\n${block}\r\n\r\n`;
}
writeFileSync('pages.warc', file);

for await (const record of new WARCParser(createReadStream('pages.warc'))) {
  console.log('warcio.js', record.warcTargetURI, JSON.stringify(await record.contentText()));
}
// On Node 15 and later it also calls back twice at the end of a file; that is another matter.
createReadStream('pages.warc').pipe(new WARCStreamTransform())
  .on('data', (record) => console.log('node-warc', record.warcTargetURI ?? 'no address', JSON.stringify(record.content.toString())))
  .on('error', (e) => { if (e.code !== 'ERR_MULTIPLE_CALLBACK') throw e; });
JS
node read.mjs | tee seen

diff - seen <<'END'
warcio.js https://example.org/lf "<p>one\n\n<p>two\n"
warcio.js https://example.org/crlf "<p>one\r\n\r\n<p>two\r\n"
warcio.js https://example.org/about-warc "<pre>\r\nWARC/1.0\r\nWARC-Type: response\r\n</pre>"
warcio.js https://example.org/last "<p>last"
node-warc https://example.org/lf "<p>one\n\n<p>two\n\r\n"
node-warc https://example.org/crlf "<p>one\r\n"
node-warc https://example.org/about-warc "<pre>\r\n"
node-warc no address ""
node-warc https://example.org/last "<p>last\r\n"
END
