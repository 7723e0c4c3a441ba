#!/usr/bin/env python3
"""What a robots.txt asks for is counted in when the next crawl is estimated.

    crawl_delay_test.py CURLEW
"""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until
from publisher import Publisher

WAIT_SECONDS = 60


def main():
    problems = []
    publisher = Publisher(published=1)
    publisher.robots = "User-agent: *\nCrawl-delay: 7\n"
    with tempfile.TemporaryDirectory() as folder:
        curlew = Curlew(sys.argv[1], folder, articles={"fetch_pages": False})
        curlew.run("add", publisher.url, publisher.url + "?second")
        before = curlew.objects("estimate")[0]
        process = curlew.serve_and_wait()
        visited = lambda: curlew.rows("SELECT count(*) FROM visits")[0][0] > 0
        if not wait_until(visited, WAIT_SECONDS):
            problems.append("no visit")
        if trouble := stop(process):
            problems.append(trouble)
        after = curlew.objects("estimate")[0]
        # Its robots.txt, then two feeds, each seven seconds after the one before.
        if not before["time_s"] < 12 < after["time_s"]:
            problems.append(f"{before['time_s']} s before, {after['time_s']} s after")
        within = curlew.objects("estimate", "--within", "10s")[0]
        if (within["sources"], within["fit"], within["all"]) != (2, 1, False):
            problems.append(f"--within 10s: {within}")
    publisher.close()
    if problems:
        sys.exit("\n".join(problems))
    print("all good")


if __name__ == "__main__":
    main()
