#!/usr/bin/env python3
"""Tables of what bench/crawl/run.sh measured, as Markdown. usage: table.py FOLDER"""
import json
import pathlib
import sys


def orders(file):
    rows = map(json.loads, file.read_text().splitlines())
    return [row for row in rows if "changes_per_fetch" in row]


def print_orders(rows):
    print("| order | topics by | stay | harvest ratio | against breadth-first "
          "| changes per fetch | against pagerank | topic precision | downloaded "
          "| revisits | changes | reorder ms |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for row in rows:
        def against(order, key):
            for other in rows:
                if other["order"] == order and other.get("stay") == row.get("stay"):
                    return f"{row[key] / other[key]:.2f} ×" if other[key] else "–"
            return "–"
        print(f"| {row['order']} | {row['method']} | {row.get('stay', '')} "
              f"| {row['harvest_ratio']:.3f} | {against('breadth-first', 'harvest_ratio')} "
              f"| {row['changes_per_fetch']:.3f} "
              f"| {against('pagerank', 'changes_per_fetch')} "
              f"| {row['topic_precision']:.3f} | {row['downloaded']:,} "
              f"| {row['revisits']:,} | {row['changes']:,} | {row['reorder_ms']:.1f} |")
    print()


def main():
    folder = pathlib.Path(sys.argv[1])
    print("Command: `bench/crawl/run.sh`, which runs `curlew lab crawl`. What the columns mean: "
          "docs/crawl-orders.md.\n")
    for name, title in [("own", "Each order with its own classifier"),
                        ("linear", "Both orders with the linear classifier"),
                        ("recorded", "The recorded site")]:
        file = folder / f"{name}.jsonl"
        if file.exists():
            print(f"## {title}\n")
            print_orders(orders(file))


if __name__ == "__main__":
    main()
