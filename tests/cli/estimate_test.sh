# How long a crawl takes, from a table and from the crawl log.
. "$(dirname "$0")/check.sh"

cat >hosts.csv <<'CSV'
host,docs,mean_download_s,delay_s
a.example,100,0.5,1
b.example,10,2,1
CSV
run 0 lab estimate --hosts hosts.csv
has "$out" "Curlew's"
has "$out" "50.0 s"
run 0 lab estimate --hosts hosts.csv --json --robots-known --threads 1
has "$out" '"documents":110,"limit":1,'
has "$out" '"paper_threads":1'
first=$out
run 0 lab estimate --hosts hosts.csv --json --robots-known --threads 1
equals "$out" "$first"

printf 'host,docs,mean_download_s,delay_s\na,1,1,1\nb,1,-2,1\n' >bad.csv
run 1 lab estimate --hosts bad.csv
equals "$err" "curlew: bad.csv:3: mean_download_s: no number of seconds from 0 to a million: '-2'"
run 1 lab estimate --hosts none.csv
has "$err" "none.csv"
run 2 lab estimate --hosts hosts.csv --threads 0

run 1 estimate
has "$err" "no data here yet"
run 0 add https://a.example/feed https://b.example/feed https://c.example/feed
run 0 pause https://c.example/feed
run 0 estimate
has "$out" "2 documents on 2 hosts of 2 owners, 0 of them visited before"
run 0 estimate --json --threads 7
has "$out" '"hosts":2,"hosts_seen":0,"owners":2,"documents":2,"limit":7,'
run 0 estimate --within 1h
has "$out" "within 1 h 0 min: all 2 sources; "
has "$out" " like them would fit"
run 0 estimate --within 1s --json
has "$out" '"within_s":1.000,"sources":2,"all":false,'
run 2 estimate --within soon
equals "$err" "curlew: --within soon: a duration is expected, such as 1h"
# Two hosts of one owner.
run 0 add https://one.example.com/feed https://two.example.com/feed
run 0 estimate
has "$out" "4 documents on 4 hosts of 3 owners"
run 0 remove 4 5
run 0 remove 1 2 3
run 0 estimate
equals "$out" "nothing to crawl"

finish
