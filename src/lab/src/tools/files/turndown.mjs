// turndown.mjs BASE OUT: the pages of truth.jsonl that are HTML as Markdown, a page event a line
import TurndownService from 'turndown';
import fs from 'node:fs';

const [base, out] = process.argv.slice(2);
const lines = [];
for (const line of fs.readFileSync('truth.jsonl', 'utf8').trim().split('\n')) {
  const { path, contentType } = JSON.parse(line);
  if (contentType.startsWith('text/plain')) continue;
  const response = await fetch(base + path);
  const bytes = Buffer.from(await response.arrayBuffer());
  const label = /charset="?([^"]+)/.exec(contentType)?.[1] ?? /<meta charset="([^"]+)/.exec(bytes.toString('latin1'))?.[1];
  const html = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xef ? 'utf-8' : label).decode(bytes);
  lines.push(JSON.stringify({ url: base + path, status: response.status, title: /<title>(.*?)<\/title>/.exec(html)[1], markdown: new TurndownService().turndown(html) }));
}
fs.writeFileSync(out, lines.join('\n') + '\n');
