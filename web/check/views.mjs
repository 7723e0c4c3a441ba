// Every view of the application by name, address and which mock shows it.
export const views = [
  ["clips", "/clips"], ["clip-open", "/clips?open=997"], ["articles", "/articles"], ["article-open", "/articles?open=1000"],
  ["articles-search", "/articles?q=wind"], ["sources", "/sources"], ["source", "/sources/1"], ["source-visits", "/sources/13?tab=visits"],
  ["source-settings", "/sources/1?tab=settings"], ["problems", "/problems"], ["versions", "/sources/4/versions"],
  ["versions-unified", "/sources/4/versions?how=unified"], ["versions-data", "/sources/11/versions"], ["versions-part", "/sources/4/versions?tab=part"],
  ["topics", "/topics"], ["topic-new", "/topics?new=1"], ["topic", "/topics/901"], ["topic-crawl", "/topics/901?tab=crawl"], ["topic-threshold", "/topics/901?tab=preview"],
  ["delay", "/delay"], ["operation", "/operation"], ["courtesy", "/operation?tab=courtesy"], ["settings-lists", "/settings/lists?list=3"],
  ["settings-you", "/settings/you"], ["settings-tokens", "/settings/tokens"], ["settings-users", "/settings/users"], ["settings-kept", "/settings/retention"], ["more", "/more"], ["missing", "/nowhere"],
].map(([name, path]) => ({ name, path, kind: "full" })).concat([
  ["empty-clips", "/clips"], ["empty-articles", "/articles"], ["empty-sources", "/sources"], ["empty-problems", "/problems"], ["empty-topics", "/topics"], ["empty-delay", "/delay"],
].map(([name, path]) => ({ name, path, kind: "empty" })), [{ name: "first-list", path: "/clips", kind: "new" }, { name: "login", path: "/login", kind: "login" }, { name: "welcome", path: "/welcome#token", kind: "login" }]);
