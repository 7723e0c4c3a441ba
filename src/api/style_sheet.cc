#include "api/pages.h"

namespace curlew::api {

// Served from its own address, so that the Content-Security-Policy need not allow
// inline styles, which a hostile title could use.
std::string_view style_sheet() {
  return R"(
:root {
  color-scheme: light dark;
  --back: #f6f5f1; --card: #fff; --ink: #22262b; --quiet: #6b7280; --line: #e4e2da;
  --link: #17617a; --bad: #b3261e; --bad-back: #fbe9e7; --good: #1d7a46;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #14171a; --card: #1d2125; --ink: #e3e6e8; --quiet: #98a1a9;
    --line: #2d3338; --link: #7cc4dc; --bad: #ff9b91; --bad-back: #43211f;
    --good: #74d19c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 0 1.25rem 2rem; max-width: 76rem;
  background: var(--back); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif;
}
header { padding: 1.1rem 0 .9rem; }
.brand {
  font-size: 1.35rem; font-weight: 700; letter-spacing: -.01em; color: var(--ink);
}
a { color: var(--link); text-decoration: none; overflow-wrap: anywhere; }
a:hover { text-decoration: underline; }
h1 { font-size: 1.3rem; margin: .2rem 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 0 0 .5rem; }
section {
  background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  padding: .9rem 1.1rem; margin: 0 0 1rem; overflow-x: auto;
}
.tiles {
  display: grid; gap: .2rem 1rem;
  grid-template-columns: repeat(auto-fit, minmax(6.3rem, 1fr));
}
.tile b {
  display: block; font-size: 1.6rem; line-height: 1.3; font-variant-numeric: tabular-nums;
}
.tile span { color: var(--quiet); font-size: .85rem; }
.tile.bad b { color: var(--bad); }
.tile.good b { color: var(--good); }
.columns {
  display: grid; gap: 0 1rem;
  grid-template-columns: repeat(auto-fit, minmax(22rem, 1fr)); align-items: start;
}
table { width: 100%; border-collapse: collapse; }
th {
  text-align: left; font-weight: 500; font-size: .8rem; color: var(--quiet);
  white-space: nowrap;
}
th, td { padding: .3rem .8rem .3rem 0; vertical-align: top; }
td { border-top: 1px solid var(--line); overflow-wrap: anywhere; }
tr:first-child td { border-top: 0; }
.n {
  text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums;
  padding-right: 0; padding-left: .8rem;
}
td.n { color: var(--quiet); }
td.n.bad { color: var(--bad); }
.n + :not(.n) { padding-left: 1.2rem; }
.s { min-width: 9rem; }
.tag {
  display: inline-block; padding: 0 .45rem; border-radius: 6px; font-size: .8rem;
  font-weight: 500; background: var(--line); white-space: nowrap;
}
.tag.bad { color: var(--bad); background: var(--bad-back); }
.quiet { color: var(--quiet); margin: .2rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.2rem; margin: 0 0 1.2rem; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
a.quiet { font-size: .8rem; }
footer { color: var(--quiet); font-size: .85rem; }
)";
}

}  // namespace curlew::api
