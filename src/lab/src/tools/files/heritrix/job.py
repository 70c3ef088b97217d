#!/usr/bin/env python3
"""job.py JAR BASE OUT: a job from the profile in Heritrix's JAR, for the site at BASE, without waiting."""
import sys, zipfile

jar, base, out = sys.argv[1:]
with zipfile.ZipFile(jar) as engine:
    job = engine.read('org/archive/crawler/restlet/profile-crawler-beans.cxml').decode()
for given, mine in (
        ('ENTER_AN_URL_WITH_YOUR_CONTACT_INFO_HERE_FOR_WEBMASTERS_AFFECTED_BY_YOUR_CRAWL', base + '/'),
        ('http://example.example/example', base + '/'),
        ('##..more?..##', 'disposition.minDelayMs=0\ndisposition.maxDelayMs=0\ndisposition.delayFactor=0.0')):
    assert given in job, given
    job = job.replace(given, mine)
with open(out, 'w', encoding='utf-8') as f:
    f.write(job)
