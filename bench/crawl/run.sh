#!/usr/bin/env bash
# Focused crawls of the synthetic web, all orders, for the three probabilities that a link
# stays in its topic; with each order's own classifier, and with one for all. Then the
# recorded site, where there are page versions. Prints tables and writes them to
# bench/results. Processor time, one core.
#
# usage: bench/crawl/run.sh [FOLDER OF DATA]
# The default folder is $CURLEW_CORPORA, else ../shared/data. Without it change times are
# invented, and there is no recorded site.
set -euo pipefail
cd "$(dirname "$0")/../.."

data=${1:-${CURLEW_CORPORA:-../shared/data}}
pages=${CURLEW_BENCH_PAGES:-100000}
work=build/bench-crawl
result=bench/results/$(date -u +%F)-crawl.md

mkdir -p "$work" bench/results
cmake --preset release >"$work/build.log"
ninja -C build/release curlew >>"$work/build.log"
export CURLEW_CORPORA=$data

TIMEFORMAT='%U s of processor time'
time build/release/curlew lab crawl --pages "$pages" --json --plot "$work/crawl.svg" \
  --queue "$work/queue.csv" >"$work/own.jsonl"
build/release/curlew lab crawl --pages "$pages" --json --method linear \
  --order curlew,thesis >"$work/linear.jsonl"
if [ -d "$data/page-versions" ]; then
  [ -f "$work/site/site.csv" ] || tools/record_site.py "$data/page-versions" "$work/site"
  build/release/curlew lab crawl --site "$work/site" --json >"$work/recorded.jsonl"
fi
{
  echo "# Focused crawls, $(date -u +%FT%RZ)"
  echo
  python3 bench/crawl/table.py "$work"
} | tee "$result"
echo "written to $result; figures in $work/crawl.svg" >&2
