// duckdb.mjs BASE: writes the pages of truth.jsonl as tables with maps, JSON, structs, VARIANT, bytes and NaN
import { DuckDBInstance } from '@duckdb/node-api';
const c = await (await DuckDBInstance.create(':memory:')).connect();
const q = s => c.run(s);
await q(`create table t as select * from read_json('truth.jsonl', sample_size=-1)`);
const B = process.argv[2];
// 1: headers as a MAP of lists, the body a BLOB named html, time TIMESTAMPTZ
await q(`copy (select '${B}'||path as url, status, timestamptz '2026-01-31 12:00:00+00' as fetchTime, map{'Content-Type':[contentType]} as headers, from_base64(body) as html from t) to 'duckdb1.parquet' (format parquet)`);
// 2: headers a JSON column, content in a BLOB named content/body, v2 pages, zstd, time in DATE
await q(`copy (select '${B}'||path as url, status::usmallint as status, date '2026-01-31' as fetchTime, json_object('content-type', contentType) as headers, from_base64(body) as bodyBase64 from t) to 'duckdb2.parquet' (format parquet, compression zstd, parquet_version v2)`);
// 3: metadata STRUCT, timestamp_ns
await q(`copy (select {'sourceURL':'${B}'||path,'statusCode':status} as metadata, timestamp_ns '2026-01-31 12:00:00.123456789' as fetchTime, contentType, from_base64(body) as html from t) to 'duckdb3.parquet' (format parquet)`);
// 4: metadata VARIANT
await q(`copy (select ({'sourceURL':'${B}'||path,'statusCode':status})::variant as metadata, 1769860800.5::double as fetchTime, contentType, from_base64(body) as html from t) to 'duckdb4.parquet' (format parquet)`);
// 5: NaN, map of varchar
await q(`copy (select '${B}'||path as url, case when status=200 then 200.0 else 'nan'::double end as status, epoch_ms(timestamp '2026-01-31 12:00:00') as fetchTime, map([ 'content-type','x'],[contentType, null]) as headers, from_base64(body) as bodyBase64 from t) to 'duckdb5.parquet' (format parquet, compression gzip)`);
