# Sources are added, listed, paused, resumed and removed.
. "$(dirname "$0")/check.sh"

run 1 list
has "$err" "curlew: curlew-data: no data here yet"
[ -e curlew-data ] && fail "looking made a data directory"

run 0 add https://a.example/feed b.example/feed --folder News/Greece
has "$out" "added #1  https://a.example/feed"
has "$out" "added #2  https://b.example/feed"
equals "$(stat -c %a curlew-data)" 700

run 1 add https://a.example/feed#again
has "$out" "known #1"
equals "$err" "curlew: 1 of 1 addresses watched already"

# A mistyped one among several changes nothing.
run 2 add https://c.example/ 'http://['
run 0 list
lacks "$out" c.example
run 1 remove 1 99
equals "$err" "curlew: 99: no such source"
run 0 list
has "$out" a.example

# Secrets go in by file and do not come out.
echo 's3cret-token' >token
run 0 add https://c.example/ --bearer @token --header 'X-Key: s3cret-key' \
  --proxy http://ann:s3cret-pw@proxy.example:3128
for words in "list" "list --json" "status 3" "status 3 --json" "export"; do
  run 0 $words
  lacks "$out" s3cret
done
run 0 status https://c.example/
has "$out" "X-Key: ***"
has "$out" "http://ann:***@proxy.example:3128"
run 0 add https://bob:s3cret-url@d.example/
lacks "$out" s3cret
run 0 status d.example
has "$out" "bob:***"

run 0 pause https://b.example/feed
run 0 list --paused
has "$out" b.example
lacks "$out" a.example
run 0 status --json
has "$out" '"paused":1'
run 0 resume '#2'
run 0 list --paused
equals "$out" "no sources"

run 0 log 1
equals "$out" "not visited yet"

# An address that is watched already is changed in what the flags say.
echo 'body = "main"' >rules
run 0 add https://a.example/feed --render --rules rules
equals "$out" "changed #1  https://a.example/feed"
run 0 status 1
has "$out" "rendering     by a browser"
has "$out" 'rules         body = "main"'
has "$out" "folder        News/Greece"
run 0 add https://a.example/feed --no-render --no-rules --json
has "$out" '"result":"changed"'
run 0 status 1 --json
has "$out" '"render":false,"rules":false'
run 2 add https://a.example/feed --rules absent
run 2 add https://a.example/feed --render --no-render

# What a user asks of the visits to a source.
run 2 add https://w.example/ --active-hours 25-8
has "$err" "--active-hours 25-8: must be two hours"
run 2 add https://w.example/ --longest-gap 5s
run 2 add https://w.example/ --objective fun
run 0 add https://w.example/ --interval 2h --longest-gap 1d --active-hours 8-20@+2 --objective capture
run 0 status https://w.example/
has "$out" "active hours  6-18 UTC"
has "$out" "longest gap   1d"
has "$out" "objective     capture, planned by curlew"
has "$out" "next visit    "  # Why then depends on the hour.
run 0 status https://w.example/ --json
has "$out" '"longest_gap_s":86400'
has "$out" '"objective":"capture"'
run 0 export --schedule
has "$out" '"policy":"curlew"'
run 0 export --schedule -o schedule.jsonl
equals "$(wc -l <schedule.jsonl)" 5
run 0 remove https://w.example/
run 0 remove a.example/feed 2 3 4
run 0 list
equals "$out" "no sources"

# Sources are found by number, address, host or a part of the title; numbers are no
# addresses, and words are none either.
run 0 add https://one.example/feed --title 'The First Paper' --folder News/Near
has "$err" "serve is not running"
run 0 add https://two.example/feed https://two.example/other --title 'Second' --folder News
run 0 list --json
id=$(sed -n 's/{"id":\([0-9]*\),"url":"https:\/\/one.*/\1/p' <<<"$out")
run 0 add "$id" --interval 30m
has "$out" "changed #$id  https://one.example/feed"
for word in "$id" "#$id" one.example ONE.example first 'first paper'; do
  run 0 status "$word" --json
  has "$out" '"interval_s":1800'
done
run 2 status two.example
has "$err" "curlew: two.example: 2 sources fit: #"
run 2 status second
run 1 status https://two.example/
run 1 add 999 --interval 30m
has "$err" "999: no such source"
run 2 add notaurl
has "$err" "notaurl: not an address"
run 2 add https://one.example/feed --url https://x.example/
run 0 add "$id" --url https://one.example/new
run 0 status one.example
has "$out" "https://one.example/new"
run 1 add "$id" --url https://two.example/feed
has "$err" "is watched already"

# By folder, too.
run 0 list --folder News
has "$out" "one.example"
has "$out" "two.example"
run 0 list --folder News/Near
lacks "$out" "two.example"
run 0 pause --folder News/Near
equals "$(wc -l <<<"$out")" 1
run 0 resume --folder News
equals "$(wc -l <<<"$out")" 3
run 1 pause --folder Nowhere
run 2 pause
run 0 visit --folder News
has "$err" "serve is not running"
run 0 list --due
has "$out" "two.example"

