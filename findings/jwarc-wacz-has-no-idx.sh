#!/usr/bin/env bash
# jwarc 0.36.0 (Maven Central), WaczWriter by its tool "wacz", opened in wabac 2.27.3 (npm), the replay of
# ReplayWeb.page, in Chromium (Debian), beside js-wacz 0.1.6 (npm) of the same archive.
#
# Expected: a WACZ that one library writes shows its pages in the replay that the format was made for.
# Seen: wabac takes the file without an error, lists its pages, and answers 404 to each of them. WaczWriter compresses
# the index as one whole, indexes/index.cdx.gz, and writes no index.idx; wabac reads index.cdx, index.cdxj, or the parts
# of index.cdx.gz that an index.idx names, and looks for nothing else. js-wacz writes index.cdx.
# Matters: jwarc's WaczReader reads such a file, so a round trip does not show it; who is to replay the file has to index
# it again.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts @harvard-lil/js-wacz@0.1.6
npm pack --silent @webrecorder/wabac@2.27.3 >packed # its dist/ has all that it needs
tar -xzf "$(cat packed)"
mvn -q -B -Dstyle.color=never org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
  -Dartifact=org.netpreserve:jwarc:0.36.0 -DoutputDirectory=. >maven.log

page='<title>One</title><p>one'
block=$(printf 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s' ${#page} "$page")
printf 'WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/one\r\nWARC-Date: 2026-01-31T12:00:00Z\r
WARC-Record-ID: <urn:uuid:6f1c1d8e-8f6c-4f0e-9a53-0d6f3c1f4a11>\r\nContent-Type: application/http;msgtype=response\r
Content-Length: %d\r\n\r\n%s\r\n\r\n' ${#block} "$block" | gzip >one.warc.gz
java -jar jwarc-0.36.0.jar wacz -o jwarc.wacz one.warc.gz
node_modules/.bin/js-wacz create -f one.warc.gz -o js-wacz.wacz >js-wacz.log

cat >replay.mjs <<'JS'
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';

const asks = `<script type="module">
const worker = navigator.serviceWorker;
await worker.register('/sw.js', { scope: '/' });
await worker.ready;
if (!worker.controller) await new Promise((go) => worker.addEventListener('controllerchange', go, { once: true }));
const seen = [];
for (const name of ['jwarc.wacz', 'js-wacz.wacz']) {
  const error = await new Promise((go) => {
    worker.addEventListener('message', ({ data }) => data.name === name && (data.msg_type === 'collAdded' || data.error) && go(data.error));
    worker.controller.postMessage({ msg_type: 'addColl', name, file: { sourceUrl: location.origin + '/' + name } });
  });
  const { pages } = await (await fetch('/w/api/c/' + name + '?all=1')).json();
  const { status } = await fetch('/w/' + name + '/20260131120000id_/https://example.org/one');
  seen.push(name + ': error ' + (error ?? 'none') + ', pages ' + pages.map((page) => page.url) + ', status ' + status);
}
await fetch('/seen', { method: 'POST', body: seen.join('\\n') });
</script>`;
let browser;
const server = http.createServer(async (request, response) => {
  const name = request.url.split('?')[0].slice(1);
  if (name === 'seen') {
    for await (const bytes of request) process.stdout.write(bytes + '\n');
    response.end();
    browser.kill();
    server.close();
    server.closeAllConnections();
  } else if (name === '') response.setHeader('Content-Type', 'text/html').end(asks);
  else if (name === 'sw.js') response.setHeader('Content-Type', 'text/javascript').end(fs.readFileSync('package/dist/sw.js'));
  else if (name.endsWith('.wacz')) {
    const bytes = fs.readFileSync(name);
    const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const start = from ? +from : to ? bytes.length - to : 0;
    const part = bytes.subarray(start, from && to ? +to + 1 : bytes.length);
    response.writeHead(request.headers.range ? 206 : 200, {
      'Content-Length': part.length, 'Content-Range': `bytes ${start}-${start + part.length - 1}/${bytes.length}` });
    response.end(request.method === 'HEAD' ? undefined : part);
  } else response.writeHead(404).end();
}).listen(0, '127.0.0.1', () => {
  browser = spawn('chromium', ['--headless=new', '--no-sandbox', '--disable-gpu', '--user-data-dir=profile',
    `http://127.0.0.1:${server.address().port}/`], { stdio: 'ignore' });
});
JS
node replay.mjs >seen
unzip -Z1 jwarc.wacz 'indexes/*' | sed 's/^/jwarc.wacz: /' >>seen
unzip -Z1 js-wacz.wacz 'indexes/*' | sort | sed 's/^/js-wacz.wacz: /' >>seen
cat seen

diff - seen <<'END'
jwarc.wacz: error none, pages https://example.org/one, status 404
js-wacz.wacz: error none, pages , status 200
jwarc.wacz: indexes/index.cdx.gz
js-wacz.wacz: indexes/index.cdx
END
