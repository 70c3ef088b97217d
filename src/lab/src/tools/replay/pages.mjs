// Makes what is to be replayed, and what is right of each request: FOLDER gets addresses.jsonl (page events with odd
// addresses), posts.warc.gz (as a browser's archive: GETs, and POSTs to the same addresses) and truth.json.
import { WARCRecord, WARCSerializer } from 'warcio';
import fs from 'node:fs';

const folder = process.argv[2];
const words = 'harbour island market silver window garden bridge castle copper engine forest glacier'.split(' ');
const text = (n) => Array.from({ length: 80 }, (_, i) => `${words[(i * 7 + n * (i % 5) + n) % words.length]}${n * 31 + i}`).join(' ');
const html = (n) => `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Page ${n}</title></head><body><h1>Page ${n}</h1><p>${text(n)}</p></body></html>`;
const truth = [];
let number = 0;

// Addresses as crawlers write them; a browser asks for new URL(address)
const odd = [
  'http://nopath.example', 'HTTP://UPPER.example/Path', 'http://EXAMPLE.org/Case', 'http://example.org:80/port80',
  'https://example.org:443/port443', 'http://example.org:8080/port', 'http://example.org/a/../up', 'http://example.org/./dot',
  'http://example.org/a/%2e%2e/up2', 'http://example.org/a/b/../../../top', "http://example.org/q?x='y'", 'http://example.org/q?x="y"',
  "http://example.org/path'quote'", 'http://example.org/path"double"', 'http://example.org/a b', 'http://example.org/q?a b',
  'http://example.org/%61bc', 'http://example.org/%E9', 'http://example.org/é', 'http://example.org/q?é=ü', 'http://example.org/日本/語',
  'http://bücher.example/', 'http://xn--bcher-kva.example/puny', 'http://example.org/pipe|pipe', 'http://example.org/q?a|b',
  'http://example.org/[brackets]', 'http://example.org/q?a[]=1&a[]=2', 'http://example.org/{braces}', 'http://example.org/q?{json}',
  'http://example.org/back\\slash', 'http://example.org/q?back\\slash', 'http://example.org/caret^', 'http://example.org/q?caret^`tick',
  'http://example.org/`tick`', 'http://example.org/<angle>', 'http://example.org/q?<angle>', 'http://example.org/tilde~', 'http://example.org/%7Etilde',
  'http://example.org//double//slash', 'http://example.org/trailing/', 'http://example.org/semi;colon=1', 'http://example.org/q;jsessionid=ABC123',
  'http://example.org/plus+plus', 'http://example.org/q?plus+plus', 'http://example.org/q?b=2&a=1', 'http://example.org/q?a=1&b=2&', 'http://example.org/q?',
  'http://example.org/q?&', 'http://example.org/q?a', 'http://example.org/q?a=', 'http://example.org/q?=a', 'http://example.org/q?a=1&a=2',
  'http://example.org/q?u=http://other.example/x', 'http://example.org/http://other.example/', 'http://example.org/q?a=%2F%2f',
  'http://example.org/a%2Fb', 'http://example.org/a%2fc', 'http://example.org/percent%', 'http://example.org/percent%zz', 'http://example.org/q?percent%',
  'http://user:word@example.org/userinfo', 'http://192.168.1.1/ip', 'http://0x7f.1/hex', 'http://[::1]/ipv6', 'http://[2001:DB8::1]:81/ipv6port',
  'http://example.org./dot-host', 'http://www.example.org/www', 'http://example.org/www', 'https://www.example.org/secure', 'http://example.org/UPPER', 'http://example.org/upper',
  'http://example.org/index.html#part', 'http://example.org/app#!/route', 'http://example.org/tab\tinside', 'http://example.org/new\nline', ' http://example.org/blank ',
  'http:\\\\example.org\\slashes', 'http:example.org/noslashes', 'http:///example.org/three', 'http://example.org/q?utm_source=x&id=5', 'http://example.org/q?_=1700000000000',
  'http://example.org/q?sid=0123456789abcdef0123456789abcdef', `http://example.org/long?${'x=0123456789&'.repeat(60)}`, `http://example.org/${'deep/'.repeat(60)}`,
  'http://example.org/😀', 'http://example.org/q?😀', 'http://example.org/combining/e\u0301', 'http://example.org/composed/\u00e9', 'http://example.org/soft\u00adhyphen',
  'http://example.org/nbsp\u00a0', 'http://example.org/rtl/עברית', 'http://ex-ample.org/hyphen', 'http://under_score.example/', 'http://faß.example/', 'http://ΒΣ.example/greek',
  'http://example.org/comma,comma', 'http://example.org/star*', 'http://example.org/(parens)', 'http://example.org/dollar$', 'http://example.org/at@sign', 'http://example.org/q?at@sign&c:d',
  'http://example.org/excl!', 'http://example.org/a=b&c', 'http://example.org/%00nul', 'http://example.org/%23hash', 'http://example.org/%3Fquestion',
];
const lines = odd.map((url, i) => {
  number++;
  const asked = new URL(url);
  asked.hash = '';
  asked.username = asked.password = '';
  truth.push({ from: 'addresses', asked: asked.href, given: url, method: 'GET', body: html(number) });
  return JSON.stringify({ url, status: 200, fetchTime: `2026-01-31T12:${String(Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}Z`, contentType: 'text/html; charset=utf-8', html: html(number) });
});
fs.writeFileSync(`${folder}/addresses.jsonl`, lines.join('\n') + '\n');

