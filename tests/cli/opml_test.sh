# Subscription lists go in and come out unchanged.
. "$(dirname "$0")/check.sh"

cat >list.opml <<'OPML'
<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0"><head><title>Mine</title></head><body>
  <outline text="News"><outline text="Ελλάδα">
    <outline type="rss" text="A &amp; B" xmlUrl="https://a.example/feed?x=1&amp;y=2"
             htmlUrl="https://a.example/"/>
  </outline></outline>
  <outline type="rss" text="C" xmlUrl="https://c.example/feed"/>
  <outline type="rss" text="Twice" xmlUrl="https://c.example/feed"/>
  <outline type="rss" text="File" xmlUrl="file:///etc/passwd"/>
</body></opml>
OPML

run 0 import list.opml
equals "$out" "2 added, 1 known, 1 invalid"
equals "$err" "curlew: file:///etc/passwd: only addresses of http and https can be watched"
run 0 import list.opml --json
has "$out" '"added":0,"known":3'

run 0 export --opml -o first.opml
has "$(cat first.opml)" "https://a.example/feed?x=1&amp;y=2"
run 0 --data other import first.opml
equals "$out" "2 added, 0 known, 0 invalid"
run 0 --data other export -o second.opml
cmp first.opml second.opml || fail "the round trip changed the list"
run 0 list --json
has "$out" '"folder":"News/Ελλάδα"'
has "$out" '"title":"A & B"'

# An interval that cannot be read is told; the feed is watched as the policy learns.
cat >odd.opml <<'OPML'
<opml version="2.0" xmlns:curlew="https://curlew.example/"><body>
<outline type="rss" xmlUrl="https://odd.example/feed" curlew:interval="soon"/>
</body></opml>
OPML
run 0 --data odd import odd.opml
equals "$out" "1 added, 0 known, 0 invalid"
has "$err" "curlew: https://odd.example/feed: watched without its interval: --interval soon"

# What a user decided is in the list, and another Curlew reads it from there; of a page
# that is followed, other readers find the feed that Curlew makes of it.
run 0 --data third add https://page.example/news --kind page --folder "Towns/A & B" --title P
run 0 --data third add https://d.example/feed --kind feed --interval 1h30m
run 0 --data third add https://e.example/ --title Auto
run 0 --data third pause https://d.example/feed
run 0 --data third export -o third.opml
has "$(cat third.opml)" 'xmlUrl="http://127.0.0.1:8400/sources/1/feed.atom"'
has "$(cat third.opml)" 'htmlUrl="https://page.example/news"'
run 0 --data fourth import third.opml
equals "$out" "3 added, 0 known, 0 invalid"
decided='s/.*"url":"\([^"]*\)","kind":"\([^"]*\)","state":"\([^"]*\)".*"folder":"\([^"]*\)".*"interval_s":\([^,]*\),.*/\1 \2 \3 \4 \5/'
run 0 --data third list --json
before=$(sed "$decided" <<<"$out")
run 0 --data fourth list --json
equals "$(sed "$decided" <<<"$out")" "$before"
has "$before" "https://page.example/news page active Towns/A & B null"
has "$before" "https://d.example/feed feed paused  5400"
has "$before" "https://e.example/ auto active  null"
run 0 --data fourth export -o fourth.opml
# Only the numbers of sources are each installation's own.
for list in third fourth; do sed -i 's|/sources/[0-9]*/|/sources/N/|' "$list.opml"; done
cmp third.opml fourth.opml || fail "the round trip changed what was decided"

# A stranger's list cannot make us ask every second.
sed 's/curlew:interval="[^"]*"/curlew:interval="1ms"/' third.opml >hasty.opml
run 0 --data hasty import hasty.opml
run 0 --data hasty list --json
lacks "$out" '"interval_s":0'

run 0 export
"$curlew" --data piped import - <first.opml >piped.txt || fail "import from a pipe"
equals "$(cat piped.txt)" "2 added, 0 known, 0 invalid"

# What is whole in a list that was cut is imported, and that it was cut is said; what
# is not a feed is counted.
cat >cut.opml <<'OPML'
<opml version="2.0"><body>
<outline text="Site" htmlUrl="https://site.example/"/><outline text="Empty" xmlUrl=""/>
<outline type="link" text="Link" url="https://link.example/"/><outline text="Folder"/>
<outline type="rss" xmlUrl="https://whole.example/feed"/>
<outline type="rss" xmlUrl="https://cut.exam
OPML
run 0 --data cut import cut.opml
equals "$out" "1 added, 0 known, 0 invalid, 3 skipped (not feeds); the file ends too early"
has "$err" "cut.opml: ends too early"
run 0 --data cut import cut.opml --json
has "$out" '"skipped":3,"cut":true'

# Each folder is written once, however its feeds are called.
run 0 --data folders add https://a.example/1 --title A --folder News
run 0 --data folders add https://a.example/2 --title B --folder "News Desk"
run 0 --data folders add https://a.example/3 --title C --folder "News / Greece"
run 0 --data folders add https://a.example/4 --title D --folder News
run 0 --data folders add https://a.example/5 --title E --folder "News/Greece"
run 0 --data folders export -o folders.opml
equals "$(grep -c 'text="News">' folders.opml)" 1
equals "$(grep -c 'text="Greece">' folders.opml)" 1
run 0 --data folders2 import folders.opml
run 0 --data folders2 list --folder News/Greece --json
equals "$(wc -l <<<"$out")" 2
run 0 --data folders2 export -o folders2.opml
cmp folders.opml folders2.opml || fail "the round trip changed the folders"

run 1 import missing.opml
has "$err" "curlew: missing.opml: cannot be read: No such file"
echo "not a list" >broken.opml
run 1 import broken.opml
has "$err" "curlew: broken.opml: "

finish
