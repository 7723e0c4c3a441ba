#!/usr/bin/env bash
# 500 watched pages on loopback (nginx, gzip, ETag): Curlew, whole, beside a bare libcurl loop
# in the same run, and urlwatch on the same web. CPU time of the clients alone. Prints tables;
# writes bench/results/<date>-watch.md.
set -euo pipefail
cd "$(dirname "$0")/../.."

bench=$PWD/build/release/bench/system/system_bench
corpus=${CURLEW_CORPORA:-../shared/data}/page-versions
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

start_web() {  # FOLDER [--versions …]
  local port
  port=$(free_port)
  python3 bench/watch/make_pages.py write "$1" --port "$port" "${@:2}"
  nginx -p "$1" -c nginx.conf &
  nginx_pid=$!
  until curl -s -o /dev/null "http://127.0.1.1:$port/robots.txt"; do sleep 0.1; done
}

stop_web() {
  kill "$nginx_pid"
  wait "$nginx_pid" 2>/dev/null || true
  nginx_pid=""
}

update="python3 bench/watch/make_pages.py update"

run_curlew() {  # NAME [--versions …]
  local web=$work/web-$1
  mkdir -p "$work/data-$1"
  start_web "$web" "${@:2}" >"$work/size"
  "$bench" "$web/pages.txt" "$work/data-$1" "$update '$web'" --watch
  stop_web
}

run_urlwatch() {  # NAME [--versions …]
  local web=$work/urlwatch-$1 poll
  start_web "$web" "${@:2}" >/dev/null
  for poll in "first poll" "nothing new" "10 % changed"; do
    [ "$poll" != "10 % changed" ] || $update "$web"
    {
      TIMEFORMAT='%U %S'
      time urlwatch --urls "$web/urlwatch.yaml" --config "$work/urlwatch.config" \
        --hooks "$work/none.py" --cache "$work/cache-$1.db" >"$work/report" 2>&1
    } 2>"$work/time"
    awk -v poll="$poll" -v told="$(grep -c '^CHANGED: ' "$work/report" || true)" \
      '{ printf "%-22s %8.3f s   %d told as changed\n", poll, $1 + $2, told }' \
      "$work/time"
  done
  stop_web
}

measure() {  # NAME [--versions …]
  run_curlew "$@" >"$work/first"
  echo "$(cat "$work/size")."
  echo '```'
  cat "$work/first"
  for run in 2 3 4 5; do run_curlew "$1-$run" "${@:2}"; done
  echo '```'
  if command -v urlwatch >/dev/null; then
    echo "urlwatch $(urlwatch --version | awk '{ print $2 }'), html2text:"
    echo '```'
    run_urlwatch "$@"
    echo '```'
  fi
  echo
}

result=bench/results/$(date -u +%F)-watch.md
{
  echo "# Watched pages: 500 of them, versions kept"
  echo
  echo "\`./dev bench watch\`, $(date -u +%F), $(nproc) cores, $(uname -m). CPU seconds of the client alone."
  echo
  echo "## Made-up pages"
  measure made
  if [ -d "$corpus" ]; then
    mkdir "$work/versions"
    for page in "$corpus"/*.tar.zst; do
      zstd -dcq --long=27 "$page" | tar x -C "$work/versions"
    done
    cp "$corpus/pairs.csv" "$work/versions"
    echo "## Real pages"
    measure real --versions "$work/versions"
  fi
} | tee "$result"
echo "written to $result" >&2
