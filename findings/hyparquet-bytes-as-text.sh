#!/usr/bin/env bash
# hyparquet 1.33.0 and hyparquet-writer 0.17.0 (npm), DuckDB 1.5.6 (@duckdb/node-api).
#
# Expected: a column of bytes (BYTE_ARRAY without a logical type: DuckDB's BLOB, Spark's BinaryType, hyparquet-writer's
# own Uint8Array) comes back as bytes; only those marked as strings are text.
# Seen: unless `utf8: false` is given, bytes are decoded as UTF-8, and each byte that is none becomes U+FFFD: bodies of
# pages in other character sets, compressed ones and digests cannot be recovered, and different ones become equal.
# Nothing warns, and what the same author's writer was given as a Uint8Array comes back as a string.
# Matters: for any table of fetched pages: `parquetReadObjects({ file, utf8: false })`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts hyparquet@1.33.0 hyparquet-writer@0.17.0 @duckdb/node-api@1.5.6-r.1

cat >read.mjs <<'JS'
import { DuckDBInstance } from '@duckdb/node-api';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { parquetWriteFile } from 'hyparquet-writer';

const bodies = [Buffer.from('cff0e8e2e5f2', 'hex'), Buffer.from('cff0e8e2e0f2', 'hex')]; // two words in windows-1251
const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
await duckdb.run(`COPY (SELECT unnest([${bodies.map((b) => `from_hex('${b.toString('hex')}')`)}]) AS body)
  TO 'duckdb.parquet' (COMPRESSION snappy)`);
parquetWriteFile({ filename: 'hyparquet.parquet', columnData: [{ name: 'body', data: bodies.map((b) => new Uint8Array(b)) }] });

for (const name of ['duckdb.parquet', 'hyparquet.parquet']) {
  const types = await duckdb.runAndReadAll(`SELECT typeof(body) FROM '${name}' LIMIT 1`);
  console.log(`${name}, ${types.getRows()[0][0]} to DuckDB`);
  for (const options of [{}, { utf8: false }]) {
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(name), ...options });
    const seen = rows.map(({ body }) => (typeof body === 'string' ? `a string, ${Buffer.from(body).toString('hex')}`
      : `bytes, ${Buffer.from(body).toString('hex')}`));
    console.log(` ${JSON.stringify(options)}: ${seen.join('; ')}`);
  }
}
JS
node read.mjs | tee seen

diff - seen <<'END'
duckdb.parquet, BLOB to DuckDB
 {}: a string, efbfbdefbfbdefbfbdefbfbdefbfbdefbfbd; a string, efbfbdefbfbdefbfbdefbfbdefbfbdefbfbd
 {"utf8":false}: bytes, cff0e8e2e5f2; bytes, cff0e8e2e0f2
hyparquet.parquet, BLOB to DuckDB
 {}: a string, efbfbdefbfbdefbfbdefbfbdefbfbdefbfbd; a string, efbfbdefbfbdefbfbdefbfbdefbfbdefbfbd
 {"utf8":false}: bytes, cff0e8e2e5f2; bytes, cff0e8e2e0f2
END
