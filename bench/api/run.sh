#!/usr/bin/env bash
# How many list pages of the API one core serves, and how long others wait beside a crowd of
# idle, slow and listening clients.
#   bench/api/run.sh [FOLDER]     a data directory of fill_store; else a smaller one is made
# Prints tables; writes bench/results/<date>-api.md. Fails below 10,000 cached pages a second
# of the server's processor time, or where the 99th percentile is above 50 ms.
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
# A full crowd has more files open than a shell allows without a word.
ulimit -n "$(ulimit -Hn)"
python3 bench/api/api_bench.py build/release/curlew "$work" |
  tee "bench/results/$(date -u +%F)-api.md"
exit "${PIPESTATUS[0]}"
