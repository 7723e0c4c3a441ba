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
/* Fixed: a column is as wide as its heading says, whatever stands in it. */
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th {
  text-align: left; font-weight: 500; font-size: 13px; color: var(--quiet);
  white-space: nowrap;
}
th, td { padding: 5px 0 5px 16px; vertical-align: top; }
th:first-child, td:first-child { padding-left: 0; }
td { border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
time { white-space: nowrap; }
.quiet { color: var(--quiet); font-weight: 400; }
p.quiet { margin: 2px 0 8px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 3px 20px; margin: 0 0 16px; }
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
/* The page of a version, on its own origin. Most were made for white. */
.replay {
  display: block; width: 100%; height: 85vh; border: 1px solid var(--line);
  border-radius: 6px; background: #fff; color-scheme: light;
}
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
@media (max-width: 639px) {
  body { padding: 0 12px 24px; }
  section { padding: 12px; }
  dl { grid-template-columns: 96px 1fr; gap: 3px 12px; }
}
)";
}

}  // namespace curlew::api
