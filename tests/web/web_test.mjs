// The application on the demo in Chromium: every view at two widths, and what people do.
//
//   node web_test.mjs CURLEW [--pictures FOLDER] [--only VIEW,FLOW] [--page proxy] [--demo URL --web URL]
//
// No console error, no serious finding of axe, nothing wider than the window, and all that
// the server answers is as its description says. --pictures makes pictures of every view, and
// CURLEW_UPDATE_DOCS=1 those of docs/page.md; with --only, these views and flows alone.
// --page proxy: the application as it is here, not as it is in the program (web/dev/proxy.mjs).
// --demo, --web: a demo that runs already, and its little web.
import "../../web/check/browser_here.mjs";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const web = path.join(here, "../../web");
const { launch, overflows, seriousFindings, settled, sizes } = await import("../../web/check/browser.mjs");
const { faultsOfExchange } = await import("../../web/check/openapi.mjs");

const [program, ...options] = process.argv.slice(2);
const option = (name) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
const patience = Number(process.env.CURLEW_TEST_PATIENCE ?? 4);
const faults = [];

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

async function startDemo() {
  if (option("--demo")) return { url: option("--demo"), little: option("--web"), stop: () => Promise.resolve() };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "curlew-web-"));
  const config = path.join(folder, "curlew.toml");
  fs.writeFileSync(config, "[web]\nport = 0\n");
  const child = spawn(program, ["--config", config, "demo"], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (part) => { said += part; });
  for (let i = 0; i < 600 * patience && !/see (http:\/\/\S+)\//.test(said); ++i) await wait(100);
  const url = /see (http:\/\/\S+?)\/ ;/.exec(said)?.[1];
  const little = /little web of (http:\/\/[^/]+)/.exec(said)?.[1];
  if (!url) throw new Error(`the demo does not start: ${said}`);
  const stop = () => new Promise((done) => {
    child.on("exit", () => (fs.rmSync(folder, { recursive: true, force: true }), done()));
    child.kill("SIGINT");
  });
  return { url, little, stop };
}

