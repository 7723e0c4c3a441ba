// A small invented world that the mock server answers from. The same at every start,
// only its times are relative to now.
let seed = 7;
export const random = () => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return seed / 2147483648;
};
const pick = (list) => list[Math.floor(random() * list.length)];
// Versions are known by their times: they stay the same as long as the mock runs.
const began = Date.now();
export const iso = (secondsAgo) => new Date(Date.now() - secondsAgo * 1000).toISOString().replace(/\.\d+Z/, "Z");

const places = [
  ["The Harbour Post", "harbourpost.example", "News", "en"], ["Καθημερινά Νέα", "kathimerina.example", "Ελλάδα", "el"],
  ["Grid & Wind Weekly", "gridwind.example", "Energy", "en"], ["Ministry of Environment", "environment.example", "Government", "en"],
  ["Βουλή των Πολιτών", "vouli.example", "Ελλάδα", "el"], ["Open Science Notes", "opennotes.example", "Science", "en"],
  ["Patras Observer", "patrasobserver.example", "News", "en"], ["Water Board bulletins", "waterboard.example", "Government", "en"],
  ["Θεσσαλία Σήμερα", "thessalia.example", "Ελλάδα", "el"], ["The Long Read Room", "longread.example", "Magazines", "en"],
  ["Registry of wind farms", "data.gridwind.example", "Energy", "en"], ["Coastal Research Group", "coast.example", "Science", "en"],
];
const titles = {
  en: ["Wind park off the southern coast wins approval after four years", "Flood defences held, the river board says, but only just",
    "Parliament debates the grid levy for a third night", "How a village kept its school open",
    "Heat records fall again in three provinces", "A quiet month for ferries, and why it will not last",
    "Court orders the release of water quality figures", "New tender for battery storage draws eleven bids",
    "The archivists who read every newspaper, every day", "Strike at the port ends with an agreement on shifts",
    "Researchers map the seabed where the cables will lie", "Prices at the pump fall for the fifth week"],
  el: ["Νέο αιολικό πάρκο στη νότια Εύβοια παίρνει έγκριση", "Πλημμύρες στη Θεσσαλία: τι λένε οι μηχανικοί για τα φράγματα",
    "Στη Βουλή το νομοσχέδιο για τα δίκτυα ενέργειας", "Πώς ένα χωριό κράτησε ανοιχτό το σχολείο του",
    "Καύσωνας για έκτη ημέρα, νέα ρεκόρ θερμοκρασίας", "Η απεργία στο λιμάνι έληξε με συμφωνία για τις βάρδιες"],
};
const texts = {
  en: ["The decision, published on Monday evening, lets the wind park begin building before the winter storms.",
    "Engineers measured the river at 7.4 metres, a hand's breadth below the top of the new wall.",
    "Nobody at the meeting disputed the figures; they disputed what should be paid for them, and by whom.",
    "The board will publish the measurements of every station each morning from now on."],
  el: ["Η απόφαση δημοσιεύθηκε τη Δευτέρα και επιτρέπει στο αιολικό πάρκο να ξεκινήσει πριν από τον χειμώνα.",
    "Οι μηχανικοί μέτρησαν τη στάθμη του ποταμού στα 7,4 μέτρα, λίγο κάτω από το νέο τοίχωμα.",
    "Κανείς δεν αμφισβήτησε τους αριθμούς· αμφισβήτησαν ποιος θα πληρώσει."],
};
export const kinds = ["feed", "feed", "page", "feed", "data"];
const reasons = [
  ["http-404", "The address answers 404", "address", "Give the new address, or remove the source.", 5],
  ["login", "It wants a login", "login", "Give a name and a password for it.", 3],
  ["robots", "robots.txt forbids it", "remove", "Ask the publisher, or remove the source.", 2],
  ["needs-scripts", "It shows nothing without scripts", "render", "Have a browser read it.", 1, "changes"],
];

const watching = (changes) => ({ links: true, changes, articles: true, detector: "own", part: "", ignore: [],
  ignore_text: [], min_change: 0, changes_of: ["text", "main text"], key: [] });

