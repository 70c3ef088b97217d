#!/usr/bin/env bash
# singlefile.sh BASE: saves the pages of truth.jsonl (status 200) with SingleFile, as HTML in single/ and compressed in
# packed/. A command a page, in a browser of ours: with its own list of addresses, and its own browser, it hangs as root.
set -euo pipefail
base=$1
mkdir -p single packed
chromium --headless=new --no-sandbox --disable-gpu --remote-debugging-port=0 --user-data-dir="$PWD/profile" about:blank \
  >/dev/null 2>&1 &
browser=$!
trap 'kill "$browser" 2>/dev/null; wait "$browser" 2>/dev/null || true' EXIT
for _ in $(seq 60); do
  [ -s profile/DevToolsActivePort ] && break
  sleep 1
done
port=$(head -n 1 profile/DevToolsActivePort)
number=0
while read -r path; do
  number=$((number + 1))
  for form in single packed; do
    more=()
    [ "$form" = single ] || more=(--compress-content --self-extracting-archive)
    timeout 60 node_modules/.bin/single-file "$base$path" "$form/$number.html" \
      --browser-server="http://127.0.0.1:$port" "${more[@]}" </dev/null
  done
done < <(python3 -c 'import json
for line in open("truth.jsonl", encoding="utf-8"):
    page = json.loads(line)
    if page["status"] == 200: print(page["path"])')
