"""An item pipeline for spiders that yield {"response": response}."""

import base64
import json
import time

from confluent_kafka import Producer


def page_event(response):
    return {
        "url": response.url,
        "fetchTime": time.time(),
        "status": response.status,
        "contentType": response.headers.get("Content-Type", b"").decode("latin-1"),
        "headers": {
            name.decode("latin-1"): [value.decode("latin-1") for value in values]
            for name, values in response.headers.items()
        },
        "bodyBase64": base64.b64encode(response.body).decode("ascii"),
    }


class CrawlsievePipeline:
    """Sends every response that a spider yields as {"response": response} to the topic `pages`."""

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler.settings.get("CRAWLSIEVE_BROKERS", "localhost:9092"))

    def __init__(self, brokers):
        self.failed = None
        self.producer = Producer(
            {
                "bootstrap.servers": brokers,
                "enable.idempotence": True,
                "compression.type": "gzip",
                # As Java's producers: a URL has one partition, whatever sent its pages
                "partitioner": "murmur2_random",
                "message.max.bytes": 10_000_000,
            }
        )

    def process_item(self, item, spider):
        event = page_event(item["response"])
        value = json.dumps(event).encode()
        while True:
            try:
                self.producer.produce("pages", value, event["url"], on_delivery=self.delivered)
                break
            except BufferError:
                self.producer.poll(1)
        self.producer.poll(0)
        return item

    def delivered(self, error, message):
        self.failed = self.failed or error

    def close_spider(self, spider):
        left = self.producer.flush(60)
        if self.failed or left:
            raise RuntimeError(f"pages were not delivered: {self.failed or left}")
