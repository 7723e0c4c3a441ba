#include "api/pages.h"

namespace curlew::api {

// Served from its own address, so that the Content-Security-Policy need not allow
// inline styles, which a hostile title could use.
std::string_view style_sheet() {
  return R"(
:root {
  color-scheme: light dark;
  --back: #fbfaf7; --card: #fff; --ink: #1c1e21; --quiet: #63676e; --line: #e7e3da;
  --link: #0b6e69; --bad: #b3261e; --bad-back: #fbe9e7; --good: #1d7a46;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #141619; --card: #1b1e22; --ink: #e9e6e0; --quiet: #9aa0a8;
    --line: #2b2f35; --link: #4fb3ac; --bad: #ff9b91; --bad-back: #43211f;
    --good: #74d19c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 0 20px 32px; max-width: 1180px;
  background: var(--back); color: var(--ink); overflow-wrap: break-word;
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif;
}
header { display: flex; align-items: baseline; gap: 20px; padding: 16px 0 12px; }
.brand { font-size: 20px; font-weight: 700; color: var(--ink); }
a { color: var(--link); text-decoration: none; overflow-wrap: anywhere; }
a:hover { text-decoration: underline; }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
h1 { font-size: 24px; line-height: 1.3; margin: 4px 0 12px; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 0 0 8px; overflow-wrap: anywhere; }
section {
  background: var(--card); border: 1px solid var(--line); border-radius: 6px;
  padding: 14px 16px; margin: 0 0 16px;
}
/* Nine tiles, in rows that are full. */
.tiles { display: grid; gap: 8px 16px; grid-template-columns: repeat(3, 1fr); }
@media (min-width: 900px) { .tiles { grid-template-columns: repeat(9, 1fr); } }
.tile b { display: block; font-size: 24px; line-height: 1.3; }
.tile span { display: block; color: var(--quiet); font-size: 13px; line-height: 1.35; }
.tile.bad b { color: var(--bad); }
.tile.good b { color: var(--good); }
.columns { display: grid; gap: 0 16px; grid-template-columns: 1fr 1fr; align-items: start; }
.columns > section { min-width: 0; }
/* Fixed: a column is as wide as its heading says, whatever stands in it. */
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th {
  text-align: left; font-weight: 500; font-size: 13px; color: var(--quiet);
  white-space: nowrap;
}
th.t { width: 136px; text-align: right; }
th.t:first-child { width: 110px; text-align: left; }
th.c { width: 92px; text-align: right; }
th.s { width: 22%; }
th, td { padding: 5px 0 5px 16px; vertical-align: top; }
th:first-child, td:first-child { padding-left: 0; }
td { border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
td.n { color: var(--quiet); }
td.n.bad { color: var(--bad); }
.title { color: var(--ink); }
.original { font-size: 13px; white-space: nowrap; }
time { white-space: nowrap; }
tr.remark td { border-top: 0; padding: 0 0 7px; color: var(--quiet); font-size: 14px; }
tr.remark p { margin: 0; color: var(--ink); }
tr.remark p.reason, dd.reason { color: var(--bad); }
.more { margin: 6px 0 0; }
.tag {
  display: inline-block; padding: 0 7px; border-radius: 6px; font-size: 13px;
  font-weight: 500; background: var(--line); white-space: nowrap;
}
.tag.bad { color: var(--bad); background: var(--bad-back); }
.quiet { color: var(--quiet); font-weight: 400; }
p.quiet { margin: 2px 0 8px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 3px 20px; margin: 0 0 16px; }
section > dl { margin: 0; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
ul { margin: 0; padding-left: 20px; }
.choices { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 16px; }
.choices a {
  padding: 2px 10px; border: 1px solid var(--line); border-radius: 6px;
  background: var(--card);
}
.choices a[aria-current] {
  background: var(--link); border-color: var(--link); color: var(--back);
}
.choices a[aria-current] .quiet { color: inherit; }
/* A topic's harvest ratio by phase. */
.harvest { display: block; width: 100%; max-width: 900px; }
.harvest line { stroke: var(--line); }
.harvest text { fill: var(--quiet); font-size: 12px; }
.harvest .level { text-anchor: end; }
.harvest polyline { fill: none; stroke: var(--link); stroke-width: 2; }
.harvest circle { fill: var(--link); }
.harvest .drift { fill: var(--bad); }
/* The page of a version, on its own origin. Most were made for white. */
.replay {
  display: block; width: 100%; height: 85vh; border: 1px solid var(--line);
  border-radius: 6px; background: #fff; color-scheme: light;
}
.pager { display: flex; gap: 20px; padding: 4px 0 16px; }
/* A stranger's text: in a column that is read easily, and never wider than it. */
.text { font: 18px/1.6 Charter, Georgia, "DejaVu Serif", serif; overflow-x: auto; }
.text > * { max-width: 66ch; }
.text > p:first-child { margin-top: 0; }
.text .quiet { font-size: 15px; font-family: system-ui, sans-serif; }
.text h1, .text h2, .text h3, .text h4 { font-size: 20px; margin: 20px 0 8px; }
.text pre { white-space: pre-wrap; font-size: 15px; }
.text table { table-layout: auto; }
.text blockquote { margin: 12px 0; padding-left: 16px; border-left: 3px solid var(--line); }
/* A clip's keyword; on the personal page. */
mark { background: #ffe38a; color: #1c1e21; padding: 0 2px; border-radius: 3px; }
article { border-top: 1px solid var(--line); padding: 10px 0 2px; max-width: 72ch; }
article h3 { font-size: 17px; line-height: 1.35; margin: 0 0 4px; overflow-wrap: anywhere; }
article p { margin: 0 0 4px; overflow-wrap: anywhere; }
/* Pages of users: one column, no wider than its text. */
.mine main { max-width: 46rem; margin: 0 auto; padding-top: 24px; }
.mine article { max-width: none; }
.mine .choices a { min-height: 40px; padding: 7px 14px; }
button {
  min-height: 40px; padding: 0 18px; border: 0; border-radius: 6px; font: inherit;
  background: var(--link); color: var(--back); cursor: pointer;
}
button:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
footer { color: var(--quiet); font-size: 13px; padding: 4px 0 16px; }
/* On a phone each row is a card: its title, then one quiet line. */
@media (max-width: 639px) {
  body { padding: 0 12px 24px; }
  section { padding: 12px; }
  .columns { grid-template-columns: 1fr; }
  section:not(.text) tbody, section:not(.text) tr { display: block; }
  section:not(.text) table { display: block; table-layout: auto; }
  section:not(.text) tr { border-top: 1px solid var(--line); padding: 9px 0; }
  section:not(.text) tr.head { display: none; }
  section:not(.text) tr.head + tr { border-top: 0; padding-top: 0; }
  section:not(.text) tr.remark { border-top: 0; padding: 0 0 9px; margin-top: -5px; }
  section:not(.text) td { display: inline; border: 0; padding: 0; }
  section:not(.text) td:first-child { display: block; font-size: 17px; line-height: 1.35; }
  section:not(.text) tr.remark td { font-size: 14px; }
  td.n, td.m { font-size: 14px; color: var(--quiet); }
  section:not(.text) td.m { margin-right: 12px; }
  /* A block breaks as a whole: no number is parted from its unit or its label. The dot
     before it stands in the margin of the block before; at the beginning of a line it
     is outside the row, where it is not seen. */
  section:not(.text) tr { overflow-x: clip; }
  section:not(.text) td.n { display: inline-block; position: relative; margin-right: 12px; }
  td.n::after { content: "·"; position: absolute; left: -8px; }
  td.n[data-l]::before { content: attr(data-l) " "; }
  section:not(.text) td.m:empty, section:not(.text) td.n:empty { display: none; }
  dl { grid-template-columns: 96px 1fr; gap: 3px 12px; }
}
)";
}

}  // namespace curlew::api
