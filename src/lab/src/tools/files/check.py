#!/usr/bin/env python3
"""check.py TRUTH TEXTS EVENTS [BASE [bytes] [notime] [nostatus] [nourl]]: compares what crawlsieve read with what was
served.

TRUTH is of site.py --truth, TEXTS of crawlsieve extract, EVENTS a folder of crawlsieve sieve, BASE what stands before a
path in URLs. With "bytes", bodies are compared byte for byte, and status and time must be there, with "notime" no time,
with "nostatus" no status; with "nourl" addresses are not compared. Prints how many of the pages with status 200 are
right, and what is wrong of the others.
"""
import base64, json, os, re, sys


def lines(file):
    with open(file, encoding='utf-8') as f:
        return [json.loads(line) for line in f]


def words(text):
    return re.findall(r'\w+', text)


def body(event):
    if event.get('bodyBase64'):
        return base64.b64decode(event['bodyBase64'])
    text = event.get('html') if event.get('html') is not None else event.get('text')
    return None if text is None else text.encode()


truth = [t for t in lines(sys.argv[1]) if t['status'] == 200]
texts = [t for t in lines(sys.argv[2])]
base = sys.argv[4] if len(sys.argv) > 4 else ''
events = {}
for name in ('unique', 'duplicate', 'unjudged'):
    file = os.path.join(sys.argv[3], name + '.jsonl')
    if os.path.exists(file):
        for e in lines(file):
            events.setdefault(e.get('url'), []).append(e)
right, wrong = 0, []
for t in truth:
    number = t['title'].split()[0]
    mine = [x for x in texts if f'({number}.3)' in x.get('text', '')]
    why = []
    if not mine:
        why.append('no page has its text')
    else:
        x = mine[0]
        if not all(words(w) == [] or ' '.join(words(w)) in ' '.join(words(x['text'])) for w in t['words']):
            why.append(f"text is {x['text'][:60]!r}")
        if "nourl" not in sys.argv and base and x['url'] != base + t['path']:
            why.append(f"url is {x['url']}")
        if 'bytes' in sys.argv[5:]:
            e = events.get(base + t['path'], [])
            if not any(body(v) == base64.b64decode(t['body']) for v in e):
                why.append(f'bytes differ in {len(e)} events')
            if 'nostatus' not in sys.argv and not any(v.get('status') == 200 for v in e):
                why.append('no status')
            if "notime" not in sys.argv and not any(re.match(r"20\d\d-\d\d-\d\dT", str(v.get("fetchTime"))) for v in e):
                why.append('no time')
    right += not why
    if why:
        wrong.append(f"  {t['path']}: {'; '.join(why)}")
print(f'{right} of {len(truth)} right, {len(texts)} pages', *wrong, sep='\n')
sys.exit(0 if not wrong else 1)
