#!/usr/bin/env bash
# Article extraction beside the peers that npm and Debian offer, on the same pages in one
# run: quality, pages per CPU second, memory. Prints a table and keeps it in bench/results.
#
#   bench/articles/run.sh                 the whole run, about half an hour
#   bench/articles/run.sh --only curlew   only those, in a table of their own on the screen
#
# Peers that are not installed are left out: apt-get install python3-readability
# libboilerpipe-java libgumbo-dev libxml2-dev default-jdk-headless
set -euo pipefail
cd "$(dirname "$0")/../.."

corpus=${CURLEW_CORPORA:-../shared/data}/articles
build=${BUILD:-build/release}
work=build/bench-articles
result=bench/results/$(date -u +%F)-articles.md

[ -d "$corpus" ] || { echo "no pages in $corpus; set CURLEW_CORPORA" >&2; exit 2; }
mkdir -p "$work" bench/results
[ -f "$build/build.ninja" ] || cmake --preset release >/dev/null
ninja -C "$build" curlew parse_floor >"$work/build.log"
cp bench/articles/package.json "$work/"
npm install --silent --no-audit --no-fund --no-package-lock --prefix "$work" \
  >>"$work/build.log" 2>&1 || echo "bench: npm cannot install the peers" >&2

compare=(/usr/bin/python3 bench/articles/compare.py
  "$corpus" "$work" "$build/curlew" "$build/bench/articles/parse_floor")
if [ $# -gt 0 ]; then exec "${compare[@]}" "$@"; fi
"${compare[@]}" >"$work/table.md"
tee "$result" <"$work/table.md"
