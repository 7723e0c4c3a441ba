// Stored XSS, in Chromium and in the API: everything that strangers write (titles, authors, texts,
// categories, links, pictures, icons, a list of feeds, errors of servers, versions of a page) holds
// script in every way that is known, and nothing of it runs, loads, or reaches the document.
//
//   node scripts_test.mjs CURLEW
import "../../web/check/browser_here.mjs";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";

const { launch, settled, sizes } = await import("../../web/check/browser.mjs");
const patience = Number(process.env.CURLEW_TEST_PATIENCE ?? 4);
const faults = new Set();
const expect = (holds, what) => holds || faults.add(what);
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const until = async (what, condition) => {
  for (let i = 0; i < 300 * patience; ++i) {
    const got = await condition();
    if (got) return got;
    await wait(100);
  }
  throw new Error(`${what} did not come`);
};

// What must not happen: a look of a browser at this address.
const loaded = [];
let base = "";
const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
const run = () => `globalThis.ran=1;fetch('${base}/ran')`;
// Each of these runs where it is taken for markup.
const shots = () => [
  `<script>${run()}</script>`, `<img src=x onerror="${run()}">`, `<svg onload="${run()}"><script>${run()}</script></svg>`,
  `"><script>${run()}</script>`, `' onmouseover='${run()}' x='`, `<a href="javascript:${run()}">press</a>`,
  `<iframe srcdoc="<script>${run()}</script>"></iframe>`, `<iframe src="javascript:${run()}"></iframe>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${run()}"></style></mglyph></table></mtext></math>`,
  `<noscript><p title="</noscript><img src=x onerror=${run()}>"></noscript>`, `<details open ontoggle="${run()}">x</details>`,
  `<form action="javascript:${run()}"><button>x</button></form>`, `<object data="javascript:${run()}"></object>`,
  `<base href="${base}/"><link rel=stylesheet href="${base}/style"><style>@import "${base}/style";</style>`,
  `<meta http-equiv=refresh content="0;url=${base}/refresh">`, `<video autoplay src="${base}/film"><audio src="${base}/sound">`,
  `<img src="${base}/pixel" srcset="${base}/pixel 2x"><p style="background:url(${base}/pixel)">`, "\u202e<b>right to left", "</title></textarea></style></script>",
];
const hostile = () => `Ship ${shots().join(" ")}`;

function feed() {
  const items = shots().map((shot, i) => `<item><guid>${i}</guid><title>Ship ${i} ${escaped(shot)}</title>` +
    `<link>${escaped(i % 3 === 0 ? `javascript:${run()}` : i % 3 === 1 ? `data:text/html,<script>${run()}</script>` : `${base}/story${i}`)}</link>` +
    `<dc:creator>${escaped(shot)}</dc:creator><category>${escaped(shot)}</category><category>${escaped(`javascript:${run()}`)}</category>` +
    `<description>${escaped(shot)}</description><content:encoded>${escaped(`<p>A ship came in.</p>${shot}<p>It left.</p>`)}</content:encoded>` +
    `<enclosure url="${escaped(`javascript:${run()}`)}" type="${escaped(shot)}" length="1"/><enclosure url="${base}/file.mp3" type="audio/mpeg" length="1"/></item>`);
  return `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">` +
    `<channel><title>${escaped(hostile())}</title><link>javascript:${escaped(run())}</link><description>${escaped(hostile())}</description>` +
    `<image><url>${base}/logo</url><title>${escaped(hostile())}</title></image>${items.join("")}</channel></rss>`;
}

const story = (fee) => `<!doctype html><title>${escaped(hostile())}</title><link rel="icon" href="javascript:${escaped(run())}"><link rel="shortcut icon" href="${base}/favicon">` +
  `<meta name="author" content="${escaped(hostile())}"><meta property="og:image" content="javascript:${escaped(run())}"><meta property="og:title" content="${escaped(hostile())}">` +
  `<article><h1>The ship</h1><p>The ship came into the harbour in the morning, and all who had waited for it since the day before went aboard for ${fee} euros.</p>` +
  `<p>It left in the evening, when the wind had turned, with more people than it had brought.</p>` +
  `<blockquote cite="javascript:${run()}"><p>I have not seen such a crowd here in <a href="javascript:${run()}">all the years</a> that I have stood at this harbour.</p></blockquote>` +
  `<h2 onclick="${run()}">What they had on board</h2><ul>${shots().map((each) => `<li>a crate of oranges from the islands ${each} and more</li>`).join("")}</ul>` +
  `${shots().join("")}</article>`;

