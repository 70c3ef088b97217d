// replay.mjs FOLDER WABAC NAME=FILE…: opens archives in wabac in Chromium and asks for all that truth.json names. Prints
// how many answers are right, byte for byte, and what is wrong of the others.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

const [folder, wabac, ...archives] = process.argv.slice(2);
const truth = JSON.parse(fs.readFileSync(`${folder}/truth.json`, 'utf8'));
const files = Object.fromEntries(archives.map((a) => a.split('=')));
const page = `<!doctype html><script type="module">
const { truth, names } = await (await fetch('/work.json')).json();
await navigator.serviceWorker.register('/sw.js', { scope: '/' });
await navigator.serviceWorker.ready;
if (!navigator.serviceWorker.controller) await new Promise((go) => navigator.serviceWorker.addEventListener('controllerchange', go, { once: true }));
const results = [];
for (const name of names) {
  const added = await new Promise((go) => {
    navigator.serviceWorker.addEventListener('message', (e) => {
      if (e.data.name === name && (e.data.msg_type === 'collAdded' || e.data.error)) go(e.data.error || '');
    });
    navigator.serviceWorker.controller.postMessage({ msg_type: 'addColl', name, file: { sourceUrl: location.origin + '/' + name } });
  });
  for (const [i, t] of truth.entries()) {
    if (!name.startsWith(t.from)) continue;
    const options = t.method === 'GET' ? {} : { method: t.method, headers: t.type ? { 'Content-Type': t.type } : {}, body: t.sent };
    try {
      const answer = await fetch('/w/' + name + '/20260131120000id_/' + t.asked, options);
      results.push({ name, i, added, status: answer.status, body: await answer.text() });
    } catch (e) { results.push({ name, i, added, status: 0, body: String(e) }); }
  }
}
await fetch('/results', { method: 'POST', body: JSON.stringify(results) });
</script>`;

let browser;
const server = http.createServer((request, response) => {
  const name = decodeURIComponent(request.url.split('?')[0].slice(1));
  const send = (type, body) => response.writeHead(200, { 'Content-Type': type }).end(body);
  if (request.method === 'POST' && name === 'results') {
    const parts = [];
    request.on('data', (p) => parts.push(p)).on('end', () => {
      send('text/plain', '');
      report(JSON.parse(Buffer.concat(parts)));
    });
  } else if (name === '' || name === 'index.html') send('text/html', page);
  else if (name === 'sw.js') send('text/javascript', fs.readFileSync(path.join(wabac, 'dist/sw.js')));
  else if (name === 'work.json') send('application/json', JSON.stringify({ truth, names: Object.keys(files) }));
  else if (files[name]) {
    const bytes = fs.readFileSync(files[name]);
    const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range || '');
    const from = !range ? 0 : range[1] ? +range[1] : bytes.length - +range[2];
    const to = range && range[1] && range[2] ? Math.min(+range[2], bytes.length - 1) : bytes.length - 1;
    response.writeHead(range ? 206 : 200, { 'Content-Length': to - from + 1, 'Accept-Ranges': 'bytes', ...(range ? { 'Content-Range': `bytes ${from}-${to}/${bytes.length}` } : {}) });
    response.end(request.method === 'HEAD' ? undefined : bytes.subarray(from, to + 1));
  } else response.writeHead(404).end();
});

function report(results) {
  let failed = false;
  for (const name of Object.keys(files)) {
    const mine = results.filter((r) => r.name === name);
    const wrong = mine.filter((r) => r.status !== 200 || r.body !== truth[r.i].body);
    failed ||= wrong.length > 0;
    console.log(`${name}: ${mine.length - wrong.length} of ${mine.length} found and right${mine[0]?.added ? ' ' + mine[0].added : ''}`);
    for (const r of wrong) {
      const other = truth.find((t) => t.from === truth[r.i].from && t.body === r.body);
      console.log(`  ${truth[r.i].method} ${JSON.stringify(truth[r.i].given).slice(0, 90)} ${truth[r.i].type ?? ''}: ${r.status}${r.status === 200 ? ' with the body of ' + (other ? other.method + ' ' + other.given.slice(0, 60) + ' ' + (other.type ?? '') : JSON.stringify(r.body.slice(0, 60))) : ''}`);
    }
  }
  browser.kill();
  server.close();
  setTimeout(() => process.exit(results.length === 0 || failed ? 1 : 0), 500);
}

server.listen(0, '127.0.0.1', () => {
  const profile = fs.mkdtempSync(path.join(folder, 'profile-'));
  const url = `http://127.0.0.1:${server.address().port}/`;
  browser = spawn(process.env.CHROMIUM || 'chromium', ['--headless=new', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`, url], { stdio: process.env.DEBUG ? 'inherit' : 'ignore' });
  setTimeout(() => { console.log('no answer of the browser after 10 minutes'); browser.kill(); process.exit(1); }, 600000).unref();
});
