// An article's page as it is read, in Chromium and in the API: its lists, quotes, tables, links,
// emphasis and pictures where the page has them, and nothing that it hides there runs or loads.
// What can be played is asked for by a click and no sooner.
//
//   node article_pane_test.mjs CURLEW [--pictures FOLDER]
import "../../web/check/browser_here.mjs";
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";

const { launch, overflows, seriousFindings, settled, sizes } = await import("../../web/check/browser.mjs");
const pictures = process.argv[3] === "--pictures" ? process.argv[4] : null;
const patience = Number(process.env.CURLEW_TEST_PATIENCE ?? 4);
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
async function until(what, condition) {
  for (let i = 0; i < 300 * patience; ++i) {
    const got = await condition();
    if (got) return got;
    await wait(100);
  }
  throw new Error(`${what} did not come`);
}

// A tenth of a second of silence, and a dot.
const samples = 800;
const sound = Buffer.alloc(44 + samples, 128);
sound.write("RIFF", 0);
sound.writeUInt32LE(36 + samples, 4);
sound.write("WAVEfmt ", 8);
sound.writeUInt32LE(16, 16);
for (const [at, value] of [[20, 1], [22, 1], [32, 1], [34, 8]]) sound.writeUInt16LE(value, at);
for (const at of [24, 28]) sound.writeUInt32LE(8000, at);
sound.write("data", 36);
sound.writeUInt32LE(samples, 40);
const dot = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==", "base64");

const poison = '<script>globalThis.ran=1</script><img src=x onerror="globalThis.ran=1"><svg onload="globalThis.ran=1"></svg>';
const story = `<!doctype html><html lang="en"><title>Storks return to the delta</title><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li></ul></nav><main><article>
<h1>Storks return to the delta</h1>
<p onclick="globalThis.ran=1">The first pair of white storks came back to the Evros delta on Sunday morning, <em>three weeks</em> earlier
than in any year since the <a href="/station">ringing station</a> was opened, and <strong>nobody was ready</strong> for them.</p>${poison}
<figure><img src="/storks.png" alt="Two storks on a nest" onerror="globalThis.ran=1"><figcaption>Photo: the warden</figcaption></figure>
<h2>What was seen from the tower</h2>
<p>The warden counted the birds from the wooden tower at the eastern lagoon, and wrote down what he saw that morning:</p>
<ul><li>two white storks on the old nest at the pumping house</li><li>eleven spoonbills, which had stayed all winter</li>
<li>a <a href="javascript:globalThis.ran=1">marsh harrier</a> over the reeds</li></ul>
<blockquote cite="javascript:globalThis.ran=1"><p>I have looked at this nest for thirty years, and I have never seen them here in February.</p></blockquote>
<p>For comparison the station publishes when the first bird was seen in each of the last years:</p>
<table><tr><th>Year</th><th>First bird</th></tr><tr><td>2024</td><td>18 March</td></tr><tr><td>2025</td><td>11 March</td></tr></table>
<p>The call of the birds, a clatter of their bills, was recorded by the warden on the same morning:</p>
<audio controls autoplay src="/clatter.wav" onplay="globalThis.ran=1"></audio>
<p>The next count is on Saturday, when the water will be lower and the eastern track can be walked again.</p>
</article></main><footer><p>All rights reserved</p></footer>`;

const asked = [];
const site = http.createServer((request, response) => {
  const where = request.url ?? "";
  const isBrowser = /Chrome/.test(request.headers["user-agent"] ?? "");
  if (isBrowser) asked.push(where);
  const say = (status, type, body) => response.writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(body) }).end(body);
  if (where === "/feed") {
    return say(200, "application/rss+xml", `<rss version="2.0"><channel><title>The delta</title><link>${base}/</link><item>
      <title>Storks return to the delta</title><guid>1</guid><link>${base}/storks</link><pubDate>${new Date().toUTCString()}</pubDate>
      <description>The first pair came back on Sunday.</description>
      <enclosure url="${base}/episode.wav" type="audio/wav" length="${sound.length}"/>
      <enclosure url="${base}/clatter.wav?from=feed" type="audio/wav" length="${sound.length}"/></item></channel></rss>`);
  }
  if (where === "/storks") return say(200, "text/html; charset=utf-8", story);
  if (where.endsWith(".wav")) return say(200, "audio/wav", sound);
  if (where.endsWith(".png") || where === "/x") return say(200, "image/png", dot);
  return say(404, "text/plain", "");
});
await new Promise((done) => site.listen(0, "127.0.0.1", done));
const base = `http://127.0.0.1:${site.address().port}`;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "curlew-pane-"));
const config = path.join(folder, "curlew.toml");
fs.writeFileSync(config, `[web]\nport = 0\n[log]\nlevel = "error"\n[fetch]\ncontact = "mailto:test@localhost"\nhost_delay = "50ms"\n` +
  `address_delay = "0s"\nallow_addresses = ["127.0.0.0/8"]\n[schedule]\ntick = "1s"\nmin_gap = "500ms"\n`);
const words = ["--config", config, "--data", path.join(folder, "data")];
execFileSync(process.argv[2], [...words, "user", "add", "maria", "--role", "admin", "--password-file", "-"], { input: "a long secret\n" });
const child = spawn(process.argv[2], [...words, "serve"], { stdio: ["ignore", "pipe", "inherit"] });
let said = "";
child.stdout.on("data", (part) => { said += part; });

let cookie = "", origin = "";
async function ask(method, where, body) {
  const response = await fetch(`${origin}/api/v1${where}`, { method, headers: { Cookie: cookie, Origin: origin, "X-Curlew-Request": "1",
    ...(body ? { "Content-Type": "application/json" } : {}) }, body: body && JSON.stringify(body) });
  const set = response.headers.get("set-cookie");
  if (set) cookie = set.split(";")[0];
  return response.json().catch(() => null);
}

