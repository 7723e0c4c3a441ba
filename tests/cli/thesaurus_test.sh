# Synonyms come from the files of text.thesauri, or from mythes-en-us where it is installed.
. "$(dirname "$0")/check.sh"

cat >page.html <<'HTML'
<html lang="en"><body><article><h1>News of the road</h1>
<p>The automobile stood in the rain all night, as the people of the town told us today.
Nobody had seen who left it there, and the police asked for help in the morning.</p>
<p>Two farmers came by before noon and said that they knew the owner from the market, a
quiet man who had moved away last winter. The mayor wrote to him the same day, since the
street is narrow and the bus could not pass. There was no answer until the evening.</p>
</article></body></html>
HTML
cat >own.dat <<'DAT'
UTF-8
car|1
(noun)|automobile
DAT
cat >empty.dat <<'DAT'
UTF-8
DAT
run 0 lab clips page.html --query car --thesaurus own.dat --json
has "$out" '"keyword":"car"'
printf '[text]\nthesauri = ["own.dat"]\n' >curlew.toml
run 0 lab clips page.html --query car --json
has "$out" '"keyword":"car"'
printf '[text]\nthesauri = ["empty.dat"]\n' >curlew.toml
run 0 lab clips page.html --query car --json
equals "$out" ""
printf '[text]\nthesauri = ["none.dat"]\n' >curlew.toml
run 2 lab clips page.html --query car
has "$err" "none.dat"
rm curlew.toml
if [ -f /usr/share/mythes/th_en_US_v2.dat ]; then
  run 0 lab clips page.html --query car --json
  has "$out" '"keyword":"car"'
fi

finish
