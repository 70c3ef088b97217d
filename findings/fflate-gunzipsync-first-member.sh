#!/usr/bin/env bash
# fflate 0.8.3 (npm), gunzipSync and decompressSync, beside Node's zlib and fflate's own Gunzip.
#
# Expected: a gzip file is a series of members, each WARC record or CDX block one of them, and all tools read it to its
# end; a function that cannot would throw.
# Seen: gunzipSync decodes the first member alone, into a buffer of the length that the last four bytes of the file
# give, which is the length of the last member: one that is shorter cuts the first member. Neither is an error. The
# streaming Gunzip of the same package reads all.
# Matters: a .warc.gz of any length reads as the beginning of its first record.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts fflate@0.8.3

cat >read.mjs <<'JS'
import { gzipSync, gunzipSync } from 'node:zlib';
import * as fflate from 'fflate';

const text = (bytes) => JSON.stringify(Buffer.from(bytes).toString());
const streamed = (file) => {
  const chunks = [];
  new fflate.Gunzip((chunk) => chunks.push(Buffer.from(chunk))).push(file, true);
  return Buffer.concat(chunks);
};
for (const records of [['first record', 'second', 'and the third'], ['first record', 'second', '3rd']]) {
  const file = Buffer.concat(records.map((record) => gzipSync(record)));
  console.log('zlib.gunzipSync      ', text(gunzipSync(file)));
  console.log('fflate.Gunzip        ', text(streamed(file)));
  console.log('fflate.gunzipSync    ', text(fflate.gunzipSync(file)));
  console.log('fflate.decompressSync', text(fflate.decompressSync(file)));
}
JS
node read.mjs | tee seen

diff - seen <<'END'
zlib.gunzipSync       "first recordsecondand the third"
fflate.Gunzip         "first recordsecondand the third"
fflate.gunzipSync     "first record"
fflate.decompressSync "first record"
zlib.gunzipSync       "first recordsecond3rd"
fflate.Gunzip         "first recordsecond3rd"
fflate.gunzipSync     "fir"
fflate.decompressSync "fir"
END
