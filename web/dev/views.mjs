// The larger answers of the mock: a source, a diff, health, delay, operation, courtesy.
import { bodyOf, iso, markedIn, random, versionsOf, wordOf } from "./data.mjs";

const quantiles = (count, p50, p95) => ({ count, p50_ms: p50, p95_ms: p95 });
const hourly = [2, 1, 1, 1, 2, 5, 11, 18, 22, 21, 19, 17, 16, 15, 17, 18, 16, 14, 12, 10, 8, 6, 4, 3];
const profile = Array.from({ length: 168 }, (_, i) => hourly[i % 24] / 10 * (i >= 120 ? 0.35 : 1));

export function articleOf(world, row) {
  const why = world.lists.filter((list) => wordOf(list, row)).map((list) => ({ clip: row.id * 10 + list.id, list: list.id,
    list_name: list.name, keyword: wordOf(list, row), query: list.queries[0], matched: row.found, delivered: null,
    sentences: markedIn(row.excerpt.split(/(?<=\.) /).find((each) => each.toLowerCase().includes(wordOf(list, row).toLowerCase())) ?? row.excerpt,
      wordOf(list, row)) }));
  return { ...row, html: bodyOf(row) + (row.id % 4 === 0 ? '<p><a href="https://pictures.example/harbour.png" rel="noopener noreferrer" data-picture="0">[The harbour]</a></p>' : ""), text: row.excerpt, text_from: row.id % 5 ? "page" : "feed", why_no_text: "", summary_html: "", content_html: "",
    pictures: row.id % 4 === 0 ? [{ url: "https://pictures.example/harbour.png", place: "text" }] : [],
    enclosures: row.id % 7 === 0 ? [{ url: "https://audio.example/1.mp3", type: "audio/mpeg", length: 1 }] : [], links: [], why,
    also: row.also_in ? [{ article: row.id - 1, source: 7, source_title: "Patras Observer", url: "https://patrasobserver.example/1" },
      { article: row.id - 2, source: 10, source_title: "The Long Read Room", url: "https://longread.example/1" }] : [],
    versions: row.edited ? [{ from: "page", since: row.found, until: row.edited, title: `${row.title} (first wording)`, text: row.excerpt, html: null }] : [],
    kept_pages: [row.found], kept_url: row.url };
}

const visit = (row, i) => {
  const isBad = row.illness ? i < 9 : i % 19 === 18;
  // Of one whose robots.txt forbids it nobody is asked.
  const isForbidden = isBad && row.illness?.[0] === "robots";
  const fresh = !isBad && i % 4 === 0 ? 1 + (i % 3) : 0;
  return { id: row.id * 1000 + i, source: row.id, source_title: row.title, kind: "source", article: null, started: iso(300 + i * 2900 + (i % 5) * 300),
    took_ms: 120 + (i * 37) % 700, outcome: isForbidden ? "robots-denied" : isBad ? "http-error" : fresh ? "fetched" : "not-modified", status: isForbidden ? 0 : isBad ? 404 : fresh ? 200 : 304,
    wire_bytes: fresh ? 18400 + i * 70 : 310, body_bytes: fresh ? 68000 : 0, new: fresh, version: false, kinds: [], counters: null, M: null,
    error: isBad ? row.problem?.reason ?? "The connection was closed" : "", note: "", headers: [] };
};
// `visited`: those that the mock made meanwhile.
export const visitsOf = (row, visited = []) => [...visited.filter((each) => each.source === row.id),
  ...Array.from({ length: 90 }, (_, i) => visit(row, i))];
export const visitNow = (row, more) => ({ ...visit(row, 0), id: row.id * 1000 + 900 + more, started: iso(0), outcome: "fetched", status: 200, new: 1, error: "" });

