// hyparquet.mjs BASE: writes the pages of truth.jsonl as tables with JSON, bytes and times
import { parquetWriteFile } from 'hyparquet-writer';
import fs from 'node:fs';
const T = fs.readFileSync('truth.jsonl', 'utf8').trim().split('\n').map(l => JSON.parse(l)); const B = process.argv[2];
const day = new Date('2026-01-31T12:00:00Z');
// 1: JSON columns metadata and headers, bytes as html
await parquetWriteFile({ filename: 'hyparquet1.parquet', columnData: [
  { name: 'metadata', data: T.map(t => ({ sourceURL: B + t.path, statusCode: t.status })), type: 'JSON' },
  { name: 'headers', data: T.map(t => ({ 'Content-Type': t.contentType })), type: 'JSON' },
  { name: 'fetchTime', data: T.map(() => day), type: 'TIMESTAMP' },
  { name: 'html', data: T.map(t => new Uint8Array(Buffer.from(t.body, 'base64'))), type: 'BYTE_ARRAY' }] });
// 2: one JSON column of everything, the body in base64
await parquetWriteFile({ filename: 'hyparquet2.parquet', columnData: [
  { name: 'request', data: T.map(t => ({ url: B + t.path, response: { status: t.status, type: t.contentType } })), type: 'JSON' },
  { name: 'bodyBase64', data: T.map(t => t.body), type: 'STRING' }] });