let fee = 10;
const site = http.createServer((request, response) => {
  const isBrowser = /Chrome/.test(request.headers["user-agent"] ?? "");
  const where = request.url ?? "";
  if (isBrowser) loaded.push(where);
  const say = (status, type, body, more = {}) => response.writeHead(status, { "Content-Type": type, ...more }).end(body);
  if (where === "/robots.txt") return say(404, "text/plain", "");
  if (where === "/feed" || where === "/listed") return say(200, "application/rss+xml; charset=utf-8", feed());
  if (where === "/page") return say(200, "text/html; charset=utf-8", story(fee));
  if (where.startsWith("/story")) return say(200, "text/html; charset=utf-8", story(7));
  if (where === "/broken") return say(500, "text/html", hostile(), { "X-Error": "<script>alert(1)</script>" });
  if (where === "/garbage") return say(200, "application/rss+xml", `<rss><channel><title>${escaped(hostile())}</title><item>${hostile()}`);
  if (where === "/away") return say(302, "text/html", "", { Location: "javascript:alert(1)" });
  return say(404, "text/html", hostile());
});
await new Promise((done) => site.listen(0, "127.0.0.1", done));
base = `http://127.0.0.1:${site.address().port}`;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "curlew-scripts-"));
const config = path.join(folder, "curlew.toml");
fs.writeFileSync(config, `[web]\nport = 0\n[log]\nlevel = "error"\n[fetch]\ncontact = "mailto:test@localhost"\nhost_delay = "50ms"\n` +
  `group_by_domain = false\naddress_delay = "0s"\nallow_addresses = ["127.0.0.0/8"]\n[schedule]\ntick = "1s"\nmin_gap = "500ms"\nbudget = "tick"\nbudget_per_hour = 180000\n`);
const words = ["--config", config, "--data", path.join(folder, "data")];
execFileSync(process.argv[2], [...words, "user", "add", "maria", "--role", "admin", "--password-file", "-"], { input: "a long secret\n" });
const child = spawn(process.argv[2], [...words, "serve"], { stdio: ["ignore", "pipe", "inherit"] });
let said = "";
child.stdout.on("data", (part) => { said += part; });

let cookie = "", origin = "";
async function ask(method, where, body, type = "application/json") {
  const response = await fetch(`${origin}/api/v1${where}`, { method, headers: { Cookie: cookie, Origin: origin, "X-Curlew-Request": "1",
    ...(body === undefined ? {} : { "Content-Type": type }) }, body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body) });
  const set = response.headers.get("set-cookie");
  if (set) cookie = set.split(";")[0];
  const text = await response.text();
  return { status: response.status, text, json: /json/.test(response.headers.get("content-type") ?? "") ? JSON.parse(text) : null };
}

