#!/usr/bin/env bash
# How long one execution takes, serial, parallel and adaptive (advaRSS §IV.A), on a
# loopback web of recorded feeds. Prints a table; writes bench/results/<date>-rounds.md.
set -euo pipefail
cd "$(dirname "$0")/../.."

trace=${CURLEW_CORPORA:-../shared/data}/traces/feeds_news.csv.gz
if [ ! -f "$trace" ]; then
  echo "bench: rounds needs $trace; set CURLEW_CORPORA" >&2
  exit 1
fi
result=bench/results/$(date +%F)-rounds.md
{
  echo "# An execution: serial, parallel, adaptive"
  echo
  echo "\`./dev bench rounds\`, $(date +%F), $(nproc) cores, $(uname -m), load $(cut -d' ' -f1 /proc/loadavg). 460 feeds on"
  echo "460 loopback hosts that answer after 60 ms in the mean; nothing else is waited for."
  echo
  build/release/bench/rounds/rounds_bench "$trace"
} | tee "$result"
