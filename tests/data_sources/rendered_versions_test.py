#!/usr/bin/env python3
"""A page that changes only through JavaScript, watched for its content with --render.

    rendered_versions_test.py CURLEW
"""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import chromium
from harness import Curlew, stop
from watched import expect, start_site, titles, versions, visit

PAGE = """<!doctype html><html lang=en><title>Fees of the harbour</title><body>
<h1>Fees of the harbour</h1><div id=root></div><script src=/bundle.js></script>"""
BUNDLE = """fetch('/fees.html').then(answer => answer.text()).then(html => {
  document.getElementById('root').innerHTML = html;
});"""
FEES = ("<p>Vessels of more than forty tonnes pay {} crowns when they enter the harbour, and "
        "give notice of their arrival on the day before, in writing, at the office.</p>"
        "<p>Smaller boats, and those which leave on the same day, pay nothing at all, as has "
        "been the custom since the mole was built.</p>")


def main(program):
    browser = chromium()
    site = start_site()
    site.documents = {"/fees": ("text/html", PAGE), "/bundle.js": ("text/javascript", BUNDLE),
                      "/fees.html": ("text/html", FEES.format("twelve"))}
    url = site.base + "/fees"
    with tempfile.TemporaryDirectory() as folder:
        curlew = Curlew(program, folder, fetch={"browser": browser, "total_timeout": "60s"})
        process = curlew.serve_and_wait()
        try:
            curlew.run("add", url, "--kind", "page", "--watch", "changes", "--render",
                       "--interval", "1d")
            visit(curlew, url)
            expect(versions(curlew, url), ["the first version"], "the first visit")
            site.documents["/fees.html"] = ("text/html", FEES.format("fifteen"))
            visited = visit(curlew, url)
            expect(len(versions(curlew, url)), 2, f"versions: {visited}")
            [title] = titles(curlew, url)
            expect(title.startswith("Fees of the harbour: "), True, title)
            asked = [path for path, _ in site.asked]
            expect(asked.count("/fees") >= 2 and "/bundle.js" in asked, True, asked)
        finally:
            problem = stop(process)
    if problem:
        raise SystemExit(problem)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
