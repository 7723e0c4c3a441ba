// What people do, once each in Chromium on the mock: check.mjs runs all, or those named.
import assert from "node:assert/strict";
import { bundle } from "../build.mjs";
import { startMock } from "../dev/server.mjs";
import { launch, sizes } from "./browser.mjs";

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
    assert.ok(world.articles.find((row) => row.id === Number(first)).muted);
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await page.locator(`li[data-id="${first}"]`).waitFor();
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
  },

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

  async listWithAMistake(page) {
    await page.goto("/settings/lists?list=new");
    await page.getByRole("textbox", { name: "Words" }).fill('"wind');
    await page.getByText('A " is not closed.').waitFor();
    assert.equal(await page.getByRole("textbox", { name: "Words" }).inputValue(), '"wind');
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

  async cureAProblem(page) {
    await page.goto("/problems");
    await page.getByRole("button", { name: "Give a login…" }).first().click();
    await page.getByRole("textbox", { name: "Name:password" }).fill("maria:secret");
    await page.getByRole("button", { name: "Apply" }).click();
    await toast(page).getByText("it is visited now").waitFor();
    await page.locator(".problem").nth(2).getByRole("button", { name: "Remove" }).first().click();
    await page.waitForFunction(() => document.querySelectorAll(".problem").length === 3);
    await page.keyboard.press("z");
    await page.waitForFunction(() => document.querySelectorAll(".problem").length === 4);
  },

  logInAndOut: Object.assign(async (page) => {
    await page.goto("/sources?q=harbour");
    await goes(page, "/login");
    await page.getByRole("textbox", { name: "Name" }).fill("maria");
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("Name or password is wrong").waitFor();
    await page.getByLabel("Password").fill("curlew");
    await page.getByRole("button", { name: "Log in" }).click();
    await goes(page, "/sources?q=harbour");
    await page.goto("/settings/you");
    await page.getByRole("button", { name: "Log out", exact: true }).click();
    await goes(page, "/login");
  }, { kind: "login" }),

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