export function sourceOf(world, row) {
  const delays = Array.from({ length: 30 }, (_, i) => ({ article: 1000 - i, title: world.articles[i]?.title ?? "", published: iso(i * 9000 + 400),
    found: iso(i * 9000), delay_s: Math.round(40 + 500 * ((i * 7919) % 13) / 6 * (i % 11 === 4 ? 12 : 1)) }));
  return { ...row, site_url: `https://${new URL(row.url).host}/`, fetch_pages: true, render: false, rules: false,
    watching: { links: true, changes: row.kind !== "feed", articles: true, detector: "own", part: "", ignore: [], ignore_text: [], min_change: 0, changes_of: [], key: [] },
    objective: "delay", policy: "advarss", interval_s: null, longest_gap_s: null, subscribers: 1, activity_percent: 0, quiet_hours: [1, 2, 3],
    request: { headers: {}, user: row.id === 2 || row.id === 3 ? "maria:***" : "", bearer: "", proxy: "" }, added: iso(86400 * 60), last_success: row.last_visit, not_before: null, last_outcome: "fetched",
    login: row.id === 2 ? { fate: "not-tried", at: null } : row.id === 3 ? { fate: "accepted", at: row.last_visit } : { fate: "none", at: null }, last_status: 200, last_remark: "", last_error: "", last_note: "", asked: null, moved_to: "", counters: null,
    sentence: row.illness ? "Nothing could be read since Saturday; looked at again in 3 h, a little later after every failure."
      : "Publishes about 11 a day, mostly between 8 and 18 h; next look in 12 min, because an article is due by then in two cases of three.",
    may_change: row.id !== 5, learning: false, own_title: row.title, own_folder: row.folder, why_due: "", visits: visitsOf(row, world.visited), articles: [],
    versions: row.kind === "feed" ? [] : versionsOf(row.id).slice(0, 3), lateness: [], delays,
    plan: { objective: "delay", policy: "advaRSS", rate_per_day: 11, expected_items: 0.7, value: 1, price: 0.2, profile, variables: { M: 5213.2, T: 3120, ToE: 1.402 } },
    next_visits: [iso(-700), iso(-4000), iso(-9000), iso(-16000), iso(-30000)], expected_delay_s: 240,
    medians: Array.from({ length: 40 }, (_, i) => ({ started: iso(i * 3000), M: 5000 + 900 * Math.sin(i / 4) })), feed: `/sources/${row.id}.atom`, rules_text: "" };
}

const same = (text) => ({ fate: "same", from: null, to: null, old: text, new: text, words: [], heading: false, noise: false, skipped: 0 });

// The page of the diff, as it is now.
const lines = [["Ministry notices", "#notices", true], ["Notice 118: the wind park off the southern coast is approved.", "#notices > ul"],
  ["All notices of the year are listed below, the newest first.", "#notices"], ["The comment period ends on 28 November at noon.", "#notices > ul"],
  ["Contact", "#contact", true], ["Contact: the registry, first floor, weekdays from nine.", "#contact"], ["Visitors today: 1,377", "#foot"]];
export const outlineOf = () => ({ cut: false, items: lines.map(([text, box, heading = false], i) => ({ text, heading,
  path: ["body", "main", box, `${box} > :nth-child(${i + 1})`] })) });

export function diffOf(source, from, to) {
  const all = versionsOf(source);
  const shared = { source, old: all.find((v) => v.time === from) ?? all[1], new: all.find((v) => v.time === to) ?? all[0], cut: false, changed: true };
  if (source % 12 === 11) {
    return { ...shared, kind: "data", data: { unit: "rows", verdict: "different", summary: "", added_count: 3, removed_count: 1, edited_count: 2,
      added: ["GW-118,Cape South,84,planned", "GW-119,Cape North,72,planned", "GW-120,Outer Bank,120,tender"], removed: ["GW-031,Old Mill,1.5,retired"], edited: [],
      columns: ["id", "name", "megawatts", "state"], rows: [{ before: ["GW-044", "Southern Coast", "96", "planned"], after: ["GW-044", "Southern Coast", "104", "approved"] },
        { before: ["GW-071", "Εύβοια Νότος", "48", "building"], after: ["GW-071", "Εύβοια Νότος", "48", "running"] }], key: ["id"], remarks: [] } };
  }
  return { ...shared, kind: "page", links: ["+ https://environment.example/notice/2026-118"], presentation: [], blocks: [
    { ...same("Ministry notices"), heading: true },
    { ...same(""), fate: "added", old: "", new: "Notice 118: the wind park off the southern coast is approved." },
    { ...same("All notices of the year are listed below, the newest first.") },
    ...Array.from({ length: 14 }, (_, i) => same(`Notice ${117 - i} is open for comments until the end of the month.`)),
    { ...same(""), fate: "rewritten", old: "The comment period ends on 14 November.", new: "The comment period ends on 28 November at noon.",
      words: [{ fate: "same", text: "The comment period ends on " }, { fate: "removed", text: "14 November." }, { fate: "added", text: "28 November at noon." }] },
    { ...same(""), fate: "rewritten", old: "The fee is 80.34 euros.", new: "The fee is 83.18 euros.",
      words: [["same", "The fee is "], ["removed", "80"], ["added", "83"], ["same", "."], ["removed", "34"], ["added", "18"], ["same", " euros."]]
        .map(([fate, text]) => ({ fate, text })) },
    { ...same("Contact: the registry, first floor, weekdays from nine."), fate: "moved", from: 9, to: 4 },
    { ...same(""), fate: "removed", old: "Notice 97 is withdrawn.", new: "" },
    { ...same(""), fate: "rewritten", noise: true, old: "Visitors today: 1,204", new: "Visitors today: 1,377",
      words: [{ fate: "same", text: "Visitors today: 1," }, { fate: "removed", text: "204" }, { fate: "added", text: "377" }] },
    ...Array.from({ length: 31 }, (_, i) => same(`Notice ${96 - i} is decided.`))] };
}

