#!/usr/bin/env python3
"""The dashboard for Grafana asks for nothing that Curlew does not show.

    dashboard_test.py SOURCE
"""
import json
import pathlib
import re
import sys

from metric_names import PARTS, documented


def main():
    source = pathlib.Path(sys.argv[1])
    known = documented(source)
    dashboard = json.loads((source / "packaging/grafana/curlew.json").read_text())
    asked, problems = set(), []
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            names = re.findall(r"\b((?:curlew|process)_[a-z_]+)\b", target["expr"])
            if not names:
                problems.append(f"{panel['title']}: asks for nothing: {target['expr']}")
            for name in names:
                base = next((name[:-len(part)] for part in PARTS if name.endswith(part)
                             and known.get(name[:-len(part)], ("",))[0] == "histogram"), name)
                asked.add(base)
                if base not in known:
                    problems.append(f"{panel['title']}: {name} is not in docs/metrics.md")
                if name.endswith("_total") and "rate(" not in target["expr"]:
                    problems.append(f"{panel['title']}: a counter without its rate")
    if len({panel["id"] for panel in dashboard["panels"]}) != len(dashboard["panels"]):
        problems.append("two panels have one id")
    print(f"{len(dashboard['panels'])} panels ask for {len(asked)} of {len(known)} metrics")
    if problems or len(asked) < 20:
        sys.exit("\n".join(problems) or "the dashboard asks for next to nothing")


if __name__ == "__main__":
    main()