function source(i) {
  const [name, host, folder, language] = places[i % places.length];
  const nth = Math.floor(i / places.length);
  const kind = i % 12 === 10 ? "data" : i % 12 === 3 || i % 12 === 11 ? "page" : "feed";
  const illness = i >= 12 && i < 23 ? reasons.find((_, at) => i - 12 < reasons.slice(0, at + 1).reduce((n, r) => n + r[4], 0)) : null;
  const days = Array.from({ length: 14 }, () => Math.floor(random() * (i % 4 ? 6 : 22)));
  const perWeek = days.slice(7).reduce((a, b) => a + b, 0);
  const problem = illness ? { code: illness[0], title: illness[1], detail: "", reason: illness[1], cure: illness[3] } : null;
  const state = illness ? "failing" : i % 17 === 16 ? "paused" : "active";
  return {
    id: i + 1, title: nth ? `${name}: ${["Politics", "Culture", "Region", "Sport", "Economy"][nth % 5]}` : name,
    url: `https://${host}/${nth ? `section-${nth}/` : ""}${kind === "data" ? "farms.csv" : kind === "page" ? "news" : "feed.xml"}`,
    kind, state, folder, language, shared: true, subscribed: true, last_visit: iso(200 + i * 37),
    last_new: illness ? iso(86400 * (4 + i)) : iso(400 + i * i * 60), next_due: iso(-(300 + i * 90)),
    due_reason: "its rhythm", overdue_s: i % 23 === 5 ? 2400 : 0, failures: illness ? 3 + i : 0, problem, days,
    per_week: perWeek, median_delay_s: perWeek ? 90 + Math.floor(random() * 700) : null, illness,
  };
}

function article(i, sources) {
  const from = sources[[0, 1, 0, 2, 4, 0, 3, 0, 8, 1, 0, 5, 6, 0, 7][i % 15]];
  const language = from.language;
  const title = titles[language][i % titles[language].length];
  const [first, second] = [texts[language][i % texts[language].length], texts[language][(i + 1) % texts[language].length]];
  const found = 120 + i * 1400;
  const delay = 60 + Math.floor(random() * 900);
  return {
    id: 1000 - i, source: from.id, source_title: from.title, title, url: `https://${new URL(from.url).host}/2026/${1000 - i}`,
    author: i % 3 ? "" : "Eleni Markou", language, category: "", topics: i % 4 === 0 ? [{ topic: "Wind energy", source: 901, score: 0.82 - i / 400 }] : [],
    published: iso(found + delay), found: iso(found), edited: i % 9 === 4 ? iso(found - 60) : null, delay_s: delay,
    page_fetched: iso(found - 20), page_error: "", type: "article", modified: null, page_title: title,
    canonical_url: "", image: "", excerpt: `${first} ${second}`, read: i % 3 === 2, starred: i % 11 === 3, muted: false,
    tags: [], snippet: [], also_in: i % 5 === 0 ? 2 : 0, words: 430 + i,
  };
}

const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
export const bodyOf = (row) => {
  const t = texts[row.language] ?? texts.en;
  return `<p>${escaped(row.excerpt)}</p><h2>${row.language === "el" ? "Τι αλλάζει" : "What changes"}</h2>` +
    `<p>${t.join(" ")} <a href="https://example.org/report">${row.language === "el" ? "Η έκθεση" : "The report"}</a>.</p>` +
    `<ul><li>${t[0]}</li><li>${t[1]}</li></ul><blockquote><p>${t[2]}</p></blockquote><p>${t[1]} ${t[0]}</p><p>${t[2]} ${t[1]}</p>`;
};

export function markedIn(text, word) {
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  if (at < 0) return [{ text, marked: false }];
  return [{ text: text.slice(0, at), marked: false }, { text: text.slice(at, at + word.length), marked: true },
    { text: text.slice(at + word.length), marked: false }].filter((run) => run.text);
}

const list = (id, name, queries, more = {}) => ({ id, name, queries, action: "notify", tag: "", paused: false, synonyms: true,
  by: "feed", to: null, form: "", signed: false, digest: { kind: "off" }, next_digest: null, failures: 0, failing_since: null,
  retry_at: null, error: "", clips: 0, unread: 0, feed: `/mine/lists/${id}.atom`, ...more });

export const newList = list;
export const wordOf = (lists, row) => {
  const words = lists.queries.join(" ").match(/[\p{L}]{4,}/gu) ?? [];
  return words.find((word) => `${row.title} ${row.excerpt}`.toLowerCase().includes(word.toLowerCase()));
};

