// What people do, once each in Chromium on the mock: check.mjs runs all, or those named.
import assert from "node:assert/strict";
import { bundle } from "../build.mjs";
import { startMock } from "../dev/server.mjs";
import { launch, seriousFindings, sizes } from "./browser.mjs";
import { troubleFlows } from "./trouble_flows.mjs";

const rows = (page) => page.locator("li.item");
const toast = (page) => page.locator(".toast").last();
const at = (page) => new URL(page.url()).pathname + new URL(page.url()).search;
const goes = (page, where) => page.waitForFunction((wanted) =>
  (location.pathname + location.search).startsWith(wanted), where);
const opened = (page) => page.locator(".pane .reading h1");

// How far things moved by themselves since the page was opened.
const watchShifts = (page) => page.addInitScript(() => {
  globalThis.shifts = 0;
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) globalThis.shifts += each.value;
  }).observe({ type: "layout-shift", buffered: true });
});

export const flows = {
  ...troubleFlows,

  async muteAndUndo(page) {
    await page.goto("/articles");
    const first = await rows(page).first().getAttribute("data-id");
    await page.keyboard.press("j");
    await opened(page).waitFor();
    await page.keyboard.press("x");
    await page.locator(`li[data-id="${first}"]`).waitFor({ state: "detached" });
    await page.keyboard.press("z");
    await page.locator(`li[data-id="${first}"]`).waitFor();
  },

  // Without keys, too: by a click, and on a phone.
  async muteByClick(page, { world }) {
    await page.goto("/articles");
    const first = await rows(page).first().getAttribute("data-id");
    await page.locator(`li[data-id="${first}"] a.item-link`).click();
    await opened(page).waitFor();
    await page.locator(".pane-bar").getByRole("button", { name: "Mute" }).click();
    await page.locator(`li[data-id="${first}"]`).waitFor({ state: "detached" });
    const isMuted = () => world.articles.find((row) => row.id === Number(first)).muted;
    for (let i = 0; i < 40 && !isMuted(); ++i) await page.waitForTimeout(50);
    assert.ok(isMuted());
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await page.locator(`li[data-id="${first}"]`).waitFor();
  },

  // What was muted can be looked at, and be shown again.
  async showTheMutedAgain(page, { world }) {
    await page.goto("/articles");
    const first = await rows(page).first().getAttribute("data-id");
    await page.keyboard.press("j");
    await opened(page).waitFor();
    await page.keyboard.press("x");
    await page.locator(`li[data-id="${first}"]`).waitFor({ state: "detached" });
    await page.goto(`/articles?show=muted&open=${first}`);
    await opened(page).waitFor();
    assert.equal(await rows(page).count(), 1);
    await page.locator(".pane-bar").getByRole("button", { name: "Show it again" }).click();
    await page.locator(`li[data-id="${first}"]`).waitFor({ state: "detached" });
    assert.equal(world.articles.find((row) => row.id === Number(first)).muted, false);
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await page.locator(`li[data-id="${first}"]`).hover();
    await page.locator(`li[data-id="${first}"]`).getByRole("button", { name: "Show it again" }).click();
    await page.goto("/clips?show=muted");
    await page.getByText("Nothing here").waitFor();
    await page.goto("/articles");
    await page.locator(`li[data-id="${first}"]`).waitFor();
  },

  // Strangers' words run the way that they are written.
  async readsFromTheRight(page, { world }) {
    const right = { title: "مجلس المدينة يوافق على الميزانية", excerpt: "وافق مجلس المدينة اليوم على ميزانية العام المقبل.", source_title: "جريدة الميناء", language: "ar" };
    Object.assign(world.articles[0], right);
    Object.assign(world.sources[0], { title: right.source_title, folder: "חדשות" });
    const way = (which) => page.locator(which).first().evaluate((node) => getComputedStyle(node).direction);
    await page.goto(`/articles?open=${world.articles[0].id}`);
    await opened(page).waitFor();
    for (const which of [".item-title", ".item-text", ".item-line span", ".reading h1", ".reading .above a"]) assert.equal(await way(which), "rtl", which);
    assert.equal(await way(".reading .text > p"), "rtl");
    assert.equal(await way(".reading .text > h2"), "ltr", "each block by its own letters");
    assert.equal(await page.locator(".item-title").first().getAttribute("lang"), "ar");
    assert.equal(await page.locator(".item-title").nth(1).evaluate((node) => getComputedStyle(node).direction), "ltr");
    await page.goto("/sources?q=" + encodeURIComponent(right.source_title));
    for (const which of ["tbody a.row-link", "tbody .folder-tag"]) assert.equal(await way(which), "rtl", which);
    await page.goto("/sources/1");
    assert.equal(await way("h1"), "rtl");
  },

  // Visits that keep to robots.txt are no failures.
  async passedOver(page) {
    await page.goto("/sources/21?tab=visits");
    await page.locator(".state.paused", { hasText: "passed over: forbidden by robots.txt" }).first().waitFor();
    await page.goto("/sources/21");
    await page.locator(".visit-line circle.passed").first().waitFor({ state: "attached" });
    await page.locator(".legend", { hasText: "passed over" }).waitFor();
  },

  // What a source logs in by: masked, tried or not, and given anew without being shown.
  async loginOfASource(page) {
    await page.goto("/sources/2?tab=settings");
    await page.getByText("Not tried yet").waitFor();
    await page.getByText("maria:***").waitFor();
    await page.getByRole("combobox", { name: "Log in by" }).selectOption({ label: "a header, such as a cookie" });
    const value = page.getByLabel("Its value");
    assert.equal(await value.getAttribute("type"), "password");
    await value.fill("id=7");
    const look = page.waitForRequest(/sources\/check$/);
    await page.getByRole("button", { name: "Show what it would bring so" }).click();
    assert.deepEqual((await look).postDataJSON(), { source: 2, user: "", bearer: "", headers: { Cookie: "id=7" } });
    await page.getByLabel("Every user sees it").uncheck();
    const change = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByRole("button", { name: "Save" }).click();
    assert.deepEqual((await change).postDataJSON(), { shared: false, user: "", bearer: "", headers: { Cookie: "id=7" } });
    await toast(page).getByText("Saved").waitFor();
    assert.equal(await page.getByLabel("Password", { exact: true }).inputValue(), "");
    await page.goto("/sources/3?tab=settings");
    await page.getByText(/^Accepted/).waitFor();
    assert.equal(await page.getByText("It takes the place of all of these").count(), 0);
    await page.getByLabel("Take it away").check();
    const away = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByRole("button", { name: "Save" }).click();
    assert.deepEqual((await away).postDataJSON(), { user: "", bearer: "", headers: {} });
    await toast(page).getByText("Saved").waitFor();
    await page.route(/api\/v1\/sources\/2(\?|$)/, async (route) => {
      const response = await route.fetch();
      const said = await response.json();
      await route.fulfill({ response, json: { ...said, request: { ...said.request, user: "", headers: { Cookie: "***", "X-Key": "***" } } } });
    });
    await page.goto("/sources/2?tab=settings");
    await page.getByText("It takes the place of all of these").waitFor();
    await value.fill("left");
    await page.getByLabel("Take it away").check();
    await page.getByLabel("Take it away").uncheck();
    assert.equal(await value.inputValue(), "", "what is not sent does not stand there");
  },

  // Of a source that others see, too, a user has title and folder for himself.
  async titleOfASharedSource(page) {
    await page.goto("/sources/5?tab=settings");
    await page.getByText("It is shared").waitFor();
    assert.ok(await page.getByLabel("Address").isDisabled());
    assert.ok(await page.getByRole("button", { name: "Show what it would bring so" }).isDisabled());
    await page.getByLabel("Folder").fill("Mine");
    const change = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByRole("button", { name: "Save" }).click();
    assert.deepEqual((await change).postDataJSON(), { folder: "Mine" });
  },

  // A list that was asked for before an article was opened, and comes after, shows it as read.
  async openedIsRead(page, { world }) {
    const { id } = world.articles.find((row) => !row.read && !row.muted);
    await page.route("**/api/v1/articles", async (route) => {
      const response = await route.fetch();
      const said = await response.json();
      said.items.find((row) => row.id === id).read = false;
      await new Promise((done) => setTimeout(done, 1_500));
      await route.fulfill({ response, json: said });
    });
    await page.goto(`/articles?open=${id}`);
    await rows(page).first().waitFor();
    await page.waitForTimeout(300);
    assert.equal(await page.locator(`li[data-id="${id}"].unread`).count(), 0);
  },

  // Whatever levels a stranger chose, headings lead from one to the next.
  async headingsOfAText(page) {
    await page.route("**/api/v1/articles/1000**", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...await response.json(),
        html: '<h4>First</h4><p data-level="script">text</p><h6>Below it</h6><h5>Beside it</h5><h1>Second</h1><h2>Below that</h2>' } });
    });
    await page.goto("/articles?open=1000");
    await page.locator(".text h2").first().waitFor();
    assert.deepEqual(await page.locator(".text").locator("h1, h2, h3, h4, h5, h6").evaluateAll((all) =>
      all.map((each) => `${each.tagName} ${each.textContent}`)), ["H2 First", "H3 Below it", "H3 Beside it", "H2 Second", "H3 Below that"]);
    assert.equal(await page.locator(".text p").textContent(), "text");
    assert.deepEqual(await seriousFindings(page), []);
  },

  async picturesByChoice(page, { world }) {
    const { id } = world.articles.find((row) => row.id % 4 === 0 && !row.muted);
    await page.goto(`/articles?open=${id}`);
    await page.locator(".text a[href='https://pictures.example/harbour.png']").waitFor();
    assert.equal(await page.locator(".text img").count(), 0, "nothing is got unless one asks for it");
    await page.getByRole("button", { name: "Show its picture" }).click();
    await page.waitForFunction(() => document.querySelector(".text .picture img")?.naturalWidth > 0);
    assert.match(await page.locator(".text .picture img").getAttribute("src"), /^\/api\/v1\/articles\/\d+\/pictures\/0$/);
    await page.goto("/settings/you");
    await page.getByRole("button", { name: "as links" }).click();
    await page.goto(`/articles?open=${id}`);
    await page.locator(".text a[href='https://pictures.example/harbour.png']").waitFor();
    assert.equal(await page.locator(".text img").count(), 0);
  },

  async keepForAYear(page, { world }) {
    await page.goto("/settings/retention");
    await page.getByRole("combobox", { name: "Keep articles" }).selectOption({ label: "365 days" });
    await page.getByText("35 articles older than that will be forgotten").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await toast(page).getByText("Saved").waitFor();
    assert.equal(world.keeping.articles_for_s, 365 * 86400);
    await page.getByRole("button", { name: "As configured again" }).click();
    await page.getByRole("button", { name: "As configured again" }).waitFor({ state: "detached" });
    assert.equal(world.keeping, null);
  },

  // What changed reads as it stood there: no space is added, and a number is one.
  async numbersAreWhole(page) {
    await page.goto("/sources/4/versions?how=unified");
    const block = page.locator(".block", { hasText: "The fee is" });
    await block.waitFor();
    assert.equal(await block.locator("p").textContent(), "The fee is 80.34 83.18 euros.");
    assert.equal(await block.locator("del").textContent(), "80.34");
    await page.goto("/sources/4/versions?how=page");
    await page.getByText("The fee is 83.18 euros.").waitFor();
    await page.getByText("Visitors today: 1,377").waitFor();
  },

  async settingsArePreviewed(page) {
    await page.goto("/sources/1?tab=settings");
    await page.getByRole("button", { name: "Show what it would bring so" }).click();
    await page.locator(".settings-preview .found-items li").first().waitFor();
  },

  async readAllAndUndo(page, { world }) {
    await page.goto("/clips");
    await rows(page).first().waitFor();
    const before = await page.locator("li.item.unread").count();
    assert.ok(before > 3);
    await page.keyboard.press("A");
    await page.waitForFunction(() => !document.querySelector("li.item.unread"));
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction((count) => document.querySelectorAll("li.item.unread").length === count, before);
    assert.ok(world.articles.some((row) => !row.read));
  },

  async keys(page, { world }) {
    await page.goto("/articles");
    await rows(page).first().waitFor();
    await page.keyboard.press("j");
    await opened(page).waitFor();
    const first = at(page);
    await page.keyboard.press("j");
    await page.waitForFunction((was) => location.pathname + location.search !== was, first);
    await page.keyboard.press("k");
    await goes(page, first);
    const id = Number(new URL(page.url()).searchParams.get("open"));
    const article = () => world.articles.find((row) => row.id === id);
    await page.waitForFunction((row) => !document.querySelector(`li[data-id="${row}"].unread`), id);
    await page.keyboard.press("m");
    await page.locator(`li[data-id="${id}"].unread`).waitFor();
    const was = article().starred;
    await page.keyboard.press("s");
    await page.waitForTimeout(100);
    assert.equal(article().starred, !was);
    const [tab] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("v")]);
    await tab.close();
    await page.keyboard.press("Escape");
    assert.equal(at(page), "/articles");
    await page.keyboard.press("/");
    assert.equal(await page.evaluate(() => document.activeElement.type), "search");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.locator("dialog[open] kbd").first().waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    for (const [key, where] of [["c", "/clips"], ["s", "/sources"], ["t", "/topics"], ["d", "/delay"], ["p", "/problems"], ["a", "/articles"]]) {
      await page.keyboard.press("g");
      await page.keyboard.press(key);
      await goes(page, where);
    }
    await page.keyboard.press("a");
    await goes(page, "/sources?add=1");
    await page.waitForFunction(() => document.activeElement.tagName === "TEXTAREA");
  },

  async bulkActions(page, { world }) {
    await page.clock.install();
    await page.goto("/sources");
    const boxes = page.locator("tbody .tick input");
    await boxes.first().waitFor();
    const names = await page.locator("tbody a.row-link").allTextContents();
    const paused = () => world.sources.filter((row) => row.state === "paused").length;
    const before = paused();
    for (const i of [0, 1, 2]) await boxes.nth(i).check();
    await page.getByRole("button", { name: "Pause" }).click();
    await toast(page).getByText("3 paused").waitFor();
    assert.equal(paused(), before + 3);
    await page.keyboard.press("z");
    await page.waitForTimeout(300);
    assert.equal(paused(), before);
    const all = world.sources.length;
    for (const i of [0, 1, 2]) await boxes.nth(i).check();
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByText(names[0], { exact: true }).waitFor({ state: "detached" });
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await page.getByText(names[0], { exact: true }).waitFor();
    await page.clock.fastForward(9000);
    assert.equal(world.sources.length, all);
    await boxes.nth(0).check();
    await page.getByRole("button", { name: "Remove" }).click();
    await toast(page).getByText("1 removed").waitFor();
    assert.equal(world.sources.length, all, "there is a way back yet");
    await page.clock.fastForward(9000);
    await page.waitForTimeout(300);
    assert.equal(world.sources.length, all - 1);
  },

  // Each column sorts, by click and by key; rows are chosen by keys and with Shift; nothing
  // is pushed aside by what can be done with them.
  async sourceTable(page) {
    await page.goto("/sources");
    const names = () => page.locator("tbody a.row-link").allTextContents();
    await page.locator("tbody tr").first().waitFor();
    for (const [name, sort, direction] of [["Last new", "last_new", "descending"], ["Next visit", "next_due", "ascending"],
      ["A week", "per_week", "descending"], ["Delay", "delay", "descending"], ["Failures", "failures", "descending"], ["Title", null, "ascending"]]) {
      const before = await names();
      await page.getByRole("columnheader", { name }).getByRole("link").focus();
      await page.keyboard.press("Enter");
      await page.waitForFunction((wanted) => new URLSearchParams(location.search).get("sort") === wanted, sort);
      await page.waitForFunction((was) => JSON.stringify([...document.querySelectorAll("tbody a.row-link")].map((each) => each.textContent)) !== was, JSON.stringify(before));
      assert.equal(await page.locator("th[aria-sort]").count(), 1);
      assert.equal(await page.getByRole("columnheader", { name }).getAttribute("aria-sort"), direction);
    }
    await page.getByRole("columnheader", { name: "A week" }).getByRole("link").click();
    await page.locator("th[aria-sort]", { hasText: "A week" }).waitFor();
    const weeks = (await page.locator("tbody td:nth-child(6)").allTextContents()).map(Number);
    assert.deepEqual(weeks, [...weeks].sort((a, b) => b - a));
    await page.getByRole("columnheader", { name: "Title" }).getByRole("link").click();
    const tops = () => page.locator("tbody tr").evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().top)));
    const before = await tops();
    const boxes = page.locator("tbody .tick input");
    await boxes.nth(2).click();
    await page.getByText("1 chosen").waitFor();
    assert.deepEqual(await tops(), before, "the rows keep their places");
    await boxes.nth(6).click({ modifiers: ["Shift"] });
    await page.getByText("5 chosen").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.getByText("6 chosen").waitFor();
    for (let i = 0; i < 3; ++i) await page.keyboard.press("j");
    await page.keyboard.press("X");
    await page.getByText("9 chosen").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("9 chosen").waitFor({ state: "detached" });
    assert.equal(await page.locator("tbody .tick input:checked").count(), 0);
  },

  // On a phone nothing runs under the boxes, and what can be done with those chosen is one line.
  chooseOnAPhone: Object.assign(async (page, { world }) => {
    Object.assign(world.sources[12], { title: "A title of considerable length about harbours and ferries ".repeat(3) });
    await page.goto("/sources?state=problem");
    const row = page.locator("tbody tr", { has: page.locator(".reason") });
    await row.first().waitFor();
    const tops = () => page.locator("tbody tr").evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
    const under = await page.locator("tbody tr").evaluateAll((all) => all.filter((each) => {
      const box = each.querySelector(".tick label").getBoundingClientRect();
      return [...each.querySelectorAll(".row-link, .reason, .folder-tag, td.number")].some((node) =>
        [...node.getClientRects()].some((one) => one.right > box.left + 1 && one.bottom > box.top && one.top < box.bottom));
    }).length);
    assert.equal(under, 0, "text under the boxes");
    const before = await tops();
    const plain = await row.nth(1).evaluate((node) => getComputedStyle(node).backgroundColor);
    for (const i of [0, 1, 2]) await page.locator("tbody .tick label").nth(i).click();
    await page.getByText("3 chosen").waitFor();
    assert.deepEqual(await tops(), before, "the rows keep their places");
    assert.notEqual(await row.nth(1).evaluate((node) => getComputedStyle(node).backgroundColor), plain);
    await page.locator("tbody tr").last().scrollIntoViewIfNeeded();
    for (const name of ["Clear", "Visit now", "Pause", "Resume", "Move to folder…", "Remove"]) {
      const box = await page.getByRole("toolbar").getByRole("button", { name }).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y < 60, `${name} is at ${JSON.stringify(box)}`);
      assert.ok(box.width >= 44 && box.height >= 44, `${name} is as large as a finger`);
    }
    assert.deepEqual(await seriousFindings(page), []);
  }, { size: "phone" }),

  // Of very many an address cannot make the page read all for an order that it would reckon.
  async orderOfVeryMany(page, { world }) {
    const of = (i) => ({ ...world.sources[i % 48], id: 1000 + i, title: `Source ${i}` });
    world.sources.push(...Array.from({ length: 900 }, (_, i) => of(i)));
    let total = 5_000;
    await page.route("**/api/v1/folders", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...await response.json(), total } });
    });
    const asked = [];
    page.on("request", (request) => { if (/v1\/sources\?/.test(request.url())) asked.push(request.url()); });
    await page.goto("/sources?sort=delay");
    await page.locator("tbody tr").first().waitFor();
    await page.waitForTimeout(600);
    assert.equal(asked.length, 1);
    assert.equal(await page.getByRole("columnheader", { name: "Title" }).getAttribute("aria-sort"), "ascending");
    assert.equal(await page.getByRole("columnheader", { name: "Delay" }).getByRole("link").count(), 0);
    total = 948;
    await page.reload();
    await page.waitForFunction((all) => document.querySelectorAll("tbody tr").length === all, total);
  },

  // What happens is seen in the row, which stays where it is; visits wait to be asked for.
  async sourcesAreLive(page, { visit }) {
    await page.clock.install();
    await page.goto("/sources?sort=last_new");
    await page.waitForFunction(() => document.querySelector(".live.fresh"));
    const row = page.locator("tbody tr").nth(7);
    const id = Number(await row.getAttribute("data-id"));
    const order = () => page.locator("tbody tr").evaluateAll((all) => all.map((each) => each.dataset.id));
    const before = await order();
    assert.doesNotMatch(await row.locator("td").nth(2).textContent(), /just now/);
    visit(id);
    await page.waitForTimeout(200);
    await page.clock.fastForward(11_000);
    await row.locator("td").nth(2).getByText("just now").waitFor();
    assert.match(await row.locator("td").nth(3).textContent(), /30 min/);
    assert.deepEqual(await order(), before);
    await page.goto(`/sources/${id}?tab=visits`);
    await page.locator(".visit-rows tbody tr").first().waitFor();
    await page.waitForFunction(() => document.querySelector(".live.fresh"));
    const first = await page.locator(".visit-rows tbody tr").first().textContent();
    visit(id);
    await page.waitForTimeout(200);
    await page.clock.fastForward(11_000);
    await page.getByRole("button", { name: "1 new" }).waitFor();
    assert.equal(await page.locator(".visit-rows tbody tr").first().textContent(), first);
    await page.getByRole("button", { name: "1 new" }).click();
    await page.waitForFunction(() => !document.querySelector(".new-items"));
    await page.locator(".visit-rows tbody tr").first().getByText("just now").waitFor();
  },

  // Whoever leaves the page means it.
  async removalIsMeantByLeaving(page, { world }) {
    await page.goto("/sources/3?tab=settings");
    await page.getByRole("button", { name: "Remove this source" }).click();
    await goes(page, "/sources");
    assert.ok(world.sources.some((row) => row.id === 3));
    await page.goto("about:blank");
    await page.waitForTimeout(300);
    assert.ok(!world.sources.some((row) => row.id === 3));
  },

  async addByAddress(page, { world }) {
    await page.goto("/sources?add=1");
    const field = page.getByRole("textbox", { name: /Address/ });
    await field.fill("https://new.example/");
    await field.press("Enter");
    await page.getByText("The page names several feeds").waitFor();
    await page.getByText("robots.txt allows it").waitFor();
    assert.ok(await page.locator(".found-items li").count() > 3, "what one would get");
    const all = world.sources.length;
    await page.locator(".choices button", { hasText: "Watch this" }).nth(1).click();
    await goes(page, "/sources/");
    assert.equal(world.sources.length, all + 1);
    await toast(page).getByText("is followed: the first look is within a minute").waitFor();
  },

  // What has no feed is watched for what changes on it; what would be kept is seen first.
  async addForChanges(page, { world }) {
    const asked = [];
    page.on("request", (request) => { if (/sources$/.test(request.url()) && request.method() === "POST") asked.push(request.postDataJSON()); });
    await page.goto("/sources?add=1");
    const field = page.getByRole("textbox", { name: /Address/ });
    await field.fill("https://notices.example/notice");
    await field.press("Enter");
    await page.getByText("There is no feed here").waitFor();
    await page.getByRole("button", { name: "A page, for changes" }).click();
    await page.locator(".first-version li", { hasText: "9 to 17" }).waitFor();
    await page.getByText("robots.txt allows it").waitFor();
    const all = world.sources.length;
    await page.getByRole("button", { name: "Watch", exact: true }).click();
    await goes(page, "/sources/");
    assert.equal(world.sources.length, all + 1);
    assert.deepEqual({ ...asked[0], addresses: 0 }, { addresses: 0, kind: "page", links: false, changes: true });
  },

  // Whoever begins stays where the next one is added, and is led to the first.
  firstSource: Object.assign(async (page, { world }) => {
    await page.goto("/clips");
    await page.getByRole("textbox", { name: /Address/ }).fill("https://first.example/feed");
    await page.keyboard.press("Enter");
    await page.locator(".found").getByRole("button", { name: "Watch", exact: true }).click();
    await toast(page).getByText("is followed: the first look is within a minute").waitFor();
    await toast(page).getByRole("link", { name: "Show it" }).click();
    await goes(page, `/sources/${world.sources.at(-1).id}`);
  }, { kind: "empty" }),

  async addByFileAndList(page) {
    await page.goto("/sources");
    await page.locator("input[type=file]").setInputFiles({ name: "a.opml", mimeType: "text/x-opml", buffer: Buffer.from("<opml/>") });
    await toast(page).getByText("3 were watched already").waitFor();
    await page.getByRole("textbox", { name: /Address/ }).fill("https://a.example/feed\nhttps://b.example/feed");
    await page.getByRole("button", { name: /2 addresses/ }).click();
    await toast(page).getByText("watched already").waitFor();
  },

  async search(page) {
    await page.goto("/articles");
    await page.getByRole("searchbox").fill("wind");
    await goes(page, "/articles?q=wind");
    await page.locator(".item-text mark").first().waitFor();
    await rows(page).first().locator("a").click();
    await opened(page).waitFor();
    await page.locator(".reading .text mark", { hasText: /^wind$/i }).first().waitFor();
    await page.goBack();
    await goes(page, "/articles?q=wind");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.waitForFunction(() => !location.search);
  },

  async searchWithAMistake(page) {
    await page.goto("/articles");
    await page.getByRole("searchbox").fill('wind "park');
    const mistake = page.getByRole("alert").filter({ hasText: "the quotation mark is not closed" });
    await mistake.waitFor();
    assert.equal(await mistake.locator("mark").textContent(), '"');
    await page.getByRole("searchbox").fill('wind "park"');
    await mistake.waitFor({ state: "detached" });
    await rows(page).first().waitFor();
  },

  // A page of a list may bring nothing, and the next one something: its end asks until it knows.
  async pagesThatBringNothing(page) {
    for (const [view, what] of [["/articles?show=unread", "articles"], ["/clips?show=unread", "clips"]]) {
      let asked = 0;
      await page.route(new RegExp(`/v1/${what}\\?`), async (route) => {
        if (++asked < 4) return route.fulfill({ json: { items: [], next: `after ${asked}` } });
        const url = new URL(route.request().url());
        url.searchParams.delete("cursor");
        await route.fulfill({ response: await route.fetch({ url: url.href }) });
      });
      await page.goto(view);
      await rows(page).first().waitFor();
      assert.equal(asked, 4, what);
      assert.equal(await page.locator(".list-column .empty").count(), 0);
    }
  },

  // "3 new": nothing that one reads moves, and they come when asked.
  async newItemsWait(page, { publish }) {
    await watchShifts(page);
    await page.goto("/articles?open=990");
    await opened(page).waitFor();
    await page.waitForFunction(() => document.querySelector(".live.fresh"));
    await page.locator("li.item").nth(8).scrollIntoViewIfNeeded();
    await page.waitForTimeout(300);
    const first = await rows(page).first().getAttribute("data-id");
    const before = await page.evaluate(() => globalThis.shifts);
    for (let i = 0; i < 3; ++i) publish();
    await page.getByRole("button", { name: "3 new" }).waitFor();
    await page.waitForTimeout(300);
    assert.equal(await rows(page).first().getAttribute("data-id"), first);
    assert.equal(await page.evaluate(() => globalThis.shifts), before, "something moved");
    assert.ok(before < 0.02, `things moved by ${before} while the page came`);
    await page.getByRole("button", { name: "3 new" }).click();
    await page.waitForFunction((was) => document.querySelector("li.item").dataset.id !== was, first);
    await page.getByRole("button", { name: "3 new" }).waitFor({ state: "detached" });
    // One is led to what came.
    const newest = await rows(page).first().getAttribute("data-id");
    await page.waitForFunction((id) => document.activeElement.closest("li")?.dataset.id === id, newest);
    await page.waitForTimeout(200);
    assert.equal(await page.locator(".list-column .scroll").evaluate((list) => list.scrollTop), 0);
  },

  // What belongs to another list, or comes from another source, is no news here.
  async newsOfWhatIsShown(page, { world, publish }) {
    const pill = page.getByRole("button", { name: "1 new" });
    const from = world.articles[0].source;
    for (const [address, isNews] of [["/clips?list=1", true], ["/clips?list=3", false],
      [`/articles?source=${from}`, true], [`/articles?source=${from === 2 ? 3 : 2}`, false]]) {
      await page.goto(address);
      await rows(page).first().waitFor();
      await page.waitForFunction(() => document.querySelector(".live.fresh"));
      publish();
      if (isNews) await pill.waitFor();
      else await page.waitForTimeout(400);
      assert.equal(await pill.count(), isNews ? 1 : 0, address);
    }
  },

  // "source · 4 min ago · found in 3 min": one line, whose row keeps its place as time goes by.
  rowTimes: Object.assign(async (page, { world }) => {
    await page.clock.install();
    const long = "An announcement of considerable length about harbours and ferries ".repeat(6);
    Object.assign(world.articles[1], { title: long, source_title: `${long.slice(0, 90)}`, also_in: 3, delay_s: 200 });
    await page.goto("/articles");
    await rows(page).first().waitFor();
    const line = rows(page).first().locator(".item-line");
    assert.match(await line.textContent(), /\d+ min ago.*found in \d+ (s|min)/);
    assert.match(await line.locator("time").getAttribute("title"), /\d\d:\d\d:\d\d/);
    const title = rows(page).nth(1).locator(".item-title");
    const [height, lineHeight] = await title.evaluate((node) => [node.clientHeight, parseFloat(getComputedStyle(node).lineHeight)]);
    assert.ok(height <= 2 * lineHeight + 1, "two lines of a title");
    const tops = () => rows(page).evaluateAll((all) => all.slice(0, 8).map((row) => row.getBoundingClientRect().top));
    const before = await tops();
    const said = await line.textContent();
    await page.clock.fastForward(20 * 60_000);
    await page.waitForFunction((was) => document.querySelector(".item-line").textContent !== was, said);
    assert.deepEqual(await tops(), before);
    assert.ok(await line.evaluate((node) => node.clientHeight) < 24);
  }, { size: "phone" }),

  // A link to an article leads to its row, and j and k keep the row in view.
  async openRowInView(page) {
    const inView = (id) => page.waitForFunction((row) => {
      const list = document.querySelector(".list-column .scroll")?.getBoundingClientRect();
      const its = document.querySelector(`li[data-id="${row}"]`)?.getBoundingClientRect();
      return its && its.top >= list.top - 1 && its.bottom <= list.bottom + 1;
    }, id);
    await page.goto("/articles");
    await rows(page).first().waitFor();
    const deep = await rows(page).nth(24).getAttribute("data-id");
    await page.goto(`/articles?open=${deep}`);
    await opened(page).waitFor();
    await inView(deep);
    await page.waitForTimeout(300);
    await inView(deep);
    for (let i = 0; i < 12; ++i) {
      await page.keyboard.press("j");
      await inView(new URL(page.url()).searchParams.get("open"));
    }
    for (let i = 0; i < 20; ++i) {
      await page.keyboard.press("k");
      await inView(new URL(page.url()).searchParams.get("open"));
    }
    // Who comes back finds the list as it was left.
    const top = () => page.evaluate(() => document.querySelector(".list-column .scroll")?.scrollTop);
    const left = await top();
    assert.ok(left > 100);
    await page.getByRole("link", { name: "Delay" }).click();
    await goes(page, "/delay");
    await page.goBack();
    await rows(page).first().waitFor();
    assert.equal(await top(), left);
  },

  firstList: Object.assign(async (page) => {
    await page.goto("/");
    await page.getByRole("link", { name: /watchlist/ }).click();
    await page.getByRole("textbox", { name: "Words" }).fill("wind park");
    await page.getByText(/in the last 30 days/).waitFor();
    await page.locator(".preview-row mark").first().waitFor();
    assert.equal(await page.getByRole("textbox", { name: "Name of the list" }).inputValue(), "Wind");
    await page.getByRole("button", { name: "Make the list" }).click();
    await goes(page, "/clips?list=");
    await rows(page).first().waitFor();
    await page.goto("/");
    await rows(page).first().waitFor();
    assert.equal(await page.title(), "Clips · Curlew");
  }, { kind: "new" }),

  // The mistake is said beside the field, with its place; what was found before stays, in grey.
  async listWithAMistake(page) {
    await page.goto("/settings/lists?list=new");
    const words = page.getByRole("textbox", { name: "Words" });
    await words.fill("wind");
    await page.locator(".preview-row").first().waitFor();
    const found = await page.locator(".preview-row").count();
    await words.fill('wind\n\nthe "harbour');
    const mistake = page.getByRole("alert").filter({ hasText: "the quotation mark is not closed" });
    await mistake.waitFor();
    assert.equal(await mistake.locator("code").textContent(), 'the "harbour');
    assert.equal(await mistake.locator("mark").textContent(), '"');
    assert.equal(await words.getAttribute("aria-invalid"), "true");
    assert.equal(await page.locator(".preview.stale .preview-row").count(), found);
    assert.equal(await words.inputValue(), 'wind\n\nthe "harbour');
    await words.fill('wind\n\nthe "harbour"');
    await mistake.waitFor({ state: "detached" });
    await page.locator(".preview:not(.stale) .preview-row").first().waitFor();
    await page.goto("/settings/lists?list=new");
    await words.fill('"wind');
    await mistake.waitFor();
    await page.getByText("What it would have found").waitFor();
  },

  async removeAList(page, { world }) {
    await page.goto("/settings/lists?list=1");
    await page.getByRole("button", { name: "Remove" }).click();
    await page.waitForFunction(() => !document.querySelector(".rail a.below[href='/clips?list=1']"));
    assert.equal(world.lists.length, 3);
    await page.keyboard.press("z");
    await page.locator(".rail a.below[href='/clips?list=1']").waitFor();
  },

  async diff(page) {
    await page.goto("/sources/4/versions");
    await page.locator(".diff.beside .block.moved").first().waitFor();
    assert.ok(await page.locator(".diff.beside .diff-row").count() > 5);
    await page.getByRole("link", { name: "Unified" }).click();
    await page.locator(".diff.unified ins").first().waitFor();
    await page.getByRole("link", { name: "On the page" }).click();
    await page.locator(".marked-page ins", { hasText: "28 November" }).waitFor();
    await page.goBack();
    await page.locator(".diff.unified").waitFor();
    await page.locator(".version-list a").nth(2).click();
    await page.waitForFunction(() => new URLSearchParams(location.search).get("to"));
    await page.getByRole("button", { name: "This was no change" }).click();
    await page.getByRole("button", { name: "It was a change after all" }).click();
    await page.getByRole("button", { name: "This was no change" }).waitFor();
  },

  async pickAPart(page) {
    await page.goto("/sources/4/versions?tab=part");
    await page.locator(".outline button", { hasText: "Notice 118" }).click();
    const field = page.getByRole("textbox", { name: "Selector" });
    await page.waitForFunction(() => document.querySelector(".preview h2")?.textContent.includes("1 element"));
    const narrow = await field.inputValue();
    await page.getByRole("button", { name: "Wider" }).click();
    assert.notEqual(await field.inputValue(), narrow);
    await page.waitForFunction(() => document.querySelector(".part-text").textContent.includes("28 November"));
    assert.ok(await page.locator(".outline [aria-pressed=true]").count() > 1);
    await page.getByRole("button", { name: "Watch it so" }).click();
    await toast(page).getByText("Saved").waitFor();
  },

  async threshold(page) {
    await page.goto("/topics/901?tab=preview");
    const said = page.locator(".threshold strong");
    await said.waitFor();
    const before = await said.textContent();
    await page.getByRole("slider").focus();
    for (let i = 0; i < 30; ++i) await page.keyboard.press("ArrowRight");
    await page.waitForFunction((was) => document.querySelector(".threshold strong").textContent !== was, before);
    await page.locator(".judged .line").waitFor();
    await page.getByRole("button", { name: "Keep this threshold" }).click();
    await toast(page).getByText("Kept").waitFor();
    await page.getByRole("button", { name: "As learned again" }).click();
    await page.getByRole("button", { name: "As learned again" }).waitFor({ state: "detached" });
  },

  // What it would accept is seen before it is made.
  async newTopic(page, { world }) {
    await page.goto("/topics?new=1");
    await page.getByRole("textbox", { name: "Name" }).fill("Ferries");
    await page.getByRole("textbox", { name: /Examples/ }).fill("The ferry waits in the harbour.\nPassengers of the ferry.");
    await page.locator(".preview .judged li").first().waitFor();
    await page.getByRole("textbox", { name: /Examples/ }).fill("https://ferries.example/\nPassengers of the ferry.");
    await page.getByRole("button", { name: "Show what it would accept" }).click();
    await page.getByRole("button", { name: "Learn it" }).click();
    await goes(page, "/topics/");
    assert.ok(world.topics.some((each) => each.name === "Ferries"));
  },

  // However fast one types, the server learns for one look at a time; the last text is shown.
  async newTopicWhileItIsLearned(page) {
    let underWay = 0, most = 0;
    const asked = [];
    await page.route("**/api/v1/topics/preview", async (route) => {
      most = Math.max(most, ++underWay);
      asked.push(route.request().postDataJSON().examples.length);
      await new Promise((done) => setTimeout(done, 2_500));
      --underWay;
      await route.continue().catch(() => {});
    });
    await page.goto("/topics?new=1");
    for (let lines = 1; lines <= 3; ++lines) {
      await page.getByRole("textbox", { name: /Examples/ }).fill("The ferry waits in the harbour.\n".repeat(lines));
      await page.waitForTimeout(1_000);
    }
    await page.locator(".preview[aria-busy=false] .judged li").first().waitFor();
    assert.equal(most, 1);
    assert.deepEqual(asked, [1, 3]);
  },

  // One day is one, and 95 % is said of every table alike.
  async delaysInTheSameWords(page) {
    await page.goto("/delay?days=1");
    await page.getByRole("columnheader", { name: "95 % within" }).nth(2).waitFor();
    assert.deepEqual(await page.getByRole("combobox").first().locator("option").allTextContents(), ["1 day", "7 days", "30 days"]);
    assert.doesNotMatch(await page.getByRole("main").textContent(), /90 %/);
  },

  async cureAProblem(page) {
    await page.goto("/problems");
    await page.getByRole("button", { name: "Give a login…" }).first().click();
    await page.getByRole("textbox", { name: "Name to log in by" }).fill("maria");
    await page.getByLabel("Password").fill("secret");
    assert.equal(await page.getByLabel("Password").getAttribute("type"), "password");
    const login = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByRole("button", { name: "Apply" }).click();
    assert.deepEqual((await login).postDataJSON(), { user: "maria:secret" });
    await toast(page).getByText("it is visited now").waitFor();
    await page.locator(".problem").nth(2).getByRole("button", { name: "Remove" }).first().click();
    await page.waitForFunction(() => document.querySelectorAll(".problem").length === 3);
    await page.keyboard.press("z");
    await page.waitForFunction(() => document.querySelectorAll(".problem").length === 4);
  },

  // What others see, too, is an administrator's to change; it stays there, and the rest is cured.
  async cureWhatOthersSee(page) {
    const first = (await (await page.request.get("/api/v1/problems")).json()).groups.find((group) => group.action === "login").sources[0];
    const asked = [];
    await page.route(/v1\/sources\/\d+$/, (route) => {
      asked.push(route.request().url());
      return route.request().url().endsWith(`/${first.id}`) ? route.fulfill({ status: 403, contentType: "application/problem+json",
        json: { type: "about:blank", title: "Forbidden", status: 403, detail: "An administrator may change it." } }) : route.continue();
    });
    await page.goto("/problems");
    const ill = page.locator(".problem", { hasText: "It wants a login" });
    await ill.locator(".problem-head").getByRole("button", { name: "Give a login…" }).click();
    await page.getByRole("textbox", { name: "Name to log in by" }).fill("maria");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText("Others see it, too: an administrator may do that").waitFor();
    await page.getByText("it is visited now").waitFor();
    assert.equal(asked.length, 3);
    await page.locator(`#source-${first.id}`).waitFor();
  },

  // Where no browser is, the page says what to set, and the other cure is there.
  async cureAPageWithScripts(page, { world }) {
    await page.goto("/problems");
    const ill = page.locator(".problem", { hasText: "without scripts" });
    await ill.getByText("apt install chromium").waitFor();
    assert.equal(await ill.getByRole("button", { name: "Use a browser" }).count(), 0);
    const change = page.waitForRequest((request) => request.method() === "PATCH");
    await ill.getByRole("button", { name: "Watch the page for changes" }).click();
    assert.deepEqual((await change).postDataJSON(), { kind: "page", links: false, changes: true });
    world.noBrowser = "";
    await page.reload();
    await ill.getByRole("button", { name: "Use a browser" }).waitFor();
  },

  logInAndOut: Object.assign(async (page) => {
    await page.goto("/sources?q=harbour");
    await goes(page, "/login");
    await page.getByRole("textbox", { name: "Name" }).fill("maria");
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("The name or the password is wrong").waitFor();
    await page.getByLabel("Password").fill("curlew");
    await page.getByRole("button", { name: "Log in" }).click();
    await goes(page, "/sources?q=harbour");
    await page.goto("/settings/you");
    await page.getByRole("button", { name: "Log out", exact: true }).click();
    await goes(page, "/login");
  }, { kind: "login" }),

  // Who may only read meets no button that is refused, is told why, and keeps what is his own.
  mayOnlyRead: Object.assign(async (page) => {
    const refused = [];
    page.on("response", (answer) => { if (answer.status() === 403) refused.push(answer.url()); });
    const views = ["/clips", "/clips?open=997", "/articles", "/articles?open=1000", "/sources", "/sources/1", "/sources/1?tab=visits", "/sources/1?tab=settings", "/problems",
      "/sources/4/versions", "/sources/4/versions?tab=part", "/topics", "/topics/901", "/topics/901?tab=preview", "/topics?new=1", "/delay",
      "/settings/lists?list=1", "/settings/you"];
    const ways = /\b(mute|star|mark|pause|resume|remove|visit|try|watch this|use|keep this|no change|make|save|revoke|send|learn|apply)\b/i;
    for (const where of views) {
      await page.goto(where);
      await page.locator("h1, h2").first().waitFor();
      await page.waitForFunction(() => !document.querySelector(".skeleton"));
      await page.waitForTimeout(150);
      if (where === "/settings/you") continue;
      const buttons = page.locator(".frame button:visible:enabled");
      for (const button of await buttons.all()) {
        const name = (await button.getAttribute("aria-label")) ?? (await button.textContent());
        assert.ok(!ways.test(name), `${where} has "${name}"`);
      }
    }
    for (const where of ["/sources/1?tab=settings", "/settings/lists?list=1", "/topics?new=1", "/problems", "/sources"]) {
      await page.goto(where);
      await page.getByText("You may only read here").waitFor();
    }
    await page.goto("/articles");
    await rows(page).first().waitFor();
    await page.keyboard.press("j");
    await opened(page).waitFor();
    for (const key of ["m", "s", "x", "A", "a"]) await page.keyboard.press(key);
    await page.goto("/sources");
    await page.locator("tbody tr").first().waitFor();
    for (const key of ["j", "x", "j", "X"]) await page.keyboard.press(key);
    assert.equal(await page.locator("tr.chosen").count(), 0, "nothing can be done with those chosen");
    assert.ok(await page.getByRole("searchbox").isVisible());
    await page.goto("/settings/you");
    await page.getByLabel("Password now").fill("old");
    await page.getByLabel("New password").fill("a new one");
    await page.getByRole("button", { name: "Change the password" }).click();
    await toast(page).getByText("Password changed").waitFor();
    await page.getByRole("button", { name: "Log out there" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Log out there" }).click();
    await page.getByRole("button", { name: "Log out there" }).waitFor({ state: "detached" });
    assert.deepEqual(refused, []);
  }, { kind: "reader" }),

  async languageAndLook(page) {
    await page.goto("/settings/you");
    await page.getByRole("button", { name: "Ελληνικά" }).click();
    await page.getByRole("heading", { name: "Ρυθμίσεις" }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), "el");
    await page.getByRole("button", { name: "σκούρα" }).click();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.look), "dark");
    await page.reload();
    await page.getByRole("heading", { name: "Ρυθμίσεις" }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.look), "dark");
  },

  // A finger draws a row aside: right is read, left is starred.
  swipe: Object.assign(async (page, { world }) => {
    await page.goto("/articles");
    const row = page.locator("li.item.unread").first();
    await row.waitFor();
    const id = Number(await row.getAttribute("data-id"));
    const box = await row.boundingBox();
    const fingers = await page.context().newCDPSession(page);
    const touch = (type, x) => fingers.send("Input.dispatchTouchEvent", { type,
      touchPoints: type === "touchEnd" ? [] : [{ x, y: box.y + box.height / 2 }] });
    await touch("touchStart", 100);
    for (let x = 110; x <= 220; x += 10) await touch("touchMove", x);
    await touch("touchEnd");
    await page.waitForFunction((which) => !document.querySelector(`li[data-id="${which}"].unread`), id);
    assert.ok(world.articles.find((each) => each.id === id).read);
  }, { size: "phone" }),
};

