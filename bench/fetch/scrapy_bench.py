#!/usr/bin/python3
"""Fetches the same addresses with Scrapy: scrapy_bench.py PORT CONCURRENCY REQUESTS PATH

Prints the same line as compare_fetching. Everything that Scrapy does beyond fetching is
switched off; the processor time is that of the crawl alone, without the imports.
"""
import resource
import sys
import time

import scrapy
from scrapy.crawler import CrawlerProcess

HOSTS = 500
PORT, CONCURRENCY, REQUESTS = (int(word) for word in sys.argv[1:4])
PATH = sys.argv[4]
SETTINGS = {
    "LOG_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
    "ROBOTSTXT_OBEY": False,
    "COOKIES_ENABLED": False,
    "RETRY_ENABLED": False,
    "REDIRECT_ENABLED": False,
    "DOWNLOAD_DELAY": 0,
    "CONCURRENT_REQUESTS": CONCURRENCY,
    "CONCURRENT_REQUESTS_PER_DOMAIN": CONCURRENCY,
    "REACTOR_THREADPOOL_MAXSIZE": 20,
}


def url_of(request):
    host = request % HOSTS
    return f"http://127.0.{host // 250}.{host % 250 + 1}:{PORT}{PATH}"


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


class Fetches(scrapy.Spider):
    name = "fetches"
    good = bad = 0

    def start_requests(self):
        for request in range(REQUESTS):
            yield scrapy.Request(url_of(request), dont_filter=True, errback=self.failed)

    def parse(self, response):
        Fetches.good += response.status == 200 and len(response.body) > 0

    def failed(self, failure):
        Fetches.bad += 1


cpu, begin = cpu_seconds(), time.monotonic()
process = CrawlerProcess(SETTINGS)
process.crawl(Fetches)
process.start()
print("scrapy", "fresh", CONCURRENCY, PATH, Fetches.good, REQUESTS - Fetches.good,
      f"{cpu_seconds() - cpu:.3f}", f"{time.monotonic() - begin:.3f}", sep="\t")