export function versionsOf(id) {
  const isData = id % 12 === 11;
  return Array.from({ length: 14 }, (_, i) => {
    const seen = new Date(began - 1000 * (7200 + i * 86400 * (1 + i / 8))).toISOString().replace(/\.\d+Z/, "Z");
    return { seen, time: seen.replace(/\D/g, ""), url: "", digest: `sha256-${i}`, media_type: isData ? "text/csv" : "text/html",
      bytes: 18200 + i * 311, kinds: i % 3 ? ["text"] : ["main text", "links"], score: 0.4, error_page: i === 6, no_change: i === 4,
      summary: i === 13 ? "" : ["Two paragraphs rewritten", "A notice added at the top", "A table has a new row"][i % 3],
      data: isData ? { added: 3, removed: 1, edited: 2 } : null, memento: `/memento/${seen.replace(/\D/g, "")}/x` };
  });
}

const phase = (i) => ({ phase: i, began: iso(86400 * (7 - i)), ended: i === 6 ? null : iso(86400 * (6 - i)), downloaded: 180 + i * 14,
  relevant: 40 + i * 17, harvest_ratio: (40 + i * 17) / (180 + i * 14), duplicates: 9, structural: 4 + i, textual: 12 + i, moved: i,
  dropped: 3, dynamic: 30, static: 90, threshold: 0.42 });

export const topicOf = (id, name, more = {}) => ({ id, name, state: "active", folder: "", shared: true, added: iso(86400 * 30), method: "linear",
  order: "curlew", terms: 400, passed_over: 0.05, threshold: 0.42, own_threshold: null, pages_a_phase: 200, pages_a_site: 20, depth: 3,
  seeds: ["https://gridwind.example/"], seed_troubles: [], also_domains: [], excludes: [], phase: 6, articles: 26, learned: iso(86400 * 3), examples: [],
  phases: [1, 2, 3, 4, 5, 6].map(phase), feed: `/topics/${id}.atom`,
  telling_terms: ["turbin", "wind", "grid", "αιολικ", "megawatt", "offshor", "ενεργ", "park", "tender", "cabl", "storag", "πάρκ"].map(
    (stem, i) => ({ stem, word: { turbin: "turbines", αιολικ: "αιολικά", offshor: "offshore", ενεργ: "ενέργεια", cabl: "cable", storag: "storage" }[stem] ?? stem, weight: 2.4 / (1 + i * 0.3) })),
  frontier: { waiting: 412, kept: 186, dynamic: 44, rejected: 903, duplicates: 71, articles: 26 }, ...more });

export function world(kind) {
  seed = 7;
  const isEmpty = kind === "empty";
  const sources = isEmpty ? [] : Array.from({ length: 48 }, (_, i) => source(i));
  const articles = isEmpty ? [] : Array.from({ length: 140 }, (_, i) => article(i, sources));
  const lists = isEmpty || kind === "new" ? [] : [list(1, "Energy", ["wind AND park*", "αιολικ*"].concat("storage")),
    list(2, "Βουλή", ["Βουλή OR νομοσχέδιο"]),
    list(3, "Floods", ["flood* OR πλημμύρ*", "river"], { by: "mail", to: "", digest: { kind: "daily", hour: 7 } })];
  return {
    kind, sources, articles, lists, reasons, me: { id: 1, name: "maria", mail: "maria@example.org", role: "admin", time_zone: "Europe/Athens",
      language: "en", added: iso(86400 * 90), last_active: iso(60), can_log_in: true },
    noBrowser: "chromium not found: apt install chromium, or set fetch.browser", isIn: kind !== "login", noChange: new Set(), visited: [],
    tokens: isEmpty ? [] : [{ id: 1, name: "newsboat on the laptop", scopes: ["read"], added: iso(86400 * 20), last_used: iso(3600) }],
    appPasswords: isEmpty ? [] : [{ id: 1, name: "NetNewsWire", added: iso(86400 * 9), last_used: iso(900) }],
    sessions: [["Firefox on Linux", true], ["Safari on iPhone", false]].map(([agent, current], i) => ({ id: i + 1, added: iso(86400 * (i + 1)),
      last_seen: iso(600 * i), agent, address: "192.0.2.7", current })),
    users: [], invitations: [], topics: isEmpty ? [] : [topicOf(901, "Wind energy"), topicOf(902, "Coastal floods", { state: "paused", articles: 9 })],
    deliveries: isEmpty ? [] : [{ id: 1, user: "maria", list: "Floods", kind: "digest", state: "sent", clips: 6, subject: "Floods", created: iso(20000), due: iso(20000), sent: iso(19990), tries: 1, error: "" }],
  };
}
