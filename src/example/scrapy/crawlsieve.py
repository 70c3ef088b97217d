"""Asks crawlsieve before a page is fetched, and before it is stored; crawl.py shows how it is used."""

import json
import os
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from scrapy.exceptions import DropItem, IgnoreRequest
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.threads import deferToThread

from pipelines import CrawlsievePipeline, page_event

ADDRESS = os.environ.get("CRAWLSIEVE", "http://127.0.0.1:8080")
TOKEN = os.environ.get("CRAWLSIEVE_TOKEN")
PAUSE = 60  # seconds without a question after one that was not answered at all
paused_until = 0


def answer(query, event=None):
    """The answer; empty if there is none, and then the page counts as new."""
    global paused_until
    if time.monotonic() < paused_until:
        return {}
    request = Request(f"{ADDRESS}/api/ask{query}")
    if TOKEN:
        request.add_header("Authorization", f"Bearer {TOKEN}")
    if event is not None:
        request.data = json.dumps(event).encode()
        request.add_header("Content-Type", "application/json")
    try:
        with urlopen(request, timeout=5) as response:
            return json.load(response)
    except HTTPError:
        return {}
    except (OSError, ValueError, HTTPException):
        paused_until = time.monotonic() + PAUSE
        return {}


async def ask(query, event=None):
    return await maybe_deferred_to_future(deferToThread(answer, query, event))


class KnownUrls:
    """Drops a link if it, or another URL of its page, has been decided on."""

    async def process_request(self, request, spider):
        if not request.meta.get("depth"):
            return  # where the crawl starts, and robots.txt
        known = await ask("?url=" + quote(request.url, safe=""))
        if any(one.get("verdict") for one in [known, *(known.get("sameAs") or [])]):
            raise IgnoreRequest("crawlsieve knows it")


class AskingPipeline(CrawlsievePipeline):
    """Drops copies of kept pages, so that later pipelines do not store them."""

    async def process_item(self, item, spider):
        verdict = await ask("", page_event(item["response"]))
        super().process_item(item, spider)  # asked first: afterwards each page is a copy of itself
        if verdict.get("decision") == "duplicate":
            kept = verdict.get("duplicateOf")
            raise DropItem(f"copies {kept['url']}" if kept else "dropped by an override")
        return item
