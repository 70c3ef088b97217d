#!/usr/bin/env bash
# DuckDB 1.5.6 (@duckdb/node-api, npm), from JSON lines to Parquet.
#
# Expected: whole numbers stay what they are, or COPY refuses them. Parquet holds 64 bits without a sign as such, and
# DuckDB writes UBIGINT so.
# Seen: read_json takes whole numbers of 2^63 and more as HUGEINT, not UBIGINT, and COPY writes HUGEINT and UHUGEINT as
# DOUBLE, which has 53 bits, without a word; sum() of a BIGINT is a HUGEINT, too. Hashes of 64 bits, half of which are
# that large, and md5_number() come out changed, and different ones become equal.
# Matters: for tables of SimHashes, hashes of URLs and sums of offsets: cast to UBIGINT or VARCHAR before COPY, or give
# read_json the columns.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts @duckdb/node-api@1.5.6-r.1

cat >copy.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';

const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
const rows = async (query) => (await duckdb.runAndReadAll(query)).getRows().map((row) => row.join(' ')).join(', ');
writeFileSync('pages.jsonl', ['16045690981402826752', '16045690981402826753', '16045690981402826999']
  .map((hash, n) => `{"url":"https://example.org/${n}","simhash":${hash}}\n`).join(''));

console.log('JSON lines:', await rows("SELECT typeof(simhash), simhash FROM read_json('pages.jsonl')"));
await duckdb.run("COPY (FROM read_json('pages.jsonl')) TO 'pages.parquet'");
console.log('Parquet:', await rows("SELECT typeof(simhash), simhash::HUGEINT FROM 'pages.parquet'"));
console.log('different ones:', await rows("SELECT count(DISTINCT simhash) FROM 'pages.parquet'"));
await duckdb.run("COPY (SELECT url, simhash::UBIGINT AS simhash FROM read_json('pages.jsonl')) TO 'cast.parquet'");
console.log('cast to UBIGINT:', await rows("SELECT typeof(simhash), simhash FROM 'cast.parquet'"));
await duckdb.run("COPY (SELECT sum(n) AS total FROM (VALUES (9007199254740992::BIGINT), (1)) t(n)) TO 'sum.parquet'");
console.log('9007199254740992 + 1:', await rows("SELECT typeof(total), total::HUGEINT FROM 'sum.parquet'"));
JS
node copy.mjs | tee seen

diff - seen <<'END'
JSON lines: HUGEINT 16045690981402826752, HUGEINT 16045690981402826753, HUGEINT 16045690981402826999
Parquet: DOUBLE 16045690981402826752, DOUBLE 16045690981402826752, DOUBLE 16045690981402826752
different ones: 1
cast to UBIGINT: UBIGINT 16045690981402826752, UBIGINT 16045690981402826753, UBIGINT 16045690981402826999
9007199254740992 + 1: DOUBLE 9007199254740992
END
