"""Makes page events of MHTML files that Chromium saved: python3 mhtml.py FILE… | crawlsieve sieve - --out sieved."""

import base64, email, json, sys

for name in sys.argv[1:]:
    parts = email.message_from_binary_file(open(name, "rb")).walk()
    page = next(part for part in parts if part.get_content_type() == "text/html")
    body = base64.b64encode(page.get_payload(decode=True)).decode()
    print(json.dumps({"url": page["Content-Location"], "contentType": page["Content-Type"], "bodyBase64": body}))
