#!/usr/bin/env bash
# DuckDB 1.5.6 (@duckdb/node-api, npm): a MAP that is cast to VARIANT, and written to Parquet.
#
# Expected: a map of strings becomes an object, as a STRUCT does, and as the same MAP does when it is cast to JSON.
# Seen: it becomes an array of objects with "key" and "value", from which no path to a header leads.
# Matters: HTTP headers are a MAP in many tables. As VARIANT, v.headers['content-type'] finds nothing, and readers of the
# file see pairs: cast to JSON first, or to a STRUCT.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts @duckdb/node-api@1.5.6-r.1

cat >cast.mjs <<'JS'
import { DuckDBInstance } from '@duckdb/node-api';

const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
const map = "MAP {'content-type': 'text/html', 'content-language': 'pl'}";
const forms = {
  'MAP': map,
  'MAP, as JSON': `${map}::JSON`,
  'STRUCT': "{'content-type': 'text/html', 'content-language': 'pl'}",
};
for (const [name, headers] of Object.entries(forms)) {
  await duckdb.run(`COPY (SELECT (${headers})::VARIANT AS headers) TO 'headers.parquet'`);
  const rows = (await duckdb.runAndReadAll("SELECT headers::JSON FROM 'headers.parquet'")).getRows();
  const fields = JSON.parse(rows[0][0]);
  console.log(`${name}: ${Array.isArray(fields) ? 'pairs' : 'object'} of ${Object.keys([fields].flat()[0]).sort()}`);
}
JS
node cast.mjs | tee seen

diff - seen <<'END'
MAP: pairs of key,value
MAP, as JSON: object of content-language,content-type
STRUCT: object of content-language,content-type
END
