#!/usr/bin/env python3
"""The demo needs no log-in on this machine, and lets no other site's page change anything.

    demo_test.py CURLEW
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import stop


def expect(condition, what):
    if not condition:
        raise SystemExit(what)


def ask(url, method="GET", body=None, **headers):
    request = urllib.request.Request(url, method=method,
                                     data=body and json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    for name, value in headers.items():
        request.add_header(name.replace("_", "-"), value)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def main():
    with tempfile.TemporaryDirectory(prefix="curlew-demo-access-") as folder:
        config = pathlib.Path(folder) / "curlew.toml"
        config.write_text("[web]\nport = 0\n")
        process = subprocess.Popen([sys.argv[1], "--config", str(config), "demo"],
                                   stdout=subprocess.PIPE, text=True)
        try:
            line = process.stdout.readline()
            site = re.search(r"see (http://\S+)/ ;", line).group(1)
            status, session = ask(f"{site}/api/v1/session")
            expect(status == 200 and session["access"] == "open" and
                   session["user"]["name"] == "reader" and session["rights"] == "admin", session)
            change = {"language": "el"}
            me = f"{site}/api/v1/me"
            expect(ask(me, "PATCH", change)[0] == 403, "a page of another site can change it")
            expect(ask(me, "PATCH", change, Origin="http://evil.example",
                       X_Curlew_Request="1")[0] == 403, "another Origin is believed")
            status, told = ask(me, "PATCH", change, Origin=site, X_Curlew_Request="1")
            expect(status == 200 and told["language"] == "el", told)
            trouble = stop(process)
            expect(not trouble, trouble)
            print("ok")
        finally:
            if process.poll() is None:
                process.kill()


if __name__ == "__main__":
    main()