const out = [];
const add = async (url, method, type, sent, contentType, body, i) => {
  const date = `2026-01-31T13:${String(Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}Z`;
  const bytes = new TextEncoder().encode(body);
  const headers = { 'Content-Type': contentType, 'Content-Length': `${bytes.length}` };
  const response = await WARCRecord.create({ url, date, type: 'response', warcVersion: 'WARC/1.1', statusline: 'HTTP/1.1 200 OK', httpHeaders: headers }, (async function* () { yield bytes; })());
  const request = await WARCRecord.create({ url, date, type: 'request', warcVersion: 'WARC/1.1', statusline: `${method} ${new URL(url).pathname}${new URL(url).search} HTTP/1.1`, httpHeaders: type ? { 'Content-Type': type, Host: new URL(url).host } : { Host: new URL(url).host }, warcHeaders: { 'WARC-Concurrent-To': response.warcHeader('WARC-Record-ID') } }, (async function* () { if (sent !== null) yield new TextEncoder().encode(sent); })());
  out.push(await WARCSerializer.serialize(response, { gzip: true }), await WARCSerializer.serialize(request, { gzip: true }));
  truth.push({ from: 'posts', asked: url, given: url, method, type, sent, body });
};
const boundary = '----WebKitFormBoundaryA1b2';
let i = 0;
for (let n = 0; n < 12; n++) {
  const url = `https://shop.example/${['', 'search', 'api/items', 'graphql?op=x'][n % 4]}${n < 4 ? '' : (n % 4 === 3 ? '&' : '?') + 'n=' + n}`;
  number++;
  await add(url, 'GET', null, null, 'text/html; charset=utf-8', html(number), i++);
  const json = (k) => JSON.stringify({ answer: k, n, text: text(n + k) });
  await add(url, 'POST', 'application/x-www-form-urlencoded', `q=${n}&page=1&name=a%20b+c`, 'application/json', json(1), i++);
  await add(url, 'POST', 'application/x-www-form-urlencoded', `q=${n}&page=2&é=ü`, 'application/json', json(2), i++);
  await add(url, 'POST', 'application/json', JSON.stringify({ query: 'items', n, deep: { list: [1, 'two', null], yes: true } }), 'application/json', json(3), i++);
  await add(url, 'POST', 'application/json; charset=utf-8', JSON.stringify([{ id: n }, { id: 'é' }]), 'text/html; charset=utf-8', html(1000 + number), i++);
  await add(url, 'POST', 'text/plain;charset=UTF-8', `plain ${n} é`, 'application/json', json(5), i++);
  await add(url, 'POST', `multipart/form-data; boundary=${boundary}`, `--${boundary}\r\nContent-Disposition: form-data; name="field"\r\n\r\nvalue ${n}\r\n--${boundary}--\r\n`, 'application/json', json(6), i++);
  await add(url, 'PUT', 'application/json', JSON.stringify({ put: n }), 'application/json', json(7), i++);
}
fs.writeFileSync(`${folder}/posts.warc.gz`, Buffer.concat(out.map((o) => Buffer.from(o))));
fs.writeFileSync(`${folder}/truth.json`, JSON.stringify(truth));
console.log(`${lines.length} odd addresses, ${out.length / 2} captures of a browser`);