const asker = (url) => async (address) => {
  const answer = await fetch(`${url}/api/v1/${address}`);
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

// Until there is something to see of everything.
async function waitForNews(ask) {
  for (let i = 0; i < 120 * patience; ++i, await wait(1000)) {
    const documents = (await ask("sources?folder=Documents")).items;
    const page = documents.find((each) => each.kind === "page" && /xchange/.test(each.title + each.url));
    const data = documents.find((each) => each.kind === "data" && /weather/.test(each.url));
    const kept = async (each) => (each ? (await ask(`sources/${each.id}/versions`)).items.length : 0);
    const topics = (await ask("topics")).items;
    const clips = (await ask("clips")).items;
    const articles = (await ask("articles")).items;
    if (await kept(page) > 2 && await kept(data) > 1 && clips.length > 3 && articles.length > 60 &&
        topics.some((each) => each.phases.length > 3)) {
      return { page, data, topic: topics.find((each) => each.phases.length > 3), clips, articles,
        sources: (await ask("sources?limit=200")).items };
    }
  }
  throw new Error("the demo has no clips, versions or phases");
}

const viewsOf = ({ page, data, topic, clips, articles, sources }) => {
  const herald = sources.find((each) => /herald/i.test(each.url) && !each.problem) ?? sources[0];
  const ill = sources.find((each) => each.problem) ?? sources[0];
  return [["clips", `/clips?open=${clips[0].article}`], ["clips-list", "/clips"], ["articles", `/articles?open=${articles[0].id}`],
    ["search", "/articles?q=harbour"], ["sources", "/sources"], ["source", `/sources/${herald.id}`], ["visits", `/sources/${ill.id}?tab=visits`],
    ["source-settings", `/sources/${herald.id}?tab=settings`], ["problems", "/problems"], ["versions", `/sources/${page.id}/versions`],
    ["versions-marked", `/sources/${page.id}/versions?how=page`], ["versions-data", `/sources/${data.id}/versions`],
    ["part", `/sources/${page.id}/versions?tab=part`], ["topics", "/topics"], ["topic-new", "/topics?new=1"], ["topic", `/topics/${topic.id}`],
    ["topic-crawl", `/topics/${topic.id}?tab=crawl`], ["topic-threshold", `/topics/${topic.id}?tab=preview`], ["delay", "/delay"],
    ["operation", "/operation"], ["courtesy", "/operation?tab=courtesy"], ["lists", "/settings/lists"], ["you", "/settings/you"],
    ["programs", "/settings/tokens"], ["users", "/settings/users"],
    ["kept", "/settings/retention"]];
};

// A page that tells of every error, and of answers that are not as described.
async function open(browser, size, look, base, name) {
  const context = await browser.newContext({ viewport: sizes[size], colorScheme: look, reducedMotion: "reduce",
    locale: "en-GB", hasTouch: size === "phone", baseURL: base });
  context.setDefaultTimeout(10_000 * patience);
  const page = await context.newPage();
  const where = () => `${name} (${size}, ${look})`;
  const reading = new Set();
  page.on("pageerror", (error) => faults.push(`${where()}: ${error}`));
  page.on("console", (message) => {
    // An article that its reader mutes while it is opened is gone for him.
    // A mistake that is meant is refused.
    if (/422/.test(message.text()) && /mistakeAtItsPlace/.test(where())) return;
    const isMuted = /404/.test(message.text()) && /\/articles\/\d+$/.test(message.location().url) && /readMuteUndo/.test(where());
    if (message.type() === "error" && !isMuted) faults.push(`${where()}: ${message.text()} ${message.location().url}`);
  });
  page.on("response", (response) => {
    const url = response.url();
    if (!url.includes("/api/v1/") || !/json/.test(response.headers()["content-type"] ?? "")) return;
    const work = response.json().then((said) => faults.push(...faultsOfExchange({ method: response.request().method(), url,
      asked: response.request().postDataJSON?.() ?? undefined, status: response.status(), said }).slice(0, 3).map((each) => `${where()}: ${each}`)),
      () => undefined).finally(() => reading.delete(work));
    reading.add(work);
  });
  return { page, close: async () => {
    await Promise.all(reading);
    await context.close();
  } };
}

async function lookAt(browser, base, views) {
  for (const size of Object.keys(sizes)) for (const [name, address] of views) {
    const { page, close } = await open(browser, size, "light", base, name);
    await page.goto(address);
    await settled(page);
    for (const fault of [...await seriousFindings(page), ...await overflows(page)]) faults.push(`${name} (${size}): ${fault}`);
    await close();
  }
}

// From nothing to the first own clip, by clicks alone.
async function firstClip(page, size) {
  await page.goto("/settings/lists?list=new");
  await page.getByRole("textbox", { name: "Words" }).fill("harbour OR council OR market");
  await page.getByText(/in the last 30 days/).waitFor();
  await page.locator(".preview-row mark").first().waitFor();
  await page.getByRole("textbox", { name: "Name of the list" }).fill(`Town ${size}`);
  await page.getByRole("button", { name: "Make the list" }).click();
  await page.waitForURL(/list=\d+/);
  if (size === "phone") {
    await page.locator(".bar a", { hasText: "Clips" }).click();
    await page.getByRole("combobox", { name: "List" }).selectOption({ label: "Town phone" });
  } else {
    await page.locator(".rail a", { hasText: "Town" }).click();
  }
  await page.locator("li.item").first().waitFor({ timeout: 120_000 * patience });
  await page.locator("li.item a.item-link").first().click();
  await page.locator(".reading h1").waitFor();
  await page.locator(".evidence", { hasText: "Town" }).waitFor();
}

// What comes announces itself, and nothing moves until it is asked for: neither while the list
// loads nor while more arrives (layout-shift of the Layout Instability API).
const newsWaits = (address) => async (page) => {
  await page.addInitScript(() => {
    globalThis.shifts = 0;
    globalThis.moved = [];
    new PerformanceObserver((list) => {
      for (const each of list.getEntries()) {
        globalThis.shifts += each.value;
        globalThis.moved.push(...each.sources.map((source) => `${source.node?.nodeName} ${source.node?.className ?? ""}`));
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const shifts = () => page.evaluate(() => globalThis.shifts);
  const moved = () => page.evaluate(() => `something moved: ${globalThis.moved.slice(0, 6).join(", ")}`);
  await page.goto(address);
  await page.locator("li.item").first().waitFor();
  await page.waitForFunction(() => document.querySelector(".live.fresh"));
  const before = await shifts();
  if (before > 0.02) throw new Error(`while it loads, ${before.toFixed(3)}: ${await moved()}`);
  const first = await page.locator("li.item").first().getAttribute("data-id");
  await page.getByRole("button", { name: / new/ }).waitFor({ timeout: 120_000 * patience });
  assert.equal(await page.locator("li.item").first().getAttribute("data-id"), first);
  assert.equal(await shifts(), before, await moved());
  await page.getByRole("button", { name: / new/ }).click();
  await page.waitForFunction((was) => document.querySelector("li.item").dataset.id !== was, first);
};

async function readMuteUndo(page, size) {
  await page.goto("/articles");
  await page.locator("li.item").first().waitFor();
  // Beside the list what is chosen is shown; over it, what is opened.
  for (const key of size === "phone" ? ["j", "Enter"] : ["j"]) await page.keyboard.press(key);
  await page.locator(".reading h1").waitFor();
  const id = new URL(page.url()).searchParams.get("open");
  await page.waitForFunction((row) => !document.querySelector(`li[data-id="${row}"].unread`), id);
  await page.keyboard.press("s");
  await page.locator(`li[data-id="${id}"] .starred`).waitFor({ state: "attached" });
  await page.keyboard.press("x");
  await page.locator(`li[data-id="${id}"]`).waitFor({ state: "detached" });
  await page.keyboard.press("z");
  await page.locator(`li[data-id="${id}"]`).waitFor();
}

// What was muted is shown where it is asked for, and can be shown again.
async function showTheMutedAgain(page) {
  await page.goto("/articles");
  const row = page.locator("li.item").nth(3);
  await row.waitFor();
  const id = await row.getAttribute("data-id");
  const shown = () => page.locator(`li[data-id="${id}"]`);
  await page.goto(`/articles?open=${id}`);
  await page.locator(".pane-bar").getByRole("button", { name: "Mute" }).click();
  await page.locator(".toast", { hasText: "Muted" }).waitFor();
  await page.goto(`/articles?show=muted&open=${id}`);
  await page.locator(".reading h1").waitFor();
  await shown().waitFor();
  await page.locator(".pane-bar").getByRole("button", { name: "Show it again" }).click();
  await shown().waitFor({ state: "detached" });
  await page.goto("/articles");
  await shown().waitFor();
}

// What robots.txt forbids was not asked for, and did not fail; each cause has a cure.
const passedOver = (forbidden) => async (page) => {
  await page.goto(`/sources/${forbidden.id}?tab=visits`);
  await page.locator(".state.paused", { hasText: "passed over: forbidden by robots.txt" }).first().waitFor();
  await page.goto("/problems");
  await page.locator(".problem").first().waitFor();
  for (const cures of await page.locator(".problem-sources li").all()) assert.ok(await cures.locator("button").count() > 0, await cures.textContent());
};

// A login is given without being shown, looked at before it is saved, and told as what became of it.
const loginOfASource = (source) => async (page) => {
  const settings = `/sources/${source.id}?tab=settings`;
  await page.goto(settings);
  await page.getByLabel("Name to log in by").fill("maria");
  await page.getByLabel("Password", { exact: true }).fill("harbour");
  await page.getByRole("button", { name: "Show what it would bring so" }).click();
  await page.locator(".settings-preview .found-items li").first().waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".toast", { hasText: "Saved" }).waitFor();
  await page.getByText(/maria:\*+/).waitFor();
  await page.getByText(/^(Not tried yet|Accepted)/).waitFor();
  for (let i = 0; i < 30 * patience && await page.getByText(/^Accepted/).count() === 0; ++i, await wait(1000)) await page.goto(settings);
  await page.getByText(/^Accepted/).waitFor();
  // With the login that it has, of which the page knows nothing.
  await page.getByRole("button", { name: "Show what it would bring so" }).click();
  await page.locator(".settings-preview .found-items li").first().waitFor();
  await page.getByLabel("Take it away").check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("It needs none.").waitFor();
};

// The slider is tried on real articles, kept, and taken back.
const keepThreshold = (id) => async (page) => {
  await page.goto(`/topics/${id}?tab=preview`);
  const slider = page.getByRole("slider");
  await slider.waitFor();
  const keep = page.getByRole("button", { name: "Keep this threshold" });
  assert.ok(await keep.isDisabled(), "there is nothing to keep yet");
  await slider.focus();
  await page.keyboard.press("End");
  await keep.click();
  await page.locator(".toast", { hasText: "Kept" }).waitFor();
  await page.getByRole("button", { name: "As learned again" }).click();
  await page.getByRole("button", { name: "As learned again" }).waitFor({ state: "detached" });
};

// What a topic would accept is shown before it is made.
async function previewTopic(page) {
  await page.goto("/topics?new=1");
  await page.getByRole("textbox", { name: "Name" }).fill("Council");
  await page.getByRole("textbox", { name: /Examples/ }).fill("The town council voted on the budget of the schools.\n" +
    "The mayor and the council decided about the harbour.\nA narrow majority of the council backs the new library.");
  await page.locator(".preview .judged li").first().waitFor();
}

// What is visited meanwhile is seen in its row, and every row stays where it is.
const tableIsLive = (feed) => async (page) => {
  await page.goto("/sources?sort=next_due");
  await page.locator("tbody tr").first().waitFor();
  await page.waitForFunction(() => document.querySelector(".live.fresh"));
  const order = () => page.locator("tbody tr").evaluateAll((all) => all.map((each) => each.dataset.id));
  const before = await order();
  await page.evaluate(() => {
    globalThis.due = () => [...document.querySelectorAll("tbody tr")].map((row) => row.children[3].title).join();
    globalThis.was = globalThis.due();
  });
  await page.waitForFunction(() => globalThis.due() !== globalThis.was, undefined, { timeout: 60_000 * patience });
  assert.deepEqual(await order(), before);
  // Visits that come wait to be asked for.
  await page.goto(`/sources/${feed}?tab=visits`);
  const first = page.locator(".visit-rows tbody tr").first();
  await first.waitFor();
  const rows = await page.locator(".visit-rows tbody tr").count();
  await page.getByRole("button", { name: / new/ }).waitFor({ timeout: 60_000 * patience });
  assert.equal(await page.locator(".visit-rows tbody tr").count(), rows);
  await page.getByRole("button", { name: / new/ }).click();
  await page.waitForFunction((count) => document.querySelectorAll(".visit-rows tbody tr").length > count, rows);
};

// The mistake of a query is shown at its place.
async function mistakeAtItsPlace(page) {
  await page.goto("/settings/lists?list=new");
  await page.getByRole("textbox", { name: "Words" }).fill("harbour\nthe (council");
  const mistake = page.getByRole("alert").filter({ hasText: "the parenthesis is not closed" });
  await mistake.waitFor();
  assert.equal(await mistake.locator("code").textContent(), "the (council");
  assert.equal(await mistake.locator("mark").textContent(), "(");
}

async function pauseAndUndo(page) {
  await page.goto("/sources");
  await page.locator("tbody .tick input").nth(1).check();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.locator(".toast", { hasText: "1 paused" }).waitFor();
  await page.locator(".toast button").click();
  await page.waitForFunction(() => !document.querySelector("tbody .state.paused"));
}

const addByFrontPage = (little) => async (page) => {
  const { port } = new URL(little);
  await page.goto("/sources?add=1");
  await page.getByRole("textbox", { name: /Address/ }).fill(`http://meridian.localhost:${port}/`);
  await page.keyboard.press("Enter");
  await page.locator(".found").first().waitFor({ timeout: 30_000 * patience });
  await page.locator(".found", { hasText: /robots\.txt/ }).first().waitFor();
};

// What has no feed: its page and a data document, with what they would begin with.
const watchForChanges = (little) => async (page, size) => {
  // Another than that of addByFrontPage, as its site knows it, and new at each width.
  const front = `http://meridian.localhost:${new URL(little).port}/?edition=${size}`;
  await page.goto("/sources?add=1");
  const field = page.getByRole("textbox", { name: /Address/ });
  await field.fill(front);
  await field.press("Enter");
  await page.locator(".found").first().waitFor({ timeout: 30_000 * patience });
  await page.getByRole("button", { name: "A page, for changes" }).click();
  await page.locator(".first-version li").nth(3).waitFor({ timeout: 30_000 * patience });
  await page.locator(".found", { hasText: /robots\.txt allows/ }).waitFor();
  await page.getByRole("button", { name: "Watch", exact: true }).click();
  await page.waitForURL(/\/sources\/\d+$/);
  await page.getByRole("link", { name: "Versions" }).waitFor();
  // A page is no data, and is said to be none.
  await page.goto("/sources?add=1");
  await field.fill(front);
  await field.press("Enter");
  await page.locator(".found").first().waitFor({ timeout: 30_000 * patience });
  await page.getByRole("button", { name: /^Data/ }).click();
  await page.locator(".found .failing", { hasText: /is a page, not data/ }).waitFor({ timeout: 30_000 * patience });
};

const compareVersions = (id) => async (page) => {
  await page.goto(`/sources/${id}/versions`);
  await page.locator(".diff").waitFor();
  assert.doesNotMatch(await page.locator(".diff").textContent(), /\d [.,]|[.,] \d/, "a price is one number");
  await page.getByRole("link", { name: "On the page" }).click();
  await page.locator(".marked-page").waitFor();
  await page.goto(`/sources/${id}/versions?tab=part`);
  await page.locator(".outline button").nth(2).click();
  await page.locator(".preview h2", { hasText: "1 element" }).waitFor();
};

// What is kept is chosen, holds, and is taken back.
async function keepForAYear(page) {
  await page.goto("/settings/retention");
  await page.getByRole("combobox", { name: "Keep articles" }).selectOption({ label: "365 days" });
  await page.getByText("No article is older than that.").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".toast", { hasText: "Saved" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "As configured again" }).click();
  await page.getByRole("button", { name: "As configured again" }).waitFor({ state: "detached" });
}

// Also what crawls of topics ask for is asked of a host.
async function courtesyNamesHosts(page) {
  await page.goto("/operation?tab=courtesy");
  await page.locator("tbody tr").nth(20).waitFor();
  const hosts = await page.locator("tbody td:first-child").allTextContents();
  assert.ok(hosts.every((each) => each.includes(".localhost")), hosts.join(" "));
  assert.ok(!hosts.includes(""));
  // What is taken away is all of it, not what is shown, with the robots.txt in force.
  let asked = 0;
  await page.route(/courtesy\?.*limit=1000/, (route) => {
    asked += 1;
    return route.continue({ url: route.request().url().replace("limit=1000", "limit=10") });
  });
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export as CSV" }).click()]);
  const [head, ...rows] = (fs.readFileSync(await file.path(), "utf8")).trim().split("\n");
  assert.ok(head.includes("robots_read,robots_fingerprint,robots_crawl_delay_s"), head);
  assert.ok(asked > 2 && rows.length >= hosts.length && new Set(rows).size === rows.length, `${rows.length} of ${hosts.length}`);
  const dates = rows.filter((row) => /,\d{4}-\d\d-\d\dT[^,]*,[0-9a-f]{16},/.test(row));
  assert.ok(dates.length > 0, rows[0]);
}

// Those of docs/page.md.
const shown = ["clips", "articles", "sources", "source", "versions", "topic-threshold"];

// Each at both widths, light and dark: NAME-wide-light.png and so on.
async function pictures(browser, base, views, folder) {
  for (const [name, address] of views) for (const size of Object.keys(sizes)) for (const look of ["light", "dark"]) {
    const { page, close } = await open(browser, size, look, base, name);
    await page.goto(address);
    await settled(page);
    await wait(300);
    await page.screenshot({ path: path.join(folder, `${name}-${size}-${look}.png`) });
    await close();
  }
}

const demo = await startDemo();
const browser = await launch();
try {
  const base = option("--page") === "proxy"
    ? (await (await import("../../web/dev/proxy.mjs")).startProxy({ target: demo.url })).url : demo.url;
  const seen = await waitForNews(asker(demo.url));
  const only = option("--only")?.split(",");
  const views = viewsOf(seen).filter(([name]) => !only || only.includes(name));
  const herald = seen.sources.find((each) => /herald/i.test(each.url) && !each.problem);
  const forbidden = seen.sources.find((each) => each.problem?.code === "robots-denied");
  const flows = { showTheMutedAgain, passedOver: passedOver(forbidden), loginOfASource: loginOfASource(herald), firstClip, newsWaits: newsWaits("/articles"), clipsWait: newsWaits("/clips"), keepThreshold: keepThreshold(seen.topic.id), previewTopic, readMuteUndo, tableIsLive: tableIsLive(seen.sources.find((each) => each.kind === "feed" && !each.problem).id), mistakeAtItsPlace, keepForAYear, courtesyNamesHosts, pauseAndUndo, addByFrontPage: addByFrontPage(demo.little), watchForChanges: watchForChanges(demo.little), compareVersions: compareVersions(seen.page.id) };
  const chosen = Object.entries(flows).filter(([each]) => !only || only.includes(each));
  for (const size of Object.keys(sizes)) for (const [name, run] of chosen) {
    const { page, close } = await open(browser, size, "light", base, name);
    await run(page, size).catch(async (error) => {
      faults.push(`${name} (${size}): ${error.message}`);
      if (option("--pictures")) await page.screenshot({ path: path.join(option("--pictures"), `failed-${name}-${size}.png`) });
    });
    await close();
  }
  if (option("--pictures")) await pictures(browser, base, views, option("--pictures"));
  if (process.env.CURLEW_UPDATE_DOCS) {
    await pictures(browser, base, views.filter(([name]) => shown.includes(name)), path.join(here, "../../docs/images/page"));
  }
  await lookAt(browser, base, views);
  console.log(`${views.length} views at two widths, ${Object.keys(flows).length} flows, ${faults.length} faults`);
} finally {
  await browser.close();
  await demo.stop();
}
for (const fault of new Set(faults)) console.error(fault);
process.exit(faults.length ? 1 : 0);
