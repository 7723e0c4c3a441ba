"""What docs/metrics.md names, and what a process shows."""
import re
import urllib.request

# What Prometheus makes of a histogram.
PARTS = ("_bucket", "_sum", "_count")
SERIES = re.compile(r'^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{.*\})? (\S+)$')
LABEL = re.compile(r'[a-zA-Z_][a-zA-Z0-9_]*="((?:[^"\\]|\\.)*)"')


def documented(source):
    """{name: (kind, whether terminals show it)}"""
    names = {}
    for line in (source / "docs/metrics.md").read_text().splitlines():
        found = re.match(r"\| `([a-z_]+)`( \*p\*)? \| (counter|gauge|histogram) \|", line)
        if found:
            names[found[1]] = (found[3], bool(found[2]))
    return names


class Figures:
    """One look at /metrics."""

    def __init__(self, text):
        self.kinds, self.values, self.labels, self.wrong = {}, {}, set(), []
        for line in text.splitlines():
            if line.startswith("# TYPE "):
                _, _, name, kind = line.split(" ")
                self.kinds[name] = kind
            elif not line.startswith("#") and line:
                found = SERIES.match(line)
                if not found:
                    self.wrong.append(line)
                    continue
                self.values[found[1] + (found[2] or "")] = float(found[3])
                self.labels |= set(LABEL.findall(found[2] or ""))

    def sum(self, name, *parts):
        """Of all series of that name whose labels have these parts."""
        return sum(value for series, value in self.values.items()
                   if series.split("{")[0] == name and all(part in series for part in parts))


def look(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as answer:
        assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4"), \
            answer.headers["Content-Type"]
        return Figures(answer.read().decode())
