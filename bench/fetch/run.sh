#!/usr/bin/env bash
# Requests per CPU second of Curlew's client beside a bare libcurl loop and Scrapy, all
# against one nginx on loopback in one run. Prints a table and keeps it in bench/results/.
#
#   bench/fetch/run.sh            the whole run
#   ROUNDS=3 bench/fetch/run.sh   a quicker one
#   BUILD=build/release           where compare_fetching was built
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${BUILD:-build/release}
rounds=${ROUNDS:-15}
requests=${REQUESTS:-5000}
scrapy_requests=${SCRAPY_REQUESTS:-500}

if [ ! -f "$build/build.ninja" ]; then cmake --preset release >/dev/null; fi
ninja -C "$build" compare_fetching >/dev/null
bench=$build/bench/fetch/compare_fetching

dir=$(mktemp -d)
nginx=
stop() {
  if [ -n "$nginx" ]; then kill "$nginx" 2>/dev/null || true; wait "$nginx" || true; fi
  rm -rf "$dir"
}
trap stop EXIT

free_port() {
  /usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("", 0))
print(s.getsockname()[1])'
}
port=$(free_port)
mkdir "$dir/www"
text() { head -c $(($1 * 3 / 4)) /dev/urandom | base64 -w0; }
text 600 >"$dir/www/small"
text 60000 >"$dir/www/page"
sed "s|DIR|$dir|g; s|PORT|$port|g" bench/fetch/nginx.conf.in >"$dir/nginx.conf"
ulimit -n "$(ulimit -Hn)"
/usr/sbin/nginx -p "$dir" -c "$dir/nginx.conf" -e "$dir/start.log" &
nginx=$!
for _ in $(seq 100); do
  if curl -sf "http://127.0.0.1:$port/small" >/dev/null; then break; fi
  sleep 0.05
done

lines=$dir/lines
# One after the other, so that whatever else the machine does meanwhile meets all of them;
# each round begins with another one.
measure() {
  local concurrency=$1 count=$2 path=$3 mode=$4
  shift 4
  local ways=("$@") i
  for i in "${!ways[@]}"; do
    "$bench" "${ways[(i + round) % ${#ways[@]}]}" "$port" "$concurrency" "$count" \
      "$path" "$mode" >>"$lines"
  done
}
for round in $(seq "$rounds"); do
  for concurrency in 100 1000; do
    measure "$concurrency" "$requests" /small fresh bare-epoll bare-poll client fetcher
    measure "$concurrency" "$requests" /small kept bare-epoll bare-poll client
    measure "$concurrency" $((requests / 2)) /page fresh \
      bare-epoll bare-poll client fetcher
  done
  if [ "$round" -le 3 ] && /usr/bin/python3 -c 'import scrapy' 2>/dev/null; then
    for concurrency in 100 1000; do
      /usr/bin/python3 bench/fetch/scrapy_bench.py \
        "$port" "$concurrency" "$scrapy_requests" /small >>"$lines"
    done
  fi
done
for state in waiting queued receiving; do
  "$bench" "$state" "$port" 1000 1000 /small fresh >>"$lines"
done

mkdir -p bench/results
result=bench/results/$(date +%F)-fetch.md
/usr/bin/python3 bench/fetch/report.py \
  "ROUNDS=$rounds REQUESTS=$requests bench/fetch/run.sh" <"$lines" | tee "$result"
exit "${PIPESTATUS[0]}"
