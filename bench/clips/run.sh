#!/usr/bin/env bash
# From the commit of an article to the mail server's acceptance, through the running program.
#   bench/clips/run.sh [CLIPS_PER_SECOND [SECONDS]]     200 and 60 unless told
# Prints a table and writes it to bench/results.
set -euo pipefail
cd "$(dirname "$0")/../.."

rate=${1:-200}
seconds=${2:-60}
result=bench/results/$(date -u +%F)-clips.md
{
  echo "# From the commit of an article to the mail server's acceptance"
  echo
  echo "\`./dev bench clips\`, $(date -u +%F), $(nproc) cores, $(uname -m), load $(cut -d' ' -f1 /proc/loadavg) at the start; site, mail server"
  echo "and database on the same machine. Twenty feeds publish items of 300 bytes, each wanted by one of twenty lists that mail"
  echo "every clip, for $seconds s. Milliseconds from the time of the batch that stored the article and its notice, which is some"
  echo "before its commit, to the moment at which the server had the message. *Processor* is that of \`curlew serve\`."
  echo
  echo "| database | clips/s published | clips/s mailed | mails | p50 ms | p95 ms | p99 ms | most ms | processor |"
  echo "|---|---|---|---|---|---|---|---|---|"
  for engine in sqlite postgres; do
    python3 bench/clips/clips_bench.py build/release/curlew "$engine" "$rate" "$seconds" |
      grep '^|'
  done
} | tee "$result"