export async function runFlows(names) {
  const faults = [];
  const chosen = Object.entries(flows).filter(([name]) => names.length === 0 || names.includes(name));
  if (chosen.length === 0) return { ran: 0, faults };
  const files = await bundle();
  const browser = await launch();
  for (const [name, run] of chosen) {
    const mock = await startMock({ kind: run.kind ?? "full", files,
      onFaults: (told) => faults.push(...told.map((each) => `flow ${name}: ${each}`)) });
    const size = run.size ?? "wide";
    const context = await browser.newContext({ baseURL: mock.url, viewport: sizes[size], locale: "en-GB", hasTouch: size === "phone",
      reducedMotion: "reduce" });
    context.setDefaultTimeout(8000);
    const page = await context.newPage();
    page.on("pageerror", (error) => faults.push(`flow ${name}: ${error}`));
    try {
      await run(page, mock);
    } catch (error) {
      faults.push(`flow ${name}: ${String(error.stack ?? error).split("\n").filter((line) => !/node_modules/.test(line)).slice(0, 8).join("\n  ")}`);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/flow-${name}.png` }).catch(() => undefined);
    }
    await context.close();
    mock.server.closeAllConnections();
    mock.server.close();
  }
  await browser.close();
  return { ran: chosen.length, faults };
}
