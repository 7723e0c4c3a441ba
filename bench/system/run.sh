#!/usr/bin/env bash
# The whole system against a bare libcurl loop: 1,000 feeds × 20 items on 200 loopback
# hosts (nginx, gzip, ETag). Prints tables; writes bench/results/<date>-system.md. Then
# reports committed to PostgreSQL (postgres.sh).
set -euo pipefail
cd "$(dirname "$0")/../.."

bench=$PWD/build/release/bench/system/system_bench
work=$(mktemp -d)
nginx_pid=""
cleanup() {
  [ -z "$nginx_pid" ] || kill "$nginx_pid" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

run_once() {  # NAME [--pages]
  local web=$work/web-$1 data=$work/data-$1 port
  port=$(free_port)
  mkdir -p "$data"
  python3 bench/system/make_web.py write "$web" --port "$port" >/dev/null
  nginx -p "$web" -c nginx.conf &
  nginx_pid=$!
  until curl -s -o /dev/null "http://127.0.1.1:$port/robots.txt"; do sleep 0.1; done
  "$bench" "$web/feeds.txt" "$data" \
    "python3 bench/system/make_web.py update '$web' >/dev/null; sleep 2" "${@:2}"
  kill "$nginx_pid"
  wait "$nginx_pid" 2>/dev/null || true
  nginx_pid=""
}

median() {  # POLL, over all runs so far
  grep "^$1" "$work/runs" | grep -o '[0-9.]*x' | sort -n | sed -n 3p
}

result=bench/results/$(date +%F)-system.md
mkdir -p bench/results
{
  echo "# Whole system: 1,000 feeds × 20 items, everything stored"
  echo
  echo "\`./dev bench system\`, $(date +%F), $(nproc) cores, $(uname -m). CPU seconds of the client alone."
  echo
  for run in 1 2 3 4 5; do
    echo "Run $run, without article pages:"
    echo '```'
    run_once "feeds-$run" | tee -a "$work/runs"
    echo '```'
  done
  echo "Median ratios of the five runs: $(median 'first poll'), $(median 'nothing new'), $(median '10 % changed')."
  echo
  echo "With every article's page fetched and stored (its own share; 20,000 pages in the first poll):"
  echo '```'
  run_once pages --pages
  echo '```'
  echo
  mkdir "$work/idle"
  "$(dirname "$bench")/idle_sources" "$work/idle" 1000000
} | tee "$result"
bench/system/postgres.sh
