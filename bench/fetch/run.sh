#!/usr/bin/env bash
# Requests per CPU second of Curlew's client beside a bare libcurl loop and Scrapy, all
# against one nginx on loopback in one run. Prints a table and keeps it in bench/results/.
#
#   bench/fetch/run.sh            the whole run
#   ROUNDS=1 REQUESTS=5000 ...    a quicker one
#   BUILD=build/release           where compare_fetching was built
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${BUILD:-build/release}
rounds=${ROUNDS:-7}
requests=${REQUESTS:-20000}
scrapy_requests=${SCRAPY_REQUESTS:-1000}

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
for round in $(seq "$rounds"); do
  for concurrency in 100 1000; do
    for mode in fresh kept; do
      for way in bare-epoll bare-poll client; do
        "$bench" "$way" "$port" "$concurrency" "$requests" /small "$mode" >>"$lines"
      done
    done
    "$bench" fetcher "$port" "$concurrency" "$requests" /small fresh >>"$lines"
    for way in bare-epoll bare-poll client fetcher; do
      "$bench" "$way" "$port" "$concurrency" $((requests / 4)) /page fresh >>"$lines"
    done
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
