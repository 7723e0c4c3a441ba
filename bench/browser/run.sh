#!/usr/bin/env bash
# How soon the application can be used in Chromium, with 100,000 clips in the database, and
# what it loads for that.
#   bench/browser/run.sh [FOLDER]     a data directory of fill_store; else a smaller one is made
# Prints tables; writes bench/results/<date>-browser.md. Fails above a second, or 150 KB.
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/data"
if [ $# -gt 0 ]; then
  cp "$1/central.db" "$1/curlew.key" "$work/data"
else
  build/release/bench/pages/fill_store "$work/data" 10000 200000 100000 50000
fi
node bench/browser/load_page.mjs build/release/curlew "$work" |
  tee "bench/results/$(date -u +%F)-browser.md"
exit "${PIPESTATUS[0]}"