// Every text of an answer: what is HTML is harmless, and what is a link leads to the Web.
function look(where, name, value) {
  if (Array.isArray(value)) return value.forEach((each) => look(where, name, each));
  if (value !== null && typeof value === "object") return Object.entries(value).forEach(([key, each]) => look(where, key, each));
  if (typeof value !== "string") return undefined;
  if (/html$/.test(name)) {
    expect(!/<\s*(script|style|iframe|object|svg|math|form|base|link|meta|img|video|audio)/i.test(value), `${where}: ${name} has ${value.slice(0, 200)}`);
    expect(!/<[^>]*\son\w+\s*=/i.test(value) && !/<[^>]*javascript:/i.test(value), `${where}: ${name} has ${value.slice(0, 200)}`);
  }
  if (/url$|^image$|^link$/.test(name)) expect(value === "" || /^https?:\/\//.test(value), `${where}: ${name} leads to ${value.slice(0, 80)}`);
  return undefined;
}
async function read(where) {
  const answer = await ask("GET", where);
  expect(answer.status === 200, `${where}: ${answer.status} ${answer.text.slice(0, 200)}`);
  if (answer.json) look(where, "", answer.json);
  return answer.json;
}

async function fill() {
  expect((await ask("POST", "/session", { name: "maria", password: "a long secret" })).status === 200, "not let in");
  const opml = `<opml version="2.0"><head><title>${escaped(hostile())}</title></head><body><outline text="${escaped(shots()[1])}">` +
    `<outline type="rss" text="${escaped(hostile())}" title="${escaped(hostile())}" xmlUrl="${base}/listed" htmlUrl="javascript:${escaped(run())}"/></outline>` +
    `<outline type="rss" text="x" xmlUrl="javascript:${escaped(run())}"/></body></opml>`;
  expect((await ask("POST", "/opml", opml, "text/x-opml")).status === 200, "the list is not taken");
  for (const each of ["feed", "broken", "garbage", "away"]) {
    expect((await ask("POST", "/sources", { addresses: [`${base}/${each}`], kind: "feed", title: each === "broken" ? shots()[1] : "" })).status === 201, each);
  }
  expect((await ask("POST", "/sources", { addresses: [`${base}/page`], kind: "page", links: false, changes: true })).status === 201, "page");
  expect((await ask("POST", "/lists", { name: shots()[1], queries: ["ship"] })).status === 201, "list");
  const looked = await ask("POST", "/sources/check", { url: `${base}/feed` });
  look("check", "", looked.json);
  await until("the articles", async () => (await ask("GET", "/articles?limit=100")).json.items.length >= 15);
  const page = (await ask("GET", "/sources?q=page")).json.items[0].id;
  await until("the first version", async () => (await ask("GET", `/sources/${page}/versions`)).json.items.length >= 1);
  fee = 20;
  await ask("POST", "/sources/actions", { action: "visit", ids: [page] });
  await until("the second version", async () => (await ask("GET", `/sources/${page}/versions`)).json.items.length >= 2);
  await until("problems", async () => (await ask("GET", "/problems")).json.total >= 3);
  return page;
}

async function readAll(page) {
  const articles = (await read("/articles?limit=100")).items;
  const whole = [];
  for (const each of articles) whole.push(await read(`/articles/${each.id}`));
  expect(whole.some((each) => each.text_from === "page" && each.html.includes("<blockquote>") && each.html.includes("<li>a crate of oranges")),
    "no article has the list and the quote of its page");
  for (const each of ["/clips", "/lists", "/sources", "/folders", "/problems", "/health", "/delay", "/operation", `/sources/${page}/versions`, `/versions/${page}/diff`]) await read(each);
  const sources = (await read("/sources")).items;
  for (const each of sources) {
    await read(`/sources/${each.id}`);
    await read(`/sources/${each.id}/visits`);
  }
  return { articles, sources, pages: whole.filter((each) => each.text_from === "page").slice(0, 3) };
}

// What came into the document of strangers.
const traces = () => {
  const found = [];
  for (const each of document.querySelectorAll("*")) {
    for (const { name, value } of each.attributes) {
      if (/^on/i.test(name) || /^\s*(javascript|data|vbscript):/i.test(value) && /^(href|src|action|data|formaction|xlink:href)$/i.test(name)) found.push(`<${each.tagName} ${name}="${value.slice(0, 60)}">`);
    }
    if (/^(IFRAME|OBJECT|EMBED|BASE|META)$/.test(each.tagName) && each.closest("body")) found.push(`<${each.tagName}>`);
    if (/^(IMG|VIDEO|AUDIO|SOURCE)$/.test(each.tagName) && !new URL(each.src || location.href).href.startsWith(location.origin)) found.push(`<${each.tagName} src=${each.src}>`);
    if (each.tagName === "SCRIPT" && (!each.src || !each.src.startsWith(location.origin))) found.push("<script>");
  }
  if (globalThis.ran) found.push("it ran");
  return found;
};

const browser = await launch();
const began = Date.now();
try {
  origin = (await until("the port", () => /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]));
  const page = await fill();
  const { articles, sources, pages } = await readAll(page);
  console.log(`${articles.length} articles, ${sources.length} sources after ${(Date.now() - began) / 1000} s`);
  const context = await browser.newContext({ viewport: sizes.wide, locale: "en-GB", baseURL: origin, reducedMotion: "reduce" });
  context.setDefaultTimeout(10_000 * patience);
  const [name, value] = cookie.split("=");
  await context.addCookies([{ name, value, url: origin }]);
  const tab = await context.newPage();
  tab.on("dialog", (dialog) => (faults.add(`${tab.url()}: a dialog`), dialog.dismiss()));
  tab.on("pageerror", (error) => faults.add(`${tab.url()}: ${error}`));
  // What the content policy stops is an error here: it should have had nothing to stop.
  tab.on("console", (message) => message.type() === "error" && faults.add(`${tab.url()}: ${message.text()}`));
  const views = ["/clips", "/articles", "/sources", "/problems", "/delay", "/operation", "/settings/lists", "/articles?q=ship",
    ...pages.concat(articles.filter((_, i) => i % 2 === 0).slice(0, 9)).map((each) => `/articles?open=${each.id}`),
    ...sources.slice(0, 5).flatMap((each) => [`/sources/${each.id}`, `/sources/${each.id}?tab=visits`]), `/sources/${page}/versions`, `/sources/${page}/versions?tab=part`];
  for (const view of views) {
    await tab.goto(view);
    await settled(tab);
    for (const trace of await tab.evaluate(traces)) faults.add(`${view}: ${trace}`);
  }
  // Pages that the server writes itself.
  const version = (await ask("GET", `/sources/${page}/versions`)).json.items[0];
  for (const where of [version.memento, `/login?next=javascript:${run()}`, `/login#invitation=${encodeURIComponent(shots()[1])}`, `/${encodeURIComponent(shots()[1])}`,
    `/mine/${encodeURIComponent(shots()[1])}`]) {
    const answer = await tab.goto(where);
    expect(/default-src 'none'/.test(answer.headers()["content-security-policy"] ?? "") && !/unsafe-/.test(answer.headers()["content-security-policy"]), `${where}: its policy`);
    await wait(300);
    for (const trace of (await tab.evaluate(traces)).filter((each) => each !== "<IFRAME>")) faults.add(`${where}: ${trace}`);
  }
  // The console tells of statuses, too: a page that is not there is meant to be 404.
  for (const fault of [...faults]) if (/status of 404|Failed to load resource.*404/.test(fault)) faults.delete(fault);
  console.log(`${views.length} views after ${(Date.now() - began) / 1000} s`);
} catch (error) {
  faults.add(String(error.stack ?? error));
} finally {
  await browser.close();
  if (child.exitCode === null) await new Promise((done) => (child.on("exit", done), child.kill("SIGINT")));
  site.closeAllConnections();
  site.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
expect(loaded.length === 0, `the browser asked strangers for ${loaded.join(", ")}`);
for (const fault of faults) console.error(fault);
console.log(`${faults.size} faults`);
process.exit(faults.size ? 1 : 0);