# However a folder is written, and never all sources for one that is none.
for typed in News/ /News //News//; do
  run 0 list --folder "$typed"
  has "$out" "one.example"
  run 0 articles --folder "$typed"
done
for command in remove pause resume visit list articles; do
  run 2 "$command" --folder /
  has "$err" "--folder /: names no folder"
  run 1 "$command" --folder Nowhere
  equals "$err" "curlew: --folder Nowhere: no such folder"
done
run 0 add https://three.example/feed --folder /News//Far/
run 0 status three.example
has "$out" "folder        News/Far"
run 0 pause --all
run 0 resume --all

# One source is one, whatever of it fits; an address in a query is nobody's host.
run 0 add https://www.four.example/feed --title 'four.example, and www.four.example'
run 0 status four.example
run 0 add 'http://proxy.example/?u=http://five.example/x' --title Proxied
run 1 remove five.example
equals "$err" "curlew: five.example: no such source"
run 0 remove proxy.example four.example

# One login, and it goes where it was typed for.
run 2 check https://u:s3cret@six.example/ --bearer T
has "$err" "only one of them can be sent"
run 0 add https://six.example/ --user ann:s3cret --header 'X-Key: s3cret-key'
id=$(sed -n 's/added #\([0-9]*\) .*/\1/p' <<<"$out")
run 2 add "$id" --url https://u:s3cret@six.example/x --bearer T
run 0 add "$id" --url https://six.example/new
lacks "$err" dropped
run 0 status "$id"
has "$out" "ann:***"
run 0 add "$id" --url https://seven.example/
has "$err" "given for https://six.example and are dropped"
run 0 status "$id"
lacks "$out" "***"
# The address that it had names it still; secrets typed for it are not given to another.
run 0 status https://six.example/new
has "$out" https://seven.example/
run 2 add https://bob:s3cret@six.example/new
has "$err" "another server"
lacks "$err" s3cret
run 0 remove "$id"

# What a trace was written to is told.
run 0 export --trace -o feeds.csv
has "$err" "curlew: wrote feeds.csv and feeds_sources.csv"

# Nothing is cut in a pipe, and COLUMNS is kept (awk may count the bytes of "…").
long="https://long.example/$(printf 'a%.0s' $(seq 300))"
run 0 add "$long"
run 0 list
has "$out" "$long"
out=$(COLUMNS=60 "$curlew" list)
lacks "$out" "$long"
equals "$(awk '{ if (length($0) > 70) n++ } END { print n + 0 }' <<<"$out")" 0

run 2 list --foldr News
has "$err" "did you mean --folder?"
run 0 lab simulate --help
has "$out" "posting-rate"
run 0 remove --folder News
run 0 remove long.example

# A source that is not visited says why, and what to do about it.
for name in one two three four; do run 0 --data idle add "$name.example"; done
run 0 --data idle pause 1
sqlite3 idle/central.db "
  UPDATE sources SET state = 'gone' WHERE id = 2;
  UPDATE sources SET state = 'stopped' WHERE id = 3;
  UPDATE schedule SET last_outcome = 'throttled', last_status = 429,
    not_before = (unixepoch() + 3600) * 1000 WHERE source_id = 4;
  INSERT INTO articles (id, source_id, key, found, language, category, title, url, author,
    entry_id, summary, content)
  VALUES (4711, 1, 1, 1790000000000, '', '', 'A story', '', '', '', '', '')"
run 0 --data idle visit --all
has "$out" "not visited #1  https://one.example/
    it is paused; curlew resume 1"
has "$out" "it is gone for good; to try it again: curlew resume 2"
has "$out" "it is stopped; why: curlew status 3; on it goes with curlew resume 3"
has "$out" "its server asked to be left alone; it is visited in "
lacks "$out" "asked #"

# Articles are listed with the numbers that read takes.
run 0 --data idle status
has "$out" "4711  A story"
run 0 --data idle status 1
has "$out" "4711  A story"
run 0 --data idle read 4711
COLUMNS=40 run 0 --data idle list
equals "$(LC_ALL=C.UTF-8 python3 -c 'import sys; print(max(map(len, sys.stdin.read().split("\n"))) <= 40)' <<<"$out")" True

# The data directory and the configuration can be elsewhere.
run 0 --data elsewhere add e.example
printf '[data]\ndir = "elsewhere"\n' >curlew.toml
run 0 list
has "$out" e.example
printf '[data]\ndri = "elsewhere"\n' >curlew.toml
run 2 list
equals "$err" "curlew: curlew.toml:2: data.dri: unknown key; did you mean dir?"
run 0 --config /dev/null list --data elsewhere
run 1 init
has "$err" "curlew.toml: is there already"
run 0 init --force
run 0 list --data elsewhere

finish
