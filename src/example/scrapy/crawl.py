"""Crawls a site, asks crawlsieve before it fetches and stores, and appends what is new to kept.jsonl:

scrapy runspider crawl.py -a start=https://example.org/

It needs scrapy, confluent-kafka, and `crawlsieve run --http 127.0.0.1:8080 --set mirrors.enabled=true`.
"""

import json
from urllib.parse import urlsplit

import scrapy
from crawlsieve import AskingPipeline, KnownUrls, page_event
from scrapy.http import HtmlResponse
from scrapy.linkextractors import LinkExtractor


class Store:
    def open_spider(self, spider):
        self.file = open("kept.jsonl", "a", encoding="utf-8")

    def process_item(self, item, spider):
        self.file.write(json.dumps(page_event(item["response"])) + "\n")
        return item

    def close_spider(self, spider):
        self.file.close()


class Crawl(scrapy.Spider):
    name = "crawl"
    custom_settings = {
        "DOWNLOADER_MIDDLEWARES": {KnownUrls: 50},
        "ITEM_PIPELINES": {AskingPipeline: 300, Store: 400},
        "TWISTED_REACTOR": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
        "DOWNLOAD_DELAY": 0.25,  # a crawler that is faster than the verdicts saves less
    }

    def __init__(self, start, **arguments):
        super().__init__(**arguments)
        self.start_urls = [start]
        self.links = LinkExtractor()
        self.host = urlsplit(start).hostname

    def parse(self, response):
        yield {"response": response}
        if isinstance(response, HtmlResponse):
            for link in self.links.extract_links(response):
                if urlsplit(link.url).hostname == self.host:
                    yield response.follow(link)