function tellsAll(html, where) {
  for (const part of [`<a href="${base}/station" rel="noopener noreferrer">ringing station</a>`, "<em>three weeks</em>", "<strong>nobody was ready</strong>",
    "What was seen from the tower</h2>", "<ul><li>two white storks", "<li>a marsh harrier over the reeds</li>", "<blockquote><p>I have looked", "<td>11 March</td>", `${base}/storks.png`, "[Two storks on a nest]", `${base}/clatter.wav`]) {
    assert.ok(html.includes(part), `${where} lacks ${part}: ${html}`);
  }
  assert.ok(!/javascript:|onerror|onclick|onplay|<(script|img|svg|audio)|Home|All rights/.test(html), `${where}: ${html}`);
  assert.ok(html.indexOf("storks.png") < html.indexOf("What was seen") && html.indexOf("ringing") < html.indexOf("storks.png"), "the picture has lost its place");
}

async function inTheApi() {
  await ask("POST", "/session", { name: "maria", password: "a long secret" });
  await ask("POST", "/sources", { addresses: [`${base}/feed`], kind: "feed" });
  const row = await until("the page", async () => {
    const [first] = (await ask("GET", "/articles?limit=5"))?.items ?? [];
    const article = first && await ask("GET", `/articles/${first.id}`);
    return article?.text_from === "page" && article;
  });
  tellsAll(row.html, "the API");
  assert.ok(row.pictures.some((each) => each.url === `${base}/storks.png` && each.place === "text"), JSON.stringify(row.pictures));
  assert.ok(row.text.includes("\ntwo white storks on the old nest at the pumping house\neleven spoonbills"), row.text);
  const [source] = (await ask("GET", "/sources")).items;
  const atom = await (await fetch(`${origin}/sources/${source.id}/feed.atom`, { headers: { Cookie: cookie } })).text();
  tellsAll(atom.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&amp;/g, "&").replace(/^[^]*<content/, "").replace(/<\/content>[^]*/, ""), "Atom");
  return row.id;
}

async function inTheBrowser(browser, id) {
  const [name, value] = cookie.split("=");
  const open = async (size, colorScheme, locale) => {
    const context = await browser.newContext({ viewport: sizes[size], colorScheme, locale, baseURL: origin, reducedMotion: "reduce" });
    context.setDefaultTimeout(10_000 * patience);
    await context.addCookies([{ name, value, url: origin }]);
    const page = await context.newPage();
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    return page;
  };
  const errors = [];
  const page = await open("wide", "light", "en-GB");
  await page.goto(`/articles?open=${id}`);
  await settled(page);
  await page.locator(".text blockquote p").waitFor();
  for (const [selector, count] of [["ul > li", 3], ["blockquote", 1], ["table td", 4], ["em", 1], ["strong", 1], ["img", 0], ["audio", 0]]) {
    assert.equal(await page.locator(`.text ${selector}`).count(), count, selector);
  }
  assert.equal(await page.locator(".text a", { hasText: "ringing station" }).getAttribute("href"), `${base}/station`);
  assert.equal(await page.locator(".text figure").textContent(), "[Two storks on a nest] Photo: the warden ");
  assert.equal(await page.locator(".enclosures li").count(), 1, "a sound of the text is shown once more");
  await wait(500);
  assert.deepEqual(asked, [], "the browser asked before anybody wanted it");

  await page.locator(".enclosures").getByRole("button", { name: "Play" }).click();
  await until("the episode", () => asked.includes("/episode.wav"));
  await page.waitForFunction(() => document.querySelector(".enclosures audio")?.ended);
  assert.ok(!asked.includes("/clatter.wav"), "one was asked for and another came");
  await page.locator(".text").getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(() => document.querySelector(".text audio")?.ended);
  await page.getByRole("button", { name: "Show its pictures" }).click();
  await page.waitForFunction(() => [...document.querySelectorAll(".text .picture img")].some((each) => each.naturalWidth > 0));
  assert.ok(!asked.some((each) => each.endsWith(".png")), "the picture was not got for the reader");

  for (const size of ["wide", "phone"]) for (const look of ["light", "dark"]) for (const locale of ["en-GB", "el-GR"]) {
    const shown = await open(size, look, locale);
    await shown.goto(`/articles?open=${id}`);
    await settled(shown);
    await shown.locator(".text blockquote p").waitFor();
    errors.push(...await seriousFindings(shown), ...await overflows(shown));
    if (pictures) {
      for (const part of ["top", "end"]) {
        if (part === "end") await shown.locator(".enclosures").scrollIntoViewIfNeeded();
        await shown.screenshot({ path: path.join(pictures, `pane-${size}-${look}-${locale.slice(0, 2)}-${part}.png`) });
      }
    }
    await shown.context().close();
  }

  await page.goto("/settings/you");
  await page.getByRole("button", { name: "links only" }).click();
  await page.goto(`/articles?open=${id}`);
  await page.locator(`.enclosures a[href="${base}/episode.wav"]`).waitFor();
  assert.equal(await page.getByRole("button", { name: "Play" }).count(), 0);
  assert.equal(await page.evaluate(() => globalThis.ran), undefined, "it ran");
  assert.deepEqual(errors, []);
}

const browser = await launch();
let fault = null;
try {
  origin = await until("the port", () => /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]);
  await inTheBrowser(browser, await inTheApi());
} catch (error) {
  fault = error;
} finally {
  await browser.close();
  if (child.exitCode === null) await new Promise((done) => (child.on("exit", done), child.kill("SIGINT")));
  site.closeAllConnections();
  site.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
if (fault) console.error(fault);
process.exit(fault ? 1 : 0);
