#!/usr/bin/env python3
"""A page whose style changes while its text stays, watched with --render: the change says
where it looks different.

    looks_test.py CURLEW
"""
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import chromium
from harness import Curlew, stop
from watched import expect, start_site, titles, versions, visit

PAGE = """<!doctype html><html lang=en><title>Fees of the harbour</title>
<link rel=stylesheet href=/style.css><body><h1>Fees of the harbour</h1>
<p>Vessels of more than forty tonnes pay twelve crowns when they enter the harbour, and give
notice of their arrival on the day before, in writing, at the office.</p>
<div id=box></div><div id=spinner></div></body></html>"""
# The spinner turns all the time: that is no change.
STYLE = """body {{ margin: 0; font: 16px sans-serif }}
#box {{ position: absolute; left: 200px; top: 300px; width: 150px; height: 90px;
  background: {} }}
#spinner {{ position: absolute; left: 700px; top: 300px; width: 60px; height: 60px;
  background: #333; animation: turn 0.7s linear infinite }}
@keyframes turn {{ to {{ transform: rotate(360deg); opacity: 0.2 }} }}"""


def near(found, wanted):
    return abs(found - wanted) <= 8


def main(program):
    browser = chromium()
    site = start_site()
    site.documents = {"/fees": ("text/html", PAGE),
                      "/style.css": ("text/css", STYLE.format("#0a0"))}
    url = site.base + "/fees"
    with tempfile.TemporaryDirectory() as folder:
        curlew = Curlew(program, folder, fetch={"browser": browser, "total_timeout": "60s"})
        process = curlew.serve_and_wait()
        try:
            curlew.run("add", url, "--kind", "page", "--watch", "changes", "--render",
                       "--changes-of", "text,presentation", "--interval", "1d")
            visit(curlew, url)
            expect(versions(curlew, url), ["the first version"], "the first visit")
            for _ in range(2):
                visited = visit(curlew, url)
                expect(versions(curlew, url), ["the first version"],
                       f"nothing changed: {visited}")
            site.documents["/style.css"] = ("text/css", STYLE.format("#d40"))
            visited = visit(curlew, url)
            expect(versions(curlew, url)[1:], ["1 area looks different"], f"{visited}")
            expect(titles(curlew, url), ["Fees of the harbour: 1 area looks different"],
                   "articles")
            [row] = [json.loads(line) for line in
                     curlew.ask("diff", url, "--json")[1].splitlines()]
            [box] = row["boxes"]
            expect(near(box["x"], 200) and near(box["y"], 300) and near(box["width"], 150)
                   and near(box["height"], 90), True, f"where it is: {box}")
            page = curlew.ask("diff", url, "--html")[1]
            expect(page.count("data:image/png;base64,"), 2, "pictures in the page")
            expect("1 area looks different" in curlew.ask("diff", url)[1], True, "as text")
            kinds = curlew.objects("history", url)[0]["kinds"]
            expect(kinds, ["presentation"], "its kind")
            curlew.run("archive", "verify")
        finally:
            problem = stop(process)
    if problem:
        raise SystemExit(problem)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
