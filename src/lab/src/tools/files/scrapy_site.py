"""Crawls the site into a feed of url, status, html and headers: scrapy runspider scrapy_site.py -a base=URL -O FILE."""
import scrapy


class Site(scrapy.Spider):
    name = 'site'
    handle_httpstatus_list = [404]

    def start_requests(self):
        yield scrapy.Request(self.base + '/')

    def parse(self, response):
        yield {'url': response.url, 'status': response.status, 'html': response.text,
               'headers': response.headers.to_unicode_dict()}
        if isinstance(response, scrapy.http.HtmlResponse):
            for link in response.css('a::attr(href)').getall():
                yield response.follow(link, self.parse)
