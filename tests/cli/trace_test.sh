# What sources published, written as lab simulate reads it.
. "$(dirname "$0")/check.sh"

run 1 export --trace
has "$err" "no data here yet"
run 0 add https://a.example/feed "https://b.example/feed?x=1,2"
run 0 export --trace
equals "$out" "source_id,unix_time"
has "$err" "the trace is empty"

# Found by two visits, a day apart; the source was added two hours before the first.
sqlite3 curlew-data/central.db "
  UPDATE sources SET added = 1789992800000;
  INSERT INTO articles (id, source_id, key, found, published, language, category, title,
    url, author, entry_id, summary, content)
  SELECT value, 1 + (value > 6), value, CASE WHEN value IN (1, 2, 3, 7) THEN 1790000000000
    ELSE 1790086400000 END,
    CASE value WHEN 1 THEN 1789000000000 WHEN 2 THEN 1789999000000 WHEN 4 THEN 1790080000000
      WHEN 5 THEN 1799999000000 END, '', '', '', '', '', '', '', ''
  FROM json_each('[1,2,3,4,5,6,7,8]')"
# 1: before the subscription. 3, 7: of the first visits, without a time. 5: in the future.
run 0 export --trace -o mine.csv
lacks "$err" "empty"
equals "$(cat mine.csv)" "source_id,unix_time
1,1789999000
1,1790080000
1,1790086400
1,1790086400
2,1790086400"
has "$(cat mine_sources.csv)" '2,"https://b.example/feed?x=1,2"'
run 0 lab simulate --trace mine.csv --policy round-robin --json
has "$out" '"policy":"round-robin"'
run 2 export --trace --opml
run 1 export --trace -o no/such/folder.csv

finish
