#!/usr/bin/env bash
# Standing queries against articles: 1,000, 100,000 and 1,000,000 of them, 60 % words, 25 %
# phrases of two and three words, 15 % boolean with NOT and prefixes (make_queries.py).
# Drawn evenly from all words, and a million as readers ask. Processor time, one core; the best of the rounds, since other work on the machine only
# takes away. Prints a table and writes it to bench/results.
#
# usage: bench/match/run.sh [FOLDER OF NEWS]
# The default folder is news in $CURLEW_CORPORA, else in ../shared/data.
set -euo pipefail
cd "$(dirname "$0")/../.."

news=${1:-${CURLEW_CORPORA:-../shared/data}/news}
rounds=${CURLEW_BENCH_ROUNDS:-3}
work=build/bench-match
result=bench/results/$(date -u +%F)-match.md

[ -d "$news" ] || { echo "no news in $news; set CURLEW_CORPORA" >&2; exit 2; }

mkdir -p "$work" bench/results
cmake --preset release >"$work/build.log"
ninja -C build/release curlew >>"$work/build.log"
python3 bench/match/make_queries.py "$news" "$work"

rm -f "$work"/*.log.*
for round in $(seq "$rounds"); do
  for queries in even-1000 even-100000 even-1000000 asked-1000000; do
    for texts in english greek; do
      build/release/curlew lab match --queries "$work/$queries.tsv" \
        --texts "$work/$texts.jsonl" 2>"$work/$queries-$texts.log.$round" >/dev/null
    done
  done
done
python3 bench/match/table.py "$work" | tee "$result"
echo "written to $result" >&2
