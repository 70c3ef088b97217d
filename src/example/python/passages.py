"""Takes the passages of a site, as sieve --passages writes them, out of a text."""

import itertools, json

with open("texts/passages.jsonl", encoding="utf-8") as lines:
    known = {(passage["site"], passage["text"]) for passage in map(json.loads, lines)}

def without(site, text):
    runs = [(passages, list(lines)) for passages, lines in
            itertools.groupby(text.split("\n"), lambda line: (site, line) in known)]
    return "\n".join(line for at, (passages, lines) in enumerate(runs) for line in lines if not passages or (
        0 < at < len(runs) - 1 and len(lines) < 3 and len("\n".join(lines).encode()) < 24))