const countsOf = (world) => ({ sources: world.sources.length, active: 40, paused: 2, failing: world.sources.filter((s) => s.illness).length,
  problems: world.sources.filter((s) => s.illness).length, gone: 0, stopped: 0, due: 6, late: 2, articles: world.articles.length, pages_wanted: 4,
  visits_last_hour: 318, new_last_hour: 22, set_aside: 0, set_aside_reason: "" });

export function healthOf(world) {
  const counts = countsOf(world);
  return { now: iso(0), state: "well", trouble: "", counts, articles_today: 212, median_delay_s: 228, unread: 40, lists: world.lists.length,
    sentence: world.sources.length ? `${counts.sources} sources, ${counts.problems} need you; half of today's articles were found within 4 min` : "No sources yet",
    hours: hourly.map((n, i) => ({ hour: iso((23 - i) * 3600), articles: world.sources.length ? n : 0, median_delay_s: 200 })) };
}

export const delayOf = (world, days) => ({ days,
  stages: [["found", 228e3, 1260e3], ["matched", 420, 1900], ["delivered", 1800, 9000], ["all", 231e3, 1270e3]].map(([stage, p50, p95]) =>
    ({ stage, quantiles: world.sources.length ? quantiles(1480, p50, p95) : null })),
  hours: hourly.map((n, hour) => ({ hour, quantiles: quantiles(n * 7, 200e3 + (22 - n) * 9e3, 700e3 + (22 - n) * 40e3) })),
  by_day: Array.from({ length: 7 }, (_, i) => ({ day: iso(i * 86400).slice(0, 10), articles: 180 + i * 9, median_s: 210 + i * 8, p95_s: 900 + i * 31, p99_s: 4000 })),
  sources: world.sources.slice(0, 24).map((s, i) => ({ source: s.id, title: s.title, quantiles: quantiles(120 - i * 3, 900e3 - i * 30e3, 4200e3 - i * 90e3) })),
  lists: world.lists.map((l, i) => ({ list: l.name, clips: 40 + i, published_to_found: null, found_to_matched: null, matched_to_delivered: null, in_all: quantiles(40, 240e3, 1300e3) })),
  budget: { visits_per_hour: 320, use: 0.93, offers: [0.25, 0.5, 1, 2, 4, 8].map((factor) => ({ factor, visits_per_hour: 320 * factor, expected_delay_s: 236 / Math.sqrt(factor) })) } });

export const operationOf = (world) => ({ now: iso(0), version: "0.15.0", started: iso(86400 * 3), counts: countsOf(world),
  terminals: ["built in", "athens-1"].map((name, i) => ({ name, visits_last_hour: 210 - i * 90, under_way: 3 - i, waiting: 2, last_heard: iso(4 + i), archive_bytes: 812e6 + i * 1e8 })),
  queues: { due: 6, late: 2, pages: 4, notices: 0, set_aside: 0 },
  minutes: Array.from({ length: 60 }, (_, i) => ({ minute: iso((59 - i) * 60), visits: 3 + Math.floor(random() * 7), failed: i % 13 === 4 ? 2 : 0, not_modified: 2, bytes: 48000, new: 1 })),
  outcomes: [["not-modified", 5210], ["fetched", 2107], ["http-error", 96], ["timed-out", 31], ["robots-denied", 12]].map(([outcome, count]) => ({ outcome, count })),
  archive_copies: [{ archive: "built in", holder: "athens-1", kept_once: 0 }, { archive: "athens-1", holder: null, kept_once: 12 }],
  not_modified_share: 0.69, planning: [{ objective: "delay", policy: "advaRSS", price: 0.2, budget_per_hour: 0.4, budget_use: 0.93 }],
  store: { kind: "sqlite", bytes: 1.84e9, articles: 148210, visits: 1920411 }, disk: { free_bytes: 182e9, total_bytes: 240e9 } });

export const courtesyOf = (world) => [...new Set(world.sources.map((s) => new URL(s.url).host))].map((host, i) => ({ host, requests: 410 - i * 22,
  not_modified: 280 - i * 15, failed: i === 3 ? 12 : 0, bytes: 5.2e6 - i * 2e5, smallest_gap_ms: 2100 + i * 300, kept_gap_ms: 2000,
  robots: i === 5 ? null : { read: iso(3600 * i), crawl_delay_s: i === 2 ? 10 : null, bytes: 212, fingerprint: "9f86d081884c7d65" }, throttled: i === 4 ? 1 : 0, resting_until: null, sources: 4 }));
