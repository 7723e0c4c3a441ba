// What the mock answers, by method and path, as src/api/v1/openapi.json describes it.
// Changes are kept as long as it runs.
import { STATUS_CODES } from "node:http";
import { iso, markedIn, newList, topicOf, versionsOf, wordOf } from "./data.mjs";
import { articleOf, courtesyOf, delayOf, diffOf, healthOf, operationOf, outlineOf, sourceOf, visitsOf } from "./views.mjs";

export class Problem extends Error {
  // more: further members, such as the field that is wrong.
  constructor(status, detail, more = {}) {
    super(detail);
    Object.assign(this, { status, title: STATUS_CODES[status], detail, more });
  }
}
const missing = () => new Problem(404, "There is no such thing");
const need = (found) => {
  if (!found) throw missing();
  return found;
};
const all = (items) => ({ items, next: null });
const page = (items, query) => {
  const from = Number(query.get("cursor") ?? 0);
  const limit = Number(query.get("limit") ?? 100);
  return { items: items.slice(from, from + limit), next: from + limit < items.length ? String(from + limit) : null };
};
const is = (query, name) => query.get(name) === "true";
const has = (text, q) => text.toLowerCase().includes(q.toLowerCase());
const wordsOf = (q) => (q.match(/[\p{L}\d]{3,}/gu) ?? []).filter((word) => !/^(AND|OR|NOT)$/.test(word));
const checkQuery = (q, item) => {
  const at = [...q].lastIndexOf('"') + 1;
  if ((q.match(/"/g) ?? []).length % 2) {
    throw new Problem(422, `${q}: query:${at}: the quotation mark is not closed`, { at, ...(item !== undefined && { field: "queries", item }) });
  }
};

const sessionOf = (w) => ({ access: "login", registration: "closed", claimable: false, user: w.isIn ? w.me : null, rights: !w.isIn ? "none" : w.kind === "reader" ? "read" : "admin", version: "0.15.0" });

function clipsOf(w, isMuted = false) {
  return w.lists.flatMap((list) => w.articles.filter((row) => Boolean(row.muted) === isMuted && wordOf(list, row)).map((row) => ({
    id: row.id * 10 + list.id, list: list.id, list_name: list.name, article: row.id, source: row.source, source_title: row.source_title,
    title: row.title, title_runs: has(row.excerpt, wordOf(list, row)) ? [{ text: row.title, marked: false }] : markedIn(row.title, wordOf(list, row)), url: row.url, keyword: wordOf(list, row), snippet: markedIn(row.excerpt.split(/(?<=\.) /).find((each) => has(each, wordOf(list, row))) ?? row.excerpt, wordOf(list, row)), published: row.published,
    found: row.found, matched: row.found, delivered: null, delay_s: row.delay_s, read: row.read, starred: row.starred, tags: [],
    also_in: row.also_in ? [1, 2].map((n) => ({ article: row.id - n, source: 7, source_title: "Patras Observer", url: row.url })) : [] })))
    .sort((a, b) => b.found.localeCompare(a.found));
}
const counted = (w, list) => {
  const mine = clipsOf(w).filter((clip) => clip.list === list.id);
  return { ...list, clips: mine.length, unread: mine.filter((clip) => !clip.read).length };
};
const search = (rows, q) => {
  checkQuery(q);
  const words = wordsOf(q);
  return rows.filter((row) => words.some((word) => has(`${row.title} ${row.excerpt}`, word)))
    .map((row) => ({ ...row, snippet: markedIn(row.excerpt, words.find((word) => has(row.excerpt, word)) ?? "\0") }));
};
const keptOf = (w, id) => versionsOf(id).map((each) => (w.noChange.has(each.time) ? { ...each, no_change: true } : each));
const rowOf = ({ illness, ...row }) => row;
const sorts = { title: (a, b) => a.title.localeCompare(b.title), last_new: (a, b) => (b.last_new ?? "").localeCompare(a.last_new ?? ""),
  next_due: (a, b) => (a.next_due ?? "").localeCompare(b.next_due ?? ""), failures: (a, b) => b.failures - a.failures };
const result = (row, said) => ({ id: row.id, url: row.url, title: row.title, result: said });
const userRows = (w) => [w.me, { ...w.me, id: 2, name: "nikos", mail: "", role: "read-only", last_active: null, can_log_in: false }, ...w.users];
let lastId = 5000;
const keepsAll = { articles_for_s: null, articles_newest: null, pages_for_s: null, pages_newest: null };
const retentionOf = (w, asked = null) => {
  const keeping = w.keeping ?? keepsAll;
  const age = asked ?? keeping.articles_for_s;
  return { keeping, configured: keepsAll, chosen: Boolean(w.keeping), articles: w.articles.length,
    older: age === null ? null : Math.max(0, 400 - age / 86400), versions: "30d:1d 365d:7d", visits_days: 90 };
};

// [method, pattern, answer(world, {groups, query, body})]
export const routes = [
  ["GET", "session", (w) => sessionOf(w)],
  ["POST", "session", (w, { body }) => {
    if (body.password !== "curlew") throw new Problem(401, "The name or the password is wrong");
    w.isIn = true;
    return sessionOf(w);
  }],
  ["DELETE", "session", (w) => void (w.isIn = false)],
  ["POST", "session/claim", (w, { body }) => {
    if (!body.password) throw new Problem(422, "A name and a password are needed");
    w.isIn = true;
    return sessionOf(w);
  }],
  ["POST", "registrations", () => { throw new Problem(403, "Registration is closed"); }],
  ["GET", "me", (w) => w.me],
  ["PATCH", "me", (w, { body }) => Object.assign(w.me, { ...body, password: undefined, current_password: undefined })],
  ["GET", "me/tokens", (w) => all(w.tokens)],
  ["POST", "me/tokens", (w, { body }) => {
    const made = { id: ++lastId, ...body, added: iso(0), last_used: null };
    w.tokens.push(made);
    return { ...made, token: "cur_mock_4f2d9a7be1" };
  }],
  ["DELETE", "me/tokens/(\\d+)", (w, { groups }) => void (w.tokens = w.tokens.filter((each) => each.id !== Number(groups[0])))],
  ["GET", "me/app-passwords", (w) => all(w.appPasswords)],
  ["POST", "me/app-passwords", (w, { body }) => {
    const made = { id: ++lastId, name: body.name, added: iso(0), last_used: null };
    w.appPasswords.push(made);
    return { ...made, password: "mock-4k2p-9x7w-3dqa" };
  }],
  ["DELETE", "me/app-passwords/(\\d+)", (w, { groups }) => void (w.appPasswords = w.appPasswords.filter((each) => each.id !== Number(groups[0])))],
  ["GET", "me/sessions", (w) => all(w.sessions)],
  ["DELETE", "me/sessions", (w) => void (w.sessions = w.sessions.filter((each) => each.current))],
  ["DELETE", "me/sessions/(\\d+)", (w, { groups }) => void (w.sessions = w.sessions.filter((each) => each.id !== Number(groups[0])))],
  ["GET", "articles", (w, { query }) => {
    let rows = w.articles.filter((row) => Boolean(row.muted) === is(query, "muted"));
    const folder = query.get("folder");
    if (folder) rows = rows.filter((row) => w.sources[row.source - 1].folder === folder);
    if (query.get("source")) rows = rows.filter((row) => row.source === Number(query.get("source")));
    if (is(query, "unread")) rows = rows.filter((row) => !row.read);
    if (is(query, "starred")) rows = rows.filter((row) => row.starred);
    if (query.get("q")) rows = search(rows, query.get("q"));
    return { ...page(rows, query), found: rows.length };
  }],
  ["POST", "articles/marks", (w, { body }) => {
    const { ids, read, starred, muted } = body;
    const rows = w.articles.filter((row) => ids.includes(row.id));
    for (const row of rows) Object.assign(row, JSON.parse(JSON.stringify({ read, starred, muted })));
    return { marked: rows.length };
  }],
  ["GET", "articles/(\\d+)", (w, { groups }) => articleOf(w, need(w.articles.find((row) => row.id === Number(groups[0]))))],
  ["GET", "clips", (w, { query }) => {
    let rows = clipsOf(w, is(query, "muted"));
    if (query.get("list")) need(w.lists.find((list) => list.id === Number(query.get("list"))));
    if (query.get("list")) rows = rows.filter((clip) => clip.list === Number(query.get("list")));
    if (is(query, "unread")) rows = rows.filter((clip) => !clip.read);
    if (is(query, "starred")) rows = rows.filter((clip) => clip.starred);
    if (query.get("q")) rows = rows.filter((clip) => wordsOf(query.get("q")).some((word) => has(clip.title + clip.snippet.map((r) => r.text).join(""), word)));
    return page(rows, query);
  }],
  ["GET", "lists", (w) => all(w.lists.map((list) => counted(w, list)))],
  ["POST", "lists", (w, { body }) => {
    const made = newList(++lastId, body.name, body.queries, body);
    w.lists.push(made);
    return counted(w, made);
  }],
  ["POST", "lists/preview", (w, { body }) => {
    body.queries.forEach(checkQuery);
    const rows = search(w.articles, body.queries.join(" "));
    const days = Array.from({ length: 30 }, (_, i) => rows.filter((row) => Math.floor((Date.now() - Date.parse(row.found)) / 86400e3) === 29 - i).length);
    return { count: rows.length, more: false, days, items: rows.slice(0, body.limit ?? 20), unknown_topics: [] };
  }],
  ["GET", "lists/(\\d+)", (w, { groups }) => counted(w, need(w.lists.find((each) => each.id === Number(groups[0]))))],
  ["PATCH", "lists/(\\d+)", (w, { groups, body }) => counted(w, Object.assign(need(w.lists.find((each) => each.id === Number(groups[0]))), body))],
  ["DELETE", "lists/(\\d+)", (w, { groups }) => void (w.lists = w.lists.filter((each) => each.id !== Number(groups[0])))],
  ["POST", "lists/(\\d+)/send", (w, { groups }) => {
    const list = need(w.lists.find((each) => each.id === Number(groups[0])));
    const made = { id: ++lastId, user: w.me.name, list: list.name, kind: "test", state: "sent", clips: 1, subject: list.name, created: iso(0), due: iso(0), sent: iso(0), tries: 1, error: "" };
    w.deliveries.unshift(made);
    return made;
  }],
  ["GET", "deliveries", (w, { query }) => {
    const list = w.lists.find((each) => each.id === Number(query.get("list")));
    return page(w.deliveries.filter((each) => !list || each.list === list.name), query);
  }],
  ["GET", "sources", (w, { query }) => {
    let rows = w.sources;
    if (query.get("ids")) rows = rows.filter((row) => query.get("ids").split(",").map(Number).includes(row.id));
    if (query.get("folder")) rows = rows.filter((row) => row.folder === query.get("folder"));
    if (query.get("q")) rows = rows.filter((row) => has(`${row.title} ${row.url}`, query.get("q")));
    const state = query.get("state");
    if (state) rows = rows.filter((row) => (state === "problem" ? row.problem : state === "late" ? row.overdue_s > 600 : row.state === state));
    rows = [...rows].sort(sorts[query.get("sort") || "title"]);
    return { ...page(rows.map(rowOf), query), total: rows.length };
  }],
  ["POST", "sources", (w, { body }) => ({ items: body.addresses.map((url) => {
    const row = { ...w.sources[0], id: ++lastId, url, title: new URL(url).host, folder: body.folder ?? "", illness: null, problem: null, days: Array(14).fill(0), per_week: 0, failures: 0, median_delay_s: null, state: "active", kind: "feed", language: "en", last_new: null, last_visit: null, next_due: iso(0), overdue_s: 0, due_reason: "new", shared: true, subscribed: true };
    w.sources.push(row);
    return result(row, "added");
  }) })],
  ["POST", "sources/actions", (w, { body }) => {
    const rows = w.sources.filter((row) => body.ids?.includes(row.id));
    for (const row of rows) {
      if (body.action === "pause") row.state = "paused";
      if (body.action === "resume") row.state = row.illness ? "failing" : "active";
      if (body.action === "move") row.folder = body.to ?? "";
    }
    if (body.action === "remove") w.sources = w.sources.filter((row) => !rows.includes(row));
    return { items: rows.map((row) => result(row, body.action)) };
  }],
  ["POST", "sources/check", (w, { body }) => {
    const known = w.sources.find((row) => row.url === body.url);
    if (body.source) body.url ??= need(w.sources.find((row) => row.id === body.source)).url;
    const isFeed = /feed|rss|atom|xml/.test(body.url);
    const looked = { url: body.url, final_url: body.url, content_type: "text/html", outcome: "fetched", status: 200, robots: "allowed", crawl_delay_s: 0,
      feeds: [], items: [], item_count: 0, problem: null, first_version: null, known: known?.id ?? null };
    if (body.kind === "data" || body.changes) {
      return { items: [{ ...looked, kind: body.kind, title: "Opening hours",
        first_version: { lines: ["Opening hours", "Monday to Friday: 9 to 17", "Σάββατο: 10 έως 14", "مغلق يوم الأحد"], count: 31 } }] };
    }
    if (/notice/.test(body.url)) {
      return { items: [{ ...looked, kind: "auto", title: "", outcome: "unreadable", problem: { code: "html", title: "A page, not a feed", detail: "",
        reason: "a page without a feed and without links to follow", cure: "" } }] };
    }
    return { items: [{ url: body.url, final_url: body.url, kind: isFeed ? "feed" : "page", title: isFeed ? "The Harbour Post" : "The Harbour Post: front page", content_type: "application/atom+xml",
      outcome: "fetched", status: 200, robots: "allowed", crawl_delay_s: 0, feeds: isFeed ? [] : ["", "Culture"].map((name) => ({ url: `https://harbourpost.example/${name || "feed"}.xml`, title: `The Harbour Post ${name}`.trim() })),
      items: (w.articles.length ? w.articles : []).slice(0, 6).map(({ title, url, published }) => ({ title, url, published })), item_count: Math.min(30, w.articles.length), problem: null, first_version: null, known: known?.id ?? null }] };
  }],
  ["GET", "sources/(\\d+)", (w, { groups }) => rowOf(sourceOf(w, need(w.sources.find((row) => row.id === Number(groups[0])))))],
  ["PATCH", "sources/(\\d+)", (w, { groups, body }) => {
    const row = need(w.sources.find((each) => each.id === Number(groups[0])));
    for (const name of ["title", "folder", "url"]) if (body[name] !== undefined) row[name] = body[name];
    return result(row, "changed");
  }],
  ["DELETE", "sources/(\\d+)", (w, { groups }) => {
    const row = need(w.sources.find((each) => each.id === Number(groups[0])));
    w.sources = w.sources.filter((each) => each !== row);
    return result(row, "removed");
  }],
  ["GET", "sources/(\\d+)/visits", (w, { groups, query }) => page(visitsOf(need(w.sources.find((row) => row.id === Number(groups[0]))), w.visited), query)],
  ["GET", "sources/(\\d+)/versions", (w, { groups, query }) => {
    const source = need(w.sources.find((row) => row.id === Number(groups[0])));
    const versions = source.kind === "feed" ? [] : keptOf(w, source.id);
    const days = new Map();
    for (const each of versions) days.set(each.seen.slice(0, 10), (days.get(each.seen.slice(0, 10)) ?? 0) + 1);
    return { ...page(versions, query), days: [...days].map(([day, n]) => ({ day, versions: n })) };
  }],
  ["POST", "sources/(\\d+)/watch-preview", (w, { groups, body }) => {
    const versions = versionsOf(Number(groups[0]));
    const found = outlineOf().items.filter((each) => !body.part || each.path.includes(body.part));
    return { part_text: found.map((each) => each.text).join("\n"), matches: found.length ? 1 : 0, versions: versions.length,
      reported: versions.filter((_, i) => i % 3 === 0), others: versions.filter((_, i) => i % 3) };
  }],
  ["GET", "opml", () => "<opml/>"],
  ["POST", "opml", () => ({ added: 0, known: 3, invalid: [], left_out: [], skipped: 0, cut: false })],
  ["GET", "folders", (w) => {
    const names = [...new Set(w.sources.map((row) => row.folder))].filter(Boolean).sort();
    return { items: names.map((name) => { const rows = w.sources.filter((row) => row.folder === name);
      return { name, sources: rows.length, unread: w.articles.filter((a) => !a.read && rows.some((row) => row.id === a.source)).length }; }), unfiled: 0, total: w.sources.length };
  }],
  ["GET", "problems", (w) => {
    const groups = w.reasons.map((reason) => { const rows = w.sources.filter((row) => row.illness === reason);
      return { code: reason[0], title: reason[1], action: reason[2], other_action: reason[5] ?? null, cure: reason[3], count: rows.length, sources: rows.map((row) => ({ id: row.id, title: row.title, url: row.url,
        state: row.state, reason: reason[1], detail: "", cure: reason[3], since: row.last_new, last_good: row.last_new, last_visit: row.last_visit, next_due: row.next_due, failures: row.failures })) }; }).filter((group) => group.count);
    return { total: groups.reduce((n, group) => n + group.count, 0), groups, no_browser: w.noBrowser };
  }],
  ["GET", "versions/(\\d+)/diff", (w, { groups, query }) => diffOf(Number(groups[0]), query.get("from"), query.get("to"))],
  ["GET", "versions/(\\d+)/(\\d+)/outline", () => outlineOf()],
  ["POST", "versions/(\\d+)/(\\d+)/not-a-change", (w, { groups }) => {
    w.noChange.add(groups[1]);
    return need(keptOf(w, Number(groups[0])).find((each) => each.time === groups[1]));
  }],
  ["DELETE", "versions/(\\d+)/(\\d+)/not-a-change", (w, { groups }) => {
    w.noChange.delete(groups[1]);
    return need(keptOf(w, Number(groups[0])).find((each) => each.time === groups[1]));
  }],
  ["GET", "topics", (w) => all(w.topics)],
  ["POST", "topics", (w, { body }) => {
    const made = topicOf(++lastId, body.name, { articles: 0, phases: [], seeds: body.seeds ?? [] });
    w.topics.push(made);
    return made;
  }],
  ["GET", "topics/(\\d+)", (w, { groups }) => need(w.topics.find((each) => each.id === Number(groups[0])))],
  ["PATCH", "topics/(\\d+)", (w, { groups, body }) => Object.assign(need(w.topics.find((each) => each.id === Number(groups[0]))), body.threshold !== undefined ? { threshold: body.threshold ?? 0.42, own_threshold: body.threshold }
    : body.paused === undefined ? body : { state: body.paused ? "paused" : "active" })],
  ["DELETE", "topics/(\\d+)", (w, { groups }) => void (w.topics = w.topics.filter((each) => each.id !== Number(groups[0])))],
  ["GET", "topics/(\\d+)/log", () => all([["phase ended", "142 of 264 pages were about it"], ["page moved", "https://gridwind.example/tenders is about Coastal floods now"], ["phase began", "412 addresses wait"], ["learned", "from 12 examples, 400 terms"]].map(([what, detail], i) => ({ at: iso(4000 * (i + 1)), what, detail })))],
  ["GET", "topics/(\\d+)/articles", (w, { query }) => page(w.articles.filter((row) => row.topics.length), query)],
  ["POST", "topics/(?:\\d+/)?preview", (w, { body }) => {
    const items = w.articles.slice(0, 40).map((row, i) => ({ article: row.id, title: row.title, url: row.url, source_title: row.source_title, score: Math.max(0.02, 0.93 - i * 0.021), best: i % 9 !== 5, accepted: false, excerpt: row.excerpt }));
    const threshold = body.threshold ?? 0.42;
    for (const item of items) item.accepted = item.best && item.score >= threshold;
    return { judged: items.length, accepted: items.filter((item) => item.accepted).length, threshold, items };
  }],
  ["GET", "health", (w) => healthOf(w)],
  ["GET", "delay", (w, { query }) => delayOf(w, Number(query.get("days") ?? 7))],
  ["GET", "operation", (w) => operationOf(w)],
  ["GET", "courtesy", (w, { query }) => page(courtesyOf(w).filter((row) => has(row.host, query.get("host") ?? "")), query)],
  ["GET", "retention", (w, { query }) => retentionOf(w, Number(query.get("articles_for_s")) || null)],
  ["PATCH", "retention", (w, { body }) => {
    w.keeping = body.chosen === false ? null : { ...retentionOf(w).keeping, ...body };
    return retentionOf(w);
  }],
  ["GET", "users", (w) => all(userRows(w))],
  ["POST", "users", (w, { body }) => {
    w.users.push({ ...w.me, id: ++lastId, ...body, last_active: null });
    return w.users.at(-1);
  }],
  ["PATCH", "users/(.+)", (w, { groups, body }) => Object.assign(need(userRows(w).find((each) => each.name === groups[0])), body)],
  ["DELETE", "users/(.+)", (w, { groups }) => void (w.users = w.users.filter((each) => each.name !== groups[0]))],
  ["GET", "invitations", (w) => all(w.invitations)],
  ["POST", "invitations", (w, { body }) => {
    w.invitations.push({ id: ++lastId, role: body.role ?? "user", note: body.note ?? "", added: iso(0), expires: iso(-86400 * 7), link: "http://127.0.0.1:8400/welcome#mock" });
    return w.invitations.at(-1);
  }],
  ["DELETE", "invitations/(\\d+)", (w, { groups }) => void (w.invitations = w.invitations.filter((each) => each.id !== Number(groups[0])))],
].map(([method, pattern, answer]) => [method, new RegExp(`^/api/v1/${pattern}$`), answer]);
