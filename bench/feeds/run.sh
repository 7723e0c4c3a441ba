#!/usr/bin/env bash
# Feed parsing beside its peers, on the same files in one run: bytes per second of
# processor time, one core. Prints a table and writes it to bench/results.
#
# usage: bench/feeds/run.sh [FOLDER OF FEEDS]
# The default folder is feeds-real/files in $CURLEW_CORPORA, else in ../shared/data.
set -euo pipefail
cd "$(dirname "$0")/../.."

feeds=${1:-${CURLEW_CORPORA:-../shared/data}/feeds-real/files}
packages=(@rowanmanning/feed-parser rss-parser feedparser)
peers=("${packages[@]}" "@rowanmanning/feed-parser with fields")
rounds=3
seconds=2
work=build/bench-feeds
result=bench/results/$(date -u +%F)-feeds.md

[ -d "$feeds" ] || { echo "no feeds in $feeds; set CURLEW_CORPORA" >&2; exit 2; }
feeds=$(realpath "$feeds")

mkdir -p "$work" bench/results
cmake --preset release >"$work/build.log"
ninja -C build/release parse_bench >>"$work/build.log"
npm install --silent --no-audit --no-fund --prefix "$work" "${packages[@]}" 2>>"$work/build.log"
cp bench/feeds/peer.mjs "$work/"

# Ours and the peers take turns, so that a busy moment of the machine hits all of them.
rm -f "$work/rows.jsonl"
for _ in $(seq "$rounds"); do
  CURLEW_FEEDS=$feeds build/release/src/parse/parse_bench --benchmark_format=json \
    --benchmark_filter='parse_feed|raw' --benchmark_min_time="$seconds" \
    >"$work/ours.json" 2>/dev/null
  node bench/feeds/table.mjs --collect "$work/ours.json" >>"$work/rows.jsonl"
  for peer in "${peers[@]}"; do
    node "$work/peer.mjs" "$peer" "$feeds" "$seconds" >>"$work/rows.jsonl"
  done
done
node bench/feeds/table.mjs "$feeds" "$work/rows.jsonl" | tee "$result"
echo "written to $result" >&2
